// Which service's Events are believed. The Registry says whose a key is, and not what its Principal may do: without this,
// any service of the Organization could sign Events in the name of the Group Authority.
import type { Actor } from '../protocol/generated/documents.ts';
import type { ReplicaStore } from '../store/replica-store.ts';

const NOTE = 'group-authority';

export class AuthorityPin {
  private readonly store: Pick<ReplicaStore, 'writeNotes'>;
  private pinned: string | undefined;

  private constructor(store: Pick<ReplicaStore, 'writeNotes'>, pinned: string | undefined) {
    this.store = store;
    this.pinned = pinned;
  }

  /** The service that is given, or the one that accepted the first Event that this replica ever saw. */
  static async open(
    store: Pick<ReplicaStore, 'readNotes' | 'writeNotes'>,
    given: string | undefined,
  ): Promise<AuthorityPin> {
    const noted: unknown = (await store.readNotes('')).get(NOTE);
    return new AuthorityPin(store, given ?? (typeof noted === 'string' ? noted : undefined));
  }

  /** Whether Events that this service accepted are believed. */
  async admits({ type, id }: Actor): Promise<boolean> {
    if (type !== 'service') return false;
    if (this.pinned === undefined) {
      this.pinned = id;
      await this.store.writeNotes([{ groupId: '', name: NOTE, value: id }]);
    }
    return this.pinned === id;
  }
}
