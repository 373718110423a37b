// Commands of two Groups: one refused that holds another, one that waits, a draft, one of unknown outcome.
import type { FixPanelModel, OutboxRow, OutboxSummary } from '../../../core/contract/outbox.ts';

export const NOW_MS = Date.parse('2026-03-05T14:02:00.000Z');

export const words = (text: string, key = 'test.words') => ({ key, values: {}, text });

const CLI = { connectionId: 'local', groupId: 'urn:heddle:group:cli', missionTitle: 'cli-mission' } as const;
const AUTH = {
  connectionId: 'local',
  groupId: 'urn:heddle:group:auth',
  missionTitle: 'auth-mission',
} as const;

const option = (id: string, text: string, opensSheet = false) => ({
  id,
  words: words(text),
  opensSheet,
  isEnabled: true,
  reasons: [],
});

export function outboxRow(changes: Partial<OutboxRow> & Pick<OutboxRow, 'actionId' | 'state'>): OutboxRow {
  const { actionId } = changes;
  return {
    ...CLI,
    id: actionId,
    sort: actionId,
    kind: 'work.offer',
    words: words('Offer'),
    object: {
      connectionId: 'local',
      type: 'workItem',
      groupId: CLI.groupId,
      id: 'urn:heddle:work-item:threat',
    },
    title: 'Threat model',
    signer: { type: 'agent', id: 'urn:heddle:agent:assistant', name: 'Coordinator assistant' },
    stateWords: words(changes.state),
    turn: 'free',
    position: 1,
    createdAtMs: NOW_MS - 600_000,
    changedAtMs: NOW_MS - 300_000,
    attempts: 1,
    options: [],
    ...changes,
  };
}

export const REFUSED = outboxRow({
  actionId: 'urn:heddle:action:offer-9',
  state: 'refused',
  turn: 'rests',
  position: 1,
  error: { code: 'REVISION_CONFLICT', words: words('Somebody changed it in between.') },
  options: [
    option('reissue', 'Re-issue on revision 11', true),
    option('keep-as-draft', 'Keep as draft'),
    option('drop', 'Drop'),
  ],
});

export const HELD = outboxRow({
  actionId: 'urn:heddle:action:authorize-3',
  state: 'signed',
  turn: 'held',
  becauseOfActionId: REFUSED.actionId,
  position: 3,
  kind: 'work.authorize',
  words: words('Authorise'),
  title: 'Write tests',
  options: [option('release', 'Send it all the same')],
});

export const MESSAGE = outboxRow({
  actionId: 'urn:heddle:action:message-4',
  state: 'waiting-for-connection',
  position: 2,
  kind: 'message.post',
  words: words('Message'),
  title: '"see note 3"',
  attempts: 0,
  options: [option('withdraw', 'Back to a draft'), option('drop', 'Drop')],
});

export const DRAFTS = [5, 6, 7].map((position) =>
  outboxRow({
    actionId: `urn:heddle:action:draft-${position}`,
    state: 'draft',
    turn: 'rests',
    position,
    title: `Draft ${position}`,
    attempts: 0,
    options: [option('edit', 'Edit', true), option('drop', 'Drop')],
  }),
);

export const UNKNOWN = outboxRow({
  ...AUTH,
  actionId: 'urn:heddle:action:renew-1',
  state: 'unknown',
  turn: 'rests',
  kind: 'mission.renew_coordinator',
  words: words('Renew Coordinator lease'),
  object: { connectionId: 'local', type: 'mission', groupId: AUTH.groupId, id: 'urn:heddle:mission:auth' },
  title: 'auth-mission',
  options: [
    option('ask-authority', 'Ask the Authority'),
    option('resend-identical', 'Send the same bytes again'),
  ],
});

export const ACCEPTED = outboxRow({
  ...AUTH,
  actionId: 'urn:heddle:action:done-1',
  state: 'accepted',
  turn: 'rests',
  sequence: 1479,
});

export const OUTBOX_ROWS: readonly OutboxRow[] = [UNKNOWN, ACCEPTED, HELD, MESSAGE, REFUSED, ...DRAFTS];

export const OUTBOX_SUMMARY: OutboxSummary = {
  waiting: 2,
  refused: 1,
  unknown: 1,
  drafts: 3,
  held: [{ connectionId: CLI.connectionId, groupId: CLI.groupId, count: 2 }],
};

export const FIX_PANEL: FixPanelModel = {
  entry: REFUSED,
  code: 'REVISION_CONFLICT',
  cause: words('Somebody changed the item after you prepared the offer.'),
  advice: words('Look at what has changed, and issue it again on the newest revision.'),
  facts: [words('expected revision: 9'), words('revision now: 11')],
  diff: [
    { fact: 'goal', words: words('goal'), asDrafted: 'Model threats', now: 'Model threats' },
    { fact: 'deadline', words: words('deadline'), asDrafted: '18:00', now: '16:00' },
    { fact: 'offered-to', words: words('offered to'), mine: ['sec-1', 'sec-2'], asDrafted: [], now: [] },
    { fact: 'state', words: words('state'), mine: 'offered', asDrafted: 'open', now: 'blocked' },
  ],
  refusedNow: {
    code: 'INVALID_STATE_TRANSITION',
    words: words('The item is blocked: a Child Mission is at work.'),
  },
  options: [
    {
      ...option('reissue', 'Re-issue with revision 11', true),
      reissue: {
        kind: 'new-command',
        changes: [
          words('new Action ID'),
          words('new time'),
          words('new signature'),
          words('keeps the correlation id'),
        ],
      },
    },
    option('keep-as-draft', 'Keep as draft until unblocked'),
    option('drop', 'Drop'),
  ],
};
