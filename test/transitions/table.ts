// What a cell of a transition table can say, and how it says it.
import type { CommandKind, EventKind } from '../../core/domain/decision.ts';
import type { ErrorCode } from '../../core/protocol/error-codes.ts';

/** The Command is accepted. */
export interface Accepted {
  readonly outcome: 'accepted';
  /** The state afterwards; `same` leaves it. */
  readonly to: string;
  /** The row of the specification's table, or the requirement where the Command changes no state. */
  readonly requirement: string;
  /** Every Event of the decision, in all Groups; their order is for other tests. */
  readonly events: readonly EventKind[];
  /** Whether the aggregate of the table is touched at all: only then its revision may move. */
  readonly isTouched: boolean;
}

/** The Command is refused, and nothing changes. */
export interface Refused {
  readonly outcome: 'refused';
  readonly code: ErrorCode;
  readonly rule: string;
}

/** The specification leaves it open which of some outcomes it is. */
export interface Undetermined {
  readonly outcome: 'undetermined';
  readonly reason: string;
  readonly allowed: readonly (Accepted | Refused)[];
}

export type Cell = Accepted | Refused | Undetermined;

/** One Command by one party, in every state. */
export interface Row<State extends string, Party extends string> {
  readonly command: CommandKind;
  readonly by: Party;
  /** The row of the specification that allows the Command; names the tests of refusals. */
  readonly requirement: string;
  readonly cells: Readonly<Record<State, Cell>>;
}

export function to(state: string, requirement: string, ...events: readonly EventKind[]): Accepted {
  return { outcome: 'accepted', to: state, requirement, events, isTouched: true };
}

/** Accepted, and the aggregate stays in its state, though its revision may move. */
export function keeps(requirement: string, ...events: readonly EventKind[]): Accepted {
  return { outcome: 'accepted', to: 'same', requirement, events, isTouched: true };
}

/** Accepted, and the aggregate is not concerned. */
export function passesBy(requirement: string, ...events: readonly EventKind[]): Accepted {
  return { outcome: 'accepted', to: 'same', requirement, events, isTouched: false };
}

export function no(code: ErrorCode, rule: string): Refused {
  return { outcome: 'refused', code, rule };
}

/** `INVALID_STATE_TRANSITION`: the code of every transition that no row names (MIS-006, WORK-010). */
export function noRow(rule: string): Refused {
  return no('INVALID_STATE_TRANSITION', rule);
}

export function undetermined(reason: string, ...allowed: readonly (Accepted | Refused)[]): Undetermined {
  return { outcome: 'undetermined', reason, allowed };
}

/** The same cell for several states. */
export function each<State extends string>(states: readonly State[], cell: Cell): Record<State, Cell> {
  return Object.fromEntries(states.map((state) => [state, cell])) as Record<State, Cell>;
}

/** A cell in words, for the rendered table and for test names. */
export function describeCell(cell: Cell): string {
  if (cell.outcome === 'refused') return `${cell.code} (${cell.rule})`;
  if (cell.outcome === 'undetermined') return `undetermined: ${cell.allowed.map(describeCell).join(' or ')}`;
  const target = cell.to === 'same' ? 'unchanged' : `**${cell.to}**`;
  return `${target} (${cell.requirement}): ${cell.events.join(', ')}`;
}
