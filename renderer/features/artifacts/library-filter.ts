// Which Artifacts the library shows, and what its text filter looks at.
import type { ArtifactRow } from '../../../core/contract/artifacts.ts';

export const SHOWS = {
  state: ['problems', 'unchecked', 'kept'],
  use: ['submitted', 'approved', 'unused'],
  class: ['class-public', 'class-internal', 'class-confidential', 'class-restricted'],
} as const;

export type Show = 'all' | (typeof SHOWS)[keyof typeof SHOWS][number];

const ALL: readonly Show[] = ['all', ...SHOWS.state, ...SHOWS.use, ...SHOWS.class];

export function showOf(value: string | undefined): Show {
  return ALL.find((each) => each === value) ?? 'all';
}

/** Something about it is not as it should be, or cannot be told. */
export function hasProblem({ content, signature }: ArtifactRow): boolean {
  return content === 'differs' || content === 'unavailable' || signature === 'invalid';
}

export function isShown(row: ArtifactRow, show: Show): boolean {
  switch (show) {
    case 'all':
      return true;
    case 'problems':
      return hasProblem(row);
    case 'unchecked':
      return row.content === 'unchecked';
    case 'kept':
      return row.hasCopy;
    case 'submitted':
      return row.submissions > 0;
    case 'approved':
      return row.approvals > 0;
    case 'unused':
      return row.submissions === 0 && row.approvals === 0;
    default:
      return `class-${row.classification}` === show;
  }
}

export function textOfArtifact(row: ArtifactRow): string {
  return [
    row.title,
    row.mediaType,
    row.producer.name,
    row.workItemTitle ?? '',
    row.missionTitle,
    row.classificationWords.text,
    row.contentHash,
  ].join(' ');
}
