// What the driver of the lead is given: state, ways to review and to sign, time. Nothing here says how any of it is done.
import type { Actor, Event, ProtocolError } from '../../../protocol/generated/documents.ts';
import type { CommandDraft } from '../../command-draft.ts';
import type { DeskConnection } from '../../desk/connection.ts';
import type { ComposedCommand } from '../../desk/intent/compose.ts';
import type { PartToSign } from '../../payload-parts.ts';
import type { AutonomyGate, GateRefusal } from '../autonomy/gate.ts';
import type { AgentHistory } from '../offers/agent-history.ts';
import type { Proposal } from '../proposal.ts';
import type { ReviewPorts } from '../review/prepare-review.ts';
import type { LeadQuestion, LeadSettings, PlannedWork, Wish } from './lead-types.ts';

/** A Command that the matrix allows, ready for whoever has the keys. */
export interface LeadOrder {
  readonly connectionId: string;
  /** The same after a restart, so that what is under way is joined and never doubled. */
  readonly actionId: string;
  /** With the mark of the rule that allows it: this one is to be signed, and no other. */
  readonly draft: CommandDraft;
  readonly signer: Actor;
  /** Documents in the payload that lack their signatures. */
  readonly signs: readonly PartToSign[];
  /** To be asked right before signing: false for ever once somebody has pressed stop. */
  readonly isStanding: () => boolean;
}

/** The fate of a Command. */
export type LeadOutcome =
  | { readonly status: 'accepted'; readonly event: Pick<Event, 'eventId' | 'sequence'> }
  | { readonly status: 'refused'; readonly error: ProtocolError }
  /** Nobody knows; the log will tell. It is handed over again under the same Action ID later. */
  | { readonly status: 'unknown' }
  /** It was not signed: a stop came before, or a key could not be used. */
  | { readonly status: 'abandoned' };

export interface LeadPorts {
  /** With the state of now. */
  connections(): readonly DeskConnection[];
  /** Folded from all Events of all its Groups; undefined while that is not so. */
  historyOf(connectionId: string): AgentHistory | undefined;
  /** What is still to be authorized in a Group, in order. */
  planOf(connectionId: string, groupId: string): readonly PlannedWork[];
  settingsOf(connectionId: string, groupId: string): LeadSettings;
  readonly gate: AutonomyGate;
  reviewPorts(connectionId: string, groupId: string): ReviewPorts;
  /** Signs and sends, and answers when the fate is known. */
  submit(order: LeadOrder): Promise<LeadOutcome>;
  /**
   * Commands that people have signed at the same identities, and that the state does not show yet: none may be contradicted,
   * and what a person has signed is not signed again.
   */
  underWay?(connectionId: string): readonly ComposedCommand[];
  /** This computer's clock, by which the gate counts. */
  nowMs(): number;
  readonly onFault: (error: unknown) => void;
  /** After each look: proposals and questions may be others now. */
  readonly onChange?: () => void;
}

/** Why a wish is not under way. */
export type StandingReason =
  /** The matrix does not allow it: for a person to sign. */
  | { readonly kind: 'not-allowed'; readonly why: readonly GateRefusal[] }
  /** The Authority has refused it, and nothing has changed since. */
  | { readonly kind: 'refused'; readonly error: ProtocolError }
  /** What it needs to be signed is not here now: a connection, a key, a part of the log. */
  | { readonly kind: 'not-ready' };

/** A wish that waits for a person. */
export interface StandingProposal {
  readonly connectionId: string;
  readonly groupId: string;
  readonly wish: Wish;
  /** What is due of it. */
  readonly proposal: Proposal;
  readonly why: StandingReason;
}

/** A question of one Group. */
export interface StandingQuestion {
  readonly connectionId: string;
  readonly groupId: string;
  readonly question: LeadQuestion;
}
