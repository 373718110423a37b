// Texts of the rows that windows show, beside those of the desk's rules. A language that forgets one does not compile.
import type { KeyCondition as StoredKeyCondition, KeyStoreKind } from '../../../keys/key-store.ts';
import type { KeyFaultReason } from '../../../keys/key-fault.ts';
import type { EventPayloads, Membership, WorkOffer } from '../../../protocol/generated/documents.ts';
import type { LinkTroubleReason } from '../../../protocol/link-trouble.ts';
import type { StartBasis } from '../../desk/candidate-estimates.ts';
import type { DeskCommandKind } from '../../desk/intent/forms.ts';
import type { LinkStatus } from '../ports.ts';

export type EventKind = keyof EventPayloads;

/** Why this computer does not do what a window asks; the codes are ours, in lower case. */
export type LocalFaultCode =
  | 'no-connection'
  | 'no-group'
  | 'no-item'
  | 'no-entry'
  | 'no-draft'
  | 'no-sheet'
  | 'no-row'
  | 'no-event'
  | 'no-run'
  | 'no-question'
  | 'no-identity'
  | 'no-option'
  | 'not-now'
  | 'not-eligible'
  | 'commands-under-way'
  | 'bad-form'
  | 'bad-path'
  | 'cannot-write'
  | 'bad-address'
  | 'bad-certificate'
  | 'known-connection'
  | 'content-differs'
  | 'content-unavailable'
  | 'brief-refused'
  | 'demo-not-running'
  | 'not-available-here'
  | 'failed';

export interface RowWords {
  readonly commands: { readonly [Kind in DeskCommandKind]: string };
  readonly events: { readonly [Kind in EventKind]: string };
  readonly linkTroubles: { readonly [Reason in LinkTroubleReason]: (detail: string) => string };
  readonly linkStatuses: { readonly [Status in LinkStatus]: string };
  readonly health: { readonly [Each in 'on-time' | 'at-risk' | 'blocked' | 'waits-for-me' | 'over']: string };
  readonly memberStates: { readonly [State in Membership['state']]: string };
  readonly messageDrafts: { readonly [Each in 'new-work' | 'change' | 'offer']: string };
  readonly messageStates: { readonly [Each in 'corrected' | 'retracted' | 'redacted']: string };
  readonly offerStatuses: { readonly [Status in WorkOffer['status']]: string };
  readonly cells: {
    readonly [Each in 'passed' | 'failed' | 'inconclusive' | 'missing' | 'optional' | 'not-required']: string;
  };
  readonly contents: { readonly [Each in 'intact' | 'differs' | 'unavailable' | 'unchecked']: string };
  readonly syncStates: {
    readonly [
      Each in 'current' | 'behind' | 'gap' | 'snapshot-needed' | 'verification-failed' | 'left'
    ]: string;
  };
  readonly keyConditions: { readonly [Condition in StoredKeyCondition]: string };
  readonly keyStores: { readonly [Kind in KeyStoreKind]: string };
  readonly keyFaults: { readonly [Reason in KeyFaultReason]: string };
  readonly faults: { readonly [Code in LocalFaultCode]: string };
  readonly reissueChanges: {
    readonly [Each in 'actionId' | 'issuedAt' | 'signature' | 'epochs' | 'expectedRevision']: string;
  };
  readonly byClock: { readonly [Each in 'offer-ended' | 'lease-ended']: string };
  readonly pending: (command: string) => string;
  readonly noHumanPath: string;
  readonly defect: (command: string, expected: string, actual: string) => string;
  readonly options: { readonly [Each in 'release' | 'open-fix' | 'withdraw']: string };
  readonly submission: {
    readonly unfinished: (count: number, state: string) => string;
    readonly nothing: string;
  };
  readonly review: {
    readonly missing: (criterion: string, type: string) => string;
    readonly failed: (criterion: string, type: string) => string;
    readonly hashDiffers: (title: string) => string;
    readonly unavailable: (title: string) => string;
    readonly byProducer: string;
    readonly tinyArtifact: string;
    readonly earlier: (epoch: number) => string;
  };
  readonly approvals: {
    readonly start: (agent: string) => string;
    readonly final: string;
    readonly child: string;
    readonly approve: (revision: number, artifacts: number) => string;
    readonly askedByContract: string;
    readonly askedByPolicy: string;
    readonly refusalMeans: string;
    readonly notAllowed: string;
  };
  readonly candidates: {
    readonly lacks: (capability: string) => string;
    readonly inactiveCard: string;
    readonly noPresence: string;
    readonly starts: { readonly [Each in StartBasis]: (at: string) => string };
    readonly cost: (amount: string, currency: string, items: number) => string;
  };
  readonly sends: { readonly commands: string; readonly reads: string; readonly nothing: string };
  readonly removal: { readonly connection: (name: string) => string; readonly onlyKey: string };
}
