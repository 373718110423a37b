import { describe, expect, test } from 'vitest';
import { checkCommandPayload } from '../../../protocol/schema.ts';
import type { CommandPayloads } from '../../../protocol/generated/documents.ts';
import { prepareSigning } from '../../../protocol/sign.ts';
import { attemptAccepted } from '../../../../test/transitions/accepted-commands.ts';
import { deskOf, identityFor } from '../desk.test-data.ts';
import { composeCommand } from './compose.ts';
import type { DeskCommandKind, Intent, IntentForms } from './forms.ts';
import { IdBook } from './id-book.ts';
import { fillParts, signParts } from '../../payload-parts.ts';
import { tryCommand } from './trial.ts';

/** What a person would have filled in for a payload that is accepted: everything else has to follow. */
type Unfill = { readonly [Kind in DeskCommandKind]: (payload: CommandPayloads[Kind]) => IntentForms[Kind] };

const evidence = (documents: CommandPayloads['work.submit']['evidence']) =>
  documents.map(({ type, criterionIds, method, result, artifactHashes, evidenceId }) => ({
    type,
    criterionIds,
    method,
    result,
    artifactHashes,
    evidenceId,
  }));

const newMission = (payload: CommandPayloads['mission.create']) => {
  const { groupId: newGroupId, pinnedProfiles: _pinned, ...rest } = payload;
  return { ...rest, newGroupId };
};

const UNFILL: Unfill = {
  'mission.create': newMission,
  'mission.create_follow_up': (payload) => ({
    ...newMission(payload),
    followUpToMissionId: payload.followUpToMissionId,
  }),
  'mission.create_child': (payload) => ({
    ...newMission(payload),
    parentWorkItemId: payload.parentWorkItemId,
  }),
  'mission.assign_coordinator': (payload) => payload,
  'mission.renew_coordinator': (payload) => payload,
  'mission.submit_for_approval': (payload) => payload,
  'mission.approve': ({ approval }) => ({ comments: approval.comments }),
  'mission.request_changes': ({ approval }) => ({ feedback: approval.comments }),
  'mission.cancel': (payload) => payload,
  'mission.terminate': (payload) => payload,
  'membership.change': ({ member, role, state }) => ({ member, role, state }),
  'membership.end': (payload) => payload,
  'membership.grant_delegation': ({ grantId: _made, ...rest }) => rest,
  'message.post': ({ content }) => ({ conversationId: 'urn:heddle:test:group:1:mission', content }),
  'message.correct': ({ targetMessageId, reason, content }) => ({ targetMessageId, reason, content }),
  'message.retract': ({ targetMessageId, reason }) => ({ targetMessageId, reason }),
  'message.redact': ({ targetMessageId, reason }) => ({ targetMessageId, reason }),
  'work.propose': ({ contract }) => ({ contract }),
  'work.authorize': ({ workItemId: _made, ...rest }) => rest,
  'work.offer': ({ workItemId, offers }) => ({
    workItemId,
    candidates: offers.map(({ agentId }) => ({ agentId })),
  }),
  'work.accept_offer': (payload) => payload,
  'work.start': ({ workItemId }) => ({ workItemId }),
  'work.checkpoint': ({ workItemId, checkpoint }) => ({ workItemId, checkpoint }),
  'work.block': ({ workItemId, checkpoint, reason, requiredResolution }) => ({
    workItemId,
    checkpoint,
    reason,
    requiredResolution,
  }),
  'work.unblock': (payload) => payload,
  'work.submit': ({ workItemId, artifactHashes, evidence: given }) => ({
    workItemId,
    artifactHashes,
    evidence: evidence(given),
  }),
  'work.accept_result': ({ workItemId, evidence: given }) => ({ workItemId, evidence: evidence(given) }),
  'work.fail': ({ workItemId, reason, evidence: given }) => ({
    workItemId,
    reason,
    evidence: evidence(given),
  }),
  'work.cancel': (payload) => payload,
  'artifact.publish': ({ artifact: { signature: _signature, ...artifact } }) => ({ artifact }),
  'approval.grant_execution': ({ approval, operations, resources, budget, expiresAt }) => ({
    workItemId: approval.workItemId ?? '',
    operations,
    resources,
    budget,
    expiresAt,
  }),
  'policy.grant_cooperation_override': ({ grantId: _made, ...rest }) => rest,
  'ext.missionweaveprotocol.core.work_dependency_add': (payload) => payload,
  'ext.missionweaveprotocol.core.work_execution_lease_renew': ({ workItemId, leaseSeconds }) => ({
    workItemId,
    ...(leaseSeconds === undefined ? {} : { leaseSeconds }),
  }),
};

/** An accepted Command of a kind, put together from the wish alone. */
function composeFor(kind: DeskCommandKind) {
  const { organization, command } = attemptAccepted(kind);
  const { actor, sessionEpoch } = command;
  const identity = identityFor(actor, sessionEpoch === undefined ? {} : { sessionEpoch });
  const connection = deskOf(organization, { identities: [identity] });
  const unfill = UNFILL[kind] as (payload: object) => IntentForms[DeskCommandKind];
  const intent = { kind, groupId: command.groupId, form: unfill(command.payload) } as Intent;
  const ids = new IdBook((name) => organization.newId(name));
  return {
    command,
    connection,
    intent,
    ids,
    identity,
    composed: composeCommand(connection, intent, identity, ids),
  };
}

const KINDS = Object.keys(UNFILL) as readonly DeskCommandKind[];

describe('from a wish to a Command', () => {
  test('all core Commands and the one extension that Coordinators send are there', () => {
    const core = KINDS.filter((kind) => !kind.startsWith('ext.'));
    expect(core).toHaveLength(32);
    expect(KINDS).toContain('ext.missionweaveprotocol.core.work_dependency_add');
  });

  for (const kind of KINDS) {
    test(`${kind}: complete, valid, and accepted by the rules`, () => {
      const { command, connection, composed } = composeFor(kind);
      const { sessionEpoch, membershipEpoch, coordinatorEpoch, groupId, actor } = command;
      const envelope = composed.command;
      expect([envelope.sessionEpoch, envelope.membershipEpoch, envelope.coordinatorEpoch]).toEqual([
        sessionEpoch,
        membershipEpoch,
        coordinatorEpoch,
      ]);
      expect([envelope.groupId, envelope.actor]).toEqual([groupId, actor]);
      const signature = {
        algorithm: 'Ed25519',
        keyId: 'urn:k',
        createdAt: envelope.issuedAt,
        value: 'A'.repeat(86),
      };
      const payload = fillParts(composed.draft.payload, composed.signs, signature);
      expect(checkCommandPayload(kind, payload)).toBeUndefined();
      const prepared = prepareSigning(
        'command',
        { ...envelope, payload: { ...payload } },
        'urn:heddle:test:key:1',
      );
      expect(prepared.ok ? undefined : prepared.fault).toBeUndefined();
      expect(tryCommand(connection, composed).rejection).toBeUndefined();
    });
  }

  test('CMD-013, REV-002: what is changed is expected as it is', () => {
    const { composed, connection } = composeFor('work.cancel');
    const record = connection.world.get('workItem', composed.draft.groupId, 'urn:heddle:test:work:inventory');
    expect(composed.command.expectedRevision).toBe(record?.document.revision);
    expect(composeFor('mission.renew_coordinator').composed.command.expectedRevision).toBeUndefined();
  });

  test('MIS-011: an Approval names exactly what was submitted, whatever a person typed', () => {
    const { composed, connection } = composeFor('mission.approve');
    const { approval } = composed.draft.payload as CommandPayloads['mission.approve'];
    const submission = connection.world.get('mission', composed.draft.groupId, '')?.submission;
    expect(approval).toMatchObject({
      missionRevision: submission?.missionRevision,
      artifactHashes: submission?.artifactHashes,
      approver: composed.signer.actor,
    });
  });

  test('ids stay the same however often it is put together, and can be kept', () => {
    const { connection, intent, identity, ids, composed } = composeFor('work.offer');
    expect(composeCommand(connection, intent, identity, ids)).toEqual(composed);
    const kept = new IdBook(() => {
      throw new Error('nothing new is made');
    }, ids.toRecord());
    expect(composeCommand(connection, intent, identity, kept)).toEqual(composed);
  });

  test('parts are signed in their places, each by its author', async () => {
    const { composed } = composeFor('work.accept_result');
    const asked: string[] = [];
    const signed = await signParts(composed.draft.payload, composed.signs, (kind, unsigned, by) => {
      asked.push(`${kind} ${by.id}`);
      return { ...unsigned, signature: 'signed' };
    });
    expect(asked).toEqual([`evidence ${composed.signer.actor.id}`]);
    expect((signed as { evidence: object[] }).evidence[0]).toMatchObject({ signature: 'signed' });
  });
});
