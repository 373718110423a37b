import { describe, expect, test } from 'vitest';
import {
  type AdmissionAppend,
  type AdmissionLog,
  type AdmissionLookup,
  type AdmissionReason,
  type AdmissionSubject,
  admitFirst,
  isSameBinding,
  prepareCandidate,
  replayAdmission,
  type TrustedContext,
  validateRecord,
} from './admission.ts';
import { DOCUMENT_KINDS } from './document-kinds.ts';
import {
  AGENT,
  AGENT_KEY,
  AT,
  bindingOf,
  faultOf,
  HASH,
  HUMAN,
  ORGANIZATION,
  registryOf,
  SERVICE,
  signed,
  UNSIGNED,
  utf8,
  valueOf,
  verified,
} from './fixtures.test-data.ts';
import type { Actor, FirstAdmissionRecord } from './generated/documents.ts';
import { verifyDocument } from './verify.ts';

const CONTEXT: TrustedContext = {
  admissionRecordId: 'urn:missionweaveprotocol:admission-record:r1',
  trustedAcceptedAt: '2026-03-01T10:30:01+01:00',
  acceptedBy: SERVICE,
};
const command = verified('command');

function recordOf(changes: Record<string, unknown> = {}, subject: AdmissionSubject = command): unknown {
  return { ...valueOf(prepareCandidate(subject, CONTEXT)), ...changes };
}

function bytesOf(value: unknown): Uint8Array {
  return utf8(JSON.stringify(value));
}

function found(record: unknown, authenticatedService: Actor = SERVICE): AdmissionLookup {
  return { status: 'found', recordBytes: bytesOf(record), authenticatedService };
}

/** A log that answers as told and counts. */
class ScriptedLog implements AdmissionLog {
  readonly calls: string[] = [];
  private readonly lookupAnswer: AdmissionLookup;
  private readonly appendAnswer: AdmissionAppend | 'commit';
  candidate: FirstAdmissionRecord | undefined;

  constructor(lookupAnswer: AdmissionLookup, appendAnswer: AdmissionAppend | 'commit' = 'commit') {
    this.lookupAnswer = lookupAnswer;
    this.appendAnswer = appendAnswer;
  }

  readonly issueContext = (): TrustedContext => {
    this.calls.push('context');
    return CONTEXT;
  };

  async lookup(organizationId: string, signingHash: string): Promise<AdmissionLookup> {
    this.calls.push(`lookup ${organizationId} ${signingHash}`);
    return this.lookupAnswer;
  }

  async appendOrReturnExisting(candidate: FirstAdmissionRecord): Promise<AdmissionAppend> {
    this.calls.push('append');
    this.candidate = candidate;
    if (this.appendAnswer !== 'commit') return this.appendAnswer;
    return { status: 'committed', recordBytes: bytesOf(candidate), authenticatedService: SERVICE };
  }
}

const ABSENT: AdmissionLookup = { status: 'authoritative-absence' };
const LOOKUP = `lookup ${ORGANIZATION} ${command.signingHash}`;

/** The subject under a key with other boundaries. */
function commandWithKey(history: {
  readonly validUntil?: string;
  readonly revokedAt?: string;
}): AdmissionSubject {
  const validityHistory = [{ sequence: 1, recordedAt: '2026-02-01T00:00:00Z', ...history }];
  return valueOf(
    verifyDocument(
      'command',
      signed('command').bytes,
      registryOf(bindingOf(AGENT_KEY, AGENT, { validityHistory })),
    ),
  );
}

describe('first admission', () => {
  test('authoritative absence: lookup, context, append, and the returned record', async () => {
    const log = new ScriptedLog(ABSENT);
    const record = valueOf(await admitFirst(command, log, log.issueContext));
    expect(log.calls).toStrictEqual([LOOKUP, 'context', 'append']);
    expect(record).toStrictEqual({
      protocolVersion: '0.1',
      admissionRecordId: CONTEXT.admissionRecordId,
      organizationId: ORGANIZATION,
      documentKind: 'command',
      signingHash: command.signingHash,
      keyId: AGENT_KEY.keyId,
      principal: AGENT,
      trustedAcceptedAt: CONTEXT.trustedAcceptedAt,
      acceptedBy: SERVICE,
    });
    expect(log.candidate).toStrictEqual(record);
  });

  test.each([...DOCUMENT_KINDS])('admits %s (ADM-001: nine members, no signature)', async (kind) => {
    const log = new ScriptedLog(ABSENT);
    const record = valueOf(await admitFirst(verified(kind), log, log.issueContext));
    expect(record.documentKind).toBe(kind);
    expect(Object.keys(record)).toHaveLength(9);
  });

  test('ADM-005: a compatible record is success without context or append', async () => {
    const existing = recordOf({ admissionRecordId: 'x:other', trustedAcceptedAt: '2026-03-01T12:00:00.5Z' });
    const log = new ScriptedLog(found(existing));
    expect(valueOf(await admitFirst(command, log, log.issueContext))).toStrictEqual(existing);
    expect(log.calls).toStrictEqual([LOOKUP]);
  });

  test.each<[AdmissionLookup['status'], AdmissionReason]>([
    ['unauthenticated', 'log-authentication-failed'],
    ['integrity-failed', 'log-authentication-failed'],
    ['unavailable', 'log-unavailable'],
    ['indeterminate', 'log-indeterminate'],
  ])('ADM-004: lookup %s fails closed', async (status, reason) => {
    const log = new ScriptedLog({ status } as AdmissionLookup);
    expect(faultOf(await admitFirst(command, log, log.issueContext))).toStrictEqual({
      stage: 'admission',
      reason,
      wireCode: 'AUTH_INVALID_SIGNATURE',
    });
    expect(log.calls).toStrictEqual([LOOKUP]);
  });

  test.each<[AdmissionAppend['status'], AdmissionReason]>([
    ['conflict', 'record-conflict'],
    ['commit-failed', 'commit-failed'],
    ['unauthenticated', 'log-authentication-failed'],
    ['integrity-failed', 'append-integrity-not-established'],
    ['unavailable', 'log-unavailable'],
    ['indeterminate', 'log-indeterminate'],
  ])('ADM-004: append %s fails closed', async (status, reason) => {
    const log = new ScriptedLog(ABSENT, { status } as AdmissionAppend);
    expect(faultOf(await admitFirst(command, log, log.issueContext)).reason).toBe(reason);
    expect(log.calls).toStrictEqual([LOOKUP, 'context', 'append']);
  });

  test.each<[string, Partial<TrustedContext>, AdmissionReason]>([
    ['a malformed time', { trustedAcceptedAt: '2026-03-01' }, 'malformed-trusted-time'],
    ['a leap second', { trustedAcceptedAt: '2016-12-31T23:59:60Z' }, 'malformed-trusted-time'],
    [
      'a time before validFrom',
      { trustedAcceptedAt: '2025-12-31T23:59:59.999Z' },
      'trusted-time-outside-key-interval',
    ],
    ['a service that is none', { acceptedBy: HUMAN }, 'record-schema-invalid'],
    ['a record id that is none', { admissionRecordId: 'r1' }, 'record-schema-invalid'],
  ])('%s fails before the append (ADM-011)', async (_, changes, reason) => {
    const log = new ScriptedLog(ABSENT);
    const issue = () => ({ ...log.issueContext(), ...changes });
    expect(faultOf(await admitFirst(command, log, issue)).reason).toBe(reason);
    expect(log.calls).toStrictEqual([LOOKUP, 'context']);
  });

  test('ADM-010: the concurrent winner is returned, not the candidate', async () => {
    const winner = recordOf({ admissionRecordId: 'x:winner', trustedAcceptedAt: '2026-03-01T09:30:00.5Z' });
    const log = new ScriptedLog(ABSENT, {
      status: 'existing',
      recordBytes: bytesOf(winner),
      authenticatedService: SERVICE,
    });
    expect(valueOf(await admitFirst(command, log, log.issueContext))).toStrictEqual(winner);
  });

  test.each<['committed' | 'existing', Record<string, unknown>, AdmissionReason]>([
    ['committed', { signingHash: HASH }, 'record-binding-mismatch'],
    ['existing', { signingHash: HASH }, 'record-binding-mismatch'],
    ['existing', { keyId: 'x:k' }, 'record-binding-mismatch'],
    ['committed', { trustedAcceptedAt: '2025-01-01T00:00:00Z' }, 'trusted-time-outside-key-interval'],
    ['existing', { trustedAcceptedAt: '2025-01-01T00:00:00Z' }, 'trusted-time-outside-key-interval'],
    ['committed', { acceptedBy: { type: 'service', id: 'x:s' } }, 'log-authentication-failed'],
    ['existing', { signature: {} }, 'record-schema-invalid'],
  ])('ADM-010: a %s record with %j is validated too', async (status, changes, reason) => {
    const log = new ScriptedLog(ABSENT, {
      status,
      recordBytes: bytesOf(recordOf(changes)),
      authenticatedService: SERVICE,
    });
    expect(faultOf(await admitFirst(command, log, log.issueContext)).reason).toBe(reason);
  });

  test('a trusted time at an end of the key interval is outside (REG-009, ADM-014)', () => {
    for (const end of [{ validUntil: CONTEXT.trustedAcceptedAt }, { revokedAt: '2026-03-01T09:30:01Z' }]) {
      expect(faultOf(prepareCandidate(commandWithKey(end), CONTEXT)).reason).toBe(
        'trusted-time-outside-key-interval',
      );
    }
    const after = commandWithKey({ validUntil: '2026-03-01T09:30:01.0000000001Z' });
    expect(valueOf(prepareCandidate(after, CONTEXT)).trustedAcceptedAt).toBe(CONTEXT.trustedAcceptedAt);
  });
});

describe('historical replay (ADM-012)', () => {
  test('takes the record and issues nothing', async () => {
    const record = recordOf();
    const log = new ScriptedLog(found(record));
    expect(valueOf(await replayAdmission(command, log))).toStrictEqual(record);
    expect(log.calls).toStrictEqual([LOOKUP]);
  });

  test.each<[AdmissionLookup['status'], AdmissionReason]>([
    ['authoritative-absence', 'record-missing'],
    ['unauthenticated', 'log-authentication-failed'],
    ['integrity-failed', 'log-authentication-failed'],
    ['unavailable', 'log-unavailable'],
    ['indeterminate', 'log-indeterminate'],
  ])('lookup %s is no admission, and nothing is appended', async (status, reason) => {
    const log = new ScriptedLog({ status } as AdmissionLookup);
    expect(faultOf(await replayAdmission(command, log)).reason).toBe(reason);
    expect(log.calls).toStrictEqual([LOOKUP]);
  });

  test.each([{ validUntil: '2026-04-01T00:00:00Z' }, { revokedAt: '2026-03-01T09:30:01.001Z' }])(
    'a later end does not invalidate: %j',
    async (end) => {
      const log = new ScriptedLog(found(recordOf()));
      expect((await replayAdmission(commandWithKey(end), log)).ok).toBe(true);
    },
  );

  test.each([{ validUntil: '2026-03-01T09:30:01Z' }, { revokedAt: '2026-03-01T09:30:00.5Z' }])(
    'ADM-014: backdating does not help when the trusted time is outside: %j',
    async (end) => {
      const log = new ScriptedLog(found(recordOf()));
      expect(faultOf(await replayAdmission(commandWithKey(end), log)).reason).toBe(
        'trusted-time-outside-key-interval',
      );
    },
  );
});

describe('record validation, in order (ADM-013)', () => {
  function reasonOf(recordBytes: Uint8Array, service: Actor = SERVICE, subject: AdmissionSubject = command) {
    return faultOf(validateRecord(subject, { recordBytes, authenticatedService: service })).reason;
  }

  test.each<[string, Uint8Array]>([
    ['no JSON', utf8('{')],
    ['a duplicate', utf8(JSON.stringify(recordOf()).replace('{', '{"keyId":"x:k",'))],
    ['a byte-order mark', Buffer.concat([Uint8Array.of(0xef, 0xbb, 0xbf), bytesOf(recordOf())])],
    ['a signature (ADM-001)', bytesOf(recordOf({ signature: signed('command').document.signature }))],
    ['a missing member', bytesOf(recordOf({ keyId: undefined }))],
    ['an unknown member', bytesOf(recordOf({ note: '' }))],
    ['a human as acceptedBy', bytesOf(recordOf({ acceptedBy: HUMAN }))],
    ['a number out of range', utf8(JSON.stringify(recordOf({ keyId: 0 })).replace(':0', ':1e400'))],
  ])('step 2: %s', (_, bytes) => {
    expect(reasonOf(bytes)).toBe('record-schema-invalid');
  });

  test('step 3: a malformed trusted time', () => {
    expect(['malformed-trusted-time', 'record-schema-invalid']).toContain(
      reasonOf(bytesOf(recordOf({ trustedAcceptedAt: '2026-03-01T09:30:60Z' }))),
    );
  });

  test.each([
    ['organizationId', `${ORGANIZATION}/`],
    ['documentKind', 'event'],
    ['signingHash', HASH],
    ['keyId', 'urn:missionweaveprotocol:key:AGENT'],
    ['principal', { ...AGENT, type: 'service' }],
    ['principal', { ...AGENT, id: 'x:other' }],
  ])('step 4: another %s', (member, value) => {
    expect(reasonOf(bytesOf(recordOf({ [member]: value })))).toBe('record-binding-mismatch');
  });

  test('step 5: another service than the log authenticated', () => {
    const other = { type: 'service', id: 'x:other' } as const;
    expect(reasonOf(bytesOf(recordOf()), other)).toBe('log-authentication-failed');
    expect(reasonOf(bytesOf(recordOf({ acceptedBy: other })))).toBe('log-authentication-failed');
  });

  test('earlier steps win over later ones', () => {
    const outside = { trustedAcceptedAt: '2020-01-01T00:00:00Z' };
    const stranger = { type: 'service', id: 'x:other' } as const;
    expect(reasonOf(bytesOf(recordOf({ ...outside, keyId: 'x:k' })), stranger)).toBe(
      'record-binding-mismatch',
    );
    expect(reasonOf(bytesOf(recordOf(outside)), stranger)).toBe('log-authentication-failed');
    expect(reasonOf(bytesOf(recordOf({ ...outside, keyId: 1 })), stranger)).toBe('record-schema-invalid');
  });

  test('ADM-002: the spelling of the time is kept, the instant counts', () => {
    const record = recordOf({ trustedAcceptedAt: '2026-01-01t05:30:00.000+05:30' });
    const logged = { recordBytes: bytesOf(record), authenticatedService: SERVICE };
    expect(valueOf(validateRecord(command, logged))).toStrictEqual(record);
  });
});

describe('self-anchoring of Events (ADM-015)', () => {
  const event = verified('event');
  const document = JSON.parse(Buffer.from(event.bytes).toString('utf8')) as Record<string, unknown>;

  test.each<[string, Uint8Array]>([
    ['the received bytes', event.bytes],
    ['re-serialized', utf8(JSON.stringify(document, undefined, 2))],
    ['other member order', bytesOf(Object.fromEntries(Object.entries(document).toReversed()))],
    ['numbers spelled otherwise', utf8(JSON.stringify(document).replace('1.5', '15e-1'))],
  ])('%s', async (_, recordBytes) => {
    const answer = { recordBytes, authenticatedService: SERVICE } as const;
    const looked = new ScriptedLog({ status: 'found', ...answer });
    const appended = new ScriptedLog(ABSENT, { status: 'committed', ...answer });
    expect(faultOf(await admitFirst(event, looked, looked.issueContext)).reason).toBe('event-self-anchoring');
    expect(faultOf(await admitFirst(event, appended, appended.issueContext)).reason).toBe(
      'event-self-anchoring',
    );
    expect(faultOf(await replayAdmission(event, looked)).reason).toBe('event-self-anchoring');
  });

  test('another Event, or another kind that is its own record, is merely no record', () => {
    const other = signed('event', { ...UNSIGNED.event, sequence: 2 }).bytes;
    const logged = (recordBytes: Uint8Array) => ({ recordBytes, authenticatedService: SERVICE });
    expect(faultOf(validateRecord(event, logged(other))).reason).toBe('record-schema-invalid');
    expect(faultOf(validateRecord(command, logged(command.bytes))).reason).toBe('record-schema-invalid');
  });
});

test('isSameBinding compares the document, its kind, its key and its Principal (ADM-005)', () => {
  const a = recordOf() as FirstAdmissionRecord;
  expect(
    isSameBinding(a, { ...a, admissionRecordId: 'x:r', trustedAcceptedAt: AT } as FirstAdmissionRecord),
  ).toBe(true);
  const others: Partial<FirstAdmissionRecord>[] = [
    { organizationId: 'x:o' },
    { documentKind: 'event' },
    { signingHash: HASH },
    { keyId: 'x:k' },
    { principal: HUMAN },
    { principal: { ...AGENT, id: 'x:a' } },
  ];
  expect(others.filter((change) => isSameBinding(a, { ...a, ...change }))).toStrictEqual([]);
});
