// The stretches of a `.mwpbundle` as a reader finds them, to compare with what its trailer says.
import { createHash, type Hash } from 'node:crypto';
import { type BundleSection, LINE } from './bundle-format.ts';
import type { BundleLine } from './bundle-lines.ts';

interface FoundSection {
  readonly kind: string;
  readonly firstLine: number;
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
    const section = belongs ? last : { kind, firstLine: number, lines: 0, hash: createHash('sha256') };
    if (!belongs) {
      this.found.push(section);
      this.groupId = undefined;
    }
    this.groupId = groupId ?? this.groupId;
    section.lines += 1;
    section.hash.update(bytes);
  }

  /** Where the file is not what its trailer says. */
  compare(sections: readonly BundleSection[]): readonly SectionFault[] {
    const faults: SectionFault[] = [];
    for (let at = 0; at < Math.max(sections.length, this.found.length); at += 1) {
      const said = sections[at];
      const found = this.found[at];
      const line = found?.firstLine ?? this.found.at(-1)?.firstLine ?? 1;
      if (said === undefined || found === undefined || said.kind !== found.kind) {
        faults.push({
          line,
          detail: `section ${at + 1} is ${found?.kind ?? 'missing'}, the trailer says ${said?.kind ?? 'nothing'}`,
        });
        return faults;
      }
      if (said.lines !== found.lines) {
        faults.push({ line, detail: `${found.lines} lines where the trailer says ${said.lines}` });
      } else if (said.hash !== `sha256:${found.hash.copy().digest('hex')}`) {
        faults.push({
          line,
          detail: `lines ${line} to ${line + found.lines - 1} have another hash than the trailer says`,
        });
      }
    }
    return faults;
  }
}
