// The state of a connection: each Group as the identity sees it that sees the most of it. One identity may be a member where
// another is not, or since earlier. It is one object for as long as the connection lives, so that what was computed from it
// can be kept.
import { ORGANIZATION, type RecordKind, type Records, SINGLE, type World } from '../../domain/world.ts';
import type { DeskLink, LinkGroup } from './ports.ts';

export class CombinedWorld implements World {
  private links: readonly DeskLink[] = [];
  private sources = new Map<string, DeskLink>();

  /** Chooses anew which identity each Group is seen through. */
  choose(links: readonly DeskLink[]): void {
    const best = new Map<string, { readonly link: DeskLink; readonly group: LinkGroup }>();
    for (const link of links) {
      for (const group of link.groups()) {
        const known = best.get(group.groupId);
        if (known === undefined || seesMore(group, known.group)) best.set(group.groupId, { link, group });
      }
    }
    this.links = links;
    this.sources = new Map([...best].map(([groupId, { link }]) => [groupId, link]));
  }

  groupIds(): readonly string[] {
    return [...this.sources.keys()];
  }

  /** The identity through which a Group is seen. */
  sourceOf(groupId: string): DeskLink | undefined {
    return this.sources.get(groupId);
  }

  /** Whether an identity knows Events of a Group that the one does not know through which it is seen. */
  isBehind({ world }: DeskLink, groupId: string): boolean {
    const seen = this.sources.get(groupId)?.world.get('head', groupId, SINGLE)?.sequence;
    const known = world.get('head', groupId, SINGLE)?.sequence ?? 0;
    return seen === undefined || known > seen;
  }

  get<Kind extends RecordKind>(kind: Kind, groupId: string, id: string): Records[Kind] | undefined {
    if (groupId !== ORGANIZATION) return this.sources.get(groupId)?.world.get(kind, groupId, id);
    for (const { world } of this.links) {
      const record = world.get(kind, groupId, id);
      if (record !== undefined) return record;
    }
    return undefined;
  }

  *list<Kind extends RecordKind>(kind: Kind, groupId: string): Iterable<readonly [string, Records[Kind]]> {
    if (groupId !== ORGANIZATION) {
      yield* this.sources.get(groupId)?.world.list(kind, groupId) ?? [];
      return;
    }
    const seen = new Set<string>();
    for (const { world } of this.links) {
      for (const entry of world.list(kind, groupId)) {
        if (seen.has(entry[0])) continue;
        seen.add(entry[0]);
        yield entry;
      }
    }
  }
}

/** A Group that is still followed before one that was left, then the longer log, then the newer one. */
function seesMore(a: LinkGroup, b: LinkGroup): boolean {
  if (a.isFollowed !== b.isFollowed) return a.isFollowed;
  return a.startsAfter === b.startsAfter ? a.cursor > b.cursor : a.startsAfter < b.startsAfter;
}
