// The approval of a child Mission: by the Coordinator of its parent, and by the human at the root where that is asked for.
import { describe, expect, test } from 'vitest';
import { openSheet } from '../../../core/coordinator/desk/intent/sheet.ts';
import { IdBook } from '../../../core/coordinator/desk/intent/id-book.ts';
import type { DeskConnection } from '../../../core/coordinator/desk/connection.ts';
import { identityFor } from '../../../core/coordinator/desk/desk.test-data.ts';
import { COORDINATOR, OWNER } from '../../../core/domain/seeded-world.test-data.ts';
import { CONTENT } from '../../../core/domain/work-scenes.test-data.ts';
import { connectionOf } from '../planning/plan-scene.ts';
import { CHILD_GROUP, ChildStage } from './child-stage.ts';

function sheetOf(stage: ChildStage, changes: Partial<DeskConnection> = {}) {
  let lastId = 0;
  return openSheet(
    connectionOf(stage.situation, { contents: new Map([[CONTENT, 'intact']]), ...changes }),
    { kind: 'mission.approve', groupId: CHILD_GROUP, form: { comments: 'complete' } },
    new IdBook((kind) => `urn:heddle:test:${kind}:${(lastId += 1)}`),
  );
}

const payloadOf = (sheet: ReturnType<typeof sheetOf>) => sheet.signer?.composed.draft.payload;

describe('the approval of a child Mission', () => {
  test('CHD-005: the Coordinator of the parent signs it alone where nothing else is asked for', () => {
    const sheet = sheetOf(new ChildStage().promote().deliver());
    expect(sheet.rejection).toBeUndefined();
    expect(sheet.signer?.identity.actor).toEqual(COORDINATOR);
    expect(sheet.coSigners).toEqual([]);
    expect(payloadOf(sheet)).not.toHaveProperty('rootApproval');
  });

  const asked = () =>
    new ChildStage()
      .promote({ approvalPolicy: { finalHumanApproval: true, highRiskExecutionApproval: true } })
      .deliver();

  test('OPEN-058: where its policy asks for the human at the root, that one signs with it', () => {
    const sheet = sheetOf(asked());
    expect(sheet.rejection).toBeUndefined();
    expect(sheet.button).toBe('sign-and-send');
    expect(sheet.coSigners).toMatchObject([
      { identity: { actor: OWNER }, documents: [{ kind: 'approval', count: 1 }] },
    ]);
    expect(payloadOf(sheet)).toMatchObject({
      approval: { kind: 'child_mission', approver: COORDINATOR },
      rootApproval: { kind: 'mission_final', approver: OWNER, decision: 'approved' },
    });
  });

  test('without that human nothing is signed, and it is said who is missing', () => {
    const sheet = sheetOf(asked(), { identities: [identityFor(COORDINATOR)] });
    expect(sheet.button).toBe('disabled');
    expect(sheet.obstacles.map(({ id }) => id)).toContain('no-root-owner');
    const locked = sheetOf(asked(), {
      identities: [identityFor(COORDINATOR), identityFor(OWNER, { key: 'locked' })],
    });
    expect(locked.button).toBe('sign-when-unlocked');
  });

  test('CRD-006: an Agent that leads both approves its own output only with the human', () => {
    const own = new ChildStage().promote({ coordinatorAgentId: COORDINATOR.id }).deliver(COORDINATOR);
    expect(payloadOf(sheetOf(own))).toMatchObject({ rootApproval: { approver: OWNER } });
  });
});
