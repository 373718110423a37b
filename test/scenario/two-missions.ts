// The story of two Missions at the same time. "Amber" belongs to one human, with a child Mission, "cobalt"; "basalt" belongs
// to another. One Worker with two slots works for both. Nothing here waits for time to pass: each step follows from Events
// that have arrived, and programs do what they are ordered.
import { newId } from '../../core/sync/system-ports.ts';
import { memberKey } from '../../core/domain/world.ts';
import { FormerCoordinator } from './former-coordinator.ts';
import { MissionLead, WORK_DEADLINE } from './mission-lead.ts';
import { type MissionIds, type MissionOwner, missionTerms } from './mission-owner.ts';
import type { ScenarioStage } from './scenario-stage.ts';
import type { SignedLog } from './signed-log.ts';
import { approveChild, finishAmber, finishBasalt } from './two-missions-ends.ts';

/** Who plays. */
export type Cast = Awaited<ReturnType<typeof castTwoMissions>>;

export async function castTwoMissions(stage: ScenarioStage) {
  const [amberOwner, basaltOwner] = [await stage.owner('amber-owner'), await stage.owner('basalt-owner')];
  const leads = [
    await stage.coordinator('amber-lead'),
    await stage.coordinator('amber-deputy'),
    await stage.coordinator('basalt-lead'),
    await stage.coordinator('cobalt-lead'),
  ] as const;
  const shared = await stage.worker('shared-worker', 'slots: 2\npreemptAfter: 1s\n');
  const single = await stage.worker('cobalt-worker', '');
  const [amberLead, amberDeputy, basaltLead, cobaltLead] = leads;
  await Promise.all([
    ...leads.map((lead) => lead.connected()),
    ...[shared, single].map((worker) => worker.process.until('connection.opened')),
  ]);
  return { amberOwner, basaltOwner, amberLead, amberDeputy, basaltLead, cobaltLead, shared, single };
}

export type Story = Awaited<ReturnType<typeof playTwoMissions>>;

export async function playTwoMissions(stage: ScenarioStage, cast: Cast) {
  const started = await begin(stage, cast);
  const { amber, basalt, slow } = started;
  const together = await readBoth(cast, started);

  // A third item waits, and a child Mission is at work elsewhere, when something more urgent comes from the other Group.
  const waiting = await amber.assign('amber-waiting', 'routine', cast.shared);
  await amber.until('work.offer.accepted', waiting);
  const child = await promote(stage, cast, amber);
  const urgent = await basalt.assign('basalt-urgent', 'critical', cast.shared);
  await amber.until('work.checkpointed', slow);
  await basalt.until('work.started', urgent);
  const preempted = await readBoth(cast, started);
  const running = await stage.processes();

  const succession = await replaceLead(stage, cast, amber);
  const { deputy } = succession;
  await stage.order('amber-last', 'write all of it', 'finish');
  const last = await deputy.assign('amber-last', 'routine', cast.shared);

  // Basalt cannot go on: its slot goes to who waits, until somebody knows the price.
  await stage.order('basalt-first', 'block the price of basalt');
  const { first } = started;
  await basalt.until('work.blocked', first);
  await deputy.until('work.started', waiting);
  const blocked = await readBoth(cast, started);
  await basalt.act('work.unblock', { workItemId: first, reason: 'the price is 12' });
  await stage.order('basalt-first', 'write the second half', 'finish');
  await stage.order('basalt-urgent', 'write all of it', 'finish');
  await stage.order('amber-waiting', 'write all of it', 'finish');
  await stage.order('amber-slow', 'write the second half', 'finish');
  const results: string[] = [];
  for (const workItemId of [slow, waiting, last]) results.push(...(await deputy.accept(workItemId)));
  await stage.order('cobalt-part', 'finish');
  const childEnd = await approveChild(deputy, child);
  const amberEnd = await finishAmber(cast, deputy, [...results, ...childEnd.artifactHashes]);
  const basaltEnd = await finishBasalt(stage, cast, { basalt, first, urgent });
  const { deep, part } = child;
  const missions = { amber: amber.mission, basalt: basalt.mission, cobalt: child.lead.mission };
  const { amberOwner, basaltOwner } = cast;
  // The human at the root reads the child's log too, and its result as one of the parent (CHD-006, CHD-008).
  const logs = {
    amber: await amberOwner.readLog(missions.amber.groupId),
    basalt: await basaltOwner.readLog(missions.basalt.groupId),
    cobalt: await amberOwner.readLog(missions.cobalt.groupId),
  };
  const reports = {
    slow: await readReport(amberOwner, logs.amber, slow),
    first: await readReport(basaltOwner, logs.basalt, first),
    deep: await readReport(amberOwner, logs.amber, deep),
  };
  return {
    ids: { slow, waiting, last, deep, part, first, urgent, again: basaltEnd.again },
    missions,
    logs,
    reports,
    registry: await amberOwner.readRegistry(),
    together,
    preempted,
    running,
    succession,
    blocked,
    childEnd,
    amberEnd,
    basaltEnd,
  };
}

/** The deliverable of a WorkItem, as the program has written it. */
interface Report {
  readonly parts: readonly { readonly text: string; readonly runId: string }[];
}

async function readReport(owner: MissionOwner, log: SignedLog, workItemId: string): Promise<Report> {
  const { submission } = log.item(workItemId).document;
  for (const contentHash of submission?.artifactHashes ?? []) {
    const text = await owner.readContent(log.groupId, contentHash);
    const [artifactId = ''] = log.world.get('content', log.groupId, contentHash)?.artifactIds ?? [];
    const { schemaUri } = log.world.get('artifact', log.groupId, artifactId) ?? {};
    if (schemaUri === 'urn:heddle:deliverable:report') return JSON.parse(text) as Report;
  }
  throw new Error(`no report of ${workItemId}`);
}

interface Started {
  readonly amber: MissionLead;
  readonly basalt: MissionLead;
  readonly slow: string;
  readonly first: string;
}

/** Both Missions, each with one item in a slot of the shared Worker. */
async function begin(stage: ScenarioStage, cast: Cast): Promise<Started> {
  const { amberOwner, basaltOwner, amberLead, basaltLead, shared } = cast;
  const [amber, basalt] = [
    new MissionLead(
      amberLead,
      await amberOwner.createMission({
        coordinatorAgentId: amberLead.actor.id,
        objective: 'say all about amber',
      }),
    ),
    new MissionLead(
      basaltLead,
      await basaltOwner.createMission({
        coordinatorAgentId: basaltLead.actor.id,
        objective: 'say all about basalt',
      }),
    ),
  ];
  for (const lead of [amber, basalt]) {
    await lead.until('mission.created');
    await lead.admit(shared, 'worker');
  }
  // It will still be a member once it no longer leads.
  await amber.admit(amberLead, 'observer');
  await stage.order('amber-slow', 'write the first half', 'save');
  await stage.order('basalt-first', 'write the first half');
  const slow = await amber.assign('amber-slow', 'routine', shared);
  const first = await basalt.assign('basalt-first', 'normal', shared);
  await amber.until('work.started', slow);
  await basalt.until('work.started', first);
  return { amber, basalt, slow, first };
}

async function readBoth({ amberOwner, basaltOwner }: Cast, { amber, basalt }: Started) {
  return {
    amber: await amberOwner.readLog(amber.mission.groupId),
    basalt: await basaltOwner.readLog(basalt.mission.groupId),
  };
}

export interface Child {
  /** The parent WorkItem. */
  readonly deep: string;
  /** The WorkItem of the child. */
  readonly part: string;
  readonly lead: MissionLead;
}

/** An item of amber becomes a Mission of its own, with another Coordinator and another Worker. */
async function promote(
  stage: ScenarioStage,
  { cobaltLead, single }: Cast,
  amber: MissionLead,
): Promise<Child> {
  const deep = await amber.authorize('amber-deep', 'normal');
  const mission: MissionIds = { missionId: newId(), groupId: newId() };
  await amber.act('mission.create_child', {
    ...missionTerms(),
    ...mission,
    coordinatorAgentId: cobaltLead.actor.id,
    objective: 'say all about cobalt',
    budget: { toolCallLimit: 10, wallClockSecondsLimit: 600, computeSecondsLimit: 600 },
    deadline: WORK_DEADLINE,
    approvalPolicy: { finalHumanApproval: false, highRiskExecutionApproval: true },
    parentWorkItemId: deep,
  });
  const lead = new MissionLead(cobaltLead, mission);
  await lead.until('mission.created');
  await lead.admit(single, 'worker');
  const part = await lead.assign('cobalt-part', 'normal', single);
  await lead.until('work.started', part);
  await stage.order('cobalt-part', 'write all of it');
  return { deep, part, lead };
}

/** The Coordinator of amber dies; the human appoints another one, and the dead one comes back. */
async function replaceLead(stage: ScenarioStage, cast: Cast, amber: MissionLead) {
  const { amberOwner, amberLead, amberDeputy } = cast;
  const { groupId } = amber.mission;
  const contextPackage = amber.handOver('One part is running, one waits, one has become a Mission.');
  amberLead.process.signal('SIGKILL');
  const death = await amberLead.process.ended;
  await amberOwner.act(
    groupId,
    'mission.assign_coordinator',
    { coordinatorAgentId: amberDeputy.actor.id, contextPackage },
    1,
  );
  const deputy = new MissionLead(amberDeputy, amber.mission);
  // Nothing is assigned before the state is known (CRD-005).
  const log = await amberOwner.readLog(groupId);
  const head = log.events.length;
  await amberDeputy.until(groupId, 'the head of the log', ({ sequence }) => sequence === head);
  const reconciled = {
    own: [...amberDeputy.world.list('workItem', groupId)],
    log: [...log.world.list('workItem', groupId)],
  };
  const former = await FormerCoordinator.connect(amberLead, {
    origin: stage.origin,
    ca: await stage.certificate(),
  });
  const member = log.world.get('member', groupId, memberKey(amberLead.actor));
  const renewal = { groupId, kind: 'mission.renew_coordinator', payload: {}, coordinatorEpoch: 1 };
  const staleMember = await former.refusalOf({ ...renewal, membershipEpoch: 2 });
  const staleTerm = await former.refusalOf({
    ...renewal,
    membershipEpoch: member?.membershipEpoch ?? 0,
  });
  await former.close();
  return { deputy, contextPackage, death, head, reconciled, staleMember, staleTerm };
}
