import { expect, test } from 'vitest';
import type { AuditEntry } from '../store/authority-store.ts';
import { AuditLog } from './audit-log.ts';

function entryOf(index: number): AuditEntry {
  return {
    auditId: `urn:heddle:test:audit:${index}`,
    occurredAt: '2026-05-04T09:00:00Z',
    groupId: undefined,
    stage: 'rules',
    reason: 'RATE_LIMITED',
    detail: 'POL-003: too many Messages',
  };
}

test('refused Commands are kept as long as there are not too many, and what is dropped is counted', async () => {
  const written: AuditEntry[] = [];
  const log = new AuditLog(
    {
      writeAudit: async (entry) => {
        written.push(entry);
      },
    },
    () => {},
  );
  for (let index = 0; index < 250; index += 1) log.recordRefusal(entryOf(index), 0);
  await log.flush();
  expect(written).toHaveLength(200);
  expect(log.droppedCount).toBe(50);
  // A second later there is room again, and failures of signatures never wait for it.
  log.recordRefusal(entryOf(300), 1_000);
  log.record({ ...entryOf(301), stage: 'signature' });
  await log.flush();
  expect(written.slice(200).map(({ stage }) => stage)).toEqual(['rules', 'signature']);
});
