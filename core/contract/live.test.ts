import { describe, expect, it } from 'vitest';
import { applyPart, emptyLive, followLive, type LivePart, type LiveState } from './live.ts';

interface Row {
  readonly id: string;
  readonly sort: string;
  readonly text: string;
}

type Part = LivePart<Row, { readonly count: number }>;
type State = LiveState<Row, { readonly count: number }>;

const row = (id: string, sort: string, text = id): Row => ({ id, sort, text });

const beginning: Part = {
  liveId: 'q',
  number: 0,
  type: 'reset',
  rows: [row('b', '2'), row('a', '1')],
  more: false,
  summary: { count: 2 },
};

function after(...parts: readonly Part[]): State {
  let state: State = emptyLive();
  for (const part of parts) state = applyPart(state, part);
  return state;
}

describe('a live query', () => {
  it('shows the rows of a beginning in the order of their sort text', () => {
    const state = after(beginning);
    expect(state.rows.map(({ id }) => id)).toEqual(['a', 'b']);
    expect(state.summary).toEqual({ count: 2 });
    expect(state.isComplete).toBe(true);
  });

  it('is incomplete until the last part of its beginning', () => {
    const first: Part = { liveId: 'q', number: 0, type: 'reset', rows: [row('a', '1')], more: true };
    const second: Part = { liveId: 'q', number: 1, type: 'rows', rows: [row('b', '2')], more: false };
    expect(after(first).isComplete).toBe(false);
    expect(after(first, second).isComplete).toBe(true);
    expect(after(first, second).rows).toHaveLength(2);
  });

  it('changes only what a patch names, and keeps all other rows as the same objects', () => {
    const before = after(beginning);
    const patch: Part = {
      liveId: 'q',
      number: 1,
      type: 'patch',
      put: [row('b', '0', 'moved')],
      gone: [],
    };
    const state = applyPart(before, patch);
    expect(state.rows.map(({ text }) => text)).toEqual(['moved', 'a']);
    expect(state.byId.get('a')).toBe(before.byId.get('a'));
    expect(state.summary).toEqual({ count: 2 });
  });

  it('lets rows go, and begins anew with a reset', () => {
    const patch: Part = { liveId: 'q', number: 1, type: 'patch', put: [], gone: ['a'] };
    expect(after(beginning, patch).rows.map(({ id }) => id)).toEqual(['b']);
    const anew: Part = { liveId: 'q', number: 2, type: 'reset', rows: [row('c', '1')], more: false };
    expect(after(beginning, patch, anew).rows.map(({ id }) => id)).toEqual(['c']);
  });

  it('acknowledges each part once its state was taken over', async () => {
    const patch: Part = { liveId: 'q', number: 1, type: 'patch', put: [row('c', '3')], gone: [] };
    const acknowledged: number[] = [];
    const sizes: number[] = [];
    async function* parts() {
      yield beginning;
      yield patch;
    }
    for await (const state of followLive(parts(), async ({ number }) => acknowledged.push(number))) {
      expect(acknowledged).toHaveLength(sizes.length);
      sizes.push(state.rows.length);
    }
    expect(sizes).toEqual([2, 3]);
    expect(acknowledged).toEqual([0, 1]);
  });
});
