// Sample Agents with their records, members, Delegation Grants, and what the forms about them know.
import type { AgentRow, BasisRow, GrantRow, MemberRow, RecordRow } from '../../core/contract/people.ts';
import type { Person, Words } from '../../core/contract/values.ts';
import {
  ACME,
  action,
  ADA,
  ANALYST,
  ASSISTANT,
  AUTH,
  AUTH_BUDGET,
  BILLING,
  CODER,
  DAY,
  DEPLOYER,
  dimension,
  HOUR,
  item,
  ITEM_TITLES,
  MINUTE,
  type SampleContext,
  SEC_1,
  SEC_2,
  SECURITY,
  TITLES,
} from './sample-world.ts';
import { GROUP_TALK } from './sample-talk.ts';

const ROLES: Readonly<Record<string, readonly [string, string]>> = {
  mission_owner: ['owner', 'Owner'],
  coordinator: ['Coordinator', 'Coordinator'],
  worker: ['Worker', 'Worker'],
  reviewer: ['reviewer', 'Prüfer'],
  observer: ['observer', 'Beobachter'],
  work_delegate: ['work delegate', 'Work Delegate'],
};

function roleWords({ say }: SampleContext, role: string): Words {
  const [en = role, de = role] = ROLES[role] ?? [];
  return say(en, de);
}

export function sampleAgents(context: SampleContext): readonly AgentRow[] {
  const { nowMs, say } = context;
  const agent = (person: Person, index: number, more: Partial<AgentRow>): AgentRow => ({
    id: `${ACME} ${person.id}`,
    sort: String(index),
    connectionId: ACME,
    agent: person,
    cardVersion: '2',
    status: 'active',
    statusWords: say('card is active', 'Karte gültig'),
    issuedAtMs: nowMs - 40 * DAY,
    validUntilMs: nowMs + 60 * DAY,
    capabilities: [{ id: 'code.service', version: '1.2.0' }],
    maxConcurrency: 3,
    freeSlots: 2,
    queued: 0,
    active: 1,
    presence: 'online',
    presenceAtMs: nowMs - 20_000,
    isMine: false,
    groups: [{ groupId: AUTH, title: TITLES[AUTH] ?? '', roles: [roleWords(context, 'worker')] }],
    ...more,
  });
  return [
    agent(CODER, 0, { queued: 1, description: 'Writes services in TypeScript and Go.' }),
    agent(ANALYST, 1, { capabilities: [{ id: 'analysis.requirements', version: '2.0.0' }] }),
    agent(SEC_1, 2, {
      capabilities: [
        { id: 'security.threat-model', version: '1.2.0' },
        { id: 'review.code', version: '2.0.0' },
      ],
      groups: [
        {
          groupId: AUTH,
          title: TITLES[AUTH] ?? '',
          roles: [roleWords(context, 'worker'), roleWords(context, 'work_delegate')],
        },
        { groupId: SECURITY, title: TITLES[SECURITY] ?? '', roles: [roleWords(context, 'coordinator')] },
      ],
    }),
    agent(SEC_2, 3, { presence: 'stale', presenceAtMs: nowMs - 9 * MINUTE, freeSlots: 0 }),
    agent(DEPLOYER, 4, {
      capabilities: [{ id: 'deploy.staging', version: '3.2.0' }],
      queued: 1,
      active: 0,
      validUntilMs: nowMs + 5 * DAY,
    }),
    agent(ASSISTANT, 5, {
      isMine: true,
      capabilities: [{ id: 'coordination', version: '1.0.0' }],
      groups: [
        { groupId: AUTH, title: TITLES[AUTH] ?? '', roles: [roleWords(context, 'coordinator')] },
        { groupId: BILLING, title: TITLES[BILLING] ?? '', roles: [roleWords(context, 'coordinator')] },
      ],
    }),
  ];
}

const FIGURES = {
  accepted: ['done', 'erledigt'],
  failed: ['failed', 'gescheitert'],
  sentBack: ['changes asked', 'Änderungen verlangt'],
  reassigned: ['reassigned', 'neu vergeben'],
  lostLease: ['lease lost', 'Lease verloren'],
  late: ['late', 'verspätet'],
  budgetSpent: ['budget used up', 'Budget aufgebraucht'],
  declined: ['declined', 'abgelehnt'],
} as const;

export function sampleRecords(context: SampleContext, agentId: string): readonly RecordRow[] {
  const { say } = context;
  const agent = sampleAgents(context).find((row) => row.agent.id === agentId);
  return (agent?.capabilities ?? []).map(({ id, version }, index): RecordRow => {
    const counts = index === 0 ? [11, 1, 2, 1, 0, 1, 0, 3] : [4, 0, 0, 0, 1, 0, 1, 0];
    return {
      id,
      sort: id,
      capabilityId: id,
      version,
      evidence: [
        { evidenceId: `urn:acme:evidence:${id}-1`, place: { groupId: AUTH, sequence: 1_201 } },
        { evidenceId: `urn:acme:evidence:${id}-2` },
      ],
      figures: Object.entries(FIGURES).map(([name, [en, de]], place) => {
        const count = counts[place] ?? 0;
        return {
          id: name as keyof typeof FIGURES,
          words: say(en, de),
          count,
          events: Array.from({ length: Math.min(count, 3) }, (_, each) => ({
            groupId: AUTH,
            sequence: 900 + 60 * place + 7 * each,
          })),
          more: Math.max(0, count - 3),
        };
      }),
      meanDurationMs: 95 * MINUTE,
      basis: say(
        'From the logs of the 3 Missions that can be seen here.',
        'Aus den Logs der 3 Missions, die hier zu sehen sind.',
      ),
    };
  });
}

export function sampleMembers(context: SampleContext): readonly MemberRow[] {
  const { say, nowMs } = context;
  const change = action('change-members', say('Change members', 'Mitglieder ändern'), {
    kind: 'membership.change',
    by: 'lead',
  });
  const end = (reason?: Words) =>
    action('end-member', say('End membership', 'Mitgliedschaft beenden'), {
      kind: 'membership.end',
      by: 'lead',
      ...(reason === undefined ? {} : { reason }),
    });
  const member = (
    person: Person,
    index: number,
    roles: readonly string[],
    more: Partial<MemberRow> = {},
    groupId = AUTH,
  ): MemberRow => ({
    id: `${ACME} ${groupId} ${person.type} ${person.id}`,
    sort: `${TITLES[groupId] ?? ''} ${index}`,
    connectionId: ACME,
    groupId,
    missionTitle: TITLES[groupId] ?? '',
    member: person,
    roles: roles.map((role) => ({
      role,
      words: roleWords(context, role),
      state: more.state ?? ('active' as const),
    })),
    state: 'active',
    stateWords: say('active', 'aktiv'),
    membershipEpoch: 3,
    scopes: ['message.post', 'work.accept_offer', 'work.execute'],
    visibilityStartSequence: 1,
    hasLapsed: false,
    sequence: 40 + index,
    obligations: [],
    liveGrants: 0,
    isMine: false,
    actions: [change, end()],
    ...more,
  });
  const lead = say(
    'The Coordinator stays a member until another one is appointed (MEM-007).',
    'Der Coordinator bleibt Mitglied, bis ein anderer ernannt ist (MEM-007).',
  );
  const owner = say(
    'The owner of a Mission stays a member (MEM-007).',
    'Der Owner einer Mission bleibt Mitglied (MEM-007).',
  );
  return [
    member(ADA, 0, ['mission_owner'], {
      isMine: true,
      obligations: [say('is the owner of the Mission', 'ist der Owner der Mission')],
      actions: [change, end(owner)],
    }),
    member(ASSISTANT, 1, ['coordinator'], {
      isMine: true,
      obligations: [say('is the Coordinator', 'ist der Coordinator')],
      actions: [change, end(lead)],
    }),
    member(CODER, 2, ['worker'], {
      visibilityStartSequence: 211,
      obligations: [
        say(
          'holds “Implement the sign-in service” (active): its lease has to be given to somebody else',
          'hält „Implement the sign-in service“ (in Arbeit): die Arbeit muss jemand anderem gegeben werden',
        ),
      ],
    }),
    member(SEC_1, 3, ['worker', 'work_delegate'], {
      visibilityStartSequence: 300,
      liveGrants: 1,
      obligations: [
        say(
          'a Delegation Grant below “Threat model” ends at once',
          'ein Delegation Grant unter „Threat model“ endet sofort',
        ),
      ],
    }),
    member(SEC_2, 4, ['worker'], {
      state: 'provisional',
      stateWords: say('provisional', 'vorläufig'),
      visibilityStartSequence: 1_470,
      provisionalEndsAtMs: nowMs + 11 * MINUTE,
      obligations: [
        say(
          'was offered “Accessibility check of the forms”, and can no longer accept',
          'hat ein Angebot für „Accessibility check of the forms“ und kann es dann nicht mehr annehmen',
        ),
      ],
    }),
    member(SEC_1, 5, ['coordinator'], { actions: [change, end(lead)] }, SECURITY),
  ];
}

/** Dimensions in which the sample Grants allow nothing. */
const NOTHING = ['computeSeconds', 'wallClockSeconds', 'externalActions'] as const;

export function sampleGrants({ say, nowMs }: SampleContext): readonly GrantRow[] {
  const grant = (name: string, more: Partial<GrantRow>): GrantRow => ({
    id: `${ACME} ${AUTH} urn:acme:grant:${name}`,
    sort: name,
    connectionId: ACME,
    groupId: AUTH,
    missionTitle: TITLES[AUTH] ?? '',
    grantId: `urn:acme:grant:${name}`,
    grantee: SEC_1,
    grantedBy: ASSISTANT,
    target: {
      workItemId: item('threats'),
      title: ITEM_TITLES[item('threats')] ?? '',
      stateWords: say('blocked', 'blockiert'),
    },
    capabilities: [{ id: 'security.threat-model', version: '1.2.0' }],
    currency: 'EUR',
    dimensions: [
      dimension('money', 0, 12.5, 30),
      dimension('modelTokens', 0, 60_000, 270_000),
      dimension('toolCalls', 0, 20, 200),
      ...NOTHING.map((each) => ({ dimension: each, used: '0', reserved: '0', limit: '0', free: '0' })),
    ],
    maxDescendantDepth: 2,
    items: [
      {
        workItemId: item('limits'),
        title: ITEM_TITLES[item('limits')] ?? '',
        stateWords: say('open', 'offen'),
      },
    ],
    grantedAtMs: nowMs - 2 * HOUR,
    endsAtMs: nowMs + 5 * HOUR,
    holds: true,
    stateWords: say('holds', 'gilt'),
    endsWith: [
      say('the clock, in 5 hours', 'die Uhr, in 5 Stunden'),
      say(
        'another Coordinator than Assistant (coordinator epoch 2)',
        'ein anderer Coordinator als Assistant (Coordinator-Epoche 2)',
      ),
      say(
        'any change of the Membership of sec-1 (membership epoch 3)',
        'jede Änderung der Mitgliedschaft von sec-1 (Mitgliedschafts-Epoche 3)',
      ),
      say(
        'the end of “Threat model”: verified, failed or cancelled',
        'das Ende von „Threat model“: bestätigt, gescheitert oder abgebrochen',
      ),
    ],
    sequence: 1_122,
    isMine: false,
    ...more,
  });
  return [
    grant('1-threats', {}),
    grant('2-former', {
      grantee: CODER,
      target: {
        workItemId: item('service'),
        title: ITEM_TITLES[item('service')] ?? '',
        stateWords: say('active', 'in Arbeit'),
      },
      items: [],
      holds: false,
      stateWords: say(
        'ended: the Membership was changed, and its epoch with it',
        'beendet: die Mitgliedschaft wurde geändert und damit ihre Epoche',
      ),
      endsWith: [],
      endsAtMs: nowMs + HOUR,
      sequence: 640,
    }),
  ];
}

export function sampleBasis(context: SampleContext, groupId: string): readonly BasisRow[] {
  const { say, nowMs } = context;
  const agents = sampleAgents(context);
  const members = sampleMembers(context).filter((row) => row.groupId === groupId);
  const notDelegate = say(
    'does not have the role work delegate: add the role first',
    'hat die Rolle Work Delegate nicht: zuerst die Rolle geben',
  );
  const people = [ADA, ...agents.map(({ agent }) => agent)];
  const faults: Readonly<Record<string, Words>> = {
    mission_owner: say(
      'The owner is Mission owner; another one is never a matter of Membership (MEM-009).',
      'Der Owner ist Mission owner; ein anderer wird nie durch Mitgliedschaft bestimmt (MEM-009).',
    ),
    coordinator: say(
      'The Coordinator is Assistant; another one is appointed by a takeover (MEM-009).',
      'Der Coordinator ist Assistant; ein anderer wird durch eine Übernahme ernannt (MEM-009).',
    ),
  };
  const target = (name: string, state: readonly [string, string], descendants = 0, fault?: Words) => ({
    workItemId: item(name),
    title: ITEM_TITLES[item(name)] ?? '',
    stateWords: say(...state),
    depth: 0,
    descendants,
    capabilities: [{ id: name === 'threats' ? 'security.threat-model' : 'code.service', version: '1.0.0' }],
    ...(fault === undefined ? {} : { fault }),
  });
  return [
    {
      id: 'basis',
      sort: '',
      connectionId: ACME,
      groupId,
      missionTitle: TITLES[groupId] ?? '',
      owner: ADA,
      coordinator: ASSISTANT,
      isMissionOver: false,
      deadline: new Date(nowMs + 3 * DAY).toISOString(),
      deadlineAtMs: nowMs + 3 * DAY,
      nextSequence: 1_483,
      candidates: people.map((person) => {
        const held = members.find((row) => row.member.id === person.id);
        const roles = (held?.roles ?? []).map(({ role }) => role);
        return {
          person,
          roles,
          isMember: held !== undefined,
          isLead: person === ADA || person === ASSISTANT,
          capabilities: agents.find(({ agent }) => agent.id === person.id)?.capabilities ?? [],
          ...(roles.includes('work_delegate') || person.type === 'human'
            ? {}
            : { delegateFault: notDelegate }),
        };
      }),
      roles: Object.keys(ROLES).map((role) => ({
        role,
        words: roleWords(context, role),
        scopes: role === 'observer' ? ['message.read'] : ['message.post', 'work.accept_offer'],
        ...(faults[role] === undefined ? {} : { fault: faults[role] }),
      })),
      targets: [
        target('threats', ['blocked', 'blockiert'], 3),
        target('service', ['active', 'in Arbeit']),
        target(
          'sessions',
          ['verified', 'bestätigt'],
          0,
          say(
            'is verified: nothing can be delegated below it',
            'ist bestätigt: darunter kann nichts delegiert werden',
          ),
        ),
      ],
      budget: [...AUTH_BUDGET],
      currency: 'EUR',
      delegationDepth: 3,
      conversationId: GROUP_TALK,
      policies: [
        {
          policyName: 'message_rate',
          words: say('Messages per minute', 'Messages je Minute'),
          kinds: [{ kind: 'message.post', words: say('Post a Message', 'Message schreiben') }],
        },
        {
          policyName: 'delegation_depth',
          words: say('depth of delegation', 'Tiefe der Delegation'),
          kinds: [
            { kind: 'work.authorize', words: say('Authorise WorkItem', 'WorkItem autorisieren') },
            { kind: 'membership.grant_delegation', words: say('Grant delegation', 'Delegation erteilen') },
          ],
        },
      ],
      actions: [
        action('change-members', say('Change members', 'Mitglieder ändern'), {
          kind: 'membership.change',
          by: 'lead',
        }),
        action('grant-delegation', say('Grant delegation', 'Delegation erteilen'), {
          kind: 'membership.grant_delegation',
        }),
        action('grant-override', say('Grant override', 'Ausnahme erteilen'), {
          kind: 'policy.grant_cooperation_override',
          by: 'owner',
        }),
        action('post-message', say('Post', 'Schreiben'), { kind: 'message.post', by: 'member' }),
      ],
    },
  ];
}
