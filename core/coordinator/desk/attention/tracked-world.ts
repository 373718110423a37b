// A state that remembers what was looked at, so that a result can be kept until something of that has changed. The records
// of a Group move with its log, except accounts, to which child Missions charge from theirs (BUD-008). Those, and the records
// of the Organization, which has no log here, are compared one by one.
import { ORGANIZATION, type RecordKind, type Records, SINGLE, type World } from '../../../domain/world.ts';

export class TrackedWorld implements World {
  private readonly base: World;
  private readonly heads = new Map<string, number | undefined>();
  private readonly values = new Map<
    string,
    readonly [RecordKind, groupId: string, id: string, value: unknown]
  >();
  /** Whether something was looked at whose changes cannot be told. */
  private isUntraceable = false;

  constructor(base: World) {
    this.base = base;
  }

  get<Kind extends RecordKind>(kind: Kind, groupId: string, id: string): Records[Kind] | undefined {
    const value = this.base.get(kind, groupId, id);
    if (groupId === ORGANIZATION || kind === 'account') {
      this.values.set(`${kind} ${groupId} ${id}`, [kind, groupId, id, value]);
    } else this.note(groupId);
    return value;
  }

  list<Kind extends RecordKind>(kind: Kind, groupId: string): Iterable<readonly [string, Records[Kind]]> {
    if (groupId === ORGANIZATION || kind === 'account') this.isUntraceable = true;
    else this.note(groupId);
    return this.base.list(kind, groupId);
  }

  /** Whether everything that was looked at is still the same in a state. */
  isCurrent(world: World): boolean {
    if (this.isUntraceable || world !== this.base) return false;
    for (const [groupId, sequence] of this.heads) if (headOf(world, groupId) !== sequence) return false;
    for (const [kind, groupId, id, value] of this.values.values()) {
      if (world.get(kind, groupId, id) !== value) return false;
    }
    return true;
  }

  private note(groupId: string): void {
    if (!this.heads.has(groupId)) this.heads.set(groupId, headOf(this.base, groupId));
  }
}

function headOf(world: World, groupId: string): number | undefined {
  return world.get('head', groupId, SINGLE)?.sequence;
}
