// A sample Policy Log, limits in use, and overrides in every stage.
import type {
  LimitRow,
  LimitSummary,
  OverrideRow,
  PolicyLogRow,
  PolicyLogSummary,
} from '../../core/contract/policy.ts';
import type { Person, Words } from '../../core/contract/values.ts';
import {
  ACME,
  action,
  ADA,
  address,
  ASSISTANT,
  AUTH,
  BILLING,
  CODER,
  HANDBOOK,
  HOUR,
  item,
  ITEM_TITLES,
  MINUTE,
  type SampleContext,
  SEC_1,
  TITLES,
} from './sample-world.ts';

export function samplePolicyLog({ say, nowMs }: SampleContext): readonly PolicyLogRow[] {
  const row = (
    index: number,
    decision: Words,
    rule: Words,
    actor: Person,
    object: Words,
    more: Partial<PolicyLogRow> = {},
  ): PolicyLogRow => ({
    id: `log-${index}`,
    sort: String(index).padStart(3, '0'),
    connectionId: ACME,
    groupId: AUTH,
    missionTitle: TITLES[AUTH] ?? '',
    source: 'event',
    decision,
    rule,
    actor,
    object,
    details: [],
    atMs: nowMs - index * 23 * MINUTE,
    sequence: 1_470 - index * 31,
    ...more,
  });
  const depth = say('depth of delegation', 'Tiefe der Delegation');
  const { sequence: _none, ...refusal } = row(
    1,
    say('“Authorise WorkItem” refused', '„WorkItem autorisieren“ abgelehnt'),
    say('RATE_LIMITED · depth of delegation', 'RATE_LIMITED · Tiefe der Delegation'),
    ASSISTANT,
    say('Rate limiting', 'Rate limiting'),
    {
      source: 'refusal',
      actionId: 'urn:acme:action:01J8ZP-auth',
      details: [say('A limit of the Organization is reached.', 'Eine Grenze der Organization ist erreicht.')],
    },
  );
  return [
    refusal,
    row(
      2,
      say('override used', 'Ausnahme verbraucht'),
      depth,
      ASSISTANT,
      say('Authorise WorkItem · Assistant · …4471', 'WorkItem autorisieren · Assistant · …4471'),
    ),
    row(
      3,
      say('override granted', 'Ausnahme erteilt'),
      depth,
      ADA,
      say('Authorise WorkItem · Assistant · …4471', 'WorkItem autorisieren · Assistant · …4471'),
      { objectAddress: address('override', 'urn:acme:override:1') },
    ),
    row(
      4,
      say('start approved', 'Start freigegeben'),
      say('approval before execution', 'Freigabe vor der Ausführung'),
      ADA,
      say('Deploy to staging', 'Deploy to staging'),
      { objectAddress: address('workItem', item('staging')) },
    ),
    row(
      5,
      say('delegation granted', 'Delegation erteilt'),
      say('Delegation Grant', 'Delegation Grant'),
      ASSISTANT,
      say(`sec-1 · ${ITEM_TITLES[item('threats')] ?? ''}`, `sec-1 · ${ITEM_TITLES[item('threats')] ?? ''}`),
      { objectAddress: address('grant', 'urn:acme:grant:1-threats') },
    ),
    row(
      6,
      say('Message redacted', 'Message geschwärzt'),
      say('redaction with a reason', 'Schwärzung mit Grund'),
      ADA,
      say('…redacted', '…redacted'),
    ),
    row(
      7,
      say('delegation granted', 'Delegation erteilt'),
      say('Delegation Grant', 'Delegation Grant'),
      ASSISTANT,
      say('writer · Handbook', 'writer · Handbook'),
      { groupId: HANDBOOK, missionTitle: TITLES[HANDBOOK] ?? '', source: 'snapshot', sequence: 88 },
    ),
  ];
}

export function samplePolicySummary({ say }: SampleContext, groupId: string | undefined): PolicyLogSummary {
  if (groupId === HANDBOOK) {
    return {
      isFull: true,
      label: say(
        'The whole log: signed by the Authority in the snapshot of the archived Mission.',
        'Das ganze Log: von der Authority im Snapshot der archivierten Mission signiert.',
      ),
    };
  }
  return {
    isFull: false,
    label: say(
      'Partial: read from the Events that this computer has seen, with the refusals that its own Commands were given. Refusals to others, and what an Authority decided without an Event, are not in it.',
      'Unvollständig: gelesen aus den Events, die dieser Computer gesehen hat, mit den Ablehnungen der eigenen Commands. Ablehnungen anderer und was eine Authority ohne Event entschieden hat, stehen nicht darin.',
    ),
  };
}

export function sampleLimits({ say }: SampleContext): readonly LimitRow[] {
  const levels: { readonly [Level in LimitRow['level']]: Words } = {
    calm: say('room', 'Platz'),
    soft: say('near the limit', 'nahe der Grenze'),
    reached: say('at the limit', 'an der Grenze'),
    none: say('no limit', 'keine Grenze'),
  };
  const row = (
    index: number,
    limitName: string,
    words: Words,
    used: number,
    limit: number | undefined,
    basis: Words,
    who?: Person,
  ): LimitRow => {
    const softAt = limit === undefined ? undefined : Math.ceil(limit * 0.75);
    const level: LimitRow['level'] =
      limit === undefined ? 'none' : used >= limit ? 'reached' : used >= (softAt ?? 0) ? 'soft' : 'calm';
    const isOfMission = !limitName.endsWith('work_items');
    return {
      id: `${limitName} ${index}`,
      sort: String(index).padStart(3, '0'),
      connectionId: ACME,
      limitName,
      words,
      used,
      level,
      levelWords: levels[level],
      basis,
      isMine: who?.id === ASSISTANT.id,
      ...(isOfMission ? { groupId: AUTH, missionTitle: TITLES[AUTH] ?? '' } : {}),
      ...(who === undefined ? {} : { who }),
      ...(limit === undefined ? {} : { limit, softAt: softAt ?? limit }),
    };
  };
  const minute = say(
    'accepted in the last minute, in this Mission',
    'in der letzten Minute angenommen, in dieser Mission',
  );
  const all = say('across all Missions that can be seen here', 'über alle Missions, die hier zu sehen sind');
  const deepest = say(
    'the deepest WorkItem; 0 stands directly below the Mission',
    'das tiefste WorkItem; 0 steht direkt unter der Mission',
  );
  const queued = say('queued WorkItems', 'wartende WorkItems');
  const active = say('active WorkItems', 'laufende WorkItems');
  const messages = say('Messages per minute', 'Messages je Minute');
  return [
    row(0, 'delegation_depth', say('depth of delegation', 'Tiefe der Delegation'), 3, 3, deepest),
    row(1, 'queued_work_items', queued, 1, 100, all, CODER),
    row(2, 'active_work_items', active, 3, 4, all, CODER),
    row(3, 'active_work_items', active, 1, 4, all, SEC_1),
    row(4, 'message_rate', messages, 14, 120, minute, ASSISTANT),
    row(5, 'message_rate', messages, 2, 120, minute, CODER),
    row(6, 'proposal_rate', say('proposals per minute', 'Vorschläge je Minute'), 24, 30, minute, SEC_1),
    row(
      7,
      'clarification_rounds',
      say('open clarifications', 'offene Rückfragen'),
      2,
      undefined,
      say(
        'questions in Conversations of WorkItems that nobody has answered; no Authority enforces a limit for them (POL-003)',
        'Fragen in Conversations von WorkItems, die niemand beantwortet hat; keine Authority setzt dafür eine Grenze durch (POL-003)',
      ),
    ),
  ];
}

export function sampleLimitSummary({ say }: SampleContext): LimitSummary {
  return {
    basis: say(
      'Limits as this computer knows them: the usual ones, unless a refusal has named another. The Authority alone decides.',
      'Grenzen, wie dieser Computer sie kennt: die üblichen, solange keine Ablehnung eine andere genannt hat. Allein die Authority entscheidet.',
    ),
  };
}

export function sampleOverrides({ say, nowMs }: SampleContext): readonly OverrideRow[] {
  const stages: { readonly [Stage in OverrideRow['stage']]: Words } = {
    needed: say('needed', 'gebraucht'),
    asked: say('asked for', 'erbeten'),
    granted: say('granted, not used yet', 'erteilt, noch nicht benutzt'),
    used: say('used', 'verbraucht'),
    ended: say('ended unused', 'ungenutzt beendet'),
  };
  const over = say(
    'The override was used or has ended; it is for one Command alone.',
    'Die Ausnahme ist verbraucht oder beendet; sie gilt für einen Command allein.',
  );
  const holds = say(
    'There is an unused override for this Command already.',
    'Für diesen Command gibt es schon eine unbenutzte Ausnahme.',
  );
  const waits = say('The owner has not granted it so far.', 'Der Owner hat sie noch nicht erteilt.');
  const because = (reason: Words | undefined) => (reason === undefined ? {} : { reason });
  const row = (
    index: number,
    stage: OverrideRow['stage'],
    actionId: string,
    more: Partial<OverrideRow> = {},
  ): OverrideRow => {
    const isOpen = stage === 'needed' || stage === 'asked';
    const closed = isOpen ? undefined : stage === 'granted' ? holds : over;
    return {
      id: `${ACME} ${AUTH} ${actionId}`,
      sort: String(index),
      connectionId: ACME,
      groupId: AUTH,
      missionTitle: TITLES[AUTH] ?? '',
      stage,
      stageWords: stages[stage],
      policyName: 'delegation_depth',
      policyWords: say('depth of delegation', 'Tiefe der Delegation'),
      beneficiary: ASSISTANT,
      targetKind: 'work.authorize',
      targetKindWords: say('Authorise WorkItem', 'WorkItem autorisieren'),
      targetActionId: actionId,
      expiresAt: new Date(nowMs + HOUR).toISOString(),
      expiresAtMs: nowMs + HOUR,
      isCommandHere: true,
      actions: [
        action('ask', say('Ask the owner', 'Owner bitten'), {
          kind: 'message.post',
          by: 'member',
          ...because(closed),
        }),
        action('grant', say('Grant override', 'Ausnahme erteilen'), {
          kind: 'policy.grant_cooperation_override',
          by: 'owner',
          ...because(closed),
        }),
        action('send', say('Send with override', 'Mit Ausnahme senden'), {
          by: 'member',
          ...because(stage === 'granted' ? undefined : isOpen ? waits : over),
        }),
      ],
      ...more,
    };
  };
  return [
    row(0, 'asked', 'urn:acme:action:01J8ZR-ask', {
      reason: 'The threat model needs one more level for the mobile client.',
      askedAtSequence: 1_476,
    }),
    row(1, 'needed', 'urn:acme:action:01J8ZP-auth'),
    row(2, 'granted', 'urn:acme:action:01J8ZQ-granted', {
      reason: 'Late review of the exports.',
      groupId: BILLING,
      missionTitle: TITLES[BILLING] ?? '',
      grantId: 'urn:acme:override:2',
      approver: ADA,
      askedAtSequence: 402,
      grantedAtSequence: 405,
    }),
    row(3, 'used', 'urn:acme:action:01J8ZK-4471', {
      reason: 'One level more, once.',
      grantId: 'urn:acme:override:1',
      approver: ADA,
      grantedAtSequence: 1_377,
      usedAtSequence: 1_408,
    }),
  ];
}
