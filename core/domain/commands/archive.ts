// Archiving a Group (ARC-001…ARC-006): a signed final snapshot, and then nothing more is written.
import type { GroupSnapshot } from '../../protocol/generated/documents.ts';
import { canonicalize } from '../../protocol/jcs.ts';
import { accept, type Result } from '../../protocol/result.ts';
import type { Decision, GroupInput } from '../decision.ts';
import { isAfter, isAuthorizedService } from '../members.ts';
import { checkMissionRevision, requireMissionState } from '../missions.ts';
import { reject, type Rejection } from '../rejection.ts';
import { isBefore } from '../times.ts';
import { SINGLE } from '../world.ts';

type ArchiveInput = GroupInput<'ext.missionweaveprotocol.core.group_archive'>;

/**
 * `ext.missionweaveprotocol.core.group_archive` (CMD-145). The state holds neither the ids of all Events nor the state
 * document, so the check is split: here the snapshot's range, count, times and Policy Log; the Authority compares
 * `eventIds` and `stateHash` with its log before it appends (ARC-004, OPEN-026).
 */
export function archiveGroup(input: ArchiveInput): Decision {
  const { payload, world, groupId, mission, context } = input;
  for (const check of [requireArchivist, requireEnd, checkMissionRevision, checkSnapshot, checkRange]) {
    const result = check(input);
    if (!result.ok) return result;
  }
  for (const check of [checkTimes, checkPolicyLog]) {
    const result = check(input);
    if (!result.ok) return result;
  }
  const group = world.get('group', groupId, SINGLE);
  if (group === undefined) return reject('GROUP_NOT_FOUND', 'ARC-004', 'no such Group');
  const { snapshot } = payload;
  const { snapshotId, throughSequence, stateHash } = snapshot;
  const { revision } = mission.document;
  const eventId = context.newId('event');
  const archivedAt = context.now.text;
  return accept([
    {
      kind: 'group.snapshot.created',
      eventId,
      groupId,
      aggregateRevision: revision,
      payload: { snapshot, snapshotId, throughSequence, stateHash },
    },
    {
      kind: 'group.archived',
      eventId: context.newId('event'),
      groupId,
      aggregateRevision: revision,
      sourceEventId: eventId,
      payload: {
        group: { ...group, state: 'archived', archivedAt, archiveSnapshotId: snapshotId },
        snapshotId,
        archivedAt,
        sourceEventId: eventId,
      },
    },
  ]);
}

/** SIG-061: the sender and the signer of the snapshot are archival services of the Organization. */
function requireArchivist(input: ArchiveInput): Result<undefined, Rejection> {
  const { createdBy } = input.payload.snapshot;
  if (!isAuthorizedService(input, 'archive')) {
    return reject('AUTH_FORBIDDEN', 'ARC-004', 'only an authorized archive service archives Groups');
  }
  if (input.context.policy.services.archive.includes(createdBy.id)) return accept(undefined);
  return reject('AUTH_FORBIDDEN', 'SIG-061', 'the snapshot was not made by an archive service', {
    createdBy,
  });
}

/** A failed Mission's Group too stays active until it is archived (ARC-005). */
function requireEnd(input: ArchiveInput): Result<undefined, Rejection> {
  return requireMissionState(input, ['approved', 'failed', 'cancelled'], 'ARC-004');
}

function checkSnapshot({ payload, world, groupId }: ArchiveInput): Result<undefined, Rejection> {
  const { snapshotId } = payload.snapshot;
  if (payload.snapshot.groupId !== groupId) {
    return reject('INVALID_COMMAND', 'ARC-004', 'the snapshot is of another Group', { snapshotId });
  }
  if (world.get('snapshot', groupId, snapshotId) === undefined) return accept(undefined);
  return reject('INVALID_STATE_TRANSITION', 'ARC-004', 'a snapshot with this id exists already', {
    snapshotId,
  });
}

/** The snapshot reaches to the end of the log, and names as many Events (ARC-004). */
function checkRange({ payload, world, groupId }: ArchiveInput): Result<undefined, Rejection> {
  const { throughSequence, eventIds } = payload.snapshot;
  const head = world.get('head', groupId, SINGLE)?.sequence ?? 0;
  if (throughSequence !== head) {
    return reject(
      'REVISION_CONFLICT',
      'ARC-004',
      `the log has gone on to sequence ${head}`,
      { throughSequence, headSequence: head },
      { expectedRevision: throughSequence, currentRevision: head },
    );
  }
  if (eventIds.length === head) return accept(undefined);
  return reject('INVALID_COMMAND', 'ARC-004', 'the snapshot does not name every Event', {
    eventCount: eventIds.length,
    headSequence: head,
  });
}

/** Last Event, snapshot, Command: in this order, and none of it in the future. */
function checkTimes({
  command,
  payload,
  world,
  groupId,
  context,
}: ArchiveInput): Result<undefined, Rejection> {
  const { createdAt } = payload.snapshot;
  const lastOccurredAt = world.get('head', groupId, SINGLE)?.lastOccurredAt ?? createdAt;
  const { issuedAt } = command;
  const isOrdered = !isBefore(createdAt, lastOccurredAt) && !isBefore(issuedAt, createdAt);
  if (isOrdered && !isAfter(createdAt, context.now)) return accept(undefined);
  return reject('INVALID_COMMAND', 'ARC-004', 'the snapshot was made before the last Event or too late', {
    createdAt,
    lastOccurredAt,
    issuedAt,
  });
}

/** ARC-002: every decision of the Group's Policy Log is in the snapshot, word for word; the archivist may add its own. */
function checkPolicyLog({ payload, world, groupId }: ArchiveInput): Result<undefined, Rejection> {
  const { policyLog } = payload.snapshot;
  const written = new Map(policyLog.map((entry) => [entry.entryId, entry]));
  for (const [entryId, entry] of world.list('policyLog', groupId)) {
    if (!isSameEntry(written.get(entryId), entry)) {
      return reject('INVALID_COMMAND', 'ARC-002', 'the snapshot leaves out or changes a policy decision', {
        entryId,
      });
    }
  }
  if (written.size === policyLog.length) return accept(undefined);
  return reject('INVALID_COMMAND', 'ARC-002', 'two entries of the Policy Log have the same id');
}

function isSameEntry(a: GroupSnapshot['policyLog'][number] | undefined, b: object): boolean {
  const first = canonicalize(a);
  const second = canonicalize(b);
  return first.ok && second.ok && first.value === second.value;
}
