// The sliding minute of POL-003, and what is written for it.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Actor } from '../protocol/generated/documents.ts';
import { nowAt } from './decision.ts';
import { countAccepted, countBeforeWindow, rateKey, recordAcceptance } from './rates.ts';
import { GROUP, OWNER, START_MS, WORKER } from './seeded-world.test-data.ts';
import { MemoryWorld, OverlayWorld } from './world.ts';

let world: MemoryWorld;

/** Folds one acceptance, and answers with the number of records that it wrote or removed. */
function acceptAt(epochMs: number, actor: Actor = WORKER): number {
  const laid = new OverlayWorld(world);
  recordAcceptance(laid, GROUP, { kind: 'message.posted', actor, occurredAt: nowAt(epochMs).text });
  world.apply(laid.changes);
  return laid.changes.length;
}

function countAt(epochMs: number, actor: Actor = WORKER): number {
  return countAccepted(world, GROUP, rateKey('message.posted', actor), nowAt(epochMs).text);
}

describe('countAccepted', () => {
  test("POL-003 counts an actor's own acceptances of one kind in the last minute", () => {
    world = new MemoryWorld();
    acceptAt(START_MS);
    acceptAt(START_MS + 30_000);
    acceptAt(START_MS + 30_000, OWNER);
    expect(countAt(START_MS + 59_999)).toBe(2);
    expect(countAt(START_MS + 60_000)).toBe(1);
    expect(countAt(START_MS + 90_000)).toBe(0);
    expect(countAt(START_MS + 59_999, OWNER)).toBe(1);
    expect(countAccepted(world, GROUP, rateKey('work.proposed', WORKER), nowAt(START_MS).text)).toBe(0);
  });

  test('POL-003 is exact to the millisecond, whatever was accepted when', () => {
    fc.assert(
      fc.property(
        // Often none, sometimes long enough that a chunk or all of them fall out of the window.
        fc.array(fc.oneof(fc.constant(0), fc.nat(4_000), fc.nat(70_000)), { maxLength: 150 }),
        fc.nat(70_000),
        (pauses, last) => {
          world = new MemoryWorld();
          const accepted: number[] = [];
          let at = START_MS;
          for (const pause of pauses) {
            at += pause;
            const expected = accepted.filter((each) => each > at - 60_000).length;
            expect(countAt(at)).toBe(expected);
            acceptAt(at);
            accepted.push(at);
          }
          at += last;
          expect(countAt(at)).toBe(accepted.filter((each) => each > at - 60_000).length);
        },
      ),
    );
  });
});

describe('recordAcceptance', () => {
  test('POL-003 writes a bounded number of instants, however many of them count', () => {
    world = new MemoryWorld();
    for (let n = 0; n < 1_000; n += 1) {
      expect(acceptAt(START_MS + n)).toBeLessThanOrEqual(2);
      const instants = world.get('rate', GROUP, rateKey('message.posted', WORKER))?.acceptedAt ?? [];
      expect(instants.length).toBeLessThanOrEqual(16);
    }
    expect(countAt(START_MS + 1_000)).toBe(1_000);
  });

  test('POL-003 keeps only what still counts, up to one chunk', () => {
    world = new MemoryWorld();
    for (let n = 0; n < 100; n += 1) acceptAt(START_MS + n);
    expect([...world.list('rateChunk', GROUP)]).toHaveLength(6);
    acceptAt(START_MS + 120_000);
    expect([...world.list('rateChunk', GROUP)]).toEqual([]);
    const { acceptedAt } = world.get('rate', GROUP, rateKey('message.posted', WORKER)) ?? {};
    expect(acceptedAt).toEqual([nowAt(START_MS + 120_000).text]);
  });
});

test('POL-003 the minute is half-open', () => {
  const acceptedAt = ['2026-05-04T09:00:00Z', '2026-05-04T09:00:00.001Z', '2026-05-04T09:00:30Z'];
  expect(countBeforeWindow(acceptedAt, '2026-05-04T09:00:59.999Z')).toBe(0);
  expect(countBeforeWindow(acceptedAt, '2026-05-04T09:01:00Z')).toBe(1);
  expect(countBeforeWindow(acceptedAt, '2026-05-04T09:01:00.001Z')).toBe(2);
  expect(countBeforeWindow(acceptedAt, '2026-05-04T10:00:00Z')).toBe(3);
  expect(countBeforeWindow([], '2026-05-04T10:00:00Z')).toBe(0);
});
