// The log of one run, in memory alone: what went wrong, and where somebody wants it, what was asked. It keeps kinds and places, never
// a message: messages name people, titles and paths.
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { deskContract } from '../../contract/contract.ts';
import type { LogLevel } from '../../contract/diagnostics.ts';
import { StoreFault } from '../../store/authority-store.ts';
import { runtimeFolder } from '../runtime-folder.ts';

export interface FaultLine {
  readonly type: 'fault';
  readonly atMs: number;
  readonly kind: string;
  readonly code: string | undefined;
  /** Places in this program, the innermost first. */
  readonly places: readonly string[];
  /** The same of what it came from. */
  readonly cause: Omit<FaultLine, 'type' | 'atMs'> | undefined;
}

export interface StepLine {
  readonly type: 'step';
  readonly atMs: number;
  /** A procedure of the contract. */
  readonly name: string;
  readonly isOk: boolean;
}

const MAX_LINES = 500;
const MAX_PLACES = 8;
const MAX_CAUSES = 4;

/** Classes whose names say nothing but what they are. */
const KINDS: ReadonlySet<string> = new Set([
  'AbortError',
  'AggregateError',
  'DecisionError',
  'Error',
  'EvalError',
  'GroupNotLoaded',
  'KeyUnavailable',
  'ORPCError',
  'OrganizationFault',
  'RangeError',
  'ReferenceError',
  'SqliteError',
  'StoreFault',
  'SyntaxError',
  'TypeError',
  'URIError',
  'ValidationError',
  'WorkerHostFault',
]);

/** A place in this program, as a stack names it. */
const PLACE = /(?:^|[/\\(])((?:core|electron)[/\\][\w./\\-]+\.ts):(\d{1,6}):\d{1,6}\)?$/u;

/** All procedures that a window may ask for. */
export function procedureNames(): ReadonlySet<string> {
  return new Set(
    Object.entries(deskContract).flatMap(([area, procedures]) =>
      Object.keys(procedures).map((name) => `${area}.${name}`),
    ),
  );
}

export class DiagnosticsLog {
  level: LogLevel = 'faults';
  private readonly kept: (FaultLine | StepLine)[] = [];
  private readonly nowMs: () => number;
  private readonly known: ReadonlySet<string>;

  /** `procedures` are all names that a step may have. */
  constructor(nowMs: () => number, procedures: ReadonlySet<string>) {
    this.nowMs = nowMs;
    this.known = procedures;
  }

  get lines(): readonly (FaultLine | StepLine)[] {
    return this.kept;
  }

  fault(error: unknown): void {
    if (this.level === 'off') return;
    this.add({ type: 'fault', atMs: this.nowMs(), ...describe(error, MAX_CAUSES) });
  }

  step(name: string, isOk: boolean): void {
    if (this.level !== 'steps' || !this.known.has(name)) return;
    this.add({ type: 'step', atMs: this.nowMs(), name, isOk });
  }

  private add(line: FaultLine | StepLine): void {
    this.kept.push(line);
    if (this.kept.length > MAX_LINES) this.kept.shift();
  }
}

/** What may be told of an error. */
export function describe(error: unknown, causes: number): Omit<FaultLine, 'type' | 'atMs'> {
  if (!(error instanceof Error)) {
    return { kind: `thrown ${typeof error}`, code: undefined, places: [], cause: undefined };
  }
  const cause = error.cause === undefined || causes === 0 ? undefined : describe(error.cause, causes - 1);
  return { kind: kindOf(error), code: codeOf(error), places: placesOf(error), cause };
}

function kindOf(error: Error): string {
  if (error instanceof StoreFault) return `StoreFault ${error.kind}`;
  return KINDS.has(error.name) ? error.name : 'another error';
}

function codeOf(error: Error): string | undefined {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const isKnown =
    Object.hasOwn(constants.errno, code) ||
    /^SQLITE_[A-Z_]{2,40}$/u.test(code) ||
    /^ERR_[A-Z0-9_]{2,60}$/u.test(code);
  return isKnown ? code : undefined;
}

/** Only files that are there: a message that looks like a stack tells nothing. */
function placesOf(error: Error): readonly string[] {
  const places: string[] = [];
  for (const line of (error.stack ?? '').split('\n')) {
    const [, path, number] = PLACE.exec(line.trim()) ?? [];
    if (path === undefined || path.includes('..') || !existsSync(join(runtimeFolder(), path))) continue;
    places.push(`${path.replaceAll('\\', '/')}:${number}`);
    if (places.length === MAX_PLACES) break;
  }
  return places;
}
