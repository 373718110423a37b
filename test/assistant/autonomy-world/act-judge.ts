// Judges everything that was signed alone anew: against the matrix as it was written, by rules of its own. None of the code that
// allowed it is used here.
import { ORGANIZATION, SINGLE, type World } from '../../../core/domain/world.ts';
import type {
  Budget,
  Command,
  Evidence,
  Mission,
  WorkContract,
} from '../../../core/protocol/generated/documents.ts';
import type { Risk, WrittenAmount, WrittenMatrix, WrittenRule } from './matrices.ts';

const MARK = 'urn:heddle:extension:autonomous-act';
const RISKS: readonly Risk[] = ['none', 'reversible', 'external', 'high_risk', 'destructive'];
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** What nobody may sign alone, whatever a matrix says. */
const HUMAN_KINDS = [
  'mission.create',
  'mission.create_follow_up',
  'approval.grant_execution',
  'policy.grant_cooperation_override',
  'membership.grant_delegation',
];

interface Signed {
  readonly atMs: number;
  readonly rule: string;
  readonly missionId: string;
  readonly commitment:
    | { readonly subject: string; readonly money: number; readonly calls: number }
    | undefined;
}

export class ActJudge {
  private readonly matrix: WrittenMatrix;
  private readonly signed: Signed[] = [];
  private readonly actions = new Set<string>();

  constructor(matrix: WrittenMatrix) {
    this.matrix = matrix;
  }

  /** Everything that is wrong with one signature. The state is the one that the assistant saw. */
  judge(command: Omit<Command, 'signature'>, world: World, atMs: number): readonly string[] {
    // The same bytes handed over again are no second act.
    if (this.actions.has(command.actionId)) return [];
    this.actions.add(command.actionId);
    const { kind, groupId = '', actor } = command;
    const mission = world.get('mission', groupId, SINGLE)?.document;
    const data = command.extensions?.[MARK]?.data as { readonly rule?: string } | undefined;
    const rule = this.matrix.rules.find(({ id }) => id === data?.rule);
    if (rule === undefined || mission === undefined) return [`${kind} cites no rule of the matrix`];
    const act: Signed = {
      atMs,
      rule: rule.id,
      missionId: mission.missionId,
      commitment: commitmentOf(command, world, groupId),
    };
    const wrong = [
      ...(actor.type === 'agent' ? [] : [`${kind} was signed for ${actor.type}`]),
      ...findNeverAlone(command, world, groupId),
      ...findBreach(rule, kind, missionLine(world, groupId), riskOf(command, world, groupId), atMs),
      ...this.findExcess(rule, act),
    ].map((each) => `${kind} under ${rule.id}: ${each}`);
    this.signed.push(act);
    return wrong;
  }

  private *findExcess(rule: WrittenRule, act: Signed): Generator<string> {
    const { limits } = this.matrix;
    for (const [limit, windowMs] of [
      [limits.perMinute, MINUTE_MS],
      [limits.perHour, HOUR_MS],
      [limits.perDay, DAY_MS],
    ] as const) {
      if (countSince(this.signed, act.atMs - windowMs) >= limit) yield `more than ${limit} in ${windowMs} ms`;
    }
    const own = this.signed.filter(({ rule: id }) => id === rule.id);
    if (rule.perHour !== undefined && countSince(own, act.atMs - HOUR_MS) >= rule.perHour)
      yield `more than ${rule.perHour} in an hour`;
    if (act.commitment === undefined) return;
    if (exceeds(act.commitment, rule.each ?? {})) yield 'commits more than each may';
    if (rule.total === undefined) return;
    const bySubject = new Map<string, { money: number; calls: number }>();
    for (const { missionId, commitment } of [...own, act]) {
      if (commitment === undefined || missionId !== act.missionId) continue;
      const known = bySubject.get(commitment.subject) ?? { money: 0, calls: 0 };
      known.money = Math.max(known.money, commitment.money);
      known.calls = Math.max(known.calls, commitment.calls);
      bySubject.set(commitment.subject, known);
    }
    const sum = { money: 0, calls: 0 };
    for (const { money, calls } of bySubject.values()) {
      sum.money += money;
      sum.calls += calls;
    }
    if (exceeds(sum, rule.total)) yield 'commits more than all together may';
  }
}

function countSince(acts: readonly Signed[], afterMs: number): number {
  return acts.filter(({ atMs }) => atMs > afterMs).length;
}

/** Money in micro-units, so that sums are exact. */
function exceeds(
  wanted: { readonly money: number; readonly calls: number },
  { money = 0, toolCalls = 0 }: WrittenAmount,
): boolean {
  return wanted.money > Math.round(money * 1_000_000) || wanted.calls > toolCalls;
}

function* findBreach(
  rule: WrittenRule,
  kind: string,
  missions: readonly string[],
  risk: Risk,
  atMs: number,
): Generator<string> {
  if (!rule.acts.includes(kind)) yield 'the rule does not name it';
  const [own = '', ...above] = missions;
  const isCovered =
    rule.missions.includes('all') ||
    rule.missions.includes(own) ||
    (rule.withChildren === true && above.some((id) => rule.missions.includes(id)));
  if (!isCovered) yield `the rule does not cover ${own}`;
  if (RISKS.indexOf(risk) > RISKS.indexOf(rule.risk)) yield `${risk} is more than ${rule.risk}`;
  if (rule.until !== undefined && atMs >= Date.parse(rule.until)) yield 'the rule has ended';
}

/** A Mission and all above it. */
function missionLine(world: World, groupId: string): readonly string[] {
  const line: string[] = [];
  let next: string | undefined = groupId;
  while (next !== undefined) {
    const mission: Mission | undefined = world.get('mission', next, SINGLE)?.document;
    if (mission === undefined) break;
    line.push(mission.missionId);
    const parent: string | undefined = mission.parent?.missionId;
    next = parent === undefined ? undefined : world.get('missionAddress', ORGANIZATION, parent)?.groupId;
  }
  return line;
}

function contractOf(world: World, groupId: string, workItemId: unknown): WorkContract | undefined {
  return typeof workItemId === 'string'
    ? world.get('workItem', groupId, workItemId)?.document.contract
    : undefined;
}

function riskOf(
  { kind, payload, workItemId }: Omit<Command, 'signature'>,
  world: World,
  groupId: string,
): Risk {
  const own = (payload['contract'] as WorkContract | undefined)?.sideEffectRisk;
  const wholeMission = [
    'mission.submit_for_approval',
    'mission.approve',
    'mission.request_changes',
    'mission.cancel',
    'mission.assign_coordinator',
  ];
  const risks: Risk[] = own === undefined ? [] : [own];
  if (wholeMission.includes(kind)) {
    for (const [, { document }] of world.list('workItem', groupId)) {
      if (document.state !== 'cancelled') risks.push(document.contract.sideEffectRisk);
    }
  } else {
    const subject = payload['workItemId'] ?? payload['parentWorkItemId'] ?? workItemId;
    const known = contractOf(world, groupId, subject);
    if (known !== undefined) risks.push(known.sideEffectRisk);
  }
  return risks.reduce<Risk>(
    (most, each) => (RISKS.indexOf(each) > RISKS.indexOf(most) ? each : most),
    'none',
  );
}

function commitmentOf(
  { kind, payload }: Omit<Command, 'signature'>,
  world: World,
  groupId: string,
): Signed['commitment'] {
  const given = payload['contract'] as WorkContract | undefined;
  const budget: Budget | undefined =
    kind === 'work.authorize' || kind === 'work.offer'
      ? (given ?? contractOf(world, groupId, payload['workItemId']))?.budget
      : kind === 'mission.create_child'
        ? (payload['budget'] as Budget)
        : undefined;
  if (budget === undefined) return undefined;
  const subject = (payload['workItemId'] ?? payload['parentWorkItemId']) as string;
  return {
    subject,
    money: Math.round((budget.financialLimit ?? 0) * 1_000_000),
    calls: budget.toolCallLimit ?? 0,
  };
}

function* findNeverAlone(
  { kind, payload, actor }: Omit<Command, 'signature'>,
  world: World,
  groupId: string,
): Generator<string> {
  if (HUMAN_KINDS.includes(kind)) yield 'nobody signs this alone';
  const evidence = (payload['evidence'] ?? []) as readonly Evidence[];
  if (evidence.some(({ type }) => type === 'human_review')) yield 'it brings the review of a human';
  const mission = world.get('mission', groupId, SINGLE)?.document;
  if (kind === 'mission.approve') {
    const isChild = mission?.parent !== undefined && !mission.approvalPolicy.finalHumanApproval;
    if (!isChild || payload['rootApproval'] !== undefined) yield 'the last word is a human’s';
    if (mission?.coordinator.agentId === actor.id) yield 'it approves its own Mission';
  }
  if (kind === 'work.accept_result') {
    const item = world.get('workItem', groupId, payload['workItemId'] as string)?.document;
    if (item?.owner?.agentId === actor.id) yield 'it accepts its own result';
  }
}
