// Tries wishes out one after another, each on the state that those before it would leave, so that no two of a step contradict each
// other.
import { evolve } from '../../../domain/evolve.ts';
import type { Rejection } from '../../../domain/rejection.ts';
import { OverlayWorld } from '../../../domain/world.ts';
import type { Actor } from '../../../protocol/generated/documents.ts';
import { type DeskConnection, identityOf } from '../../desk/connection.ts';
import { composeCommand } from '../../desk/intent/compose.ts';
import { IdBook } from '../../desk/intent/id-book.ts';
import { tryCommand } from '../../desk/intent/trial.ts';
import type { Proposal } from '../proposal.ts';

/** Ids of a rehearsal never leave it. */
const REHEARSED = 'urn:heddle:rehearsal';

/** Why a chain cannot be had: the Authority would refuse a part of it, or nobody here could sign it. */
export type Refusal = Pick<Rejection, 'code' | 'rule'> | { readonly code: 'no-signer'; readonly rule: '' };

export class Rehearsal {
  readonly connection: DeskConnection;
  private readonly coordinator: Actor;
  private world: OverlayWorld;
  private lastId = 0;

  constructor(connection: DeskConnection, coordinator: Actor) {
    this.connection = connection;
    this.coordinator = coordinator;
    this.world = new OverlayWorld(connection.world);
  }

  /** Why a chain would be refused; undefined when all of it would be accepted, which is then part of the state. */
  try(proposals: readonly Proposal[]): Refusal | undefined {
    // Laid over what was accepted before, and kept only when all of it is.
    const tried = new OverlayWorld(this.world);
    for (const { intent } of proposals) {
      const signer = identityOf(this.connection, intent.signer ?? this.coordinator);
      if (signer === undefined) return { code: 'no-signer', rule: '' };
      const connection = { ...this.connection, world: tried };
      const ids = new IdBook((kind) => `${REHEARSED}:${kind}:${(this.lastId += 1)}`);
      const composed = composeCommand(connection, intent, signer, ids);
      const trial = tryCommand(connection, composed);
      if (trial.rejection !== undefined) return trial.rejection;
      for (const event of trial.outcome().events) tried.apply(evolve(tried, event));
    }
    this.world.apply(tried.changes);
    return undefined;
  }
}
