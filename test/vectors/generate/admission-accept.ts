// Accept cases of the admission suite: first admission, idempotent retry, concurrent winners, historical replay.
import { DOCUMENT_KINDS } from '../../../core/protocol/document-kinds.ts';
import {
  ABSENCE,
  type AdmissionCases,
  admitted,
  appended,
  contextOf,
  found,
  registryWith,
} from './admission-cases.ts';
import { printCompact } from './bytes.ts';
import { at, KEYS_FROM, OTHER_SERVICE, urn } from './world.ts';

/** Adds the accept cases; returns the path of the right record of the Command. */
export function addAcceptedAdmissions(suite: AdmissionCases): string {
  const matrix = DOCUMENT_KINDS.map((kind) => {
    const record = suite.recordFor(kind);
    const path = suite.record(`valid-${kind}`, record);
    return suite.evaluation(
      `first-admission.${kind}`,
      {
        mode: 'first-admission',
        trustedContext: contextOf(record),
        lookup: ABSENCE,
        append: appended('committed', path),
        expect: admitted(path),
      },
      kind,
    );
  });
  suite.add('accept.first-admission.profile-matrix', matrix);

  const right = 'admission/records/valid-command.json';
  suite.add('accept.first-admission.idempotent-retry', [
    suite.evaluation('idempotent-retry', {
      mode: 'first-admission',
      lookup: found(right),
      expect: admitted(right),
    }),
    // RUN-022: neither the context nor the log's append may be used, although both are there.
    suite.evaluation('idempotent-retry-leaves-append-alone', {
      mode: 'first-admission',
      trustedContext: contextOf(suite.recordFor('command')),
      lookup: found(right),
      append: { status: 'conflict' },
      expect: admitted(right),
    }),
  ]);

  const winner = suite.record(
    'valid-concurrent-winner',
    suite.recordFor('command', {
      admissionRecordId: urn('admission-record', 'concurrent-winner'),
      trustedAcceptedAt: at('18:00:04.999'),
    }),
  );
  const winnerOfOther = suite.record(
    'valid-winner-of-other-service',
    suite.recordFor('command', {
      admissionRecordId: urn('admission-record', 'other-winner'),
      acceptedBy: OTHER_SERVICE,
    }),
  );
  const context = contextOf(suite.recordFor('command'));
  suite.add('accept.first-admission.concurrent-winner', [
    suite.evaluation('concurrent-winner', {
      mode: 'first-admission',
      trustedContext: context,
      lookup: ABSENCE,
      append: appended('existing', winner),
      expect: admitted(winner),
    }),
    suite.evaluation('concurrent-winner-of-other-service', {
      mode: 'first-admission',
      trustedContext: context,
      lookup: ABSENCE,
      append: appended('existing', winnerOfOther, OTHER_SERVICE),
      expect: admitted(winnerOfOther),
    }),
  ]);

  const boundaries: readonly (readonly [id: string, trustedAcceptedAt: string])[] = [
    ['at-valid-from', KEYS_FROM],
    ['just-before-valid-until', '2027-12-31T23:59:59.99999999999999999999Z'],
    ['other-spelling', '2027-03-01t19:00:05.50+01:00'],
  ];
  suite.add(
    'accept.first-admission.trusted-time',
    boundaries.map(([id, trustedAcceptedAt]) => {
      const record = suite.recordFor('command', {
        admissionRecordId: urn('admission-record', id),
        trustedAcceptedAt,
      });
      const path = suite.record(`valid-${id}`, record);
      return suite.evaluation(`trusted-time.${id}`, {
        mode: 'first-admission',
        trustedContext: contextOf(record),
        lookup: ABSENCE,
        append: appended('committed', path),
        expect: admitted(path),
      });
    }),
  );

  const alternate = suite.record(
    'valid-alternate-serialization',
    printCompact(Object.fromEntries(Object.entries(suite.recordFor('command')).toReversed())),
  );
  suite.add('accept.historical-replay', [
    suite.evaluation('replay.same-registry', { lookup: found(right), expect: admitted(right) }),
    suite.evaluation('replay.alternate-serialization', { lookup: found(alternate), expect: admitted(right) }),
    suite.evaluation('replay.after-expiry', {
      registry: suite.registry('expired-after-admission', registryWith('validUntil', at('18:00:05.000001'))),
      lookup: found(right),
      expect: admitted(right),
    }),
    suite.evaluation('replay.after-revocation', {
      registry: suite.registry('revoked-after-admission', registryWith('revokedAt', at('19:00:00'))),
      lookup: found(right),
      expect: admitted(right),
    }),
    ...DOCUMENT_KINDS.filter((kind) => kind !== 'command').map((kind) => {
      const path = `admission/records/valid-${kind}.json`;
      return suite.evaluation(`replay.${kind}`, { lookup: found(path), expect: admitted(path) }, kind);
    }),
  ]);
  return right;
}
