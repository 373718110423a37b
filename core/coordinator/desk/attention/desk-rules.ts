// Rules about what is on its way (26–28, 32), connections (30, 31) and keys (35).
import { SINGLE } from '../../../domain/world.ts';
import type { ErrorCode } from '../../../protocol/error-codes.ts';
import { msOf } from '../moment.ts';
import type { OutboxEntry } from '../outbox/entry.ts';
import { limitOf, overrideFor } from '../outbox/limits.ts';
import type { DeskFinding, DeskScene } from './attention-types.ts';

/** Refusals that mean: this identity stands for less than it thought. */
const STALE_CODES: ReadonlySet<ErrorCode> = new Set([
  'AUTH_STALE_SESSION',
  'AUTH_STALE_COORDINATOR',
  'MEMBERSHIP_STALE',
]);

function entryFinding(entry: OutboxEntry, values: DeskFinding['values']): DeskFinding {
  const { connectionId, draft, actionId, signer, changedAtMs } = entry;
  return {
    connectionId,
    groupId: draft.groupId,
    object: { type: 'command', groupId: draft.groupId, id: actionId },
    epoch: entry.attempts,
    values: { kind: draft.kind, ...values },
    sinceMs: changedAtMs,
    signer,
  };
}

/** 26: the Authority said no. Stale epochs and limits have rows of their own. */
export function* findRefused({ outbox }: DeskScene): Generator<DeskFinding> {
  for (const entry of outbox) {
    const { state, error } = entry;
    if (state !== 'refused' || error === undefined) continue;
    if (STALE_CODES.has(error.code) || limitOf(entry) !== undefined) continue;
    yield entryFinding(entry, {
      code: error.code,
      ...(error.expectedRevision === undefined ? {} : { expectedRevision: error.expectedRevision }),
      ...(error.currentRevision === undefined ? {} : { currentRevision: error.currentRevision }),
    });
  }
}

/** 27: nobody has answered for too long. */
export function* findUnanswered({ outbox, moment, settings }: DeskScene): Generator<DeskFinding> {
  for (const entry of outbox) {
    const { state, changedAtMs } = entry;
    if (state !== 'unknown' && state !== 'sent') continue;
    if (moment.hasReached(changedAtMs + settings.unknownMs)) yield entryFinding(entry, { state });
  }
}

/** 28: an epoch of ours was fenced: by an answer, by another runtime, or by a new Coordinator while drafts lie here. */
export function* findStaleEpochs({ outbox, connections }: DeskScene): Generator<DeskFinding> {
  for (const { connectionId, status } of connections) {
    if (status !== 'replaced') continue;
    yield {
      connectionId,
      groupId: undefined,
      object: { type: 'connection', groupId: '', id: connectionId },
      epoch: status,
      values: { code: 'AUTH_STALE_SESSION' },
    };
  }
  const seen = new Set<string>();
  for (const entry of outbox) {
    const { state, error, connectionId, draft, signer } = entry;
    if (state !== 'refused' || error === undefined || !STALE_CODES.has(error.code)) continue;
    // One row for each epoch, however many Commands it has cost.
    const key = `${connectionId} ${draft.groupId} ${signer.id} ${error.code}`;
    if (seen.has(key)) continue;
    seen.add(key);
    const world = connections.find((each) => each.connectionId === connectionId)?.world;
    const coordinator = world?.get('mission', draft.groupId, SINGLE)?.document.coordinator;
    const isLost = error.code === 'AUTH_STALE_COORDINATOR' && coordinator?.agentId !== signer.id;
    yield {
      ...entryFinding(entry, {
        code: error.code,
        ...(isLost
          ? { coordinator: coordinator?.agentId ?? '', epoch: coordinator?.coordinatorEpoch ?? 0 }
          : {}),
      }),
      ...(isLost ? { action: 'hand-over' as const } : {}),
    };
  }
}

/** 30: the log of a Group is not whole here, or not what its signatures say. */
export function* findLogTrouble({ connections }: DeskScene): Generator<DeskFinding> {
  for (const { connectionId, health } of connections) {
    for (const [groupId, { gap, isCursorTooOld, isVerificationFailed }] of health) {
      const base = { connectionId, groupId, object: { type: 'mission', groupId, id: groupId } as const };
      if (isVerificationFailed) {
        yield { ...base, epoch: 'verification', values: { because: 'verification' }, severity: 'now' };
      }
      if (isCursorTooOld) yield { ...base, epoch: 'cursor', values: { because: 'cursor' } };
      if (gap !== undefined) {
        const { fromSequence, toSequence } = gap;
        yield { ...base, epoch: fromSequence, values: { because: 'gap', fromSequence, toSequence } };
      }
    }
  }
}

/** 31: work waits for an Authority that cannot be reached. */
export function* findUnreachable({
  connections,
  outbox,
  moment,
  settings,
}: DeskScene): Generator<DeskFinding> {
  for (const { connectionId, status, offlineSinceMs } of connections) {
    if (status !== 'offline' || offlineSinceMs === undefined) continue;
    const waiting = outbox.filter(
      (entry) =>
        entry.connectionId === connectionId &&
        (entry.state === 'waiting-for-connection' || entry.state === 'signed' || entry.state === 'unknown'),
    ).length;
    if (waiting === 0 || !moment.hasReached(offlineSinceMs + settings.unreachableMs)) continue;
    yield {
      connectionId,
      groupId: undefined,
      object: { type: 'connection', groupId: '', id: connectionId },
      epoch: offlineSinceMs,
      values: { waiting },
      sinceMs: offlineSinceMs,
    };
  }
}

/** 32: a limit stands in the way of a Command, and the owner can lift it; or has lifted it. */
export function* findOverrides({ outbox, connections }: DeskScene): Generator<DeskFinding> {
  for (const entry of outbox) {
    const policyName = limitOf(entry);
    if (entry.state !== 'refused' || policyName === undefined) continue;
    const connection = connections.find(({ connectionId }) => connectionId === entry.connectionId);
    const grant = connection === undefined ? undefined : overrideFor(entry, connection);
    if (grant === undefined) {
      yield { ...entryFinding(entry, { policyName }), action: 'ask-override' };
      continue;
    }
    const { grantId, expiresAt } = grant;
    yield {
      ...entryFinding(entry, { policyName, grantId }),
      epoch: grantId,
      action: 'send-with-override',
      endsAtMs: msOf(expiresAt),
    };
  }
}

/** 35: a key that cannot be used now, will end, or is nowhere else. */
export function* findKeyTrouble({ keys, outbox, moment, settings }: DeskScene): Generator<DeskFinding> {
  for (const { connectionId, keyId, actor, condition, validUntilMs, hasTestedBackup } of keys) {
    const base = {
      connectionId,
      groupId: undefined,
      object: { type: 'key', groupId: '', id: keyId } as const,
    };
    const waiting = outbox.filter(
      ({ state, signer }) =>
        state === 'waiting-for-key' && signer.id === actor.id && signer.type === actor.type,
    ).length;
    if (condition !== 'usable') {
      const severity = waiting > 0 ? 'now' : 'watch';
      yield { ...base, epoch: condition, values: { because: condition, waiting }, severity, signer: actor };
    }
    if (validUntilMs !== undefined && moment.hasReached(validUntilMs - settings.keyExpiryMs)) {
      yield {
        ...base,
        epoch: 'expiry',
        values: { because: 'expiry', endsAt: validUntilMs },
        endsAtMs: validUntilMs,
      };
    }
    if (!hasTestedBackup) yield { ...base, epoch: 'backup', values: { because: 'backup' } };
  }
}
