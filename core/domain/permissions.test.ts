// INV-11, OPEN-071: what a contract allows stays within what its Mission, or the nearest one above it, permits.
import { beforeEach, describe, expect, test } from 'vitest';
import type { CommandPayloads, ResourceGrant, WorkContract } from '../protocol/generated/documents.ts';
import { permissionsInForce } from './permissions.ts';
import { CHILD_COORDINATOR, CHILD_GROUP, childPayload, promote } from './seeded-missions.test-data.ts';
import { seedWorkItem } from './seeded-work.test-data.ts';
import { contractOf, COORDINATOR, GROUP, SeededOrganization, WORKER } from './seeded-world.test-data.ts';
import { authorize, offerPayload, recordOf, refusedWith } from './work-scenes.test-data.ts';
import { SINGLE } from './world.ts';

const FOLDER = 'urn:heddle:test:resource:input-folder';
const OTHER_ITEM = 'urn:heddle:test:work:other';

let organization: SeededOrganization;

beforeEach(() => {
  organization = new SeededOrganization();
});

function permit(permissions: readonly string[], groupId = GROUP): void {
  const record = organization.world.get('mission', groupId, SINGLE);
  if (record === undefined) throw new Error('the Mission is seeded');
  organization.world.apply([{ kind: 'mission', groupId, id: SINGLE, value: { ...record, permissions } }]);
}

function contractFor(...allowedResources: readonly ResourceGrant[]): WorkContract {
  return contractOf({ allowedResources: [...allowedResources], goal: 'with resources of its own' });
}

function tryAuthorize(...allowedResources: readonly ResourceGrant[]) {
  const payload = { workItemId: OTHER_ITEM, contract: contractFor(...allowedResources) };
  return organization.act('work.authorize', COORDINATOR, payload);
}

const reading = { resource: FOLDER, operations: ['read'] };
const writing = { resource: FOLDER, operations: ['read', 'write'] };
const beyond = refusedWith('AUTH_FORBIDDEN', 'INV-11', { resource: FOLDER, operation: 'write' });

describe('a contract within its Mission', () => {
  test('work.authorize names the resource and the operation that go too far', () => {
    permit(['read']);
    expect(tryAuthorize(writing)).toMatchObject(beyond);
    expect(organization.log).toEqual([]);
    expect(tryAuthorize(reading).ok).toBe(true);
  });

  test('every grant counts, not only the first', () => {
    permit(['read']);
    const other = { resource: 'urn:heddle:test:resource:output-folder', operations: ['delete'] };
    expect(tryAuthorize(reading, other)).toMatchObject(
      refusedWith('AUTH_FORBIDDEN', 'INV-11', { resource: other.resource, operation: 'delete' }),
    );
  });

  test('work.propose is refused alike', () => {
    permit(['read']);
    const propose = (contract: WorkContract) =>
      organization.act('work.propose', WORKER, { proposalId: 'urn:heddle:test:proposal:1', contract });
    expect(propose(contractFor(writing))).toMatchObject(beyond);
    expect(propose(contractFor(reading)).ok).toBe(true);
  });

  test('OPEN-048 a corrected contract is weighed like a new one', () => {
    permit(['read']);
    authorize(organization);
    const revise = (grant: ResourceGrant) =>
      organization.act(
        'work.offer',
        COORDINATOR,
        offerPayload([WORKER], { contract: { ...contractFor(grant), contractVersion: 2 } }),
      );
    expect(revise(writing)).toMatchObject(beyond);
    expect(recordOf(organization).document.contract.contractVersion).toBe(1);
    expect(revise(reading).ok).toBe(true);
  });

  test('OPEN-071 a tool is permitted by its own name beside the operation', () => {
    permit(['read', 'execute', 'tool:pandoc']);
    const tool = (name: string) => ({ resource: `tool:${name}`, operations: ['execute'] });
    expect(tryAuthorize(tool('curl'))).toMatchObject(
      refusedWith('AUTH_FORBIDDEN', 'INV-11', { resource: 'tool:curl', operation: 'execute' }),
    );
    permit(['tool:pandoc']);
    expect(tryAuthorize(tool('pandoc'))).toMatchObject(refusedWith('AUTH_FORBIDDEN', 'INV-11'));
    permit(['execute', 'tool:pandoc']);
    expect(tryAuthorize(tool('pandoc')).ok).toBe(true);
  });

  test('a Mission that names no permissions binds no contract, and one without resources is never bound', () => {
    permit([]);
    expect(tryAuthorize(writing).ok).toBe(true);
    organization = new SeededOrganization();
    permit(['files.read']);
    expect(tryAuthorize().ok).toBe(true);
  });
});

describe('a child Mission', () => {
  const planInChild = (contract: WorkContract) => {
    const payload: CommandPayloads['work.authorize'] = { workItemId: OTHER_ITEM, contract };
    return organization.act('work.authorize', CHILD_COORDINATOR, payload, { groupId: CHILD_GROUP });
  };
  const childContract = (grant: ResourceGrant) => ({
    ...contractFor(grant),
    budget: { toolCallLimit: 1 },
    deadline: childPayload().deadline,
  });

  test("CHD-002 is bound by its own permissions, which are a part of its parent's", () => {
    permit(['read', 'write']);
    promote(organization, { permissions: ['read'] });
    expect(planInChild(childContract(writing))).toMatchObject(beyond);
    expect(planInChild(childContract(reading)).ok).toBe(true);
  });

  test('CHD-002 to name none is no way out: those above it bind it', () => {
    permit(['read']);
    promote(organization, { permissions: [] });
    expect(planInChild(childContract(writing))).toMatchObject(beyond);
    expect(planInChild(childContract(reading)).ok).toBe(true);
  });

  test('CHD-002, INV-11 is refused what its parent lacks, tools by name included', () => {
    permit(['read', 'execute', 'tool:pandoc']);
    seedWorkItem(organization, { state: 'open' });
    const create = (permissions: string[]) =>
      organization.act('mission.create_child', COORDINATOR, childPayload({ permissions }));
    expect(create(['read', 'tool:curl', 'write'])).toMatchObject(
      refusedWith('AUTH_FORBIDDEN', 'CHD-002', { permissions: ['tool:curl', 'write'] }),
    );
    expect(create(['execute', 'tool:pandoc']).ok).toBe(true);
  });
});

test('permissions in force are the nearest that are named, from a Mission upwards', () => {
  permit([]);
  promote(organization, { permissions: [] });
  const { world } = organization;
  const inForce = (groupId: string) => {
    const mission = world.get('mission', groupId, SINGLE);
    if (mission === undefined) throw new Error('no Mission');
    return permissionsInForce(world, mission);
  };
  expect(inForce(CHILD_GROUP)).toBeUndefined();
  permit(['read']);
  expect(inForce(CHILD_GROUP)).toEqual(['read']);
  permit(['list'], CHILD_GROUP);
  expect(inForce(CHILD_GROUP)).toEqual(['list']);
  expect(inForce(GROUP)).toEqual(['read']);
});
