// Reject cases of the admission suite, one for every reason that a script can bring about (section 3.7).
import {
  ABSENCE,
  ACCEPTED_AT,
  type AdmissionCases,
  appended,
  contextOf,
  found,
  refused,
  registryWith,
} from './admission-cases.ts';
import { canonicalText, printCompact, printJson } from './bytes.ts';
import { REGISTRY_PATH } from './cryptography.ts';
import {
  ADMISSION_SERVICE,
  asActor,
  at,
  COORDINATOR,
  hashFor,
  INSPECTOR,
  KEYS_UNTIL,
  OTHER_SERVICE,
  urn,
} from './world.ts';

/** A record that is found, and then one that wins the append: both must be validated alike (ADM-010). */
function addBrokenRecords(suite: AdmissionCases): void {
  const right = suite.recordFor('command');
  const records: readonly (readonly [id: string, content: object | string, reason: string])[] = [
    ['organization', { ...right, organizationId: urn('organization', 'dyers') }, 'record-binding-mismatch'],
    ['document-kind', { ...right, documentKind: 'event' }, 'record-binding-mismatch'],
    ['signing-hash', { ...right, signingHash: hashFor('something else') }, 'record-binding-mismatch'],
    ['key-id', { ...right, keyId: urn('key', 'coordinator-spare') }, 'record-binding-mismatch'],
    ['key-id-other-case', { ...right, keyId: urn('key', 'COORDINATOR') }, 'record-binding-mismatch'],
    ['principal-id', { ...right, principal: asActor(INSPECTOR) }, 'record-binding-mismatch'],
    [
      'principal-type',
      { ...right, principal: { type: 'service', id: COORDINATOR.id } },
      'record-binding-mismatch',
    ],
    ['accepted-by-agent', { ...right, acceptedBy: asActor(INSPECTOR) }, 'record-schema-invalid'],
    ['with-signature', { ...right, signature: suite.document('command') }, 'record-schema-invalid'],
    ['unknown-member', { ...right, note: 'tenth member' }, 'record-schema-invalid'],
    ['missing-member', { ...right, keyId: undefined }, 'record-schema-invalid'],
    ['leap-second', { ...right, trustedAcceptedAt: '2027-06-30T23:59:60Z' }, 'record-schema-invalid'],
    [
      'duplicate-member',
      printCompact(right).replace('{', '{"protocolVersion":"0.1",'),
      'record-schema-invalid',
    ],
    ['trailing-data', `${printCompact(right)} {}`, 'record-schema-invalid'],
    ['accepted-by-other-service', { ...right, acceptedBy: OTHER_SERVICE }, 'log-authentication-failed'],
    [
      'before-valid-from',
      { ...right, trustedAcceptedAt: '2026-12-31T23:59:59.9999Z' },
      'trusted-time-outside-key-interval',
    ],
    ['at-valid-until', { ...right, trustedAcceptedAt: KEYS_UNTIL }, 'trusted-time-outside-key-interval'],
    [
      'after-valid-until',
      { ...right, trustedAcceptedAt: '2028-06-01T00:00:00Z' },
      'trusted-time-outside-key-interval',
    ],
    // ADM-013: an earlier step decides.
    [
      'mismatch-and-other-service',
      { ...right, keyId: urn('key', 'weaver'), acceptedBy: OTHER_SERVICE },
      'record-binding-mismatch',
    ],
    [
      'other-service-and-late',
      { ...right, acceptedBy: OTHER_SERVICE, trustedAcceptedAt: KEYS_UNTIL },
      'log-authentication-failed',
    ],
  ];
  const stored = records.map(([id, content, reason]) => ({
    id,
    reason,
    path: suite.record(`invalid-${id}`, content),
  }));
  suite.add(
    'reject.record.found-in-replay',
    stored.map(({ id, reason, path }) =>
      suite.evaluation(`replay-finds.${id}`, { lookup: found(path), expect: refused(reason) }),
    ),
  );
  suite.add(
    'reject.record.found-in-first-admission',
    stored.map(({ id, reason, path }) =>
      suite.evaluation(`first-admission-finds.${id}`, {
        mode: 'first-admission',
        trustedContext: contextOf(right),
        lookup: found(path),
        expect: refused(reason),
      }),
    ),
  );
  suite.add(
    'reject.record.returned-by-append',
    stored.map(({ id, reason, path }) =>
      suite.evaluation(`append-returns.${id}`, {
        mode: 'first-admission',
        trustedContext: contextOf(right),
        lookup: ABSENCE,
        append: appended('existing', path),
        expect: refused(reason),
      }),
    ),
  );
}

function addTrustedTimeCases(suite: AdmissionCases, right: string): void {
  const late = 'trusted-time-outside-key-interval';
  const untilAccepted = suite.registry('valid-until-at-admission', registryWith('validUntil', ACCEPTED_AT));
  const revokedAtAccepted = suite.registry('revoked-at-admission', registryWith('revokedAt', ACCEPTED_AT));
  const revokedBefore = suite.registry('revoked-before-admission', registryWith('revokedAt', at('18:00:04')));
  suite.add('reject.trusted-time.replay', [
    suite.evaluation('replay.at-valid-until', {
      registry: untilAccepted,
      lookup: found(right),
      expect: refused(late),
    }),
    suite.evaluation('replay.at-revoked-at', {
      registry: revokedAtAccepted,
      lookup: found(right),
      expect: refused(late),
    }),
    suite.evaluation('replay.after-revoked-at', {
      registry: revokedBefore,
      lookup: found(right),
      expect: refused(late),
    }),
  ]);

  const context = (trustedAcceptedAt: string) => ({
    ...contextOf(suite.recordFor('command')),
    trustedAcceptedAt,
  });
  const candidates: readonly (readonly [id: string, time: string, registry: string, reason: string])[] = [
    ['before-valid-from', '2026-12-31T23:59:59.99999999999999999999Z', REGISTRY_PATH, late],
    ['at-valid-until', KEYS_UNTIL, REGISTRY_PATH, late],
    ['at-valid-until-other-spelling', '2028-01-01T01:00:00.0+01:00', REGISTRY_PATH, late],
    ['after-valid-until', '2028-01-01T00:00:00.00000000000000000001Z', REGISTRY_PATH, late],
    ['at-revoked-at', ACCEPTED_AT, revokedAtAccepted, late],
    ['after-revoked-at', ACCEPTED_AT, revokedBefore, late],
    ['leap-second', '2027-06-30T23:59:60Z', REGISTRY_PATH, 'malformed-trusted-time'],
    ['minus-zero', '2027-03-01T18:00:05-00:00', REGISTRY_PATH, 'malformed-trusted-time'],
    ['year-zero', '0000-01-01T00:00:00Z', REGISTRY_PATH, 'malformed-trusted-time'],
    ['no-time', 'now', REGISTRY_PATH, 'malformed-trusted-time'],
  ];
  suite.add(
    'reject.trusted-time.candidate',
    candidates.map(([id, time, registry, reason]) =>
      suite.evaluation(`candidate.${id}`, {
        mode: 'first-admission',
        registry,
        trustedContext: context(time),
        lookup: ABSENCE,
        expect: refused(reason),
      }),
    ),
  );
}

function addLogTrouble(suite: AdmissionCases, right: string): void {
  const lookups = [
    ['unauthenticated', 'log-authentication-failed'],
    ['integrity-failed', 'log-authentication-failed'],
    ['unavailable', 'log-unavailable'],
    ['indeterminate', 'log-indeterminate'],
  ] as const;
  suite.add('reject.log.lookup', [
    suite.evaluation('replay.record-missing', { lookup: ABSENCE, expect: refused('record-missing') }),
    ...lookups.flatMap(([status, reason]) => [
      suite.evaluation(`replay.lookup-${status}`, { lookup: { status }, expect: refused(reason) }),
      suite.evaluation(`first-admission.lookup-${status}`, {
        mode: 'first-admission',
        trustedContext: contextOf(suite.recordFor('command')),
        lookup: { status },
        append: appended('committed', right),
        expect: refused(reason),
      }),
    ]),
  ]);

  const appends = [
    ['conflict', 'record-conflict'],
    ['unauthenticated', 'log-authentication-failed'],
    ['integrity-failed', 'append-integrity-not-established'],
    ['unavailable', 'log-unavailable'],
    ['indeterminate', 'log-indeterminate'],
  ] as const;
  suite.add('reject.log.append', [
    ...appends.map(([status, reason]) =>
      suite.evaluation(`first-admission.append-${status}`, {
        mode: 'first-admission',
        trustedContext: contextOf(suite.recordFor('command')),
        lookup: ABSENCE,
        append: { status },
        expect: refused(reason),
      }),
    ),
    suite.evaluation('first-admission.committed-by-other-service', {
      mode: 'first-admission',
      trustedContext: contextOf(suite.recordFor('command')),
      lookup: ABSENCE,
      append: appended('committed', right, OTHER_SERVICE),
      expect: refused('log-authentication-failed'),
    }),
    suite.evaluation('replay.authenticated-as-agent', {
      lookup: found(right, { type: 'agent', id: ADMISSION_SERVICE.id }),
      expect: refused('log-authentication-failed'),
    }),
  ]);
}

/** ADM-015: a Signed Event is never its own record, in whatever spelling and wherever it comes from. */
function addSelfAnchoring(suite: AdmissionCases): void {
  const event = suite.document('event');
  const spellings = [
    ['raw', printJson(event)],
    ['canonical', canonicalText(event)],
    ['reversed', printCompact(Object.fromEntries(Object.entries(event).toReversed()))],
  ] as const;
  const stored = spellings.map(
    ([id, text]) => [id, suite.record(`invalid-event-itself-${id}`, text)] as const,
  );
  const expect = refused('event-self-anchoring');
  suite.add('reject.event-self-anchoring', [
    ...stored.map(([id, path]) =>
      suite.evaluation(`self-anchoring.replay-${id}`, { lookup: found(path), expect }, 'event'),
    ),
    ...stored.map(([id, path]) =>
      suite.evaluation(
        `self-anchoring.first-admission-${id}`,
        { mode: 'first-admission', lookup: found(path), expect },
        'event',
      ),
    ),
    ...stored.map(([id, path]) =>
      suite.evaluation(
        `self-anchoring.append-${id}`,
        {
          mode: 'first-admission',
          trustedContext: contextOf(suite.recordFor('event')),
          lookup: ABSENCE,
          append: appended('existing', path),
          expect,
        },
        'event',
      ),
    ),
    // Of another kind it is only a record that does not fit its schema.
    suite.evaluation('self-anchoring.command-finds-event', {
      lookup: found('admission/records/invalid-event-itself-raw.json'),
      expect: refused('record-schema-invalid'),
    }),
  ]);
}

/** Adds the reject cases; `right` is the path of the right record of the Command. */
export function addRefusedAdmissions(suite: AdmissionCases, right: string): void {
  addBrokenRecords(suite);
  addTrustedTimeCases(suite, right);
  addLogTrouble(suite, right);
  addSelfAnchoring(suite);
}
