// `heddle coordinate` as a process of its own, in front of an Authority that is one, too: a Mission within a policy, crashes, the desk
// that takes over and hands back, and everything that is left to people.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFailed, test } from 'vitest';
import { AUTONOMY_EXTENSION } from '../../core/coordinator/assistant/autonomy/notes.ts';
import { SINGLE } from '../../core/domain/world.ts';
import type { CoordinateEvent } from '../../core/host/coordinate-voice.ts';
import type { Event } from '../../core/protocol/generated/documents.ts';
import { runHeddle } from '../cli/cli-runner.ts';
import { createRandom, seedFromEnvironment } from '../harness/random.ts';
import type { MissionIds } from '../scenario/mission-owner.ts';
import type { SignedLog } from '../scenario/signed-log.ts';
import { coordinatorIdOf, CoordinateStage, ENOUGH, REVIEWING } from './coordinate-stage.ts';
import { Desk } from './desk.ts';

let stage: CoordinateStage;
beforeAll(async () => {
  stage = await CoordinateStage.open();
  const { process } = await stage.scenario.worker('wendel', 'slots: 4\n');
  await process.until('connection.opened');
}, 60_000);
afterAll(async () => {
  await stage.close();
});

const PATIENCE_MS = 60_000;

function describeOnFailure(): void {
  onTestFailed(() => console.log(stage.describe()));
}

/** What a Coordinator has signed in a log, in order: the first Event of each of its Commands. */
function signedBy(label: string, { events }: SignedLog): readonly Event[] {
  const seen = new Set<string>();
  return events.filter(({ actor, cause }) => {
    const isFirst = actor.id === coordinatorIdOf(label) && cause.type === 'command' && !seen.has(cause.id);
    seen.add(cause.id);
    return isFirst;
  });
}

function ruleOf({ extensions = {} }: Event): unknown {
  const mark = extensions[AUTONOMY_EXTENSION] as { readonly data: { readonly rule: string } } | undefined;
  return mark?.data.rule;
}

function stateOf({ groupId }: MissionIds, log: SignedLog): string | undefined {
  return log.world.get('mission', groupId, SINGLE)?.document.state;
}

describe('heddle coordinate', () => {
  test(
    'MIS-009: leads a Mission from its first work to its submission, and cites a rule for all that it signs',
    async () => {
      describeOnFailure();
      const folder = await stage.newCoordinator('cora');
      const mission = await stage.createMission('cora');
      await stage.propose(mission, 'cora-1');
      await stage.scenario.order('cora-1', 'write a', 'finish');
      const coordinator = await stage.run(folder, ENOUGH);
      await coordinator.until('act.accepted', isSubmission);
      // A second process in its folder would be a second signer.
      const second = await runHeddle(['coordinate', '--folder', folder]);
      expect(second).toMatchObject({ code: 2, out: '' });
      expect(second.err).toContain('runs this Coordinator already');
      const { owner } = stage;
      await owner.act(mission.groupId, 'mission.approve', await owner.answer(mission), 1);
      await coordinator.until('mission.ended');
      coordinator.process.signal('SIGTERM');
      expect(await coordinator.process.ended).toEqual({ code: 0, signal: null });
      expect(coordinator.events.map(({ event }) => event)).toEqual([
        'coordinator.started',
        'connection.opened',
        'mission.led',
        ...Array.from({ length: 5 }, () => 'act.accepted'),
        'mission.ended',
        'coordinator.stopping',
      ]);
      const log = await owner.readLog(mission.groupId);
      expect(stateOf(mission, log)).toBe('approved');
      const signed = signedBy('cora', log);
      expect(signed.map(({ kind }) => kind)).toEqual([
        'work.authorized',
        'membership.changed',
        'work.offer.created',
        'work.result.accepted',
        'mission.submitted_for_approval',
      ]);
      expect(signed.map(ruleOf)).toEqual(['work', 'work', 'work', 'work', 'work']);
      // The Work Proposal of the owner became work as it was.
      const [proposal] = [...log.world.list('proposal', mission.groupId)];
      expect(proposal?.[1].document.state).toBe('authorized');
    },
    PATIENCE_MS,
  );

  test(
    'CRD-006: has a result reviewed by an independent Agent where its contract asks for that, and accepts both',
    async () => {
      describeOnFailure();
      await stage.reviewer('rita');
      const folder = await stage.newCoordinator('clara');
      const mission = await stage.createMission('clara');
      await stage.propose(mission, 'clara-1', ['deterministic_test', 'reviewer_assessment']);
      await stage.scenario.order('clara-1', 'write a', 'finish');
      // Everybody here belongs to the same owner.
      const review = `review: { independence: other-agent, capability: ${REVIEWING} }\n`;
      const coordinator = await stage.run(folder, ENOUGH + review);
      await coordinator.until('act.accepted', isSubmission);
      const log = await stage.owner.readLog(mission.groupId);
      const accepted = log.events.filter(({ kind }) => kind === 'work.result.accepted');
      expect(accepted).toHaveLength(2);
      const assessments = [...log.world.list('evidence', mission.groupId)].filter(
        ([, { type, generatedBy }]) =>
          type === 'reviewer_assessment' && generatedBy.id === coordinatorIdOf('rita'),
      );
      expect(assessments.length).toBeGreaterThan(0);
      expect(coordinator.all('question.waiting')).toEqual([]);
    },
    PATIENCE_MS,
  );

  test(
    'signs nothing with the policy that a new folder has, and tells once what a person could sign',
    async () => {
      describeOnFailure();
      const folder = await stage.newCoordinator('dora');
      const mission = await stage.createMission('dora');
      await stage.propose(mission, 'dora-1');
      const policy = await readFile(join(folder, 'policy.yaml'), 'utf8');
      const coordinator = await stage.run(folder, policy, '--once');
      expect(await coordinator.process.ended).toEqual({ code: 0, signal: null });
      expect(coordinator.all('coordinator.started')).toMatchObject([{ rules: 0 }]);
      expect(coordinator.all('proposal.waiting')).toMatchObject([
        { area: 'plan', kind: 'work.authorize', why: ['no-rule'], groupId: mission.groupId },
      ]);
      expect(coordinator.all('coordinator.idle')).toMatchObject([{ waiting: 1 }]);
      expect(coordinator.all('act.accepted')).toEqual([]);
      const log = await stage.owner.readLog(mission.groupId);
      expect(signedBy('dora', log)).toEqual([]);
    },
    PATIENCE_MS,
  );

  test(
    'IDM-001: killed again and again it goes on, and nothing is done twice',
    async () => {
      describeOnFailure();
      const folder = await stage.newCoordinator('edda');
      const mission = await stage.createMission('edda');
      await stage.propose(mission, 'edda-1');
      // With the first word of each of these it is killed; what it was about to sign then is nowhere, or in the log once.
      for (const kind of ['work.authorize', 'work.offer']) {
        const killed = await stage.run(folder, ENOUGH);
        await killed.until('act.accepted', (event) => event['kind'] === kind);
        await killed.process.kill();
      }
      await stage.scenario.order('edda-1', 'write a', 'finish');
      const last = await stage.run(folder, ENOUGH);
      await last.until('act.accepted', isSubmission);
      last.process.signal('SIGTERM');
      await last.process.ended;
      const log = await stage.owner.readLog(mission.groupId);
      expect(signedBy('edda', log).map(({ kind }) => kind)).toEqual([
        'work.authorized',
        'membership.changed',
        'work.offer.created',
        'work.result.accepted',
        'mission.submitted_for_approval',
      ]);
      // A crash leaves notes without Commands at most, never a Command without its note.
      const notes = await readNotes(folder);
      for (const { cause } of signedBy('edda', log)) expect(notes).toContain(cause.id);
    },
    PATIENCE_MS,
  );

  test(
    'WS-016: the desk takes the Session over and hands it back; at no time do both sign',
    async () => {
      describeOnFailure();
      const folder = await stage.newCoordinator('frida');
      const mission = await stage.createMission('frida');
      const { groupId } = mission;
      await stage.propose(mission, 'frida-1');
      const server = await stage.run(folder, ENOUGH, '--wait-for-session');
      await server.until('act.accepted', ({ kind }) => kind === 'work.offer');
      const desk = await Desk.open(folder);
      await server.until('session.taken_over');
      // There is something to sign now: whoever holds the Session sees it.
      await stage.scenario.order('frida-1', 'write a', 'finish');
      await desk.until('work.submitted');
      const renewed = await desk.act(groupId, 'mission.renew_coordinator', { leaseSeconds: 3_600 });
      await desk.close();
      expect(server.all('connection.opened')).toHaveLength(1);
      await stage.scenario.heddle('coordinate', 'resume', folder);
      await server.until('session.reclaiming');
      await server.until('act.accepted', isSubmission);
      expect(server.all('connection.opened')).toHaveLength(2);

      const signed = signedBy('frida', await stage.owner.readLog(groupId));
      expect(signed.map((event) => [event.kind, ruleOf(event)])).toEqual([
        ['work.authorized', 'work'],
        ['membership.changed', 'work'],
        ['work.offer.created', 'work'],
        ['mission.coordinator.renewed', undefined],
        ['work.result.accepted', 'work'],
        ['mission.submitted_for_approval', 'work'],
      ]);
      expect(signed[3]?.eventId).toBe(renewed.eventId);

      // Without that option it ends with the code that a supervisor takes for "do not start again".
      server.process.signal('SIGTERM');
      expect(await server.process.ended).toMatchObject({ code: 0 });
      const other = await stage.run(folder, ENOUGH);
      await other.until('mission.led');
      const again = await Desk.open(folder);
      expect(await other.process.ended).toEqual({ code: 1, signal: null });
      expect(other.all('session.taken_over')).toMatchObject([{ waits: false }]);
      await again.close();
    },
    PATIENCE_MS,
  );

  test(
    'WS-016, IDM-001: at whatever moment the desk takes over, nothing is lost and nothing done twice',
    async () => {
      describeOnFailure();
      const seed = seedFromEnvironment();
      const random = createRandom(seed);
      const folder = await stage.newCoordinator('frieda');
      const mission = await stage.createMission('frieda');
      const works = ['frieda-1', 'frieda-2', 'frieda-3'];
      for (const work of works) {
        await stage.propose(mission, work);
        await stage.scenario.order(work, 'write a', 'finish');
      }
      const server = await stage.run(folder, ENOUGH, '--wait-for-session');
      for (let round = 1; round <= 3; round += 1) {
        await server.process.until(() => server.all('connection.opened')[round - 1], 'its own Session');
        const count = server.all('act.accepted').length + random.below(4);
        const isOver = () => server.all('act.accepted').some(isSubmission);
        await server.process.until(
          () => server.all('act.accepted').length >= count || isOver() || undefined,
          'a moment',
        );
        const desk = await Desk.open(folder);
        await desk.close();
        await server.process.until(
          () => server.all('session.taken_over')[round - 1],
          `a takeover, seed ${seed}`,
        );
        await stage.scenario.heddle('coordinate', 'resume', folder);
      }
      await server.until('act.accepted', isSubmission);
      const log = await stage.owner.readLog(mission.groupId);
      expect(
        signedBy('frieda', log)
          .map(({ kind }) => kind)
          .toSorted(),
      ).toEqual([
        'membership.changed',
        'mission.submitted_for_approval',
        ...works.map(() => 'work.authorized'),
        ...works.map(() => 'work.offer.created'),
        ...works.map(() => 'work.result.accepted'),
      ]);
      expect(server.all('proposal.waiting')).toEqual([]);
    },
    PATIENCE_MS,
  );

  test(
    'a rule that has ended, one that is used up, and a stop leave proposals, and going on takes them up',
    async () => {
      describeOnFailure();
      const folder = await stage.newCoordinator('gesa');
      const mission = await stage.createMission('gesa');
      await stage.propose(mission, 'gesa-1');
      await stage.propose(mission, 'gesa-2');
      const server = await stage.run(
        folder,
        `coordinate: 1
rules:
  - { id: one, acts: [work.authorize], missions: [all], risk: none, each: { toolCalls: 10, wallClockSeconds: 600, computeSeconds: 600 }, perHour: 1 }
  - { id: over, acts: [membership.change], missions: [all], risk: none, until: 2026-01-01T00:00:00Z }
`,
      );
      await server.until(
        'proposal.waiting',
        ({ area, why }) => area === 'plan' && includes(why, 'too-often'),
      );
      await server.until('proposal.waiting', ({ why }) => includes(why, 'rule-ended'));
      server.process.signal('SIGTERM');
      await server.process.ended;
      expect(server.all('act.accepted')).toHaveLength(1);

      await stage.scenario.heddle('coordinate', 'stop', folder);
      const stopped = await stage.run(folder, ENOUGH);
      await stopped.until('assistant.stopped');
      await stopped.until('proposal.waiting', ({ why }) => includes(why, 'stopped'));
      expect(stopped.all('act.accepted')).toEqual([]);
      await stage.scenario.heddle('coordinate', 'resume', folder);
      await stopped.until('assistant.released');
      await stopped.until('act.accepted', ({ kind }) => kind === 'work.offer');
      stopped.process.signal('SIGTERM');
      await stopped.process.ended;
    },
    PATIENCE_MS,
  );

  test(
    'CRD-004, CRD-005: another Agent is appointed: the former one drops everything, the new one says what it found and goes on',
    async () => {
      describeOnFailure();
      const [former, next] = [await stage.newCoordinator('hedda'), await stage.newCoordinator('ida')];
      const mission = await stage.createMission('hedda');
      const { groupId } = mission;
      await stage.propose(mission, 'hedda-1');
      const before = await stage.run(former, ENOUGH);
      await before.until('act.accepted', ({ kind }) => kind === 'work.offer');
      const { owner } = stage;
      const appointment = { coordinatorAgentId: coordinatorIdOf('ida') };
      await owner.act(groupId, 'mission.assign_coordinator', appointment, 1);
      expect(await before.until('mission.left')).toMatchObject({ groupId });
      await stage.scenario.order('hedda-1', 'write a', 'finish');
      const after = await stage.run(next, ENOUGH);
      expect(await after.until('mission.taken_over')).toMatchObject({ coordinatorEpoch: 2, items: 1 });
      await after.until('act.accepted', isSubmission);
      expect(after.all('takeover.item')).toHaveLength(1);
      const log = await owner.readLog(groupId);
      const appointedAt = log.only('mission.coordinator.assigned').sequence ?? 0;
      expect(signedBy('hedda', log).filter(({ sequence = 0 }) => sequence > appointedAt)).toEqual([]);
      expect(signedBy('ida', log).map(({ kind }) => kind)).toEqual([
        'work.result.accepted',
        'mission.submitted_for_approval',
      ]);
    },
    PATIENCE_MS,
  );
});

function isSubmission({ kind }: CoordinateEvent): boolean {
  return kind === 'mission.submit_for_approval';
}

function includes(list: unknown, text: string): boolean {
  return Array.isArray(list) && list.includes(text);
}

/** The Action IDs of all that was allowed. */
async function readNotes(folder: string): Promise<readonly unknown[]> {
  const lines = await readFile(join(folder, 'state', 'autonomy-notes.jsonl'), 'utf8');
  return lines
    .split('\n')
    .slice(0, -1)
    .map((line) => (JSON.parse(line) as { readonly actionId: unknown }).actionId);
}
