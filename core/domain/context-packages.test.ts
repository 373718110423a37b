import { beforeEach, describe, expect, test } from 'vitest';
import type { CommandPayloads, ContextPackage } from '../protocol/generated/documents.ts';
import { nowAt } from './decision.ts';
import { contextPackageOf, ITEM, refusalOf, seedWorkItem, setMission } from './seeded-work.test-data.ts';
import {
  COORDINATOR,
  OBSERVER,
  OWNER,
  SeededOrganization,
  START_MS,
  STRANGER,
  WORKER,
} from './seeded-world.test-data.ts';

let organization: SeededOrganization;

beforeEach(() => {
  organization = new SeededOrganization();
});

const LATER = nowAt(START_MS + 900_000).text;
const { contextPackageId: PACKAGE_ID } = contextPackageOf();

function withPackage(
  changes: Partial<ContextPackage>,
  more: Partial<CommandPayloads['membership.change']> = {},
  actor = COORDINATOR,
) {
  return organization.act('membership.change', actor, {
    member: STRANGER,
    role: 'worker',
    state: 'active',
    scopes: ['work.execute'],
    contextPackage: contextPackageOf(changes),
    ...more,
  });
}

describe('the Context Package of membership.change', () => {
  test('CTX-001: one about a WorkItem of the Group is good', () => {
    seedWorkItem(organization, { state: 'open' });
    expect(withPackage({ workItemId: ITEM }, { contextPackageId: PACKAGE_ID }).ok).toBe(true);
  });

  test.each([
    [
      'CTX-009',
      'has another id than the Command names',
      {},
      { contextPackageId: 'urn:heddle:test:context:2' },
    ],
    ['CTX-005', 'belongs to another Mission', { missionId: 'urn:heddle:test:mission:2' }, {}],
    ['CTX-005', 'belongs to another Group', { groupId: 'urn:heddle:test:group:2' }, {}],
    ['CTX-001', 'is about an unknown WorkItem', { workItemId: 'urn:heddle:test:work:none' }, {}],
    [
      'CTX-002',
      'cites Events that did not happen',
      { sourceEventRange: { fromSequence: 1, toSequence: 2, eventIds: ['urn:heddle:test:event:first'] } },
      {},
    ],
    [
      'CTX-002',
      'cites a range backwards',
      { sourceEventRange: { fromSequence: 2, toSequence: 1, eventIds: ['urn:heddle:test:event:first'] } },
      {},
    ],
    ['CTX-002', 'was made in the future', { generatedAt: LATER }, {}],
  ])('%s: refuses one that %s', (rule, _what, changes, more) => {
    expect(refusalOf(withPackage(changes, more))).toMatchObject({ code: 'INVALID_COMMAND', rule });
  });

  test('SIG-060: refuses one that another Agent made', () => {
    const generatedBy = { type: 'agent' as const, id: WORKER.id };
    expect(refusalOf(withPackage({ generatedBy }))).toMatchObject({
      code: 'AUTH_FORBIDDEN',
      rule: 'SIG-060',
      details: { generatedBy },
    });
  });

  test('SIG-060: an Agent that leads gives a package of its own', () => {
    setMission(organization, { missionOwner: OBSERVER });
    const own = { type: 'agent' as const, id: OBSERVER.id };
    expect(refusalOf(withPackage({ generatedBy: own })).rule).toBe('SIG-060');
    expect(withPackage({ generatedBy: own }, {}, OBSERVER).ok).toBe(true);
    expect(refusalOf(withPackage({ generatedBy: { ...own, id: WORKER.id } }, {}, OBSERVER)).rule).toBe(
      'SIG-060',
    );
  });

  test("SIG-060: the human owner passes on the Coordinator's package", () => {
    expect(withPackage({}, {}, OWNER).ok).toBe(true);
  });

  test('CTX-009: the Event carries it as it was signed, and from then on its id names it', () => {
    const byId = { contextPackage: undefined, contextPackageId: PACKAGE_ID } as object;
    expect(refusalOf(withPackage({}, byId))).toMatchObject({
      code: 'INVALID_COMMAND',
      rule: 'CTX-009',
      details: { contextPackageId: PACKAGE_ID },
    });
    const outcome = withPackage({});
    if (!outcome.ok) throw new Error('refused');
    expect(outcome.events[0]?.payload['contextPackage']).toEqual(contextPackageOf());
    expect(withPackage({}, { ...byId, member: OBSERVER }).ok).toBe(true);
  });

  test('CTX-004: an id stands for one package, which may be given to many', () => {
    expect(withPackage({}).ok).toBe(true);
    expect(withPackage({}, { member: OBSERVER }).ok).toBe(true);
    expect(refusalOf(withPackage({ summary: 'something else' }))).toMatchObject({
      code: 'INVALID_STATE_TRANSITION',
      rule: 'CTX-004',
    });
    const next = { contextPackageId: 'urn:heddle:test:context:2', previousContextPackageId: PACKAGE_ID };
    expect(withPackage({ ...next, version: 2, summary: 'something else' }).ok).toBe(true);
  });
});
