// Sample Commands on their way: one refused that holds another, one of unknown outcome, drafts, accepted ones.
import type { FixPanelModel, OutboxRow, OutboxSummary } from '../../core/contract/outbox.ts';
import {
  ACME,
  ADA,
  address,
  ASSISTANT,
  AUTH,
  CLI,
  item,
  ITEM_TITLES,
  LAB,
  LAB_COORDINATOR,
  MINUTE,
  type SampleContext,
  TITLES,
} from './sample-world.ts';

type Option = OutboxRow['options'][number];

function option(id: string, words: Option['words'], opensSheet = false, more: Partial<Option> = {}): Option {
  return { id, words, opensSheet, isEnabled: true, reasons: [], ...more };
}

export function sampleOutbox(context: SampleContext): readonly OutboxRow[] {
  const { say, nowMs } = context;
  const cli = { connectionId: LAB, groupId: CLI, missionTitle: TITLES[CLI] ?? '', signer: LAB_COORDINATOR };
  const auth = { connectionId: ACME, groupId: AUTH, missionTitle: TITLES[AUTH] ?? '', signer: ASSISTANT };
  const abandon = option('drop', say('Drop', 'Verwerfen'));
  const rows: Omit<OutboxRow, 'id' | 'sort'>[] = [
    {
      ...cli,
      actionId: 'urn:acme:action:offer-threats-2',
      kind: 'work.offer',
      words: say('Offer', 'Angebot'),
      object: address('workItem', 'urn:lab:work-item:updater', CLI, LAB),
      title: 'Threat model of the updater',
      state: 'refused',
      stateWords: say('refused: REVISION_CONFLICT', 'abgelehnt: REVISION_CONFLICT'),
      turn: 'rests',
      position: 1,
      createdAtMs: nowMs - 22 * MINUTE,
      changedAtMs: nowMs - 6 * MINUTE,
      attempts: 1,
      error: {
        code: 'REVISION_CONFLICT',
        words: say(
          'Changed in between: expected revision 9, now 11.',
          'Inzwischen geändert: erwartet Revision 9, jetzt 11.',
        ),
        details: { currentRevision: 11 },
      },
      options: [
        option('reissue', say('Issue again on revision 11', 'Auf Revision 11 neu ausstellen'), true, {
          reissue: {
            kind: 'new-command',
            changes: [
              say('new Action ID', 'neue Action ID'),
              say('new time', 'neue Zeit'),
              say('new signature', 'neue Unterschrift'),
            ],
          },
          isEnabled: false,
          reasons: [
            say(
              'The item is blocked: a Child Mission is at work.',
              'Das WorkItem ist blockiert: Eine Unteraufgabe ist in Arbeit.',
            ),
          ],
        }),
        option('keep-as-draft', say('Keep as a draft', 'Als Entwurf behalten')),
        option('drop', say('Drop', 'Verwerfen')),
      ],
    },
    {
      ...cli,
      actionId: 'urn:acme:action:message-note-3',
      kind: 'message.post',
      words: say('Message', 'Message'),
      object: address('message', 'urn:lab:message:note-3', CLI, LAB),
      title: '“See note 3 about the signing key”',
      state: 'waiting-for-connection',
      stateWords: say('waits for the connection', 'wartet auf die Verbindung'),
      turn: 'free',
      position: 2,
      createdAtMs: nowMs - 4 * MINUTE,
      changedAtMs: nowMs - 4 * MINUTE,
      attempts: 0,
      options: [option('withdraw', say('Back to a draft', 'Zurück zum Entwurf')), abandon],
    },
    {
      ...cli,
      actionId: 'urn:acme:action:authorize-tests',
      kind: 'work.authorize',
      words: say('Authorize WorkItem', 'WorkItem freigeben'),
      object: address('workItem', 'urn:lab:work-item:tests', CLI, LAB),
      title: 'Write tests for the updater',
      state: 'signed',
      stateWords: say('signed', 'unterzeichnet'),
      turn: 'held',
      becauseOfActionId: 'urn:acme:action:offer-threats-2',
      position: 3,
      createdAtMs: nowMs - 20 * MINUTE,
      changedAtMs: nowMs - 20 * MINUTE,
      attempts: 0,
      options: [abandon],
    },
    {
      ...auth,
      actionId: 'urn:acme:action:cancel-spike',
      kind: 'work.cancel',
      words: say('Cancel item', 'WorkItem abbrechen'),
      object: address('workItem', item('a11y')),
      title: ITEM_TITLES[item('a11y')] ?? '',
      state: 'refused',
      stateWords: say('refused: MEMBERSHIP_STALE', 'abgelehnt: MEMBERSHIP_STALE'),
      turn: 'rests',
      position: 0,
      createdAtMs: nowMs - 9 * MINUTE,
      changedAtMs: nowMs - 8 * MINUTE,
      attempts: 1,
      error: {
        code: 'MEMBERSHIP_STALE',
        words: say('The Membership has changed.', 'Die Mitgliedschaft hat sich geändert.'),
      },
      options: [
        option('reissue', say('Issue again with epoch 4', 'Mit Epoche 4 neu ausstellen'), true, {
          reissue: {
            kind: 'new-command',
            changes: [
              say('new Action ID', 'neue Action ID'),
              say('new signature', 'neue Unterschrift'),
              say('keeps the correlation id', 'behält die Correlation-Id'),
            ],
          },
        }),
        option('drop', say('Drop', 'Verwerfen')),
      ],
    },
    {
      ...auth,
      actionId: 'urn:acme:action:renew-41',
      kind: 'mission.renew_coordinator',
      words: say('Renew the Coordinator Lease', 'Coordinator Lease erneuern'),
      object: address('mission', 'urn:acme:mission:auth'),
      title: TITLES[AUTH] ?? '',
      state: 'unknown',
      stateWords: say('no answer', 'keine Antwort'),
      turn: 'rests',
      position: 1,
      createdAtMs: nowMs - 3 * MINUTE,
      changedAtMs: nowMs - 2 * MINUTE,
      attempts: 2,
      options: [
        option('ask-authority', say('Ask the Authority', 'Authority fragen')),
        option(
          'resend-identical',
          say('Send the same bytes again', 'Dieselben Bytes noch einmal senden'),
          false,
          {
            reissue: { kind: 'same-bytes', changes: [] },
          },
        ),
      ],
    },
    {
      ...auth,
      actionId: 'urn:acme:action:offer-a11y-2',
      kind: 'work.offer',
      words: say('Offer', 'Angebot'),
      object: address('workItem', item('a11y')),
      title: ITEM_TITLES[item('a11y')] ?? '',
      state: 'sent',
      stateWords: say('sent', 'gesendet'),
      turn: 'free',
      position: 2,
      createdAtMs: nowMs - 40_000,
      changedAtMs: nowMs - 2_000,
      attempts: 1,
      options: [],
    },
    {
      ...auth,
      signer: ADA,
      actionId: 'urn:acme:action:draft-changes',
      kind: 'mission.request_changes',
      words: say('Request changes', 'Änderungen verlangen'),
      object: address('mission', 'urn:acme:mission:billing'),
      title: 'Move billing exports to the new ledger',
      state: 'draft',
      stateWords: say('draft', 'Entwurf'),
      turn: 'rests',
      position: 3,
      createdAtMs: nowMs - 70 * MINUTE,
      changedAtMs: nowMs - 65 * MINUTE,
      attempts: 0,
      options: [option('edit', say('Edit', 'Bearbeiten'), true), option('drop', say('Drop', 'Verwerfen'))],
    },
    {
      ...auth,
      actionId: 'urn:acme:action:accept-passwords',
      kind: 'work.accept_result',
      words: say('Accept result', 'Ergebnis annehmen'),
      object: address('workItem', item('passwords')),
      title: ITEM_TITLES[item('passwords')] ?? '',
      state: 'accepted',
      stateWords: say('accepted #1 479', 'angenommen #1 479'),
      turn: 'rests',
      position: 0,
      createdAtMs: nowMs - 90 * MINUTE,
      changedAtMs: nowMs - 90 * MINUTE,
      attempts: 1,
      sequence: 1_479,
      options: [],
    },
  ];
  return rows.map((row) => ({
    ...row,
    id: row.actionId,
    sort: `${row.missionTitle} ${String(row.position).padStart(4, '0')}`,
  }));
}

export function sampleOutboxSummary(rows: readonly OutboxRow[]): OutboxSummary {
  const count = (...states: readonly OutboxRow['state'][]): number =>
    rows.filter(({ state }) => states.includes(state)).length;
  return {
    waiting: count('waiting-for-key', 'waiting-for-connection', 'signed', 'sent'),
    refused: count('refused'),
    unknown: count('unknown'),
    drafts: count('draft'),
    held: [{ connectionId: LAB, groupId: CLI, count: 1 }],
  };
}

export function sampleFixPanel(context: SampleContext, entry: OutboxRow): FixPanelModel {
  const { say } = context;
  if (entry.state === 'unknown') {
    return {
      entry,
      code: 'NO_ANSWER',
      cause: say('It was sent, and no answer came.', 'Es wurde gesendet, und es kam keine Antwort.'),
      advice: say(
        'Ask the Authority first. Sending the same bytes again does nothing twice.',
        'Frage zuerst die Authority. Dieselben Bytes noch einmal zu senden, tut nichts doppelt.',
      ),
      facts: [say('sent twice', 'zweimal gesendet')],
      diff: [],
      options: entry.options,
    };
  }
  if (entry.error?.code === 'MEMBERSHIP_STALE') {
    return {
      entry,
      code: 'MEMBERSHIP_STALE',
      cause: say(
        'Your Membership changed after you had prepared it.',
        'Deine Mitgliedschaft hat sich geändert, nachdem du es vorbereitet hattest.',
      ),
      advice: say('Issue it again with the current epoch.', 'Stelle es mit der aktuellen Epoche neu aus.'),
      facts: [say('Membership Epoch 3, now 4', 'Membership Epoch 3, jetzt 4')],
      diff: [],
      options: entry.options,
    };
  }
  return {
    entry,
    code: 'REVISION_CONFLICT',
    cause: say(
      'Someone changed the item after you had prepared the offer.',
      'Jemand hat das WorkItem geändert, nachdem du das Angebot vorbereitet hattest.',
    ),
    advice: say(
      'Look at what has changed, then issue it again on the newest revision.',
      'Sieh an, was sich geändert hat, und stelle es auf der neuesten Revision noch einmal aus.',
    ),
    facts: [say('expected revision 9', 'erwartete Revision 9'), say('revision now 11', 'Revision jetzt 11')],
    diff: [
      { fact: 'deadline', words: say('deadline', 'Frist'), asDrafted: '18:00', now: '16:00' },
      { fact: 'state', words: say('state', 'Zustand'), mine: 'offered', asDrafted: 'open', now: 'blocked' },
      {
        fact: 'offers',
        words: say('offered to', 'angeboten an'),
        mine: ['sec-1', 'sec-2'],
        asDrafted: [],
        now: [],
      },
    ],
    refusedNow: {
      code: 'INVALID_STATE_TRANSITION',
      words: say(
        'The item is blocked: a Child Mission is at work.',
        'Das WorkItem ist blockiert: Eine Unteraufgabe ist in Arbeit.',
      ),
    },
    options: entry.options,
  };
}
