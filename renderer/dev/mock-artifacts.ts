// The sample desk's answers about Artifacts: what is checked, kept and attached changes the rows as a host would.
import type { implement } from '@orpc/server';
import type { ArtifactRow } from '../../core/contract/artifacts.ts';
import type { deskContract } from '../../core/contract/contract.ts';
import { MockRows } from './mock-live.ts';
import { sampleArtifactDetail, sampleArtifacts } from './sample-artifacts.ts';
import { sampleContent } from './sample-contents.ts';
import type { SampleContext } from './sample-world.ts';

type Procedures = ReturnType<typeof implement<typeof deskContract>>;

const NONE: Record<string, never> = {};

export function mockArtifacts(
  os: Procedures['artifacts'],
  contextOf: () => SampleContext,
  isEmpty: boolean,
  onChecked: (contentHash: string) => void,
) {
  /** What has become of a row since the beginning, by hash. */
  const changes = new Map<string, Partial<ArtifactRow>>();
  const rowsNow = (): readonly ArtifactRow[] =>
    isEmpty
      ? []
      : sampleArtifacts(contextOf()).map((row) => Object.assign({ ...row }, changes.get(row.contentHash)));
  const library = new MockRows(rowsNow(), NONE);
  const details = new Map<string, MockRows<ReturnType<typeof sampleArtifactDetail>[number], typeof NONE>>();
  const change = (contentHash: string, to: Partial<ArtifactRow>): void => {
    changes.set(contentHash, { ...changes.get(contentHash), ...to });
    library.reset(rowsNow(), NONE);
    for (const [artifactId, detail] of details) detail.reset(detailOf(artifactId), NONE);
  };
  const detailOf = (artifactId: string) =>
    sampleArtifactDetail(
      contextOf(),
      rowsNow().find((row) => row.artifactId === artifactId),
    );
  const checked = (contentHash: string): 'intact' | 'differs' | 'unavailable' => {
    const { content = 'unchecked' } = rowsNow().find((row) => row.contentHash === contentHash) ?? {};
    const verdict = content === 'unchecked' ? 'intact' : content;
    onChecked(contentHash);
    change(contentHash, {
      content: verdict,
      contentWords: contextOf().say(verdict, verdict),
      checkedAtMs: contextOf().nowMs,
    });
    return verdict;
  };
  return {
    follow: os.follow.handler(({ signal }) => {
      library.reset(rowsNow(), NONE);
      return library.follow(signal);
    }),
    detail: os.detail.handler(({ input: { artifactId }, signal }) => {
      const made = new MockRows(detailOf(artifactId), NONE);
      details.set(artifactId, made);
      return made.follow(signal);
    }),
    check: os.check.handler(({ input }) => ({
      ok: true as const,
      value: { content: checked(input.contentHash) },
    })),
    fetch: os.fetch.handler(({ input }) => {
      const content = checked(input.contentHash);
      if (content === 'intact') change(input.contentHash, { hasCopy: true });
      return { ok: true as const, value: { content } };
    }),
    forget: os.forget.handler(({ input }) => {
      change(input.contentHash, { hasCopy: false });
      return { ok: true as const, value: {} };
    }),
    attach: os.attach.handler(({ input: { contentHash, path } }) => {
      const isSame = path.includes('same');
      if (isSame) change(contentHash, { content: 'intact', hasCopy: true });
      const foundHash = isSame ? contentHash : `sha256:${'0bad'.repeat(16)}`;
      return { ok: true as const, value: { isSame, foundHash, sizeBytes: 2_190 } };
    }),
    export: os.export.handler(({ input }) => ({
      ok: true as const,
      value: { path: input.path ?? '/home/ada/.heddle/exports/artifact/requirements.md', sizeBytes: 173 },
    })),
    keepBoth: os.keepBoth.handler(() => ({
      ok: true as const,
      value: {
        folder: '/home/ada/.heddle/exports/differs-41b041b0',
        files: ['manifest.json', 'verdict.txt', 'found.bin'],
      },
    })),
    read: os.read.handler(({ input: { contentHash } }) => {
      const row = rowsNow().find((each) => each.contentHash === contentHash);
      const refusal =
        row?.isPreviewForbidden === true
          ? contextOf().say(
              'Its class is “restricted”: it is not shown in a window.',
              'Seine Klasse ist „streng vertraulich“: Es wird in keinem Fenster gezeigt.',
            )
          : row?.content === 'unavailable'
            ? contextOf().say('The content is not available now.', 'Der Inhalt ist gerade nicht verfügbar.')
            : undefined;
      return refusal === undefined
        ? { ok: true as const, value: sampleContent(contentHash) }
        : { ok: false as const, fault: { code: 'content-refused', words: refusal } };
    }),
  };
}
