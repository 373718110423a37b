// Why a Mission was not begun, or cannot go on: a code with values. Words stand with the command line.
import type { Rejection } from '../domain/rejection.ts';

export interface MissionFaultValues {
  readonly unreadable: { readonly path: string; readonly systemCode: string };
  readonly unwritable: { readonly path: string; readonly systemCode: string };
  readonly 'no-brief': { readonly folder: string };
  /** Of the brief or of a Worker's configuration: one line each, with file and place, in the language asked for. */
  readonly lines: { readonly lines: readonly string[] };
  readonly 'input-missing': { readonly name: string; readonly description: string };
  readonly 'input-unknown': { readonly name: string; readonly known: readonly string[] };
  readonly 'input-not-folder': { readonly name: string; readonly path: string };
  readonly 'input-unnamed': { readonly known: readonly string[] };
  readonly 'input-twice': { readonly name: string };
  readonly 'out-inside-input': { readonly out: string; readonly input: string };
  readonly 'out-not-empty': { readonly out: string };
  readonly 'out-holds-mission': { readonly out: string };
  readonly 'capability-missing': {
    readonly worker: string;
    readonly capability: string;
    readonly config: string;
    readonly offered: readonly string[];
  };
  readonly 'agent-unreachable': { readonly worker: string };
  readonly 'not-plannable': { readonly reason: string };
  readonly 'would-be-refused': { readonly item: string | undefined; readonly rejection: Rejection };
  readonly 'no-worker': { readonly item: string };
  readonly 'key-unusable': { readonly path: string; readonly reason: string };
  readonly 'key-open-to-others': { readonly path: string };
  readonly 'other-key': { readonly path: string; readonly keyId: string };
  readonly 'certificate-unusable': { readonly path: string };
  readonly 'address-unusable': { readonly reason: string };
  readonly 'remote-unreachable': { readonly origin: string; readonly detail: string };
  readonly 'owner-unknown': { readonly keyId: string; readonly organizationId: string };
  readonly 'not-a-mission': { readonly folder: string };
  readonly running: { readonly pid: number };
}

export type MissionFaultCode = keyof MissionFaultValues;

export type MissionFault = {
  readonly [Code in MissionFaultCode]: { readonly code: Code; readonly values: MissionFaultValues[Code] };
}[MissionFaultCode];

export function missionFault<Code extends MissionFaultCode>(
  code: Code,
  values: MissionFaultValues[Code],
): MissionFault {
  // Code and values belong together by the type of the arguments.
  return { code, values } as MissionFault;
}

/** A Mission that cannot be run as asked; all that is wrong at once. */
export class MissionRefusal extends Error {
  override readonly name = 'MissionRefusal';
  readonly faults: readonly MissionFault[];

  constructor(faults: readonly MissionFault[], options?: ErrorOptions) {
    super(faults.map(({ code }) => code).join(', '), options);
    this.faults = faults;
  }
}

export function systemCodeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
