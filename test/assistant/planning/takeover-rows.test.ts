// A takeover as a window is told of it, the Commands that a replaced Coordinator still holds, and a second device.
import { describe, expect, test } from 'vitest';
import {
  secondDeviceRow as deviceSchema,
  takeoverRow as schema,
  type TakeoverRow,
} from '../../../core/contract/takeover.ts';
import type { RunningConnection } from '../../../core/coordinator/desk-runtime/desk-connections.ts';
import { secondDeviceRow } from '../../../core/coordinator/desk-runtime/rows/second-device-rows.ts';
import {
  type LeftBehind,
  packageModel,
  takeoverRows,
} from '../../../core/coordinator/desk-runtime/rows/takeover-rows.ts';
import { textsOf } from '../../../core/coordinator/desk-runtime/words/texts.ts';
import type { DeskConnection } from '../../../core/coordinator/desk/connection.ts';
import { identityFor } from '../../../core/coordinator/desk/desk.test-data.ts';
import { COORDINATOR, GROUP, MISSION, OWNER } from '../../../core/domain/seeded-world.test-data.ts';
import { ANNA, type Stage, TASK } from '../stage.ts';
import { connectionOf } from './plan-scene.ts';
import { staged } from './planned-stage.ts';

const CONNECTION = {
  links: [],
  logOf: () => undefined,
  sourceOf: () => undefined,
} as unknown as RunningConnection;

function rowsOf(
  stage: Stage,
  changes: Partial<DeskConnection> = {},
  { language = 'en', left = [] }: { readonly language?: 'en' | 'de'; readonly left?: LeftBehind } = {},
): TakeoverRow[] {
  const view = connectionOf(stage.situation, changes);
  const scene = { texts: textsOf(language), connection: CONNECTION, view, groupId: GROUP };
  return takeoverRows(scene, ANNA.id, left).map((row) => schema.parse(row));
}

function sectionOf<Name extends TakeoverRow['section']>(rows: readonly TakeoverRow[], section: Name) {
  return rows.find((row): row is Extract<TakeoverRow, { section: Name }> => row.section === section);
}

describe('a takeover', () => {
  test('CRD-003: whether the term still runs, who could lead, and who is here', () => {
    const running = rowsOf(staged());
    expect(sectionOf(running, 'header')).toMatchObject({
      isTermLive: true,
      standing: 'owner-and-coordinator',
      coordinatorEpoch: 1,
    });
    const candidates = sectionOf(running, 'candidates')?.candidates;
    expect(candidates?.[0]).toMatchObject({ agent: { id: COORDINATOR.id }, isHere: true, isCurrent: true });
    expect(candidates?.map(({ agent }) => agent.id)).toContain(ANNA.id);
    const ended = rowsOf(staged().wait(200_001), { identities: [identityFor(OWNER)] });
    expect(sectionOf(ended, 'header')).toMatchObject({ isTermLive: false, standing: 'owner' });
    expect(sectionOf(ended, 'header')?.reasons[0]?.words.key).toBe('planning.term-ended-before');
  });

  test('CRD-005: what has to be decided stands first, and in the draft of the package', () => {
    const rows = rowsOf(staged().plan());
    const items = rows.filter((row) => row.section === 'item');
    expect(items).toMatchObject([{ workItemId: TASK, cause: 'not-offered', mustDecide: true }]);
    const given = sectionOf(rows, 'package');
    expect(given?.draft.unresolvedQuestions).toEqual(['list every file with its hash: not offered']);
    expect(given).toMatchObject({ versions: [], author: { id: COORDINATOR.id } });
    expect(given?.uncovered).toBe(given?.head);
    const german = sectionOf(rowsOf(staged().plan(), {}, { language: 'de' }), 'package');
    expect(german?.draft.unresolvedQuestions[0]).not.toContain('not offered');
  });

  test('SIG-060: without the Coordinator here nobody signs a package', () => {
    const rows = rowsOf(staged(), { identities: [identityFor(OWNER)] });
    expect(sectionOf(rows, 'package')).not.toHaveProperty('author');
  });

  test('a log with a hole, or one that does not begin at its beginning, is called so', () => {
    const health = {
      gap: { fromSequence: 3, toSequence: 5 },
      isCursorTooOld: false,
      isVerificationFailed: false,
    };
    const rows = rowsOf(staged(), { health: new Map([[GROUP, health]]) });
    expect(sectionOf(rows, 'log')).toMatchObject({
      isComplete: false,
      words: { text: 'Events 3–5 are missing.' },
    });
    expect(sectionOf(rowsOf(staged()), 'log')?.isComplete).toBe(true);
  });

  test('a Mission that is over is not taken over', () => {
    const stage = staged();
    stage.mustAct('mission.cancel', OWNER, { reason: 'not needed' });
    expect(rowsOf(stage)).toEqual([]);
  });
});

describe('a Coordinator that was replaced (CRD-004)', () => {
  const replaced = () => {
    const stage = staged();
    stage.mustAct('mission.assign_coordinator', OWNER, { coordinatorAgentId: ANNA.id });
    return stage;
  };
  const left: LeftBehind = [
    {
      id: 'urn:heddle:test:action:1',
      kind: 'work.cancel',
      words: { key: 'command.work.cancel', values: {}, text: 'Cancel item' },
      title: 'inventory',
      stateWords: { key: 'entry.waiting', values: {}, text: 'waiting' },
      form: { workItemId: TASK },
    },
  ];

  test('is told by whom, since when, and what it can send no more', () => {
    const rows = rowsOf(replaced(), { identities: [identityFor(COORDINATOR)] }, { left });
    expect(sectionOf(rows, 'header')?.standing).toBe('former');
    expect(sectionOf(rows, 'stale')).toMatchObject({
      former: { id: COORDINATOR.id },
      successor: { id: ANNA.id },
      coordinatorEpoch: 2,
      left: [{ kind: 'work.cancel', form: { workItemId: TASK } }],
    });
  });

  test('says nothing of it where the successor is here too, and nothing to strangers', () => {
    const both = { identities: [identityFor(COORDINATOR), identityFor(ANNA)] };
    expect(sectionOf(rowsOf(replaced(), both), 'stale')).toBeUndefined();
    expect(sectionOf(rowsOf(replaced(), { identities: [identityFor(OWNER)] }), 'stale')).toBeUndefined();
  });
});

test('CTX-002: the decisions of a package lead to the Events that say so', () => {
  const view = connectionOf(staged().situation);
  const given = {
    contextPackageId: 'urn:heddle:test:context:1',
    version: 2,
    missionId: MISSION,
    groupId: GROUP,
    sourceEventRange: { fromSequence: 7, toSequence: 9, eventIds: ['urn:e:7', 'urn:e:8', 'urn:e:9'] },
    artifactHashes: [],
    summary: 'two results are in',
    decisions: [{ description: 'accepted', sourceEventIds: ['urn:e:9', 'urn:e:unknown'] }],
    constraints: [],
    unresolvedQuestions: [],
    generatedBy: { type: 'agent' as const, id: COORDINATOR.id },
    generatedAt: '2026-05-04T09:00:00Z',
    signature: {
      algorithm: 'Ed25519' as const,
      keyId: 'urn:heddle:test:key:1',
      createdAt: '2026-05-04T09:00:00Z',
      value: 'A'.repeat(86),
    },
  };
  const model = packageModel(CONNECTION, view, given, { sequence: 10, atMs: 0 });
  expect(model.decisions).toEqual([{ description: 'accepted', sequences: [9] }]);
  expect(model).toMatchObject({ version: 2, sequence: 10, fromSequence: 7, toSequence: 9 });
});

describe('a second device (F13, LSE-004)', () => {
  const working = () => staged().plan().offer(ANNA).accept(ANNA).begin(ANNA);
  const deviceOf = (stage: Stage, status: 'replaced' | 'offline') => {
    const view = connectionOf(stage.situation);
    const scene = { texts: textsOf('en'), connection: CONNECTION, view };
    return deviceSchema.parse(secondDeviceRow(scene, { actor: ANNA, status }));
  };

  test('what it executes elsewhere would end, and is named', () => {
    const row = deviceOf(working(), 'replaced');
    expect(row).toMatchObject({ isLive: true, leases: 1, items: [{ groupId: GROUP, workItemId: TASK }] });
    expect(row.words.text).toContain('revokes 1 Execution Lease and puts 1 item back to queued.');
  });

  test('an Agent that nobody has heard of for long ends nothing', () => {
    const stage = working();
    stage.wait(100_000);
    const row = deviceOf(stage, 'offline');
    expect(row).toMatchObject({ isLive: false, leases: 0 });
  });
});
