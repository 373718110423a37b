// `heddle simulate`: runs seeded histories of a whole Organization and says what an independent judge objects to.
import { findGaps } from '../simulation/coverage.ts';
import type { SimulationMode } from '../simulation/organization.ts';
import {
  type HistoryFailure,
  type HistoryResult,
  type HistorySettings,
  runHistory,
} from '../simulation/run.ts';
import { shrinkHistory } from '../simulation/shrink.ts';
import { addTally, emptyTally, type Tally } from '../simulation/tally.ts';
import { EXIT_CODES, type ExitCode, type Terminal, UserFault } from './terminal.ts';

/** As they stand on the command line. */
export interface SimulateOptions {
  readonly seed?: string;
  readonly steps?: string;
  readonly histories?: string;
  readonly mode?: string;
  /** The steps of a shrunk history, separated by commas. */
  readonly only?: string;
  readonly json?: boolean;
}

/** Texts of this command. */
export interface SimulateWords {
  badNumber(option: string, text: string): string;
  badMode(text: string): string;
  progress(done: number, total: number, broken: number): string;
  total(histories: number, steps: number, perSecond: string): string;
  answers(accepted: number, refused: number, repeats: number, silent: number, events: number): string;
  kind(name: string, accepted: number, refused: number): string;
  code(name: string, count: number): string;
  neverAccepted(kind: string): string;
  neverRefused(kind: string): string;
  neverSeen(code: string): string;
  broken(invariant: string, seed: number, step: number): string;
  shrunk(steps: number): string;
  replay(line: string): string;
  readonly sound: string;
}

/** A terminal whose words know this command. */
export type SimulateTerminal = Pick<Terminal, 'out' | 'err' | 'now'> & {
  readonly words: { readonly simulate: SimulateWords };
};

const DEFAULTS = { steps: '200', histories: '100', mode: 'fast' };
/** More failures than this only repeat each other. */
const MOST_SHOWN = 5;
const PROGRESS_EVERY_MS = 2_000;

/** Answers yes when no history broke an invariant. */
export async function runSimulate(terminal: SimulateTerminal, options: SimulateOptions): Promise<ExitCode> {
  const first = settingsOf(terminal, options);
  const histories = numberOf(terminal, '--histories', options.histories ?? DEFAULTS.histories);
  const total = emptyTally();
  const failures: HistoryResult[] = [];
  const beganAt = terminal.now();
  let shownAt = beganAt;
  for (let i = 0; i < histories; i += 1) {
    const result = await runHistory({ ...first, seed: (first.seed + i) % 0x1_0000_0000 });
    addTally(total, result.tally);
    if (result.failure !== undefined) failures.push(result);
    if (terminal.now() - shownAt >= PROGRESS_EVERY_MS) {
      shownAt = terminal.now();
      terminal.err(terminal.words.simulate.progress(i + 1, histories, failures.length));
    }
  }
  const perSecond = ((histories * 1_000) / Math.max(1, terminal.now() - beganAt)).toFixed(1);
  const shrunk: HistoryResult[] = [];
  for (const failed of failures.slice(0, MOST_SHOWN)) shrunk.push(await shrinkHistory(failed));
  if (options.json === true) printJson(terminal, { first, histories, perSecond, total, shrunk, failures });
  else {
    printTotals(terminal, first, histories, perSecond, total);
    printGaps(terminal, total);
    for (const { settings, failure } of shrunk) {
      if (failure !== undefined) printFailure(terminal, settings, failure);
    }
    if (failures.length === 0) terminal.out(terminal.words.simulate.sound);
  }
  return failures.length === 0 ? EXIT_CODES.yes : EXIT_CODES.no;
}

function settingsOf(terminal: SimulateTerminal, options: SimulateOptions): HistorySettings {
  const seed = numberOf(terminal, '--seed', options.seed ?? String(terminal.now() % 0x1_0000_0000));
  const steps = numberOf(terminal, '--steps', options.steps ?? DEFAULTS.steps);
  const mode = modeOf(terminal, options.mode ?? DEFAULTS.mode);
  if (options.only === undefined) return { seed, steps, mode };
  const only = options.only.split(',').filter((text) => text !== '');
  return { seed, steps, mode, only: only.map((text) => numberOf(terminal, '--only', text)) };
}

function numberOf(terminal: SimulateTerminal, option: string, text: string): number {
  const number = Number(text);
  if (text.trim() !== '' && Number.isSafeInteger(number) && number >= 0) return number;
  throw new UserFault(terminal.words.simulate.badNumber(option, text));
}

function modeOf(terminal: SimulateTerminal, text: string): SimulationMode {
  if (text === 'fast' || text === 'real') return text;
  throw new UserFault(terminal.words.simulate.badMode(text));
}

function printTotals(
  terminal: SimulateTerminal,
  { steps }: HistorySettings,
  histories: number,
  perSecond: string,
  total: Tally,
): void {
  const { simulate } = terminal.words;
  const { accepted, refused, repeats, silent, events, acceptedByKind, refusedByKind, byCode } = total;
  for (const kind of [
    ...new Set([...Object.keys(acceptedByKind), ...Object.keys(refusedByKind)]),
  ].toSorted()) {
    terminal.out(simulate.kind(kind, acceptedByKind[kind] ?? 0, refusedByKind[kind] ?? 0));
  }
  for (const [code, count] of Object.entries(byCode).toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    terminal.out(simulate.code(code, count));
  }
  terminal.out(simulate.total(histories, steps, perSecond));
  terminal.out(simulate.answers(accepted, refused, repeats, silent, events));
}

function printGaps(terminal: SimulateTerminal, total: Tally): void {
  const { simulate } = terminal.words;
  const { neverAccepted, neverRefused, neverSeen } = findGaps(total);
  for (const kind of neverAccepted) terminal.err(simulate.neverAccepted(kind));
  for (const kind of neverRefused) terminal.err(simulate.neverRefused(kind));
  for (const code of neverSeen) terminal.err(simulate.neverSeen(code));
}

function printFailure(
  terminal: SimulateTerminal,
  { seed, only }: HistorySettings,
  failure: HistoryFailure,
): void {
  const { simulate } = terminal.words;
  terminal.out(simulate.broken(failure.invariant, seed, failure.step));
  terminal.out(`  ${failure.message}`);
  for (const line of failure.trace) terminal.out(`    ${line}`);
  if (only !== undefined) terminal.out(simulate.shrunk(only.length));
  terminal.out(simulate.replay(failure.replay));
}

interface Report {
  readonly first: HistorySettings;
  readonly histories: number;
  readonly perSecond: string;
  readonly total: Tally;
  readonly shrunk: readonly HistoryResult[];
  readonly failures: readonly HistoryResult[];
}

function printJson(
  terminal: SimulateTerminal,
  { first, histories, perSecond, total, shrunk, failures }: Report,
): void {
  terminal.out(
    JSON.stringify({
      ...first,
      histories,
      perSecond: Number(perSecond),
      total,
      gaps: findGaps(total),
      broken: failures.map(({ settings, failure }) => ({
        seed: settings.seed,
        step: failure?.step,
        invariant: failure?.invariant,
      })),
      shrunk: shrunk.map(({ failure }) => failure),
    }),
  );
}
