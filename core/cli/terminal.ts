// What a command may do to the outside: write lines and say how it ended. Commands get it passed in.

import type { BundleWords } from './bundle-words.ts';
import type { CoordinateCommandWords } from './coordinate-words.ts';
import type { MissionWords } from './mission-words.ts';
import type { ProfileWords } from './profile-words.ts';
import type { SimulateWords } from './simulate.ts';
import type { StartWords } from './start-words.ts';
import type { WorkerWords } from './worker-words.ts';

/** Exit codes: the answer is yes, the answer is no, or there is no answer because the call could not be carried out. */
export const EXIT_CODES = { yes: 0, no: 1, unusable: 2 } as const;

export type ExitCode = (typeof EXIT_CODES)[keyof typeof EXIT_CODES];

export interface Terminal {
  /** Results: what another program may read. */
  out(line: string): void;
  /** Everything that is for a person only. */
  err(line: string): void;
  readonly words: Words;
  /** Milliseconds since 1970. */
  now(): number;
  /** Resolves when the process is asked to end; never rejects. */
  untilAskedToStop(): Promise<void>;
  /** Where somebody may answer questions, and what can be drawn on; absent where neither is so. */
  readonly console?: {
    readonly input: NodeJS.ReadStream;
    /** Undefined when standard output is no terminal. */
    readonly screen: NodeJS.WriteStream | undefined;
  };
}

/** A call that cannot be carried out, with the text to show: what happened, why, and what to do. */
export class UserFault extends Error {
  override readonly name = 'UserFault';
}

/** All texts that a command shows. Placeholders are function parameters, so that no language can forget one. */
export interface Words {
  readonly program: string;
  readonly help: {
    readonly conformance: string;
    readonly conformanceBundle: string;
    readonly failuresOnly: string;
    readonly json: string;
    readonly verify: string;
    readonly verifyFiles: string;
    readonly kind: string;
    readonly registry: string;
    readonly keygen: string;
    readonly keyId: string;
    readonly principal: string;
    readonly keyOut: string;
    readonly registryAdd: string;
    readonly organization: string;
    readonly validFrom: string;
    readonly sign: string;
    readonly signFile: string;
    readonly key: string;
    readonly signOut: string;
    readonly simulate: string;
    readonly simulateSeed: string;
    readonly simulateSteps: string;
    readonly simulateHistories: string;
    readonly simulateMode: string;
    readonly simulateOnly: string;
    readonly authority: string;
    readonly authorityInit: string;
    readonly authorityStatus: string;
    readonly authorityBackup: string;
    readonly authorityVerify: string;
    readonly authorityServe: string;
    readonly authorityEnrol: string;
    readonly authorityArchive: string;
    readonly host: string;
    readonly port: string;
    readonly operatorPort: string;
    readonly plainLoopback: string;
    readonly publicKey: string;
    readonly card: string;
    readonly group: string;
    readonly folder: string;
    readonly organizationId: string;
    readonly databaseUrl: string;
    readonly backupTarget: string;
  };
  readonly verdicts: { readonly passed: string; readonly failed: string; readonly absent: string };
  readonly simulate: SimulateWords;
  readonly bundle: BundleWords;
  readonly worker: WorkerWords;
  readonly coordinate: CoordinateCommandWords;
  readonly mission: MissionWords;
  readonly profile: ProfileWords;
  readonly start: StartWords;
  /** What the system's error codes mean; `other` for every code that is not listed. */
  readonly system: { readonly [code: string]: string };
  suiteTotal(suite: string, passed: number, total: number): string;
  artifactTotal(checked: number, failed: number, absent: number): string;
  noBundle(): string;
  unusableBundle(reason: string): string;
  unreadable(path: string, reason: string): string;
  unwritable(path: string, reason: string): string;
  exists(path: string): string;
  notStrictJson(path: string, line: number, column: number, reason: string): string;
  unknownKind(kind: string, kinds: string): string;
  badPrincipal(text: string): string;
  badIdentifier(what: string, text: string): string;
  badTimestamp(text: string): string;
  badKeyFile(path: string, reason: string): string;
  badRegistry(path: string, reason: string): string;
  registryNeeded(): string;
  organizationNeeded(path: string): string;
  otherOrganization(path: string, organizationId: string): string;
  keyWritten(path: string): string;
  bindingAdded(path: string): string;
  bindingToPublish(): string;
  notSigned(path: string, reason: string): string;
  signed(kind: string, keyId: string, signingHash: string): string;
  verified(path: string): string;
  proven(facts: ProvenFacts): readonly string[];
  refused(path: string, stageNumber: number, stage: string): string;
  refusal(reason: string, detail: string): readonly string[];
  organizationMade(folder: string, organizationId: string): readonly string[];
  status(facts: StatusFacts): readonly string[];
  backedUp(target: string): string;
  serving(url: string, organizationId: string): readonly string[];
  servingMetrics(url: string): string;
  stopping(): string;
  stopped(): string;
  backgroundFault(message: string): string;
  enrolled(keyId: string): string;
  cardRegistered(agentId: string, cardVersion: number): string;
  archived(groupId: string, throughSequence: number): string;
  notAccepted(code: string, message: string): string;
  badPort(text: string): string;
  logProgress(position: number): string;
  logVerified(events: number, groups: number, records: number): string;
  logFinding(position: number | undefined, message: string): string;
  logBroken(count: number): string;
  storeFault(kind: string, message: string): string;
  organizationFault(message: string): string;
  readonly notKept: string;
}

/** What the words of an Authority's status are about. */
export interface StatusFacts {
  readonly organizationId: string;
  readonly events: number;
  readonly groups: number;
  readonly keys: number;
  readonly registryFault: string | undefined;
  readonly problems: readonly string[];
}

/** What the words of a successful verification are about. */
export interface ProvenFacts {
  readonly kind: string;
  readonly principalType: string;
  readonly principalId: string;
  readonly keyId: string;
  readonly organizationId: string;
  readonly protectedTime: string;
  readonly signingHash: string;
}
