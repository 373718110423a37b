// The stretches of a `.mwpbundle` as a reader finds them, to compare with what its trailer says.
import { createHash, type Hash } from 'node:crypto';
import { type BundleSection, LINE, PART_NAMES } from './bundle-format.ts';
import type { BundleLine } from './bundle-lines.ts';

interface FoundSection {
  readonly kind: string;
  readonly firstLine: number;
  /** Of its Events, or of its snapshot; undefined where none could be read. */
  groupId: string | undefined;
  lines: number;
  readonly hash: Hash;
}

export interface SectionFault {
  readonly line: number;
  readonly detail: string;
}

/** Counts and hashes lines in the order in which they come. */
export class SectionMeter {
  private readonly found: FoundSection[] = [];
  private groupId: string | undefined;

  /** `groupId` for an Event whose Group is known; a damaged one counts with those before it. */
  add({ kind, number, bytes }: BundleLine, groupId: string | undefined): void {
    const last = this.found.at(-1);
    const belongs =
      last !== undefined &&
      last.kind === kind &&
      // Each snapshot is a section of its own.
      kind !== LINE.snapshot &&
      (kind !== LINE.event ||
        groupId === undefined ||
        this.groupId === undefined ||
        groupId === this.groupId);
    const section = belongs
      ? last
      : { kind, firstLine: number, groupId: undefined, lines: 0, hash: createHash('sha256') };
    if (!belongs) {
      this.found.push(section);
      this.groupId = undefined;
    }
    this.groupId = groupId ?? this.groupId;
    section.groupId = this.groupId;
    section.lines += 1;
    section.hash.update(bytes);
  }

  /** Where the file is not what its trailer says. */
  compare(sections: readonly BundleSection[], trailerLine: number): readonly SectionFault[] {
    // Which of the two was changed, nobody can tell: both are named.
    const trailer = `the trailer (line ${trailerLine})`;
    const faults: SectionFault[] = [];
    for (let at = 0; at < Math.max(sections.length, this.found.length); at += 1) {
      const said = sections[at];
      const found = this.found[at];
      const line = found?.firstLine ?? this.found.at(-1)?.firstLine ?? 1;
      if (said === undefined || found === undefined || said.kind !== found.kind) {
        faults.push({
          line,
          detail: `section ${at + 1} is ${nameOf(found?.kind) ?? 'missing'}, ${trailer} says ${nameOf(said?.kind) ?? 'nothing'}`,
        });
        return faults;
      }
      if (found.groupId !== undefined && said.groupId !== found.groupId) {
        faults.push({
          line,
          detail: `section ${at + 1} (${nameOf(found.kind)}) is of another Group than ${trailer} says`,
        });
      } else if (said.lines !== found.lines) {
        faults.push({
          line,
          detail: `section ${at + 1} (${nameOf(found.kind)}): ${found.lines} lines where ${trailer} says ${said.lines}`,
        });
      } else if (said.hash !== `sha256:${found.hash.copy().digest('hex')}`) {
        faults.push({
          line,
          detail: `section ${at + 1} (${nameOf(found.kind)}): lines ${line} to ${line + found.lines - 1} have another hash than ${trailer} says`,
        });
      }
    }
    return faults;
  }
}

function nameOf(kind: string | undefined): string | undefined {
  if (kind === undefined) return undefined;
  return (PART_NAMES as Readonly<Record<string, string>>)[kind] ?? 'unknown part';
}
