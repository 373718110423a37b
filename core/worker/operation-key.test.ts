import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { operationKeyOf } from './operation-key.ts';

const OPERATION = {
  missionId: 'urn:mission:1',
  workItemId: 'urn:work:1',
  ownershipEpoch: 3,
  logicalOperationId: 'send-report',
};

test('ART-021: the key is the hash of the four members in their JCS form', () => {
  const text =
    '{"logicalOperationId":"send-report","missionId":"urn:mission:1","ownershipEpoch":3,"workItemId":"urn:work:1"}';
  expect(operationKeyOf(OPERATION)).toBe(`sha256:${createHash('sha256').update(text).digest('hex')}`);
});

test('ART-022: attempts share a key, and another owner or operation has another one', () => {
  expect(operationKeyOf({ ...OPERATION })).toBe(operationKeyOf(OPERATION));
  const others = [
    { ...OPERATION, ownershipEpoch: 4 },
    { ...OPERATION, logicalOperationId: 'send-invoice' },
    { ...OPERATION, workItemId: 'urn:work:2' },
    { ...OPERATION, missionId: 'urn:mission:2' },
  ];
  expect(new Set([OPERATION, ...others].map(operationKeyOf)).size).toBe(5);
});
