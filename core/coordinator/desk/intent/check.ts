// One line under "checks" of a command sheet.

export type CheckId =
  /** By what the rules say of the whole Command. */
  | 'signer'
  /** Somebody else signs a document inside it. */
  | 'co-signer'
  | 'state'
  | 'revision'
  | 'lease'
  | 'gate'
  | 'content'
  | 'budget'
  | 'policy'
  /** Of a Work Contract. */
  | 'contract-shape'
  | 'contract-capabilities'
  | 'contract-gate'
  | 'contract-deadline'
  | 'contract-permissions'
  | 'contract-dependencies'
  | 'contract-currency'
  | 'budget-exact'
  | 'budget-fits'
  | 'able-agents'
  /** Of an offer. */
  | 'candidate-capabilities'
  | 'candidate-presence'
  /** Of what an owner approves. */
  | 'artifact-content'
  | 'artifacts-pinned'
  | 'sole-reviewer';

export interface Check {
  readonly id: CheckId;
  /** `open`: a rule before it has refused already, so nobody has looked. */
  readonly status: 'passed' | 'warning' | 'failed' | 'open';
  readonly values: Readonly<Record<string, string | number | boolean>>;
}
