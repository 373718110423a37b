import { describe, expect, test } from 'vitest';
import { deskOf } from '../coordinator/desk/desk.test-data.ts';
import { seedWorkItem, setMission } from '../domain/seeded-work.test-data.ts';
import {
  CAPABILITY,
  cardOf,
  contractOf,
  GROUP,
  OWNER,
  SeededOrganization,
  WORKER,
} from '../domain/seeded-world.test-data.ts';
import type { Note } from '../store/replica-store.ts';
import { CoordinatePlans } from './coordinate-plan.ts';
import type { PlanSource } from './coordinate-policy.ts';
import { COORDINATION } from './desk-enrolment.ts';

/** Plans over notes that a test can look at, and whoever waits for one. */
function plansOf(source: PlanSource, notes = new Map<string, unknown>()) {
  const changed = Promise.withResolvers<void>();
  const plans = new CoordinatePlans({
    source,
    language: 'en',
    readNotes: async () => notes,
    writeNotes: async (written: readonly Note[]) => {
      for (const { name, value } of written) notes.set(name, value);
    },
    onChange: () => changed.resolve(),
    onFault: (error) => changed.reject(error),
  });
  return { plans, notes, changed: changed.promise };
}

function propose(organization: SeededOrganization, proposalId: string, by = OWNER): void {
  organization.mustAct('work.propose', by, { proposalId, contract: contractOf({ goal: proposalId }) });
  organization.passSeconds(1);
}

const FIRST = 'urn:heddle:test:proposal:z';
const SECOND = 'urn:heddle:test:proposal:a';
const OF_WORKER = 'urn:heddle:test:proposal:worker';

describe('what is taken up of Work Proposals (WORK-T02)', () => {
  function proposed(): SeededOrganization {
    const organization = new SeededOrganization();
    propose(organization, FIRST);
    propose(organization, OF_WORKER, WORKER);
    propose(organization, SECOND);
    return organization;
  }

  test.each([
    ['owner', [FIRST, SECOND]],
    ['members', [FIRST, OF_WORKER, SECOND]],
    ['nobody', []],
  ] as const)('of %s, in the order in which they were made', (proposals, expected) => {
    const { plans } = plansOf({ proposals, patterns: false });
    const planned = plans.planOf(deskOf(proposed()), GROUP);
    expect(planned.map(({ proposalId }) => proposalId)).toEqual(expected);
    expect(planned.map(({ contract }) => contract.goal)).toEqual(expected);
  });

  test('under the same ids after a restart, and each under its own', () => {
    const source = { proposals: 'members', patterns: false } as const;
    const idsOf = () =>
      plansOf(source)
        .plans.planOf(deskOf(proposed()), GROUP)
        .map(({ workItemId }) => workItemId);
    expect(idsOf()).toEqual(idsOf());
    expect(new Set(idsOf()).size).toBe(3);
  });

  test('not once they are work', () => {
    const organization = proposed();
    const { plans } = plansOf({ proposals: 'owner', patterns: false });
    const [first] = plans.planOf(deskOf(organization), GROUP);
    if (first?.proposalId === undefined) throw new Error('there is one');
    const { workItemId, contract, proposalId } = first;
    organization.mustAct(
      'work.authorize',
      { type: 'agent', id: 'urn:heddle:test:agent:coordinator' },
      { workItemId, contract, proposalId },
    );
    expect(plans.planOf(deskOf(organization), GROUP).map((each) => each.proposalId)).toEqual([SECOND]);
  });
});

describe('a plan by patterns', () => {
  const PATTERNS = { proposals: 'owner', patterns: true } as const;
  const cards = new Map([
    [WORKER.id, cardOf(WORKER)],
    [
      'urn:heddle:test:agent:other',
      cardOf(OWNER, { capabilities: [{ ...cardOf(WORKER).capabilities[0], ...COORDINATION } as never] }),
    ],
  ]);

  test('is kept before anything of it is planned, and is the same for whoever comes later', async () => {
    const organization = new SeededOrganization();
    setMission(organization, {
      definitionOfDone: [
        {
          criterionId: 'listed',
          description: 'every file is listed',
          evidenceRequired: ['deterministic_test'],
        },
      ],
    });
    const first = plansOf(PATTERNS);
    expect(first.plans.planOf(deskOf(organization, { cards }), GROUP)).toEqual([]);
    await first.changed;
    const planned = first.plans.planOf(deskOf(organization, { cards }), GROUP);
    expect(planned.length).toBeGreaterThan(0);
    for (const { contract } of planned) expect(contract.requiredCapabilities).toEqual([CAPABILITY]);
    expect([...first.notes.values()]).toEqual([planned]);
    // Later, with other cards and another clock: what was kept counts.
    organization.passSeconds(100);
    const later = plansOf(PATTERNS, first.notes);
    later.plans.planOf(deskOf(organization), GROUP);
    await later.changed;
    expect(later.plans.planOf(deskOf(organization), GROUP)).toEqual(planned);
  });

  test('is none where there is work, and where a question is left', async () => {
    const worked = new SeededOrganization();
    seedWorkItem(worked, { state: 'open' });
    const first = plansOf(PATTERNS);
    first.plans.planOf(deskOf(worked, { cards }), GROUP);
    await first.changed;
    expect(first.plans.planOf(deskOf(worked, { cards }), GROUP)).toEqual([]);
    // Nobody who could do anything is known: that is a question, and may be answered later.
    const second = plansOf(PATTERNS);
    const empty = deskOf(new SeededOrganization(), { cards: new Map() });
    expect(second.plans.planOf(empty, GROUP)).toEqual([]);
    await new Promise((resolve) => setImmediate(resolve));
    expect(second.notes.size).toBe(0);
  });
});
