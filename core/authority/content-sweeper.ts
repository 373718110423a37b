// Collects content that was brought and never published (ART-008 stores it before anybody vouches for it). What a log
// names stays for good; what none names goes after a time of grace, in small steps beside everything else.
import { ORGANIZATION } from '../domain/world.ts';
import type { AuthorityStore, StoredRecord, WriteTransaction } from '../store/authority-store.ts';
import type { BlobStore } from '../store/blobs/blob-store.ts';
import { snapshotHashOf } from './snapshots.ts';

export interface ContentSweeperOptions {
  readonly store: Pick<AuthorityStore, 'write' | 'readRecord' | 'readRecords' | 'readGroupIds'>;
  readonly blobs: Pick<BlobStore, 'list' | 'removeBroughtBefore'>;
  /** Milliseconds since 1970, by the same clock as that of the content store. */
  readonly now: () => number;
  /** How long after it was brought last content waits for its manifest. */
  readonly graceMs?: number;
  /** The most contents that one step looks at. */
  readonly stepSize?: number;
}

/** What one step came to. */
export interface SweepStep {
  readonly lookedAt: number;
  readonly removed: number;
  /** Whether all content has been looked at since the last round began; the next step begins another. */
  readonly isRoundOver: boolean;
}

/** A day: longer than any lease or offline grace, so that a Worker still publishes what it brought before. */
const DEFAULT_GRACE_MS = 24 * 60 * 60 * 1_000;
const DEFAULT_STEP_SIZE = 500;
/** Nobody commits while these are removed, which takes some milliseconds each. */
const REMOVED_UNDER_ONE_LOCK = 8;

/** Walks through all content again and again, one step at a time. Steps must not overlap. */
export class ContentSweeper {
  private readonly options: ContentSweeperOptions;
  private after: string | undefined;
  private isIndexProven = false;

  constructor(options: ContentSweeperOptions) {
    this.options = options;
  }

  /**
   * One step. Faults of either store come through, and the next step goes on behind what this one looked at: a later
   * round comes back to it.
   */
  async step(): Promise<SweepStep> {
    const { store, blobs, now, graceMs = DEFAULT_GRACE_MS, stepSize = DEFAULT_STEP_SIZE } = this.options;
    const beforeMs = now() - graceMs;
    const { contents, next } = await blobs.list({ after: this.after, limit: stepSize });
    this.after = next;
    const unused: string[] = [];
    for (const { contentHash, broughtAtMs } of contents) {
      if (broughtAtMs < beforeMs && !(await isInUse(store, contentHash))) unused.push(contentHash);
    }
    let removed = 0;
    if (unused.length > 0) await this.proveIndex();
    for (let at = 0; at < unused.length; at += REMOVED_UNDER_ONE_LOCK) {
      removed += await this.remove(unused.slice(at, at + REMOVED_UNDER_ONE_LOCK), beforeMs);
    }
    return { lookedAt: contents.length, removed, isRoundOver: next === undefined };
  }

  /**
   * Removes what is still unused under the right to write. Whoever publishes looks for the content under the same right
   * (see `hosted-content.ts`): either its manifest is committed by now and seen here, or it will not find the content.
   * A crash in between leaves content that nobody names, or none.
   */
  private remove(contentHashes: readonly string[], beforeMs: number): Promise<number> {
    return this.options.store.write(async (transaction) => {
      let removed = 0;
      for (const contentHash of contentHashes) {
        if (await isInUse(transaction, contentHash)) continue;
        if (await this.options.blobs.removeBroughtBefore(contentHash, beforeMs)) removed += 1;
      }
      return removed;
    });
  }

  /**
   * That content is unused is told by the absence of a record. Before this is relied upon for the first time, all that
   * the Groups name has to be there: state that was not rebuilt since the record exists would cost what it names.
   */
  private async proveIndex(): Promise<void> {
    if (this.isIndexProven) return;
    const { store } = this.options;
    for (const groupId of await store.readGroupIds()) {
      for (const record of await store.readRecords(groupId, ['content', 'snapshot'])) {
        for (const contentHash of hashesOf(record)) {
          if (!(await isInUse(store, contentHash))) {
            throw new Error(`the state does not know that ${groupId} uses ${contentHash}: rebuild it first`);
          }
        }
      }
    }
    this.isIndexProven = true;
  }
}

async function isInUse(
  reader: Pick<AuthorityStore | WriteTransaction, 'readRecord'>,
  contentHash: string,
): Promise<boolean> {
  const record = await reader.readRecord('contentUse', ORGANIZATION, contentHash);
  return record?.kind === 'contentUse' && (record.value.groupCount > 0 || record.value.isSnapshot);
}

/** The content that a record names. */
function hashesOf(record: StoredRecord): readonly string[] {
  if (record.kind === 'content') return [record.id];
  return record.kind === 'snapshot' ? [record.value.stateHash, snapshotHashOf(record.value)] : [];
}
