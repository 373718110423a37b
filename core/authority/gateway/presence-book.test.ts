import { expect, test } from 'vitest';
import type { PresenceRecord } from '../../protocol/generated/documents.ts';
import { PresenceBook } from './presence-book.ts';

const AGENT = 'urn:heddle:test:agent:1';
const NOW = Date.parse('2026-05-04T09:00:00Z');

function recordOf(sessionEpoch: number, expiresAt = '2026-05-04T10:00:00Z'): PresenceRecord {
  return {
    agentId: AGENT,
    sessionEpoch,
    status: 'busy',
    capacity: { maxSlots: 1, activeSlots: 1, availableSlots: 0, queuedItems: 2 },
    capabilityAvailability: [],
    lastHeartbeat: '2026-05-04T09:00:00Z',
    expiresAt,
  };
}

test('a record counts until it says itself, and no longer than it may stay fresh', () => {
  const book = new PresenceBook();
  book.note(recordOf(1, '2026-05-04t09:00:10+00:00'), NOW, 30_000);
  expect(book.presenceOf(AGENT, NOW + 9_999)?.status).toBe('busy');
  expect(book.presenceOf(AGENT, NOW + 10_000)).toBeUndefined();
  book.note(recordOf(1), NOW, 30_000);
  expect(book.presenceOf(AGENT, NOW + 29_999)?.status).toBe('busy');
  expect(book.presenceOf(AGENT, NOW + 30_000)).toBeUndefined();
});

test('an older session neither overwrites nor ends what a newer one said', () => {
  const book = new PresenceBook();
  book.note(recordOf(2), NOW, 30_000);
  book.note(recordOf(1), NOW, 30_000);
  book.forget(AGENT, 1);
  expect(book.presenceOf(AGENT, NOW)?.sessionEpoch).toBe(2);
  book.forget(AGENT, 2);
  expect(book.presenceOf(AGENT, NOW)).toBeUndefined();
});
