import { describe, expect, test } from 'vitest';
import {
  type ConnectionAction,
  type ConnectionInput,
  type ConnectionState,
  type Transition,
  TRANSITIONS,
} from './connection-states.ts';

const STATES = Object.keys(TRANSITIONS) as ConnectionState[];
const INPUTS = Object.keys(TRANSITIONS.open) as ConnectionInput[];
/** States in which there is a socket. */
const CONNECTED: readonly ConnectionState[] = ['dialing', 'greeting', 'proving', 'open'];

const CELLS = STATES.flatMap((state) =>
  INPUTS.map((input) => [state, input, TRANSITIONS[state][input]] as const),
);

function cellsWhere(
  isWanted: (state: ConnectionState, input: ConnectionInput, cell: Transition) => boolean,
): readonly string[] {
  return CELLS.filter((cell) => isWanted(...cell)).map(([state, input]) => `${state} ${input}`);
}

function has(cell: Transition, action: ConnectionAction): boolean {
  return cell.actions.includes(action);
}

describe('the table of the connection', () => {
  test('is total: every state has a cell for every input, and nothing else', () => {
    for (const state of STATES)
      expect(Object.keys(TRANSITIONS[state]).sort()).toStrictEqual([...INPUTS].sort());
    for (const [, , { next }] of CELLS) expect(STATES).toContain(next);
  });

  test('who leaves an open Session says so, once', () => {
    const silent = cellsWhere(
      (state, _input, cell) =>
        state === 'open' && cell.next !== 'open' && !has(cell, 'lose') && !has(cell, 'halt'),
    );
    expect(silent).toStrictEqual([]);
    expect(cellsWhere((state, _input, cell) => state !== 'open' && has(cell, 'lose'))).toStrictEqual([]);
  });

  test('a socket is let go of before another is opened or none is wanted', () => {
    const leaks = cellsWhere(
      (state, input, cell) =>
        CONNECTED.includes(state) &&
        (!CONNECTED.includes(cell.next) || has(cell, 'dial')) &&
        !has(cell, 'drop') &&
        input !== 'closed',
    );
    expect(leaks).toStrictEqual([]);
    const late = CELLS.filter(([, , { actions }]) => {
      const dial = actions.indexOf('dial');
      return dial !== -1 && actions.indexOf('drop') > dial;
    });
    expect(late).toStrictEqual([]);
  });

  test('dialing is entered by dialing, waiting by setting the time of the next try', () => {
    const wrong = cellsWhere(
      (state, _input, cell) =>
        has(cell, 'dial') !== (cell.next === 'dialing' && (state !== 'dialing' || has(cell, 'drop'))) ||
        has(cell, 'wait') !== (cell.next === 'waiting' && state !== 'waiting'),
    );
    expect(wrong).toStrictEqual([]);
  });

  test('a retry that is set is not forgotten', () => {
    const wrong = cellsWhere(
      (state, _input, cell) => (state === 'waiting' && cell.next !== 'waiting') !== has(cell, 'cancel-wait'),
    );
    expect(wrong).toStrictEqual([]);
  });

  test('WS-016: who was taken over comes back only by being told to', () => {
    const ways = cellsWhere((state, _input, cell) => state === 'halted' && cell.next !== 'halted');
    expect(ways).toStrictEqual(['halted reclaim', 'halted stop']);
    for (const state of CONNECTED) expect(TRANSITIONS[state].superseded.next).toBe('halted');
  });

  test('nothing but `stop` ends the tries, and nothing but two verdicts of the server interrupts them', () => {
    const ends = cellsWhere((state, _input, cell) => state !== 'stopped' && cell.next === 'stopped');
    expect(ends).toStrictEqual(STATES.filter((state) => state !== 'stopped').map((state) => `${state} stop`));
    const halts = CELLS.filter(([state, , { next }]) => next === 'halted' && state !== 'halted');
    expect(new Set(halts.map(([, input]) => input))).toStrictEqual(new Set(['superseded', 'incompatible']));
  });

  test('a jump in time leaves no socket as it was', () => {
    for (const state of CONNECTED) {
      expect(TRANSITIONS[state].jump).toMatchObject({ next: 'dialing' });
      expect(TRANSITIONS[state].jump.actions).toContain('drop');
    }
    expect(TRANSITIONS.waiting.jump).toMatchObject({ next: 'dialing' });
  });

  test('only the way of the handshake leads to an open Session', () => {
    const opening = cellsWhere((state, _input, cell) => cell.next === 'open' && state !== 'open');
    expect(opening).toStrictEqual(['proving accept']);
    expect(cellsWhere((_state, _input, cell) => has(cell, 'prove'))).toStrictEqual(['greeting challenge']);
    expect(cellsWhere((_state, _input, cell) => has(cell, 'deliver'))).toStrictEqual(['open traffic']);
  });
});
