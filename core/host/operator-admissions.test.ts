import { expect, test } from 'vitest';
import type { AdmissionCursor, AdmissionEntry, AdmissionFilter } from '../contract/operator.ts';
import type { AuditEntry, StoredEvent } from '../store/authority-store.ts';
import { readAdmissions } from './operator-admissions.ts';

const START_MS = Date.UTC(2026, 4, 4, 9);
const COMMANDS = 10_000;
const REFUSALS = 1_000;
const NO_FILTER: AdmissionFilter = { type: 'all', actor: '', kind: '', code: '' };

const KINDS = ['message.post', 'work.checkpoint', 'work.submit'] as const;
const actorOf = (index: number) => ({ type: 'human' as const, id: `urn:heddle:test:human:${index % 7}` });
const atOf = (ms: number) => new Date(ms).toISOString();

/** Every third Command has two Events: positions and Commands are not the same numbers. */
const events: StoredEvent[] = [];
for (let index = 0; index < COMMANDS; index += 1) {
  for (let each = 0; each < (index % 3 === 0 ? 2 : 1); each += 1) {
    const position = events.length + 1;
    const event = {
      eventId: `urn:heddle:test:event:${position}`,
      kind: 'any',
      actor: actorOf(index),
      cause:
        each === 0
          ? { type: 'command', id: `urn:heddle:test:action:${index}` }
          : { type: 'event', id: `urn:heddle:test:event:${position - 1}` },
      occurredAt: atOf(START_MS + index * 1_000),
      commandHash: `hash ${index}`,
    };
    events.push({
      position,
      eventId: event.eventId,
      groupId: 'urn:heddle:test:group:1',
      sequence: position,
      bytes: Buffer.from(JSON.stringify(event)),
    });
  }
}

/** Oldest first, as they were written. */
const audits = Array.from({ length: REFUSALS }, (_, index): AuditEntry => {
  const isRefusal = index % 2 === 0;
  return {
    auditId: `urn:heddle:test:audit:${index}`,
    occurredAt: atOf(START_MS + index * 10_000 + 500),
    groupId: undefined,
    stage: isRefusal ? 'rules' : 'signature',
    reason: isRefusal ? 'RATE_LIMITED' : 'equation',
    detail: 'POL-003: too many',
    ...(isRefusal
      ? {
          command: {
            actor: actorOf(index),
            kind: 'message.post',
            actionId: `urn:heddle:test:action:x${index}`,
          },
        }
      : {}),
  };
});

let eventsRead = 0;
const store: Parameters<typeof readAdmissions>[0] = {
  readPosition: async () => events.length,
  readCommits: async (after, limit) => {
    const page = events.slice(after, after + limit);
    eventsRead += page.length;
    return page;
  },
  readReceipt: async (actor, actionId) => {
    const kind = KINDS[Number(actionId.split(':').at(-1)) % KINDS.length];
    return {
      actor,
      actionId,
      signingHash: '',
      primaryEventId: '',
      commandBytes: Buffer.from(JSON.stringify({ kind })),
    };
  },
  readAudit: async (limit, before) => {
    const newest = audits.toReversed();
    const from = before === undefined ? 0 : 1 + newest.findIndex(({ auditId }) => auditId === before);
    return newest.slice(from, from + limit);
  },
  readRecords: async () => [],
  readRecord: async () => undefined,
  readGroupIds: async () => [],
};

/** Page after page, as a window asks for them. */
async function readAll(filter: Partial<AdmissionFilter>, limit = 200): Promise<readonly AdmissionEntry[]> {
  const rows: AdmissionEntry[] = [];
  let cursor: AdmissionCursor | undefined;
  do {
    eventsRead = 0;
    const page = await readAdmissions(store, { ...NO_FILTER, ...filter }, cursor, limit, 'en');
    expect(page.rows.length).toBeLessThanOrEqual(limit);
    // What one question costs does not grow with the log.
    expect(eventsRead).toBeLessThan(6_500);
    rows.push(...page.rows);
    ({ cursor } = page);
  } while (cursor !== undefined);
  return rows;
}

test('10,000 Commands and what was refused between them come once each, the newest first', async () => {
  const rows = await readAll({});
  expect(rows).toHaveLength(COMMANDS + REFUSALS);
  expect(new Set(rows.map(({ id }) => id)).size).toBe(COMMANDS + REFUSALS);
  expect(rows.every(({ atMs }, index) => index === 0 || atMs <= (rows[index - 1]?.atMs ?? 0))).toBe(true);
  expect(rows.filter(({ type }) => type === 'admitted').reduce((sum, { events: n = 0 }) => sum + n, 0)).toBe(
    events.length,
  );
});

test.each<[string, Partial<AdmissionFilter>, number]>([
  ['an actor', { type: 'admitted', actor: 'HUMAN:3' }, 1_429],
  ['a kind of Command', { type: 'admitted', kind: 'work.' }, 6_666],
  ['a code', { code: 'rate' }, 500],
  ['what was not believed', { type: 'failed' }, 500],
  ['what was not believed has no actor', { type: 'failed', actor: 'human' }, 0],
  ['a time', { type: 'admitted', fromMs: START_MS + 2_000_000, throughMs: START_MS + 2_009_000 }, 10],
  ['nothing', { code: 'none' }, 0],
])('finds %s', async (_name, filter, count) => {
  expect(await readAll(filter)).toHaveLength(count);
});

test('small pages are the same log', async () => {
  const filter = { actor: 'human:5', fromMs: START_MS + 9_000_000 };
  expect(await readAll(filter, 3)).toEqual(await readAll(filter));
});

test('a time long ago is found without reading what lies between', async () => {
  eventsRead = 0;
  const filter: AdmissionFilter = { ...NO_FILTER, type: 'admitted', throughMs: START_MS + 5_000 };
  const { rows } = await readAdmissions(store, filter, undefined, 10, 'en');
  expect(rows).toHaveLength(6);
  expect(eventsRead).toBeLessThan(600);
});
