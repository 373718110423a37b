// What happened in a history, counted: by kind of Command, by outcome, by rule.
import type { Answer } from './authority-under-test.ts';

/** Counts by name; names are kinds, codes or both. */
export interface Tally {
  commands: number;
  accepted: number;
  refused: number;
  repeats: number;
  silent: number;
  events: number;
  readonly acceptedByKind: { [kind: string]: number };
  readonly refusedByKind: { [kind: string]: number };
  readonly byCode: { [code: string]: number };
  /** `kind code rule` of every refusal. */
  readonly byRule: { [name: string]: number };
}

/** Nothing has happened yet. */
export function emptyTally(): Tally {
  return {
    commands: 0,
    accepted: 0,
    refused: 0,
    repeats: 0,
    silent: 0,
    events: 0,
    acceptedByKind: {},
    refusedByKind: {},
    byCode: {},
    byRule: {},
  };
}

/** Counts one answer. */
export function countAnswer(tally: Tally, kind: string, answer: Answer, events: number): void {
  tally.commands += 1;
  tally.events += events;
  if (answer.kind === 'silence') tally.silent += 1;
  else if (answer.kind === 'refused') {
    tally.refused += 1;
    raise(tally.refusedByKind, kind);
    raise(tally.byCode, answer.code);
    raise(tally.byRule, `${kind} ${answer.code} ${answer.rule}`);
  } else if (answer.isRepeat) tally.repeats += 1;
  else {
    tally.accepted += 1;
    raise(tally.acceptedByKind, kind);
  }
}

function raise(counts: { [name: string]: number }, name: string, by = 1): void {
  counts[name] = (counts[name] ?? 0) + by;
}

/** Adds one history to a total. */
export function addTally(total: Tally, part: Tally): void {
  for (const name of ['commands', 'accepted', 'refused', 'repeats', 'silent', 'events'] as const) {
    total[name] += part[name];
  }
  for (const name of ['acceptedByKind', 'refusedByKind', 'byCode', 'byRule'] as const) {
    for (const [key, count] of Object.entries(part[name])) raise(total[name], key, count);
  }
}
