// What the driver keeps of one connection between looks: only what could be computed or fetched anew.
import { hashContent } from '../../../protocol/hash.ts';
import type { ContentCondition, DeskConnection } from '../../desk/connection.ts';
import { ChildWatch } from '../children/follow-children.ts';
import type { CareSettings } from '../planning/care.ts';
import { PlanWatch } from '../planning/plan-watch.ts';
import type { ReviewPorts } from '../review/prepare-review.ts';
import type { StandingProposal, StandingQuestion } from './driver-types.ts';
import { LaterState } from './later-state.ts';
import { ReviewDesk } from './review-desk.ts';

/** A content that could not be had is asked for again after this time. */
const FETCH_AGAIN_MS = 60_000;
/** A child's content beyond it is not read. */
const MAX_CONTENT_BYTES = 64 * 1024 * 1024;

export class DriverDesk {
  /** By Group, with the care that each was made with. */
  private readonly watches = new Map<string, { readonly care: CareSettings; readonly watch: PlanWatch }>();
  readonly childWatch = new ChildWatch();
  readonly reviews = new ReviewDesk();
  readonly later = new LaterState();
  private readonly contents = new Map<string, ContentCondition>();
  private readonly fetchedAtMs = new Map<string, number>();
  recheckAtMs: number | undefined;
  proposals: readonly StandingProposal[] = [];
  questions: readonly StandingQuestion[] = [];

  planWatchOf(groupId: string, care: CareSettings): PlanWatch {
    const known = this.watches.get(groupId);
    if (known?.care === care) return known.watch;
    const watch = new PlanWatch(care);
    this.watches.set(groupId, { care, watch });
    return watch;
  }

  /** Time alone may change something then. */
  note(atMs: number | undefined): void {
    if (atMs !== undefined) this.recheckAtMs = Math.min(atMs, this.recheckAtMs ?? Infinity);
  }

  /** The connection with the contents that were looked at here. */
  withContents(connection: DeskConnection): DeskConnection {
    if (this.contents.size === 0) return connection;
    return { ...connection, contents: new Map([...connection.contents, ...this.contents]) };
  }

  /** Looks at a content of a child Mission; answers whether it was due. */
  async fetch(contentHash: string, nowMs: number, ports: ReviewPorts): Promise<boolean> {
    const fetchedAtMs = this.fetchedAtMs.get(contentHash);
    if (fetchedAtMs !== undefined && nowMs < fetchedAtMs + FETCH_AGAIN_MS) {
      this.note(fetchedAtMs + FETCH_AGAIN_MS);
      return false;
    }
    const fetched = await ports.fetchContent(contentHash, MAX_CONTENT_BYTES);
    this.fetchedAtMs.set(contentHash, nowMs);
    this.contents.set(contentHash, conditionOf(fetched, contentHash));
    return true;
  }
}

function conditionOf(
  fetched: Awaited<ReturnType<ReviewPorts['fetchContent']>>,
  contentHash: string,
): ContentCondition {
  if (fetched.ok) return hashContent(fetched.bytes) === contentHash ? 'intact' : 'differs';
  return fetched.differs === true ? 'differs' : 'unavailable';
}
