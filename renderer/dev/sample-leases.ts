// Sample leases, epochs, what would end during a sleep, and a WorkItem that has lost its owner.
import type { EpochRow, LeaseRow, ReassignRow, SleepRow } from '../../core/contract/leases.ts';
import {
  ACME,
  action,
  ANALYST,
  ASSISTANT,
  AUTH,
  BILLING,
  CLI,
  CODER,
  DEPLOYER,
  hash,
  HOUR,
  item,
  ITEM_TITLES,
  LAB,
  LAB_COORDINATOR,
  MINUTE,
  type SampleContext,
  SECURITY,
  SEC_1,
  TITLES,
  WRITER,
} from './sample-world.ts';

type LeaseStart = Pick<LeaseRow, 'type' | 'holder' | 'sessionEpoch' | 'renewals' | 'standing' | 'isMine'> & {
  readonly name: string;
  readonly groupId?: string;
  readonly connectionId?: string;
  readonly workItem?: string;
  readonly endsInMs: number;
  readonly next: LeaseRow['next']['id'];
  readonly nextInMs?: number;
  readonly more?: Partial<LeaseRow>;
};

export function sampleLeases(context: SampleContext): readonly LeaseRow[] {
  const { nowMs, say } = context;
  const types = {
    coordinator: say('Coordinator Lease', 'Coordinator Lease'),
    ownership: say('ownership', 'Ownership'),
    execution: say('Execution Lease', 'Execution Lease'),
    blocked: say('hold on blocked work', 'Reservierung blockierter Arbeit'),
  };
  const standings = {
    runs: say('runs', 'läuft'),
    'ends-soon': say('ends soon', 'endet bald'),
    'start-missed': say('not started in time', 'nicht rechtzeitig begonnen'),
    'in-grace': say('over, in its grace period', 'abgelaufen, in der Schonzeit'),
    over: say('over', 'abgelaufen'),
  };
  const steps: { readonly [Each in LeaseRow['next']['id']]?: LeaseRow['next']['words'] } = {
    'renewal-planned': say('due for renewal in 3 minutes', 'zu verlängern in 3 Minuten'),
    'holder-renews': say('its holder renews it', 'ihr Inhaber verlängert sie'),
    renew: say('renew now', 'jetzt verlängern'),
    appoint: say('appoint a Coordinator', 'einen Coordinator ernennen'),
    wait: say('wait, then reassign', 'warten, dann neu vergeben'),
    'wait-grace': say('wait for the grace period', 'die Schonzeit abwarten'),
    'wait-hold': say('reassign when the hold ends', 'neu vergeben, wenn die Reservierung endet'),
    reassign: say('reassign', 'neu vergeben'),
    resolve: say('give what is needed', 'geben, was gebraucht wird'),
    'child-works': say('a child Mission works on it', 'eine Unteraufgabe arbeitet daran'),
  };
  const open = new Set(['renew', 'appoint', 'reassign', 'resolve']);
  const lease = ({
    name,
    groupId = AUTH,
    connectionId = ACME,
    workItem,
    more,
    ...rest
  }: LeaseStart): LeaseRow => ({
    id: `lease-${name}`,
    sort: String(nowMs + rest.endsInMs).padStart(15, '0'),
    connectionId,
    groupId,
    missionTitle: TITLES[groupId] ?? '',
    leaseId: `urn:acme:lease:01J8ZM-${name}`,
    type: rest.type,
    typeWords: types[rest.type],
    title: workItem === undefined ? (TITLES[groupId] ?? '') : (ITEM_TITLES[item(workItem)] ?? ''),
    holder: rest.holder,
    sessionEpoch: rest.sessionEpoch,
    startsAtMs: nowMs - 40 * MINUTE,
    endsAtMs: nowMs + rest.endsInMs,
    renewals: rest.renewals,
    standing: rest.standing,
    standingWords: standings[rest.standing],
    next: {
      id: rest.next,
      words: steps[rest.next] ?? say(rest.next, rest.next),
      isOpen: open.has(rest.next),
      ...(rest.nextInMs === undefined ? {} : { atMs: nowMs + rest.nextInMs }),
    },
    isMine: rest.isMine,
    ...(workItem === undefined ? {} : { workItemId: item(workItem) }),
    ...more,
  });
  return [
    lease({
      name: 'docs0001',
      type: 'ownership',
      holder: WRITER,
      sessionEpoch: 3,
      renewals: 0,
      standing: 'over',
      isMine: true,
      workItem: 'docs',
      endsInMs: -6 * MINUTE,
      next: 'reassign',
      more: { ownershipEpoch: 2, startByMs: nowMs - 20 * MINUTE },
    }),
    lease({
      name: 'accounts1',
      type: 'execution',
      holder: ANALYST,
      sessionEpoch: 9,
      renewals: 4,
      standing: 'in-grace',
      isMine: true,
      workItem: 'accounts',
      endsInMs: -1 * MINUTE,
      next: 'wait-grace',
      nextInMs: 4 * MINUTE,
      more: { ownershipEpoch: 1, graceEndsAtMs: nowMs + 4 * MINUTE },
    }),
    lease({
      name: 'service01',
      type: 'execution',
      holder: CODER,
      sessionEpoch: 12,
      renewals: 3,
      standing: 'ends-soon',
      isMine: true,
      workItem: 'service',
      endsInMs: 48_000,
      next: 'wait',
      nextInMs: 48_000,
      more: { ownershipEpoch: 4, renewedAtMs: nowMs - 9 * MINUTE },
    }),
    lease({
      name: 'coord0002',
      type: 'coordinator',
      holder: ASSISTANT,
      sessionEpoch: 7,
      renewals: 41,
      standing: 'runs',
      isMine: true,
      endsInMs: 252_000,
      next: 'renewal-planned',
      nextInMs: 180_000,
      more: { coordinatorEpoch: 2, renewedAtMs: nowMs - MINUTE },
    }),
    lease({
      name: 'bill0001',
      type: 'coordinator',
      groupId: BILLING,
      holder: ASSISTANT,
      sessionEpoch: 7,
      renewals: 5,
      standing: 'runs',
      isMine: true,
      endsInMs: 9 * MINUTE,
      next: 'renew',
      nextInMs: 9 * MINUTE,
      more: { coordinatorEpoch: 1 },
    }),
    lease({
      name: 'threats1',
      type: 'blocked',
      holder: SEC_1,
      sessionEpoch: 2,
      renewals: 0,
      standing: 'runs',
      isMine: true,
      workItem: 'threats',
      endsInMs: 31 * MINUTE,
      next: 'child-works',
      more: { ownershipEpoch: 1 },
    }),
    lease({
      name: 'staging1',
      type: 'ownership',
      holder: DEPLOYER,
      sessionEpoch: 5,
      renewals: 0,
      standing: 'runs',
      isMine: true,
      workItem: 'staging',
      endsInMs: 38 * MINUTE,
      next: 'wait',
      nextInMs: 38 * MINUTE,
      more: { ownershipEpoch: 2, startByMs: nowMs + 20 * MINUTE },
    }),
    lease({
      name: 'cli00001',
      type: 'coordinator',
      groupId: CLI,
      connectionId: LAB,
      holder: LAB_COORDINATOR,
      sessionEpoch: 3,
      renewals: 12,
      standing: 'runs',
      isMine: false,
      endsInMs: 2 * HOUR,
      next: 'holder-renews',
      nextInMs: 2 * HOUR,
      more: { coordinatorEpoch: 1 },
    }),
  ];
}

export function sampleEpochs({ nowMs, say }: SampleContext): readonly EpochRow[] {
  const term = (
    groupId: string,
    coordinatorEpoch: number,
    holder: LeaseRow['holder'],
    words: EpochRow['words'],
    more: { readonly isCurrent: boolean; readonly sinceMs: number; readonly untilMs?: number },
  ): EpochRow => ({
    id: `term ${groupId} ${coordinatorEpoch}`,
    sort: `1${TITLES[groupId] ?? ''} ${9 - coordinatorEpoch}`,
    type: 'term',
    connectionId: ACME,
    groupId,
    missionTitle: TITLES[groupId] ?? '',
    coordinatorEpoch,
    holder,
    isMine: holder === ASSISTANT,
    words,
    ...more,
  });
  const current = say('leads now', 'leitet jetzt');
  const replaced = say('replaced, fenced', 'abgelöst, ausgesperrt');
  return [
    {
      id: 'session acme assistant',
      sort: '0acme',
      type: 'session',
      connectionId: ACME,
      agent: ASSISTANT,
      sessionEpoch: 7,
      standing: 'here',
      sinceMs: nowMs - 50 * MINUTE,
      words: say(
        'session 7 is here · 6 earlier ones are fenced',
        'Session 7 ist hier · 6 frühere sind ausgesperrt',
      ),
    },
    {
      id: 'session lab planner',
      sort: '0lab',
      type: 'session',
      connectionId: LAB,
      agent: LAB_COORDINATOR,
      standing: 'elsewhere',
      words: say(
        'another runtime holds the session: this one is fenced',
        'eine andere Laufzeit hält die Session: diese ist ausgesperrt',
      ),
    },
    term(AUTH, 2, ASSISTANT, current, { isCurrent: true, sinceMs: nowMs - 3 * HOUR }),
    term(AUTH, 1, ANALYST, replaced, {
      isCurrent: false,
      sinceMs: nowMs - 30 * HOUR,
      untilMs: nowMs - 3 * HOUR,
    }),
    term(SECURITY, 1, SEC_1, current, { isCurrent: true, sinceMs: nowMs - 2 * HOUR }),
    term(BILLING, 1, ASSISTANT, current, { isCurrent: true, sinceMs: nowMs - 5 * HOUR }),
  ];
}

export function sampleSleep({ nowMs, say }: SampleContext, sleepMs: number): readonly SleepRow[] {
  const rows: SleepRow[] = [
    {
      id: 'sleep term',
      sort: '0',
      connectionId: ACME,
      groupId: AUTH,
      missionTitle: TITLES[AUTH] ?? '',
      title: TITLES[AUTH] ?? '',
      atMs: nowMs + 252_000,
      words: say('the term would end during the sleep', 'die Amtszeit würde während des Schlafs enden'),
      isTerm: true,
      intent: {
        kind: 'mission.renew_coordinator',
        groupId: AUTH,
        form: { leaseSeconds: Math.ceil(sleepMs / 1_000) + 300 },
      },
    },
    {
      id: 'sleep lease',
      sort: '1',
      connectionId: ACME,
      groupId: AUTH,
      missionTitle: TITLES[AUTH] ?? '',
      workItemId: item('service'),
      title: ITEM_TITLES[item('service')] ?? '',
      atMs: nowMs + 48_000,
      words: say(
        'a lease (the Execution Lease) ends during the sleep',
        'eine Lease (die Execution Lease) endet während des Schlafs',
      ),
      isTerm: false,
    },
  ];
  return rows.filter(({ atMs }) => atMs <= nowMs + sleepMs);
}

export function sampleReassign({ nowMs, say }: SampleContext): readonly ReassignRow[] {
  return [
    {
      id: 'reassign',
      sort: '0',
      workItemId: item('docs'),
      title: ITEM_TITLES[item('docs')] ?? '',
      missionTitle: TITLES[AUTH] ?? '',
      state: 'active',
      stateWords: say('active', 'in Arbeit'),
      holder: WRITER,
      ownershipEpoch: 2,
      nextEpoch: 4,
      attempts: 1,
      maxAttempts: 3,
      checkpoint: {
        phase: 'chapters',
        completedMilestones: ['outline', 'chapter 1: tokens'],
        nextStep: 'Write chapter 2: sessions',
        stateArtifactHash: hash('9f2c'),
        atMs: nowMs - 28 * MINUTE,
      },
      lost: [
        say(
          'What was done after the checkpoint “chapters” is lost: 28 min.',
          'Was nach dem Checkpoint „chapters“ getan wurde, ist verloren: 28 min.',
        ),
        say(
          'What writer has buffered while offline is refused.',
          'Was writer ohne Verbindung gepuffert hat, wird abgelehnt.',
        ),
      ],
      kept: [
        say('2 milestones of the checkpoint', '2 Meilensteine des Checkpoints'),
        say('the saved state of the checkpoint', 'der gesicherte Stand des Checkpoints'),
        say('1 Artifact', '1 Artifact'),
        say('the Conversation of the item', 'die Conversation zum Item'),
      ],
      fences: [
        say(
          'The offer itself fences, and not only its acceptance: nothing counts under epoch 2 any more.',
          'Schon das Angebot sperrt aus, nicht erst seine Annahme: Unter Epoche 2 zählt nichts mehr.',
        ),
        say('writer loses the item (epoch 2).', 'writer verliert das Item (Epoche 2).'),
      ],
      lateRule: say(
        'A result that writer still submits under epoch 2 is refused as stale.',
        'Ein Ergebnis, das writer noch unter Epoche 2 vorlegt, wird als veraltet abgelehnt.',
      ),
      candidates: 2,
      action: action('reassign', say('Reassign', 'Neu vergeben'), {
        kind: 'work.offer',
        warnings: [say('fences its owner', 'sperrt den Besitzer aus')],
      }),
    },
  ];
}
