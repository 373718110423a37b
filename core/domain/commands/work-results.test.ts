import { beforeEach, describe, expect, test } from 'vitest';
import type { Artifact, CommandPayloads, Evidence } from '../../protocol/generated/documents.ts';
import { seedDocuments, setMission } from '../seeded-work.test-data.ts';
import {
  CAPABILITY,
  COORDINATOR,
  GROUP,
  MISSION,
  OBSERVER,
  OTHER_SERVICE,
  OWNER,
  SECOND_WORKER,
  SeededOrganization,
  SERVICE,
  STRANGER,
  WORKER,
} from '../seeded-world.test-data.ts';
import {
  artifactOf,
  authorize,
  bringTo,
  claimOf,
  CONTENT,
  evidenceOf,
  inSeconds,
  ITEM,
  leaseOf,
  OTHER_CONTENT,
  publish,
  recordOf,
  refusedWith,
  submit,
  submitPayload,
} from '../work-scenes.test-data.ts';
import { type Change, ORGANIZATION, SINGLE } from '../world.ts';

let organization: SeededOrganization;

beforeEach(() => {
  organization = new SeededOrganization();
});

function tryPublish(changes: Partial<Artifact> = {}) {
  const { ownershipEpoch, executionLeaseId } = claimOf(organization);
  const artifact = artifactOf(changes);
  return organization.act('artifact.publish', WORKER, { artifact, ownershipEpoch, executionLeaseId });
}

function trySubmit(changes: Partial<CommandPayloads['work.submit']> = {}) {
  return organization.act('work.submit', WORKER, submitPayload(organization, changes));
}

/** A Mission beside the seeded one, above it, or below it, in which a content is known. */
function seedRelative(
  relation: 'parent' | 'child' | 'stranger',
  classification: Artifact['classification'] = 'internal',
): void {
  const groupId = `urn:heddle:test:group:${relation}`;
  const missionId = `urn:heddle:test:mission:${relation}`;
  const seeded = organization.world.get('mission', GROUP, SINGLE);
  if (seeded === undefined) throw new Error('the Mission is seeded');
  const parent = { missionId: MISSION, workItemId: ITEM, depth: 1 };
  const document = { ...seeded.document, groupId, missionId, ...(relation === 'child' ? { parent } : {}) };
  const artifact = artifactOf({ groupId, missionId, contentHash: OTHER_CONTENT, classification });
  const changes: readonly Change[] = [
    { kind: 'mission', groupId, id: SINGLE, value: { ...seeded, document } },
    { kind: 'missionAddress', groupId: ORGANIZATION, id: missionId, value: { groupId } },
  ];
  organization.world.apply(changes);
  if (relation === 'child') {
    organization.world.apply([{ kind: 'childMission', groupId: GROUP, id: groupId, value: { missionId } }]);
  }
  seedDocuments(organization, { artifact }, groupId);
  if (relation === 'parent') {
    setMission(organization, { parent: { missionId, workItemId: 'urn:heddle:test:work:above', depth: 1 } });
  }
}

describe('artifact.publish', () => {
  test('ART-006, WORK-070 stores the manifest and moves the item on, not the Mission', () => {
    bringTo(organization, 'active');
    const before = recordOf(organization);
    const outcome = tryPublish();
    expect(outcome).toMatchObject({
      ok: true,
      events: [
        {
          kind: 'artifact.published',
          workItemId: ITEM,
          aggregateRevision: before.document.revision + 1,
          payload: {
            artifact: artifactOf(),
            ownershipEpoch: 1,
            executionLeaseId: before.executionLeaseId,
            workItem: { state: 'active', revision: before.document.revision + 1 },
          },
        },
      ],
    });
    expect(organization.world.get('artifact', GROUP, artifactOf().artifactId)).toEqual(artifactOf());
    expect(organization.world.get('content', GROUP, CONTENT)).toEqual({
      artifactIds: [artifactOf().artifactId],
    });
    expect(recordOf(organization)).toMatchObject({ executionLeaseId: before.executionLeaseId });
    expect(organization.world.get('mission', GROUP, SINGLE)?.document.revision).toBe(2);
  });

  test('ART-010 two manifests may share a content, an id stands for one', () => {
    bringTo(organization, 'active');
    publish(organization);
    const second = 'urn:heddle:test:artifact:second';
    expect(tryPublish()).toMatchObject(
      refusedWith('INVALID_STATE_TRANSITION', 'ART-006', { artifactId: artifactOf().artifactId }),
    );
    expect(tryPublish({ artifactId: second }).ok).toBe(true);
    expect(organization.world.get('content', GROUP, CONTENT)?.artifactIds).toEqual([
      artifactOf().artifactId,
      second,
    ]);
  });

  test.each<readonly [string, Partial<Artifact>, string, string, object]>([
    [
      'ART-006 another Group',
      { groupId: 'urn:heddle:test:group:other' },
      'INVALID_COMMAND',
      'ART-006',
      { artifactId: artifactOf().artifactId },
    ],
    [
      'ART-006 another Mission',
      { missionId: 'urn:heddle:test:mission:other' },
      'INVALID_COMMAND',
      'ART-006',
      {},
    ],
    [
      'ART-006 another producer',
      { producer: { agentId: SECOND_WORKER.id, agentCardVersion: 1, capabilities: [CAPABILITY] } },
      'AUTH_FORBIDDEN',
      'ART-006',
      { producerAgentId: SECOND_WORKER.id },
    ],
    [
      'ART-006 another card version than the pin',
      { producer: { agentId: WORKER.id, agentCardVersion: 2, capabilities: [CAPABILITY] } },
      'REVISION_CONFLICT',
      'ART-006',
      { agentCardVersion: 2, pinnedAgentCardVersion: 1 },
    ],
    [
      'ART-005 a capability version that was not pinned',
      {
        producer: {
          agentId: WORKER.id,
          agentCardVersion: 1,
          capabilities: [{ ...CAPABILITY, version: '1.0.0' }],
        },
      },
      'INVALID_COMMAND',
      'ART-005',
      { capability: { id: CAPABILITY.id, version: '1.0.0' } },
    ],
    [
      'ART-006 a time in the future',
      { createdAt: '2026-05-04T09:00:00.001Z' },
      'INVALID_COMMAND',
      'ART-006',
      { createdAt: '2026-05-04T09:00:00.001Z' },
    ],
    [
      'ART-004 itself as source',
      { sourceArtifactHashes: [CONTENT] },
      'INVALID_COMMAND',
      'ART-004',
      { contentHash: CONTENT },
    ],
    [
      'ART-006 a source that nobody knows',
      { sourceArtifactHashes: [OTHER_CONTENT] },
      'INVALID_COMMAND',
      'ART-006',
      { sourceHash: OTHER_CONTENT },
    ],
  ])('a manifest with %s', (_name, changes, code, rule, details) => {
    bringTo(organization, 'active');
    expect(tryPublish(changes)).toMatchObject(refusedWith(code, rule, { ...details }));
    expect([...organization.world.list('artifact', GROUP)]).toEqual([]);
  });

  test.each(['parent', 'child'] as const)('ART-006 a source of the %s Mission', (relation) => {
    bringTo(organization, 'active');
    seedRelative(relation);
    expect(tryPublish({ sourceArtifactHashes: [OTHER_CONTENT] }).ok).toBe(true);
  });

  test('ART-006, INV-09 no source of an unrelated Mission', () => {
    bringTo(organization, 'active');
    seedRelative('stranger');
    expect(tryPublish({ sourceArtifactHashes: [OTHER_CONTENT] })).toMatchObject(
      refusedWith('AUTH_FORBIDDEN', 'ART-006', { sourceHash: OTHER_CONTENT }),
    );
  });

  const ORDER = ['public', 'internal', 'confidential', 'restricted'] as const;

  test.each(ORDER.flatMap((source) => ORDER.map((own) => ({ source, own }))))(
    'ART-007 $own from a source that is $source',
    ({ source, own }) => {
      bringTo(organization, 'active');
      publish(organization, { contentHash: OTHER_CONTENT, classification: source });
      const outcome = tryPublish({
        artifactId: 'urn:heddle:test:artifact:derived',
        sourceArtifactHashes: [OTHER_CONTENT],
        classification: own,
      });
      const expected =
        ORDER.indexOf(own) >= ORDER.indexOf(source)
          ? { ok: true }
          : refusedWith('INVALID_COMMAND', 'ART-007', {
              sourceHash: OTHER_CONTENT,
              classification: own,
              sourceClassification: source,
            });
      expect(outcome).toMatchObject(expected);
    },
  );

  test('ART-007 counts the highest manifest of a shared content, also that of a Mission above', () => {
    bringTo(organization, 'active');
    publish(organization, { contentHash: OTHER_CONTENT, classification: 'public' });
    const derived = { artifactId: 'urn:heddle:test:artifact:derived', sourceArtifactHashes: [OTHER_CONTENT] };
    seedRelative('parent', 'restricted');
    expect(tryPublish(derived)).toMatchObject(
      refusedWith('INVALID_COMMAND', 'ART-007', { sourceClassification: 'restricted' }),
    );
  });
});

describe('work.submit', () => {
  test('WORK-T11, LSE-003 Artifacts and Evidence, the Execution Lease released', () => {
    bringTo(organization, 'active');
    publish(organization);
    const before = recordOf(organization);
    const outcome = trySubmit();
    expect(outcome).toMatchObject({
      ok: true,
      events: [
        {
          kind: 'work.submitted',
          workItemId: ITEM,
          aggregateRevision: before.document.revision + 1,
          payload: {
            artifactHashes: [CONTENT],
            evidence: [evidenceOf()],
            ownershipEpoch: 1,
            executionLeaseId: before.executionLeaseId,
            lease: { leaseId: before.executionLeaseId, state: 'released', closureReason: 'work_submitted' },
          },
        },
      ],
    });
    expect(recordOf(organization)).toMatchObject({
      executionLeaseId: undefined,
      holdingLeaseId: before.holdingLeaseId,
      document: {
        state: 'submitted',
        owner: { agentId: WORKER.id },
        submission: {
          artifactHashes: [CONTENT],
          evidenceIds: [evidenceOf().evidenceId],
          submittedAt: inSeconds(organization, 0),
        },
      },
    });
    expect(leaseOf(organization, before.executionLeaseId).state).toBe('released');
    expect(organization.world.get('evidence', GROUP, evidenceOf().evidenceId)).toEqual(evidenceOf());
    expect(organization.world.get('mission', GROUP, SINGLE)?.document.revision).toBe(2);
  });

  test('WORK-061 every Artifact was published for this very item', () => {
    authorize(organization, { goal: 'another' }, { workItemId: 'urn:heddle:test:work:other' });
    bringTo(organization, 'active');
    const unpublished = refusedWith('INVALID_COMMAND', 'WORK-061', {
      workItemId: ITEM,
      artifactHashes: [CONTENT],
    });
    expect(trySubmit()).toMatchObject(unpublished);
    publish(organization);
    const artifact = artifactOf({ workItemId: 'urn:heddle:test:work:other' });
    organization.world.apply([
      { kind: 'artifact', groupId: GROUP, id: artifact.artifactId, value: artifact },
    ]);
    expect(trySubmit()).toMatchObject(unpublished);
  });

  test('EVI-005, WORK-060 every criterion is named by Evidence, of whatever result', () => {
    const criterion = (criterionId: string) => ({
      criterionId,
      description: criterionId,
      evidenceRequired: ['deterministic_test' as const],
    });
    bringTo(organization, 'active', { acceptanceCriteria: [criterion('complete'), criterion('sorted')] });
    publish(organization);
    expect(trySubmit()).toMatchObject(
      refusedWith('INVALID_COMMAND', 'EVI-005', { workItemId: ITEM, missingCriterionIds: ['sorted'] }),
    );
    const sorted = evidenceOf({
      evidenceId: 'urn:heddle:test:evidence:sorted',
      criterionIds: ['sorted'],
      result: 'inconclusive',
    });
    expect(trySubmit({ evidence: [evidenceOf(), sorted] }).ok).toBe(true);
  });

  test('CMD-126 not without Artifacts or Evidence', () => {
    bringTo(organization, 'active');
    publish(organization);
    for (const changes of [{ artifactHashes: [] }, { evidence: [] }]) {
      expect(trySubmit(changes)).toMatchObject(refusedWith('INVALID_COMMAND', 'CMD-016'));
    }
  });
});

describe('Evidence of a Command', () => {
  function trySubmitWith(changes: Partial<Evidence>) {
    return trySubmit({ evidence: [evidenceOf(changes)] });
  }

  beforeEach(() => {
    bringTo(organization, 'active');
    publish(organization);
  });

  const { evidenceId } = evidenceOf();

  test.each<readonly [string, Partial<Evidence>, string, string, object]>([
    [
      'EVI-002 of another Mission',
      { missionId: 'urn:heddle:test:mission:other' },
      'INVALID_COMMAND',
      'EVI-002',
      { evidenceId },
    ],
    [
      'EVI-002 of another Group',
      { groupId: 'urn:heddle:test:group:other' },
      'INVALID_COMMAND',
      'EVI-002',
      { evidenceId },
    ],
    [
      'EVI-002 of another WorkItem',
      { workItemId: 'urn:heddle:test:work:other' },
      'INVALID_COMMAND',
      'EVI-002',
      { evidenceId, workItemId: 'urn:heddle:test:work:other' },
    ],
    [
      'EVI-002 from the future',
      { createdAt: '2026-05-04T09:00:00.001Z' },
      'INVALID_COMMAND',
      'EVI-002',
      { createdAt: '2026-05-04T09:00:00.001Z' },
    ],
    [
      'EVI-001 about a criterion that the contract lacks',
      { criterionIds: ['complete', 'fast'] },
      'INVALID_COMMAND',
      'EVI-001',
      { criterionIds: ['fast'] },
    ],
    [
      'EVI-002 with an unknown Artifact',
      { artifactHashes: [OTHER_CONTENT] },
      'INVALID_COMMAND',
      'EVI-002',
      { artifactHashes: [OTHER_CONTENT] },
    ],
    [
      'EVI-003 about another WorkItem as subject',
      { subject: { type: 'work_item', id: MISSION } },
      'INVALID_COMMAND',
      'EVI-003',
      { subject: { type: 'work_item', id: MISSION } },
    ],
    [
      'EVI-003 about another Mission as subject',
      { subject: { type: 'mission', id: ITEM } },
      'INVALID_COMMAND',
      'EVI-003',
      {},
    ],
    [
      'EVI-003 about an unknown Artifact as subject',
      { subject: { type: 'artifact', id: OTHER_CONTENT } },
      'INVALID_COMMAND',
      'EVI-003',
      {},
    ],
    [
      'EVI-004 by an Agent outside the Group',
      { generatedBy: STRANGER },
      'AUTH_FORBIDDEN',
      'EVI-004',
      { generatedBy: STRANGER },
    ],
    [
      'EVI-004 by a service that policy does not name',
      { generatedBy: OTHER_SERVICE },
      'AUTH_FORBIDDEN',
      'EVI-004',
      { generatedBy: OTHER_SERVICE },
    ],
  ])('%s is refused', (_name, changes, code, rule, details) => {
    expect(trySubmitWith(changes)).toMatchObject(refusedWith(code, rule, { ...details }));
    expect(recordOf(organization).document.state).toBe('active');
  });

  test.each<readonly [string, Partial<Evidence>]>([
    ['EVI-003 about the Mission', { subject: { type: 'mission', id: MISSION } }],
    ['EVI-003 about an Artifact by its id', { subject: { type: 'artifact', id: artifactOf().artifactId } }],
    ['EVI-003 about an Artifact by its content', { subject: { type: 'artifact', id: CONTENT } }],
    ['EVI-002 with a published Artifact', { artifactHashes: [CONTENT] }],
    ['EVI-004 by another Agent of the Group', { generatedBy: OBSERVER }],
    ['EVI-004 by a human of the Group', { generatedBy: OWNER }],
    ['EVI-004 by a service that policy names', { generatedBy: SERVICE }],
  ])('%s is taken', (_name, changes) => {
    expect(trySubmitWith(changes).ok).toBe(true);
  });

  test('EVI-002 with an input that the contract names', () => {
    organization = new SeededOrganization();
    bringTo(organization, 'active', { inputArtifacts: [OTHER_CONTENT] });
    publish(organization);
    expect(trySubmitWith({ artifactHashes: [OTHER_CONTENT] }).ok).toBe(true);
  });

  test('EVI-002 under an id that is new, in the Command and in the Group', () => {
    expect(trySubmit({ evidence: [evidenceOf(), evidenceOf()] })).toMatchObject(
      refusedWith('INVALID_COMMAND', 'EVI-002', { evidenceId }),
    );
    submit(organization);
    const payload = { workItemId: ITEM, evidence: [evidenceOf({ generatedBy: COORDINATOR })] };
    expect(organization.act('work.accept_result', COORDINATOR, payload)).toMatchObject(
      refusedWith('INVALID_STATE_TRANSITION', 'EVI-002', { evidenceId }),
    );
  });
});
