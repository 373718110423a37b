// A log is verified some pages ahead and on several threads. Whatever is wrong with it, what is found is what somebody finds who
// reads it Event by Event, in the same order, in one go or in several.
import * as fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { verifySignedPayload } from '../../core/authority/signed-payloads.ts';
import {
  HistoryVerification,
  type LogFailure,
  type LogProgress,
  type LogToVerify,
} from '../../core/host/history-verification.ts';
import { type KeyEvidence, openRegistry } from '../../core/protocol/registry.ts';
import { verifyDocument } from '../../core/protocol/verify.ts';
import { bindingOf } from '../../core/simulation/notary.ts';
import { EVERYBODY, GROUP_AUTHORITY, ORGANIZATION_ID } from '../../core/simulation/principals.ts';
import { recordHistory } from '../../core/simulation/run.ts';
import type { ReplicaEvent } from '../../core/store/replica-store.ts';
import { seedFromEnvironment } from '../harness/random.ts';

const SEED = seedFromEnvironment();
const ONE_BY_ONE = { page: 1, pagesBegun: 1 };

let whole: readonly ReplicaEvent[] = [];
beforeAll(async () => {
  const { observations } = await recordHistory({ seed: SEED % 0x1_0000_0000, steps: 260, mode: 'real' });
  const groups = new Map<string, ReplicaEvent[]>();
  for (const { event, text } of observations.flatMap(({ added }) => added)) {
    const { eventId, groupId, sequence } = event;
    if (groupId === undefined || sequence === undefined) continue;
    const kept = { eventId, groupId, sequence, bytes: Buffer.from(text) };
    groups.set(groupId, [...(groups.get(groupId) ?? []), kept]);
  }
  [whole = []] = [...groups.values()].toSorted((a, b) => b.length - a.length);
}, 120_000);

type Fault =
  | { readonly type: 'byte'; readonly at: number; readonly place: number }
  | { readonly type: 'missing' | 'column'; readonly at: number }
  | { readonly type: 'unknown key'; readonly who: number };

const faults = fc.array(
  fc.oneof(
    fc.record({ type: fc.constant('byte' as const), at: fc.nat(), place: fc.nat() }),
    fc.record({ type: fc.constantFrom('missing' as const, 'column' as const), at: fc.nat() }),
    fc.record({ type: fc.constant('unknown key' as const), who: fc.nat() }),
  ),
  { maxLength: 4 },
);

function logWith(wrong: readonly Fault[]): LogToVerify {
  const events = whole.map((event) => ({ ...event, bytes: Buffer.from(event.bytes) }));
  let principals = [...EVERYBODY];
  for (const fault of wrong) {
    if (fault.type === 'unknown key') {
      principals = principals.filter((_, index) => index !== fault.who % principals.length);
      continue;
    }
    // The first and the last one stay, so that the log has the same ends.
    const at = 1 + (fault.at % (events.length - 2));
    const event = events[at];
    if (event === undefined) continue;
    if (fault.type === 'byte') {
      const place = fault.place % event.bytes.length;
      event.bytes.writeUInt8(event.bytes.readUInt8(place) ^ 1, place);
    } else if (fault.type === 'missing') events.splice(at, 1);
    else events[at] = { ...event, eventId: `${event.eventId}-other` };
  }
  const keys: KeyEvidence = openRegistry({
    organizationId: ORGANIZATION_ID,
    bindings: principals.map((each) => bindingOf(each)),
  });
  return {
    groupId: whole[0]?.groupId ?? '',
    startsAfter: 0,
    fromSequence: 1,
    throughSequence: whole.at(-1)?.sequence ?? 0,
    keys,
    authorityId: GROUP_AUTHORITY.actor.id,
    read: (after, limit) => events.filter(({ sequence }) => sequence > after).slice(0, limit),
  };
}

/** What an Event proves by itself and what is missing, read one after another by other code. */
async function readOneByOne({ read, keys, authorityId }: LogToVerify) {
  const failures: LogFailure[] = [];
  let unknownKeys = 0;
  let through = 0;
  for (const { sequence, eventId, bytes } of read(0, Number.MAX_SAFE_INTEGER)) {
    const found = (check: LogFailure['check']) => failures.push({ sequence, check, detail: '' });
    if (sequence !== through + 1) found('order');
    through = sequence;
    const own = verifyDocument('event', bytes, keys);
    if (!own.ok) {
      if (own.fault.reason === 'unknown-key') unknownKeys += 1;
      else found(own.fault.stage);
      continue;
    }
    if (own.value.document.eventId !== eventId) found('columns');
    if (own.value.document.acceptedBy.id !== authorityId) found('authority');
    const inner = await verifySignedPayload(own.value.document, keys);
    if (inner.ok) continue;
    if (inner.fault.reason === 'unknown-key') unknownKeys += 1;
    else found('inner');
  }
  return { failures, unknownKeys };
}

const alone = ({ failures }: LogProgress) =>
  failures
    .filter(({ check }) => check !== 'fold' && check !== 'snapshot')
    .map(({ sequence, check }) => ({ sequence, check, detail: '' }));

const run = (log: LogToVerify, pace = ONE_BY_ONE) =>
  new HistoryVerification(log, pace).run(
    () => false,
    () => undefined,
  );

describe(`verification of a log (seed ${SEED})`, () => {
  test('finds nothing wrong with a sound one', async () => {
    expect(whole.length).toBeGreaterThan(20);
    const { verified, failures, unknownKeys } = await run(logWith([]), { page: 7, pagesBegun: 3 });
    expect({ verified, failures, unknownKeys }).toEqual({
      verified: whole.length,
      failures: [],
      unknownKeys: 0,
    });
  });

  test('finds at any pace what is found Event by Event (SIG-038)', async () => {
    await fc.assert(
      fc.asyncProperty(
        faults,
        fc.integer({ min: 1, max: 60 }),
        fc.integer({ min: 1, max: 4 }),
        async (wrong, page, pagesBegun) => {
          const log = logWith(wrong);
          const told: number[] = [];
          const ahead = await new HistoryVerification(log, { page, pagesBegun }).run(
            () => false,
            ({ through }) => told.push(through),
          );
          expect(ahead).toEqual(await run(log));
          const { failures, unknownKeys } = await readOneByOne(log);
          expect({ failures: alone(ahead), unknownKeys: ahead.unknownKeys }).toEqual({
            failures,
            unknownKeys,
          });
          expect(told).toEqual([...new Set(told)].toSorted((a, b) => a - b));
        },
      ),
      { seed: SEED, numRuns: 20 },
    );
  }, 120_000);

  test('goes on where it was stopped, and finds the same', async () => {
    await fc.assert(
      fc.asyncProperty(
        faults,
        fc.integer({ min: 1, max: 20 }),
        fc.nat({ max: 6 }),
        async (wrong, page, pages) => {
          const log = logWith(wrong);
          let seen = 0;
          const first = await new HistoryVerification(log, { page, pagesBegun: 3 }).run(
            () => seen >= pages,
            () => (seen += 1),
          );
          const second = await run({ ...log, fromSequence: first.through + 1 }, { page: 9, pagesBegun: 2 });
          const atOnce = await run(log);
          expect([...alone(first), ...alone(second)]).toEqual(alone(atOnce));
          expect(first.checked + second.checked).toBe(atOnce.checked);
        },
      ),
      { seed: SEED, numRuns: 10 },
    );
  }, 120_000);
});
