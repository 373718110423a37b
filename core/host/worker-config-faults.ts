// What can be wrong with the configuration of a Worker: a stable code, the place, and the values that a person needs to put it
// right. How YAML and shape are judged is that of briefs; words for all of it stand in worker-config-words.ts.
import type { BriefFault, BriefPath } from '../coordinator/briefs/faults.ts';
import type { BriefSource } from '../coordinator/briefs/read-source.ts';

/** Codes of this format with their values, beside those that it shares with briefs. */
export interface OwnFaultValues {
  /** The file itself, or one that it names, cannot be read. */
  readonly unreadable: { readonly path: string; readonly systemCode: string };
  readonly 'not-a-folder': { readonly path: string };
  readonly 'open-to-others': { readonly path: string };
  readonly 'unusable-key': { readonly path: string; readonly reason: string };
  readonly 'unusable-address': { readonly reason: string };
  readonly 'unusable-certificate': { readonly path: string };
  readonly 'runner-choice': { readonly found: readonly string[] };
  readonly 'only-for-node': object;
  readonly 'variable-not-set': { readonly variable: string };
  readonly 'empty-secret': { readonly path: string };
  readonly 'base-of-base': object;
  readonly 'margin-too-long': { readonly leaseSeconds: number };
  readonly 'section-missing': { readonly name: string };
}

export type OwnFaultCode = keyof OwnFaultValues;

type OwnFault = {
  readonly [Code in OwnFaultCode]: {
    readonly code: Code;
    readonly line: number;
    readonly column: number;
    readonly path: string;
    readonly values: OwnFaultValues[Code];
  };
}[OwnFaultCode];

/** One fault with its place. `line` and `column` count from 1; `path` reads like `capabilities.x@1.0.0.secrets.KEY`. */
export type WorkerConfigFault = (BriefFault | OwnFault) & { readonly file: string };

/** A fault of this format at a value, or at the nearest place above when there is nothing there. */
export function ownFaultAt<Code extends OwnFaultCode>(
  { file, source }: { readonly file: string; readonly source: BriefSource },
  path: BriefPath,
  code: Code,
  values: OwnFaultValues[Code],
): WorkerConfigFault {
  const { line, column, path: text } = source.faultAt(path, 'empty', {});
  // Code and values belong together by the type of the arguments.
  return { file, code, line, column, path: text, values } as WorkerConfigFault;
}

/** A fault of a file that could not even be read. */
export function unreadableFault(file: string, error: unknown): WorkerConfigFault {
  const systemCode = error instanceof Error && 'code' in error ? String(error.code) : '';
  return { file, code: 'unreadable', line: 1, column: 1, path: '', values: { path: file, systemCode } };
}
