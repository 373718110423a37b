import { describe, expect, test } from 'vitest';
import { admitFirst, prepareCandidate, replayAdmission, type TrustedContext } from './admission.ts';
import {
  bindingOf,
  faultOf,
  HUMAN_KEY,
  ORGANIZATION,
  registryOf,
  SERVICE,
  signed,
  textOf,
  UNSIGNED,
  valueOf,
  verified,
} from './fixtures.test-data.ts';
import type { FirstAdmissionRecord } from './generated/documents.ts';
import { MemoryAdmissionLog } from './memory-admission-log.ts';
import { verifyDocument } from './verify.ts';

const command = verified('command');
const other = verified('command', { ...UNSIGNED.command, actionId: 'urn:missionweaveprotocol:action:c2' });

function contextOf(id: string, acceptedBy = SERVICE): TrustedContext {
  return {
    admissionRecordId: `urn:missionweaveprotocol:admission-record:${id}`,
    trustedAcceptedAt: '2026-03-01T09:30:01Z',
    acceptedBy,
  };
}

function candidateOf(id: string, subject = command): FirstAdmissionRecord {
  return valueOf(prepareCandidate(subject, contextOf(id)));
}

describe('append-or-return-existing (ADM-003, ADM-004)', () => {
  test('an empty log answers with authoritative absence', async () => {
    const log = new MemoryAdmissionLog(SERVICE);
    expect(await log.lookup(ORGANIZATION, command.signingHash)).toStrictEqual({
      status: 'authoritative-absence',
    });
    expect(faultOf(await replayAdmission(command, log)).reason).toBe('record-missing');
  });

  test('a committed record is found again with its writer', async () => {
    const log = new MemoryAdmissionLog(SERVICE);
    const candidate = candidateOf('r1');
    const appended = await log.appendOrReturnExisting(candidate);
    const looked = await log.lookup(ORGANIZATION, command.signingHash);
    expect(appended).toMatchObject({ status: 'committed', authenticatedService: SERVICE });
    expect(looked).toMatchObject({ status: 'found', authenticatedService: SERVICE });
    expect('recordBytes' in looked ? JSON.parse(textOf(looked.recordBytes)) : undefined).toStrictEqual(
      candidate,
    );
    expect(await log.lookup('x:other', command.signingHash)).toStrictEqual({
      status: 'authoritative-absence',
    });
    expect(await log.lookup(ORGANIZATION, other.signingHash)).toStrictEqual({
      status: 'authoritative-absence',
    });
  });

  test('ADM-005: a second record of the same binding is not written', async () => {
    const log = new MemoryAdmissionLog(SERVICE);
    await log.appendOrReturnExisting(candidateOf('r1'));
    const second = await log.appendOrReturnExisting(candidateOf('r2'));
    expect(second.status).toBe('existing');
    expect('recordBytes' in second && JSON.parse(textOf(second.recordBytes))).toStrictEqual(
      candidateOf('r1'),
    );
  });

  test('ADM-005: the same key with another binding is a conflict and changes nothing', async () => {
    const log = new MemoryAdmissionLog(SERVICE);
    await log.appendOrReturnExisting(candidateOf('r1'));
    const changed: Partial<FirstAdmissionRecord>[] = [
      { keyId: 'x:k' },
      { documentKind: 'event' },
      { principal: SERVICE },
    ];
    for (const change of changed) {
      expect(await log.appendOrReturnExisting({ ...candidateOf('r2'), ...change })).toStrictEqual({
        status: 'conflict',
      });
    }
    expect(valueOf(await replayAdmission(command, log))).toStrictEqual(candidateOf('r1'));
  });

  test('ADM-003: one record id never names records under two keys', async () => {
    const log = new MemoryAdmissionLog(SERVICE);
    await log.appendOrReturnExisting(candidateOf('r1'));
    expect(await log.appendOrReturnExisting(candidateOf('r1', other))).toStrictEqual({ status: 'conflict' });
    expect(await log.lookup(ORGANIZATION, other.signingHash)).toStrictEqual({
      status: 'authoritative-absence',
    });
    expect((await log.appendOrReturnExisting(candidateOf('r2', other))).status).toBe('committed');
  });

  test('ADM-003: Organizations do not share keys', async () => {
    const log = new MemoryAdmissionLog(SERVICE);
    await log.appendOrReturnExisting(candidateOf('r1'));
    const elsewhere = { ...candidateOf('r2'), organizationId: 'x:other' };
    expect((await log.appendOrReturnExisting(elsewhere)).status).toBe('committed');
  });

  test.each([
    ['another service', { type: 'service', id: 'urn:missionweaveprotocol:service:stranger' }],
    ['another type', { type: 'agent', id: SERVICE.id }],
  ])('ADM-004: a candidate accepted by %s is unauthenticated', async (_, acceptedBy) => {
    const log = new MemoryAdmissionLog(SERVICE);
    const candidate = { ...candidateOf('r1'), acceptedBy } as FirstAdmissionRecord;
    expect(await log.appendOrReturnExisting(candidate)).toStrictEqual({ status: 'unauthenticated' });
    expect(await log.lookup(ORGANIZATION, command.signingHash)).toStrictEqual({
      status: 'authoritative-absence',
    });
  });

  test('ADM-004: what was appended does not change with the candidate or with returned bytes', async () => {
    const log = new MemoryAdmissionLog(SERVICE);
    const candidate = structuredClone(candidateOf('r1'));
    const appended = await log.appendOrReturnExisting(candidate);
    candidate.keyId = 'x:k';
    if ('recordBytes' in appended) appended.recordBytes.fill(0x20);
    expect(await replayAdmission(command, log)).toStrictEqual({ ok: true, value: candidateOf('r1') });
    expect((await log.appendOrReturnExisting(candidateOf('r2'))).status).toBe('existing');
  });
});

describe('admission over the log', () => {
  test('ADM-010: of concurrent admissions one is committed and all get its record', async () => {
    const log = new MemoryAdmissionLog(SERVICE);
    let issued = 0;
    const results = await Promise.all(
      Array.from({ length: 20 }, () =>
        admitFirst(command, log, () => {
          issued += 1;
          return contextOf(`r${issued}`);
        }),
      ),
    );
    const records = results.map((result) => valueOf(result));
    expect(new Set(records.map(({ admissionRecordId }) => admissionRecordId)).size).toBe(1);
    expect(issued).toBe(20);
    expect(await admitFirst(command, log, () => contextOf('late'))).toStrictEqual(results[0]);
    expect(valueOf(await replayAdmission(command, log))).toStrictEqual(records[0]);
  });

  test('ADM-005: the same content under another key is a mismatch, before and after the append', async () => {
    const card = verified('agent-card');
    const second = valueOf(
      verifyDocument(
        'agent-card',
        signed('agent-card', UNSIGNED['agent-card'], HUMAN_KEY).bytes,
        registryOf(bindingOf(HUMAN_KEY, SERVICE)),
      ),
    );
    expect(second.signingHash).toBe(card.signingHash);
    const log = new MemoryAdmissionLog(SERVICE);
    const [first, loser] = await Promise.all([
      admitFirst(card, log, () => contextOf('r1')),
      admitFirst(second, log, () => contextOf('r2')),
    ]);
    expect(valueOf(first).keyId).toBe(card.keyId);
    expect(faultOf(loser).reason).toBe('record-conflict');
    expect(faultOf(await admitFirst(second, log, () => contextOf('r3'))).reason).toBe(
      'record-binding-mismatch',
    );
  });

  test('ADM-004: a stranger cannot admit', async () => {
    const log = new MemoryAdmissionLog(SERVICE);
    const stranger = { type: 'service', id: 'urn:missionweaveprotocol:service:stranger' } as const;
    const result = await admitFirst(command, log, () => contextOf('r1', stranger));
    expect(faultOf(result)).toStrictEqual({
      stage: 'admission',
      reason: 'log-authentication-failed',
      wireCode: 'AUTH_INVALID_SIGNATURE',
    });
  });
});
