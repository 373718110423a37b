// A plan tried out before anything is signed.
import { describe, expect, it } from 'vitest';
import { DEFAULT_POLICY } from '../../domain/decision.ts';
import { MemoryWorld, ORGANIZATION } from '../../domain/world.ts';
import { cardOf } from '../../simulation/documents.ts';
import { FAST_NOTARY } from '../../simulation/notary.ts';
import { COORDINATORS, OWNER, type Principal, WORKERS } from '../../simulation/principals.ts';
import { changed, read, SMALL_BRIEF, START_MS } from '../briefs/briefs.test-data.ts';
import { planBrief } from '../briefs/plan-brief.ts';
import { rehearsePlan } from './rehearse-plan.ts';

function card(agent: Principal | undefined, capability: string, status: 'active' | 'revoked' = 'active') {
  if (agent === undefined) throw new Error('there are enough Agents');
  const pattern = cardOf({ notary: FAST_NOTARY, nowMs: START_MS }, agent);
  const [id = '', version = ''] = capability.split('@');
  const [first] = pattern.capabilities;
  if (first === undefined) throw new Error('the pattern card has a capability');
  return { ...pattern, status, capabilities: [{ ...first, id, version }] };
}

const [MAKER, JUDGE] = WORKERS;
const [COORDINATOR] = COORDINATORS;
const COORDINATOR_CARD = card(COORDINATOR, 'heddle.coordination@1.0.0');
const CARDS = [COORDINATOR_CARD, card(MAKER, 'test.make@1.2.0'), card(JUDGE, 'test.judge@1.0.0')];

function rehearse(text: string, cards = CARDS, nowMs = START_MS, on?: Parameters<typeof rehearsePlan>[3]) {
  const brief = read(text);
  if (!brief.ok) throw new Error(JSON.stringify(brief.fault));
  const plan = planBrief(brief.value, {
    missionId: 'urn:heddle:test:mission:1',
    ownerId: OWNER.actor.id,
    coordinatorAgentId: COORDINATOR?.actor.id ?? '',
    agentIds: new Map([
      ['maker', MAKER?.actor.id ?? ''],
      ['judge', JUDGE?.actor.id ?? ''],
    ]),
  });
  if (!plan.ok) throw new Error(JSON.stringify(plan.fault));
  return rehearsePlan(plan.value, cards, nowMs, on);
}

describe('a rehearsal', () => {
  it('finds nothing wrong with a brief that was checked', () => {
    expect(rehearse(SMALL_BRIEF)).toBeUndefined();
  });

  it('MIS-007 finds out that time has passed since', () => {
    expect(rehearse(SMALL_BRIEF, CARDS, START_MS + 3_600_000)).toMatchObject({
      item: undefined,
      rejection: { code: 'INVALID_COMMAND', rule: 'MIS-007' },
    });
  });

  it('IDN-006 is held on what there is already, which counts before the cards that are expected', () => {
    const world = new MemoryWorld();
    const revoked = card(COORDINATOR, 'heddle.coordination@1.0.0', 'revoked');
    world.apply([{ kind: 'agent', groupId: ORGANIZATION, id: revoked.agentId, value: { card: revoked } }]);
    expect(rehearse(SMALL_BRIEF, CARDS, START_MS, { world, policy: DEFAULT_POLICY })).toMatchObject({
      item: undefined,
      rejection: { rule: 'IDN-006' },
    });
  });

  it('MIS-008 needs a Coordinator with a card that holds', () => {
    const [, ...others] = CARDS;
    expect(rehearse(SMALL_BRIEF, others)).toMatchObject({ rejection: { rule: 'MIS-008' } });
  });

  it.each([
    ['has no such capability', card(MAKER, 'test.other@1.0.0')],
    ['has an older version than the brief says', card(MAKER, 'test.make@1.1.0')],
    ['is revoked', card(MAKER, 'test.make@1.2.0', 'revoked')],
  ])('WORK-024 names the item whose Worker %s', (_name, maker) => {
    const cards = [COORDINATOR_CARD, maker, card(JUDGE, 'test.judge@1.0.0')];
    expect(rehearse(SMALL_BRIEF, cards)).toEqual({ item: 'first', rejection: undefined });
  });

  it('CHD-002 goes through the children as well', () => {
    const text = changed(
      '  second:\n',
      `  part:
    goal: A part of its own.
    needs: [first]
    mission:
      definitionOfDone: [{ id: whole, text: It is whole. }]
      work:
        inner:
          goal: Inside.
          capability: test.judge
          deliverables: [inner.md]
          accept: [{ id: fine, text: It is fine. }]
  second:
`,
    );
    expect(rehearse(text)).toBeUndefined();
    const cards = [COORDINATOR_CARD, card(MAKER, 'test.make@1.2.0'), card(JUDGE, 'test.judge@2.0.0')];
    expect(rehearse(text, cards)).toEqual({ item: 'inner', rejection: undefined });
  });
});
