// What the router asks of the host beside the running desk: settings, connections, keys, runs of briefs, the demo.
import type { BriefTemplates } from './brief-templates.ts';
import type { NoSummary } from '../contract/live.ts';
import type {
  AssistantRow,
  AssistantSettings,
  AssistantSummary,
  AutonomyMatrixModel,
  MatrixFault,
  ModelPreview,
  ModelSettings,
  RankingWeights,
} from '../contract/assistant.ts';
import type { BriefFaultModel, BriefPace, BriefRunRow, BriefSummary } from '../contract/briefs.ts';
import type { EnrolmentStep } from '../contract/connections.ts';
import type { DemoSummary, ScenarioRow } from '../contract/demo.ts';
import type { KeyRow, KeyStoreSummary, MissingKey } from '../contract/keys.ts';
import type { Capabilities, Settings } from '../contract/system.ts';
import type { Fault } from '../contract/values.ts';
import type { DeskRuntime } from '../coordinator/desk-runtime/desk-runtime.ts';
import type { LiveSource } from '../coordinator/desk-runtime/live-queries.ts';
import type { Actor } from '../protocol/generated/documents.ts';
import type { Result } from '../protocol/result.ts';
import type { BundleDesk } from './bundle-desk.ts';
import type { DeskContents } from './desk-contents.ts';
import type { DeskNotices } from './desk-notices.ts';
import type { HistoryDesk } from './history-desk.ts';
import type { HistoryVerifications } from './history-verifications.ts';
import type { PlaceViews } from './place-views.ts';
import type { ProfileServices } from './profile/data-procedures.ts';
import type { OperatorDesk } from './operator-desk.ts';
import type { SearchDesk } from './search-desk.ts';

/** There is nothing to say but that it was done. */
export type Nothing = NoSummary;

export interface SystemService {
  capabilities(): Capabilities;
  settings(): Settings;
  changeSettings(changes: {
    readonly [Name in keyof Settings]?: Settings[Name] | undefined;
  }): Promise<Settings>;
}

export interface NewConnection {
  readonly name: string;
  readonly origin: string;
  readonly organizationId: string;
  /** PEM. */
  readonly certificate: string | undefined;
  /** A file with it, instead. */
  readonly certificateFile: string | undefined;
  readonly keyIds: readonly string[];
  /** What the human among the identities is called here. */
  readonly personName: string | undefined;
}

export interface ConnectionService {
  createLocal(name: string, personName: string): Promise<Result<{ readonly connectionId: string }, Fault>>;
  enrolment(wanted: {
    readonly origin: string;
    readonly organizationId: string;
    readonly keyIds: readonly string[];
    readonly agentName: string;
  }): Result<{ readonly steps: EnrolmentStep[] }, Fault>;
  add(wanted: NewConnection): Promise<Result<{ readonly connectionId: string }, Fault>>;
  remove(connectionId: string, forget: boolean): Promise<Result<Nothing, Fault>>;
  /** The identities of a key's Principal sign with this key from now on. */
  signWith(keyId: string): Promise<Result<Nothing, Fault>>;
  /** Stays so until it is taken back, also in later runs. */
  workOffline(connectionId: string, isOffline: boolean): Promise<Result<Nothing, Fault>>;
}

export interface KeyService {
  source(): LiveSource<KeyRow, KeyStoreSummary>;
  create(principal: Actor, keyId: string | undefined): Promise<Result<{ readonly keyId: string }, Fault>>;
  importFile(path: string, principal: Actor): Promise<Result<{ readonly keyId: string }, Fault>>;
  rotate(keyId: string): Promise<Result<{ readonly keyId: string }, Fault>>;
  removalEffects(keyId: string): Promise<Result<{ readonly effects: Fault['words'][] }, Fault>>;
  remove(keyId: string): Promise<Result<Nothing, Fault>>;
  lock(): Promise<Result<Nothing, Fault>>;
  unlock(passphrase: string | undefined): Promise<Result<Nothing, Fault>>;
  backUp(
    passphrase: string,
    keyIds: readonly string[] | undefined,
    path: string | undefined,
  ): Promise<Result<{ readonly path: string; readonly missingKeys: MissingKey[] }, Fault>>;
  testBackup(
    path: string,
    passphrase: string,
  ): Promise<Result<{ covered: string[]; absent: string[]; further: string[] }, Fault>>;
  restore(
    path: string,
    passphrase: string,
  ): Promise<Result<{ restored: string[]; alreadyThere: string[]; conflicting: string[] }, Fault>>;
}

export type BriefCheck =
  | { readonly kind: 'faults'; readonly faults: BriefFaultModel[] }
  | { readonly kind: 'plan'; readonly plan: BriefSummary };

export interface BriefText {
  readonly connectionId: string;
  readonly text: string;
  readonly format: 'yaml' | 'json';
  readonly folder?: string | undefined;
}

export interface BriefService {
  source(): LiveSource<BriefRunRow, NoSummary>;
  check(brief: BriefText): Promise<BriefCheck>;
  run(
    brief: BriefText & { readonly pace: BriefPace; readonly inputs: Readonly<Record<string, string>> },
  ): Promise<Result<{ readonly runId: string }, Fault>>;
  answer(answer: {
    readonly runId: string;
    readonly questionId: string;
    readonly choice: string;
    readonly text?: string | undefined;
    readonly items?: readonly string[] | undefined;
  }): Promise<Result<Nothing, Fault>>;
  pause(runId: string, isPaused: boolean): Promise<Result<Nothing, Fault>>;
}

export interface DemoService {
  source(): LiveSource<ScenarioRow, DemoSummary>;
  start(): Promise<Result<{ readonly connectionId: string }, Fault>>;
  reset(): Promise<Result<{ readonly connectionId: string }, Fault>>;
  stop(): Promise<Result<Nothing, Fault>>;
  fire(scenario: ScenarioRow['scenario']): Promise<Result<Nothing, Fault>>;
}

/** The demo as whoever runs the host has it. */
export interface DemoHost extends DemoService {
  /** Takes up the demo that an earlier run has left, if there is one. Answers at once. */
  open(): void;
  /** Ends everything of it and keeps it for the next run. */
  close(): Promise<void>;
}

/** What a window asks of histories; rows and words are ready to be shown. */
export type HistoryService = Pick<
  HistoryDesk,
  'window' | 'locate' | 'kinds' | 'refused' | 'items' | 'times' | 'stateAt' | 'planAt' | 'read'
>;

/** What a model is asked about, and for what. */
interface ModelWishAt {
  readonly connectionId: string;
  readonly groupId: string;
  readonly workItemId?: string | undefined;
  readonly wish: string;
}

export interface AssistantService {
  source(): LiveSource<AssistantRow, AssistantSummary>;
  stop(): Promise<Result<Nothing, Fault>>;
  resume(): Promise<Result<Nothing, Fault>>;
  settings(): Promise<AssistantSettings>;
  saveMatrix(
    matrix: AutonomyMatrixModel,
    isConfirmed: boolean,
  ): Promise<
    | { readonly kind: 'kept' }
    | { readonly kind: 'faults'; readonly faults: MatrixFault[] }
    | { readonly kind: 'widens'; readonly widenings: Fault['words'][] }
  >;
  saveWeights(weights: RankingWeights): Promise<Result<Nothing, Fault>>;
  saveModel(model: ModelSettings | undefined): Promise<Result<Nothing, Fault>>;
  saveModelKey(key: string): Promise<Result<Nothing, Fault>>;
  testModel(): Promise<Result<{ words: Fault['words']; tokens: number }, Fault>>;
  previewModel(wish: ModelWishAt): Result<ModelPreview, Fault>;
  askModel(
    wish: ModelWishAt,
  ): Promise<Result<{ text: string; tokens: number; cost?: { amount: string; currency: string } }, Fault>>;
}

export interface DeskServices {
  readonly desk: DeskRuntime;
  readonly system: SystemService;
  readonly connections: ConnectionService;
  readonly keys: KeyService;
  readonly assistant: AssistantService;
  readonly briefs: BriefService;
  readonly templates: Pick<BriefTemplates, 'list' | 'import' | 'remove'>;
  readonly profile: ProfileServices;
  readonly demo: DemoService;
  readonly history: HistoryService;
  readonly verifications: Pick<HistoryVerifications, 'verify' | 'stop' | 'source' | 'verdictOf'>;
  readonly bundles: Pick<BundleDesk, 'source' | 'open' | 'close' | 'write' | 'report'>;
  readonly contents: Pick<
    DeskContents,
    'pathOf' | 'check' | 'fetch' | 'forget' | 'attach' | 'export' | 'keepBoth' | 'read'
  >;
  readonly operator: OperatorDesk;
  readonly search: Pick<SearchDesk, 'find' | 'health'>;
  readonly notices: Pick<DeskNotices, 'source' | 'choices' | 'save' | 'test'>;
  readonly views: Pick<PlaceViews, 'list' | 'save' | 'remove'>;
  readonly onFault: (error: unknown) => void;
}
