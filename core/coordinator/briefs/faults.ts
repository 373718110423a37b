// What can be wrong with a mission brief: a stable code, the place, and the values that a person needs to put it right.
// Words for them stand in words-en.ts and words-de.ts.

/** Names of the brief that other places refer to. */
export type BriefNameKind = 'work' | 'input' | 'criterion' | 'capability' | 'worker';

/** A budget dimension by its name in a brief. */
export type BriefDimension =
  | 'money'
  | 'modelTokens'
  | 'toolCalls'
  | 'computeSeconds'
  | 'wallClockSeconds'
  | 'externalActions';

/** Every code with its values. Texts from the brief are cut, so that a fault never grows with the file. */
export interface BriefFaultValues {
  /** The file itself. */
  'too-large': { readonly sizeBytes: number; readonly limitBytes: number };
  'not-utf8': object;
  'hidden-character': { readonly character: string };
  syntax: { readonly problem: string };
  empty: object;
  'several-documents': object;
  'too-deep': { readonly limit: number };
  alias: { readonly name: string };
  tag: { readonly tag: string };
  'repeated-name': { readonly name: string; readonly firstLine: number };
  'name-not-text': object;
  'no-number': { readonly found: string };

  /** Shape. */
  'unknown-member': {
    readonly name: string;
    readonly allowed: readonly string[];
    readonly nearest: string | undefined;
  };
  'missing-member': { readonly name: string };
  'wrong-type': { readonly expected: readonly string[]; readonly found: string };
  'not-allowed': {
    readonly found: string;
    readonly allowed: readonly string[];
    readonly nearest: string | undefined;
  };
  'wrong-form': { readonly found: string; readonly form: string };
  'too-little': { readonly measure: BriefMeasure; readonly limit: number };
  'too-much': { readonly measure: BriefMeasure; readonly limit: number };
  'repeated-item': object;

  /** Meaning. */
  'unknown-name': {
    readonly kind: BriefNameKind;
    readonly name: string;
    readonly known: readonly string[];
    readonly nearest: string | undefined;
  };
  'repeated-id': { readonly id: string };
  'version-not-offered': { readonly capability: string; readonly offered: readonly string[] };
  cycle: { readonly names: readonly string[] };
  'budget-above-parent': {
    readonly dimension: BriefDimension;
    readonly wanted: number;
    readonly allowed: number;
    readonly parent: string;
  };
  'budgets-above-parent': {
    readonly dimension: BriefDimension;
    readonly wanted: number;
    readonly allowed: number;
    readonly parent: string;
  };
  'currency-missing': object;
  'currency-differs': { readonly found: string; readonly expected: string | undefined };
  'money-too-fine': { readonly found: number };
  'deadline-past': { readonly deadline: string; readonly now: string };
  'deadline-after-parent': { readonly deadline: string; readonly allowed: string; readonly parent: string };
  'tool-not-allowed': {
    readonly tool: string;
    readonly allowed: readonly string[];
    readonly nearest: string | undefined;
  };
  'operation-not-allowed': {
    readonly operation: string;
    readonly allowed: readonly string[];
    readonly nearest: string | undefined;
  };
  'worker-source': object;
  'contract-or-mission': { readonly missing: readonly string[]; readonly unexpected: readonly string[] };
  'too-nested': { readonly limit: number };
  'approval-needed': { readonly risk: string };
  /** In a child Mission an Agent is the MissionOwner, and no human is a member (APV-004, EVI-004). */
  'human-in-child': object;
  'review-needed': { readonly criterion: string };
  'review-unused': object;
  'members-need-json': { readonly file: string; readonly mediaType: string };
  'reserved-name': { readonly name: string; readonly reserved: readonly string[] };
  'reviewer-not-independent': { readonly worker: string };
  'not-provable': { readonly criterion: string; readonly evidence: readonly string[] };
  'duration-too-long': { readonly limitDays: number };
  'duration-nothing': object;
}

export type BriefMeasure = 'number' | 'length' | 'items' | 'members';

export type BriefFaultCode = keyof BriefFaultValues;

/** One fault with its place. `line` and `column` count from 1; `path` reads like `work.report.budget.toolCalls`. */
export type BriefFault = {
  readonly [Code in BriefFaultCode]: {
    readonly code: Code;
    readonly line: number;
    readonly column: number;
    readonly path: string;
    readonly values: BriefFaultValues[Code];
  };
}[BriefFaultCode];

/** A place in the brief: member names and indices from the top. */
export type BriefPath = readonly (string | number)[];

/** A path as people read it. */
export function describePath(path: BriefPath): string {
  return path
    .map((step, index) => (typeof step === 'number' ? `[${step}]` : index === 0 ? step : `.${step}`))
    .join('');
}
