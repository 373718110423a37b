// Whether a member who joined late may know a content hash: only when an Event from its visibility start on names it
// (MEM-005), and not one of its own. The log is searched once for each hash; later questions search only what came since.
import { memberKey } from '../../domain/world.ts';
import type { Actor, Event } from '../../protocol/generated/documents.ts';
import type { AuthorityStore, StoredEvent } from '../../store/authority-store.ts';

/** Who named a hash last at which sequence, as far as the log was searched. */
interface Search {
  searchedThrough: number;
  readonly lastBy: Map<string, number>;
}

const PAGE = 500;
/** Enough for the Artifacts that members ask for again and again; what is forgotten is searched again. */
const MAX_SEARCHES = 5_000;

export class MentionFinder {
  private readonly store: Pick<AuthorityStore, 'readGroupEvents'>;
  /** By Group and hash, in the order of last use. */
  private readonly searches = new Map<string, Search>();

  constructor(store: Pick<AuthorityStore, 'readGroupEvents'>) {
    this.store = store;
  }

  /** Whether somebody else than the reader named the hash in an Event of the Group from `fromSequence` on. */
  async isMentioned(
    groupId: string,
    contentHash: string,
    fromSequence: number,
    reader: Actor,
  ): Promise<boolean> {
    const key = `${groupId} ${contentHash}`;
    const search = this.searches.get(key) ?? { searchedThrough: 0, lastBy: new Map<string, number>() };
    this.keep(key, search);
    const own = memberKey(reader);
    const isFound = () => [...search.lastBy].some(([by, sequence]) => by !== own && sequence >= fromSequence);
    while (!isFound()) {
      const page = await this.store.readGroupEvents(groupId, search.searchedThrough, PAGE);
      if (page.length === 0) return false;
      for (const event of page) note(search, event, contentHash);
    }
    return true;
  }

  private keep(key: string, search: Search): void {
    this.searches.delete(key);
    this.searches.set(key, search);
    const [oldest] = this.searches.keys();
    if (this.searches.size > MAX_SEARCHES && oldest !== undefined) this.searches.delete(oldest);
  }
}

/** Events are canonical JSON, in which a hash has one spelling: between quotation marks it is a whole value. */
function note(search: Search, { sequence = 0, bytes }: StoredEvent, contentHash: string): void {
  search.searchedThrough = Math.max(search.searchedThrough, sequence);
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!text.includes(`"${contentHash}"`)) return;
  const { actor } = JSON.parse(text.toString('utf8')) as Event;
  const by = memberKey(actor);
  search.lastBy.set(by, Math.max(search.lastBy.get(by) ?? 0, sequence));
}
