import { expect, test } from 'vitest';
import { decodeFrame } from '../../protocol/frame.ts';
import { signed, UNSIGNED, valueOf } from '../../protocol/fixtures.test-data.ts';
import type { CommittedEvent } from '../commit-batch.ts';
import { EventTail } from './event-tail.ts';

const G1 = 'urn:heddle:test:group:1';
const G2 = 'urn:heddle:test:group:2';
let position = 0;

function committed(groupId: string | undefined, sequence: number | undefined): CommittedEvent {
  position += 1;
  const { document, bytes } = signed('event', {
    ...UNSIGNED.event,
    eventId: `urn:heddle:test:event:${position}`,
    groupId: groupId ?? G1,
    sequence: sequence ?? 1,
  });
  return { stored: { position, eventId: document.eventId, groupId, sequence, bytes }, event: document };
}

let frames = 0;
const tailOf = (maxBytes = 1_000_000) =>
  new EventTail(maxBytes, () => `urn:heddle:test:frame:${(frames += 1)}`);

function sequences(
  tail: EventTail,
  groupId: string,
  after: number,
  limit = 100,
): readonly number[] | undefined {
  return tail.read(groupId, after, limit)?.map(({ sequence }) => sequence);
}

test('what it holds it gives, in pages; before that it knows nothing', () => {
  const tail = tailOf();
  for (const sequence of [5, 6, 7, 8]) tail.add(committed(G1, sequence));
  tail.add(committed(G2, 1));
  tail.add(committed(undefined, undefined));
  expect(sequences(tail, G1, 4)).toStrictEqual([5, 6, 7, 8]);
  expect(sequences(tail, G1, 5, 2)).toStrictEqual([6, 7]);
  expect(sequences(tail, G1, 8)).toStrictEqual([]);
  expect(sequences(tail, G1, 3)).toBeUndefined();
  expect(sequences(tail, 'urn:x:other', 0)).toBeUndefined();
});

test('it never bridges a gap', () => {
  const tail = tailOf();
  for (const sequence of [5, 6, 9, 10]) tail.add(committed(G1, sequence));
  expect(sequences(tail, G1, 4)).toBeUndefined();
  expect(sequences(tail, G1, 6)).toBeUndefined();
  expect(sequences(tail, G1, 8)).toStrictEqual([9, 10]);
});

test('it is bounded by bytes, and forgets the oldest of all Groups first', () => {
  const one = committed(G1, 1);
  const cost = 3 * one.stored.bytes.length + 256;
  const tail = tailOf(cost * 10.5);
  tail.add(one);
  for (let sequence = 1; sequence <= 5; sequence += 1) tail.add(committed(G2, sequence));
  for (let sequence = 2; sequence <= 3_000; sequence += 1) tail.add(committed(G1, sequence));
  expect(sequences(tail, G2, 0)).toBeUndefined();
  const kept = tail.read(G1, 2_990, 100) ?? [];
  expect(kept.length).toBeGreaterThan(7);
  expect(tail.read(G1, 2_980, 100)).toBeUndefined();
});

test('what was dropped for a gap does not count any more', () => {
  const one = committed(G1, 1);
  const cost = 3 * one.stored.bytes.length + 256;
  const tail = tailOf(cost * 4.5);
  // Each one follows a gap: only the last one is held, and room is there for the other Group all the time.
  for (let n = 0; n < 50; n += 1) tail.add(committed(G1, 1 + 2 * n));
  tail.add(committed(G2, 1));
  tail.add(committed(G2, 2));
  expect(sequences(tail, G2, 0)).toStrictEqual([1, 2]);
});

test('cleared, it knows nothing and counts nothing', () => {
  const one = committed(G1, 1);
  const tail = tailOf(3 * one.stored.bytes.length + 300);
  tail.add(one);
  tail.clear();
  expect(sequences(tail, G1, 0)).toBeUndefined();
  tail.add(committed(G2, 1));
  expect(sequences(tail, G2, 0)).toStrictEqual([1]);
});

test('a frame is built once, around the exact bytes', () => {
  const tail = tailOf();
  const { stored } = committed(G1, 1);
  const frame = tail.frameOf(stored);
  expect(tail.frameOf(stored)).toBe(frame);
  const decoded = valueOf(decodeFrame(frame));
  expect(decoded).toMatchObject({ frameType: 'EVENT' });
  expect('documentBytes' in decoded && Buffer.from(decoded.documentBytes).equals(stored.bytes)).toBe(true);
});
