// `heddle coordinate` as a process of its own, in front of an Authority that is one, too: a Mission within a policy, crashes, the desk
// that takes over and hands back, and everything that is left to people.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFailed, test } from 'vitest';
import { AUTONOMY_EXTENSION } from '../../core/coordinator/assistant/autonomy/notes.ts';
import { SINGLE } from '../../core/domain/world.ts';
import type { Event } from '../../core/protocol/generated/documents.ts';
import type { MissionIds } from '../scenario/mission-owner.ts';
import type { SignedLog } from '../scenario/signed-log.ts';
import { coordinatorIdOf, CoordinateStage, ENOUGH } from './coordinate-stage.ts';

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
      await coordinator.until('act.accepted', ({ kind }) => kind === 'mission.submit_for_approval');
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
});
