import { describe, expect, it } from 'vitest';
import { applyPart, emptyLive, LIVE_WINDOW, type LivePart, type LiveState } from '../../contract/live.ts';
import { LiveQueries, type LiveSource } from './live-queries.ts';

interface Row {
  readonly id: string;
  readonly sort: string;
  readonly text: string;
}

type Part = LivePart<Row, number>;

/** A clock whose delays end when the test says so. */
class ManualClock {
  private waiting: (() => void)[] = [];

  after(_delayMs: number, action: () => void): () => void {
    this.waiting.push(action);
    return () => {
      this.waiting = this.waiting.filter((each) => each !== action);
    };
  }

  pass(): void {
    for (const action of this.waiting.splice(0)) action();
  }
}

class Table implements LiveSource<Row, number> {
  readonly rows = new Map<string, Row>();
  reads = 0;
  readonly read = () => {
    this.reads += 1;
    return { rows: [...this.rows.values()], summary: this.rows.size };
  };
  readonly concerns = ({ kind }: { readonly kind: string }) => kind === 'time';

  put(id: string, text: string): void {
    this.rows.set(id, { id, sort: id, text });
  }
}

function stage(partRows = 200) {
  const clock = new ManualClock();
  const faults: unknown[] = [];
  const queries = new LiveQueries(clock, (error) => faults.push(error), {
    partRows,
    gatherMs: 40,
    maxQueries: 2,
  });
  const table = new Table();
  const controller = new AbortController();
  const open = () => {
    const parts = queries.open(table, controller.signal);
    if (parts === undefined) throw new Error('no query');
    return parts;
  };
  const tell = () => {
    queries.tell({ kind: 'time' });
    clock.pass();
  };
  return { clock, queries, table, controller, open, tell, faults };
}

async function take(parts: AsyncGenerator<Part, void, void>): Promise<Part> {
  const { value, done } = await parts.next();
  if (done === true) throw new Error('the query has ended');
  return value;
}

describe('live queries', () => {
  it('send everything once, and then only rows that are other ones', async () => {
    const { table, open, tell, queries } = stage();
    table.put('a', 'one');
    table.put('b', 'two');
    const parts = open();
    const first = await take(parts);
    expect(first).toMatchObject({ type: 'reset', number: 0, summary: 2, more: false });
    queries.acknowledge(first.liveId, 0);
    table.put('b', 'three');
    tell();
    expect(await take(parts)).toStrictEqual({
      liveId: first.liveId,
      number: 1,
      type: 'patch',
      put: [{ id: 'b', sort: 'b', text: 'three' }],
      gone: [],
    });
    table.rows.delete('a');
    tell();
    expect(await take(parts)).toMatchObject({ type: 'patch', put: [], gone: ['a'], summary: 1 });
  });

  it('say nothing when a row was made anew with the same content', async () => {
    const { table, open, tell } = stage();
    table.put('a', 'one');
    const parts = open();
    await take(parts);
    table.put('a', 'one');
    tell();
    table.put('b', 'two');
    const next = take(parts);
    tell();
    expect(await next).toMatchObject({ number: 1, put: [{ id: 'b' }] });
  });

  it('stop at a window that does not acknowledge, and then send what is true in the end, once', async () => {
    const { table, open, tell, queries } = stage();
    table.put('a', '0');
    const parts = open();
    const first = await take(parts);
    for (let index = 1; index < LIVE_WINDOW; index += 1) {
      table.put('a', String(index));
      tell();
      await take(parts);
    }
    const readsBefore = table.reads;
    let isTold = false;
    const held = take(parts).then((part) => {
      isTold = true;
      return part;
    });
    for (let index = 0; index < 500; index += 1) {
      table.put('a', `more ${index}`);
      tell();
    }
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
    expect(isTold).toBe(false);
    expect(table.reads).toBe(readsBefore);
    queries.acknowledge(first.liveId, LIVE_WINDOW - 1);
    expect(await held).toMatchObject({ type: 'patch', put: [{ text: 'more 499' }] });
  });

  it('believe no acknowledgement of what was never sent', async () => {
    const { table, open, tell, queries } = stage();
    table.put('a', '0');
    const parts = open();
    const first = await take(parts);
    queries.acknowledge(first.liveId, 1_000);
    for (let index = 1; index < LIVE_WINDOW; index += 1) {
      table.put('a', String(index));
      tell();
      await take(parts);
    }
    const told = take(parts).then(() => 'told');
    table.put('a', 'last');
    tell();
    const silent = new Promise<string>((resolve) => {
      setImmediate(() => resolve('silent'));
    });
    expect(await Promise.race([told, silent])).toBe('silent');
  });

  it('cut a long beginning and a large change into parts', async () => {
    const { table, open, tell, queries } = stage(2);
    for (const id of ['a', 'b', 'c', 'd', 'e']) table.put(id, id);
    const parts = open();
    let state: LiveState<Row, number> = emptyLive();
    for (const expected of [2, 4, 5]) {
      const part = await take(parts);
      state = applyPart(state, part);
      queries.acknowledge(part.liveId, part.number);
      expect(state.rows).toHaveLength(expected);
    }
    expect(state.isComplete).toBe(true);
    for (const id of ['a', 'b', 'c']) table.put(id, 'other');
    tell();
    state = applyPart(applyPart(state, await take(parts)), await take(parts));
    expect(state.rows.filter(({ text }) => text === 'other')).toHaveLength(3);
  });

  it('begin anew when told to, and end with their signal', async () => {
    const { table, open, queries, controller } = stage();
    table.put('a', 'one');
    const parts = open();
    await take(parts);
    queries.restart();
    expect(await take(parts)).toMatchObject({ type: 'reset', number: 1 });
    const end = parts.next();
    controller.abort();
    expect(await end).toStrictEqual({ value: undefined, done: true });
    expect(queries.openCount).toBe(0);
  });

  it('are limited in number, and free their place when they are left', async () => {
    const { open, queries, table } = stage();
    const first = open();
    await take(first);
    open();
    expect(queries.open(table, undefined)).toBeUndefined();
    await first.return();
    expect(queries.openCount).toBe(1);
  });

  it('survive a source that fails, and say so', async () => {
    const { table, open, tell, faults } = stage();
    table.put('a', 'one');
    const parts = open();
    await take(parts);
    const { read } = table;
    Object.assign(table, {
      read: () => {
        throw new Error('no row');
      },
    });
    const next = take(parts);
    tell();
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
    expect(faults).toHaveLength(1);
    Object.assign(table, { read });
    table.put('a', 'two');
    tell();
    expect(await next).toMatchObject({ type: 'patch', put: [{ text: 'two' }] });
  });
});
