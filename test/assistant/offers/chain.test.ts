// The drafts of a chain, composed and decided as those of a person are: the Authority's own rules accept each of them in turn.
import { describe, expect, test } from 'vitest';
import { deskOf } from '../../../core/coordinator/desk/desk.test-data.ts';
import { composeCommand } from '../../../core/coordinator/desk/intent/compose.ts';
import { IdBook } from '../../../core/coordinator/desk/intent/id-book.ts';
import { tryCommand } from '../../../core/coordinator/desk/intent/trial.ts';
import { identityFor } from '../../../core/coordinator/desk/desk.test-data.ts';
import type { Proposal } from '../../../core/coordinator/assistant/proposal.ts';
import { evolve } from '../../../core/domain/evolve.ts';
import { currentMemberships } from '../../../core/domain/members.ts';
import { nowAt } from '../../../core/domain/decision.ts';
import { COORDINATOR, GROUP } from '../../../core/domain/seeded-world.test-data.ts';
import type { Event } from '../../../core/protocol/generated/documents.ts';
import { ANNA, BERT, Stage, TASK } from '../stage.ts';
import { planIn } from './offer-scene.ts';

/** Decides a draft by the rules and puts its Events into the log of the stage. */
function send(stage: Stage, { intent }: Proposal): void {
  const connection = deskOf(stage);
  const ids = new IdBook((kind) => stage.newId(kind));
  const composed = composeCommand(connection, intent, identityFor(COORDINATOR), ids);
  const trial = tryCommand(connection, composed);
  expect(trial.rejection).toBeUndefined();
  for (const event of trial.outcome().events) {
    stage.world.apply(evolve(stage.world, event));
    stage.log.push(event as Event);
  }
}

describe('MEM-004 the just-in-time chain', () => {
  test('a stranger: provisional Membership with its Context Package, then the offer', () => {
    const stage = new Stage().register(ANNA).hear(ANNA).plan();
    const { chain } = planIn(stage.situation, {});
    expect(chain.map(({ intent }) => intent.kind)).toEqual(['membership.change', 'work.offer']);
    for (const proposal of chain) send(stage, proposal);
    const { document } = stage.world.get('workItem', GROUP, TASK) ?? {};
    expect(document).toMatchObject({ state: 'offered', offers: [{ agentId: ANNA.id, status: 'pending' }] });
    const memberships = currentMemberships(stage.world, GROUP, ANNA, nowAt(stage.nowMs));
    expect(memberships).toMatchObject([{ role: 'worker', state: 'provisional' }]);
    // The Membership outlasts the offer, so that the last second of it can still be used.
    expect(Date.parse(memberships[0]?.provisionalExpiresAt ?? '')).toBeGreaterThan(
      Date.parse(document?.offers?.[0]?.expiresAt ?? ''),
    );
    const packages = stage.log.filter(({ payload }) => 'contextPackage' in payload);
    expect(packages).toMatchObject([
      {
        kind: 'membership.changed',
        payload: {
          contextPackage: {
            workItemId: TASK,
            missionId: stage.world.get('mission', GROUP, '')?.document.missionId,
          },
        },
      },
    ]);
  });

  test('a member needs the offer alone', () => {
    const stage = new Stage().employ(ANNA).plan();
    const { chain } = planIn(stage.situation, {});
    expect(chain.map(({ intent }) => intent.kind)).toEqual(['work.offer']);
    chain.forEach((proposal) => send(stage, proposal));
  });

  test('a break after the first step: the chain goes on with the offer', () => {
    const stage = new Stage().register(ANNA).hear(ANNA).plan();
    const [membership] = planIn(stage.situation, {}).chain;
    if (membership !== undefined) send(stage, membership);
    const { chain } = planIn(stage.situation, {});
    expect(chain.map(({ intent }) => intent.kind)).toEqual(['work.offer']);
  });

  test('a provisional Membership that would end within the offer is granted anew', () => {
    const stage = new Stage().register(ANNA).hear(ANNA).plan();
    const [membership] = planIn(stage.situation, {}).chain;
    if (membership !== undefined) send(stage, membership);
    stage.wait(620).hear(ANNA);
    const { chain } = planIn(stage.situation, {});
    expect(chain.map(({ intent }) => intent.kind)).toEqual(['membership.change', 'work.offer']);
    chain.forEach((proposal) => send(stage, proposal));
  });

  test('MEM-008 but not while it holds an offer, whose acceptance makes it an active member', () => {
    const other = 'urn:heddle:test:work:other';
    const stage = new Stage().register(ANNA).hear(ANNA).plan().plan({ goal: 'other' }, other);
    const [membership] = planIn(stage.situation, {}).chain;
    if (membership !== undefined) send(stage, membership);
    stage.wait(620).offer(ANNA, other, 240).hear(ANNA);
    const plan = planIn(stage.situation, {});
    expect(plan).toMatchObject({ verdict: 'wait', chain: [], recheckAtMs: stage.nowMs + 240_000 });
    expect(plan.reasons.map(({ id }) => id)).toEqual(['offer-running']);
    // Accepted meanwhile: it is a member, and needs the offer alone.
    stage.accept(ANNA, other);
    expect(planIn(stage.situation, {}).chain.map(({ intent }) => intent.kind)).toEqual(['work.offer']);
  });

  test('FLR-001 the newcomer that follows a lost owner reads where to go on', () => {
    const stage = new Stage().employ(ANNA).register(BERT).plan();
    stage.offer(ANNA).accept(ANNA).begin(ANNA).save(ANNA).wait(4_000).hear(BERT);
    const { chain } = planIn(stage.situation, {});
    const [membership] = chain;
    if (membership?.intent.kind !== 'membership.change') throw new Error('no Membership');
    const { summary } = membership.intent.form.contextPackage ?? {};
    expect(summary).toContain('hashing');
    expect(summary).toContain('Next: hash');
    for (const proposal of chain) send(stage, proposal);
    // The lost owner is fenced by the offer, and its epoch with it (WORK-014).
    expect(stage.world.get('workItem', GROUP, TASK)).toMatchObject({
      document: { state: 'offered', offers: [{ agentId: BERT.id }] },
      ownershipEpoch: 2,
    });
  });

  test('BUD-006 an offer never outlasts the work itself', () => {
    const stage = new Stage().employ(ANNA).plan({ deadline: '2026-05-04T09:01:00Z' });
    const [offer] = planIn(stage.situation, {}).chain;
    expect(offer?.intent).toMatchObject({ kind: 'work.offer', form: { offerSeconds: 60 } });
  });

  test('nothing is signed here, and every proposal says why', () => {
    const stage = new Stage().register(ANNA).hear(ANNA).plan();
    for (const { intent, reasons } of planIn(stage.situation, {}).chain) {
      expect(reasons.length).toBeGreaterThan(0);
      expect(JSON.stringify(intent)).not.toContain('signature');
    }
  });
});
