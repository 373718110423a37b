// What the operators' view says. A language that forgets a text does not compile.
import type { Language } from '../../../contract/values.ts';
import { GERMAN_OPERATOR_WORDS } from './operator-words-de.ts';
import { ENGLISH_OPERATOR_WORDS } from './operator-words-en.ts';

export type OperatorFaultCode =
  | 'no-authority'
  | 'known-folder'
  | 'no-organization'
  | 'read-only'
  | 'cannot-open'
  | 'no-agent'
  | 'no-key'
  | 'already-revoked'
  | 'service-key'
  | 'not-earlier'
  | 'card-faults'
  | 'not-registered'
  | 'registry-refuses'
  | 'not-accepted'
  | 'policy-unreadable'
  | 'not-written'
  | 'no-field'
  | 'job-runs'
  | 'no-job'
  | 'no-backup'
  | 'no-file';

export type PolicyFieldName =
  | 'cooperation.delegationDepth'
  | 'cooperation.queuedWorkItems'
  | 'cooperation.activeWorkItems'
  | 'cooperation.messagesPerMinute'
  | 'cooperation.proposalsPerMinute'
  | 'seconds.coordinatorLease'
  | 'seconds.offer'
  | 'seconds.ownershipLease'
  | 'seconds.executionLease'
  | 'seconds.resumeWithin'
  | 'seconds.blockedLease';

export type CheckName =
  | 'organization'
  | 'schema'
  | 'version'
  | 'key-bound'
  | 'key-free'
  | 'key-will-be-bound'
  | 'key-valid'
  | 'owner-known'
  | 'status'
  | 'not-future'
  | 'still-valid';

export type HealthFactName =
  | 'store'
  | 'events'
  | 'groups'
  | 'agents'
  | 'registry'
  | 'database'
  | 'disk'
  | 'certificate'
  | 'secret'
  | 'policy'
  | 'waiting'
  | 'connections'
  | 'dropped'
  | 'integrity'
  | 'backup';

export interface OperatorWords {
  readonly faults: { readonly [Code in OperatorFaultCode]: string };
  readonly states: { readonly [State in 'open' | 'broken']: string };
  readonly readOnly: (reason: string) => string;
  readonly settingsReadOnly: string;
  readonly validity: { readonly [Each in 'valid' | 'not-usable' | 'ended' | 'no-key']: string };
  readonly keyStatus: { readonly [Each in 'valid' | 'not-yet' | 'ended' | 'revoked']: string };
  readonly checks: { readonly [Name in CheckName]: string };
  readonly effects: {
    readonly cardNoWork: string;
    readonly cardNoSession: string;
    readonly cardHolds: (queued: number, active: number) => string;
    readonly cardKeys: (count: number) => string;
    readonly cardAgain: string;
    readonly keyNoCommands: string;
    readonly keyOthers: (count: number) => string;
    readonly keyNoOther: string;
    readonly keySession: string;
    readonly keyHistory: string;
    readonly keyService: string;
    readonly keyNever: string;
  };
  readonly fields: { readonly [Name in PolicyFieldName]: readonly [name: string, hint: string] };
  readonly otherField: string;
  readonly notSet: string;
  readonly meanings: {
    readonly stricterItems: (agents: number) => string;
    readonly stricter: string;
    readonly looser: string;
    readonly duration: string;
    readonly extensions: string;
    readonly delivery: string;
    readonly organization: string;
  };
  readonly policyFaults: {
    readonly yaml: (detail: string) => string;
    readonly integer: (minimum: string, maximum: string) => string;
    readonly unknown: string;
    readonly organization: string;
    readonly shape: (detail: string) => string;
  };
  readonly inForce: { readonly [Each in 'same' | 'other' | 'elsewhere' | 'broken']: string };
  readonly admission: {
    readonly admitted: (events: number) => string;
    readonly refused: (code: string) => string;
    readonly failed: (stage: string) => string;
  };
  readonly decisions: Readonly<Record<string, string>>;
  readonly health: {
    readonly verdicts: { readonly [Each in 'good' | 'warn' | 'bad']: string };
    readonly names: { readonly [Name in HealthFactName]: string };
    readonly storeWrites: (ms: number) => string;
    readonly storeFails: (detail: string) => string;
    readonly storeAdvice: string;
    readonly keys: (bindings: number) => string;
    readonly registryAdvice: string;
    readonly diskFree: (free: string, total: string) => string;
    readonly diskAdvice: string;
    readonly elsewhere: string;
    readonly certificateEnds: (at: string, days: number) => string;
    readonly certificateEnded: (at: string) => string;
    readonly certificateMissing: string;
    readonly certificateAdvice: string;
    readonly secretKept: string;
    readonly secretAdvice: string;
    readonly policyInForce: string;
    readonly policyBroken: (detail: string) => string;
    readonly policyAdvice: string;
    readonly commands: (count: number) => string;
    readonly droppedAdvice: string;
    readonly never: string;
    readonly neverAdvice: string;
    readonly checkedAt: (at: string) => string;
    readonly damagedAt: (at: string) => string;
    readonly damagedAdvice: string;
  };
  readonly counters: { readonly [Each in 'own' | 'port' | 'none' | 'unreachable']: string };
  readonly jobs: {
    readonly running: { readonly [Task in 'integrity' | 'verify' | 'backup' | 'check-backup']: string };
    readonly integrityGood: string;
    readonly verified: (events: string, groups: string, records: string) => string;
    readonly backedUp: string;
    readonly backupGood: (events: string) => string;
    readonly findings: (count: number) => string;
    readonly failed: (detail: string) => string;
    readonly stopped: string;
  };
  readonly backups: {
    readonly what: string;
    readonly postgres: string;
    readonly verdicts: { readonly [Each in 'unchecked' | 'good' | 'bad']: string };
    readonly restore: (folder: string, backup: string) => readonly string[];
  };
}

const WORDS = { en: ENGLISH_OPERATOR_WORDS, de: GERMAN_OPERATOR_WORDS } as const;

export function operatorWords(language: Language): OperatorWords {
  return WORDS[language];
}
