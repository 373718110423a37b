// Writes arrive on the other side as they left: every row, every type, every byte.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { seedFromEnvironment } from '../../../test/harness/random.ts';
import { packWrites, unpackWrites } from './packed-writes.ts';
import type { Parameter, Write, WriteName } from './writes.ts';

const seed = seedFromEnvironment();

/** As the other thread gets it. */
function cross(writes: readonly Write[]): readonly (readonly [WriteName, readonly Parameter[]])[] {
  const packed = packWrites(writes);
  const arrived = structuredClone(packed, { transfer: [packed.bytes] });
  const rows: [WriteName, readonly Parameter[]][] = [];
  unpackWrites(arrived, (name, row) => {
    rows.push([name, row.map((value) => (value instanceof Uint8Array ? new Uint8Array(value) : value))]);
  });
  return rows;
}

const parameter = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.integer(),
  fc.constant(null),
  fc.uint8Array({ maxLength: 40 }),
);
const write = fc.integer({ min: 0, max: 6 }).chain((width) =>
  fc.record({
    name: fc.constantFrom<WriteName>('event', 'receipt', 'record'),
    rows: fc.array(fc.array(parameter, { minLength: width, maxLength: width }), { maxLength: 5 }),
  }),
);

test(`any rows of any values (HEDDLE_SEED=${seed})`, () => {
  fc.assert(
    fc.property(fc.array(write, { maxLength: 6 }), (writes) => {
      const sent = writes.flatMap(({ name, rows }) => rows.map((row) => [name, row]));
      expect(cross(writes)).toEqual(sent);
    }),
    { seed },
  );
});

test('bytes are taken out of the pool that they stand in, and the writer keeps its own', () => {
  const pool = Buffer.from('before|the blob|after');
  const blob = pool.subarray(7, 15);
  expect(cross([{ name: 'audit', rows: [['id', blob]] }])).toEqual([
    ['audit', ['id', new Uint8Array(Buffer.from('the blob'))]],
  ]);
  expect(pool.toString()).toBe('before|the blob|after');
});

test('a statement without values runs as often as it has rows', () => {
  expect(cross([{ name: 'removals', rows: [[]] }])).toEqual([['removals', []]]);
});
