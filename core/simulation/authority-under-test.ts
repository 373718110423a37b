// What a simulation asks of an Authority, whichever it is: Commands in, answers out, a log to read, and a state that can
// be proven equal to the log.
import type { OrganizationPolicy } from '../domain/decision.ts';
import type { World } from '../domain/world.ts';
import type { ErrorCode } from '../protocol/error-codes.ts';
import type { Event } from '../protocol/generated/documents.ts';
import type { SealedCommand } from './notary.ts';
import type { Principal } from './principals.ts';
import type { SimulatedClock } from './random.ts';

/** One arrival of a Command: the text that arrives, and over which connection. */
export interface Delivery {
  readonly sealed: SealedCommand;
  /** Whose connection it arrives on, and under which Session Epoch that one was opened. */
  readonly from: Principal;
  readonly sessionEpoch: number | undefined;
  /** How the client came to send it, for the trace. */
  readonly note: string;
}

/** What goes wrong around a commit. */
export type CommitFault = 'crash before the commit' | 'crash after the commit' | 'store refuses';

/** What a sender hears, as far as it hears anything. */
export type Answer =
  | { readonly kind: 'accepted'; readonly primaryEventId: string; readonly isRepeat: boolean }
  | {
      readonly kind: 'refused';
      readonly code: ErrorCode;
      readonly rule: string;
      readonly message: string;
    }
  /** Nobody was told anything. */
  | { readonly kind: 'silence' };

/** A committed Event: as it is read back, and as it was written. */
export interface LoggedEvent {
  readonly event: Event;
  readonly text: string;
}

/** An Authority that a simulation drives. */
export interface AuthorityUnderTest {
  /** The state after the last commit, for actors to look at. */
  readonly world: World;
  /** All commits in order. */
  readonly log: readonly LoggedEvent[];
  submit(delivery: Delivery, fault: CommitFault | undefined): Promise<Answer>;
  /** Several arrivals before the first is answered: they may share a commit. Answers stand in the order of arrival. */
  submitTogether(deliveries: readonly Delivery[]): Promise<readonly Answer[]>;
  /** Drops everything in memory and begins again from what was committed. */
  restart(): Promise<void>;
  /** The stored text of every Event, read anew. */
  readTexts(): Promise<readonly string[]>;
  /** How the live state differs from one rebuilt from the log; undefined when it does not. */
  findStateDifference(): Promise<string | undefined>;
  /** Defects that came up aside from answers: exceptions, Events against their schema. */
  readonly faults: readonly string[];
}

/** What every Authority of a simulation gets. */
export interface AuthoritySetting {
  readonly clock: SimulatedClock;
  readonly policy: OrganizationPolicy;
  /** Whose key this is; the Principals of `principals.ts` when left out. */
  readonly principalOf?: (keyId: string) => Principal | undefined;
}
