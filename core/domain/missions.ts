// Conditions on a Mission that many Commands share: its state, and the revision that a Command expects.
import type { Mission } from '../protocol/generated/documents.ts';
import { accept, type Result } from '../protocol/result.ts';
import type { GroupInput } from './decision.ts';
import { reject, type Rejection } from './rejection.ts';

export type MissionState = Mission['state'];

/** Whether a Mission has come to its end (MIS-T6…MIS-T8). */
export function isTerminal(state: MissionState): boolean {
  return state === 'approved' || state === 'failed' || state === 'cancelled';
}

/** The Mission is in one of the states; anything else is no row of the table (MIS-006). */
export function requireMissionState(
  { mission }: GroupInput,
  states: readonly MissionState[],
  rule: string,
): Result<undefined, Rejection> {
  const { state } = mission.document;
  if (states.includes(state)) return accept(undefined);
  return reject('INVALID_STATE_TRANSITION', rule, `a Mission that is ${state} does not allow this`, {
    missionState: state,
    allowedStates: states,
  });
}

/** The Mission has not come to its end. */
export function requireLiveMission(input: GroupInput, rule: string): Result<undefined, Rejection> {
  return requireMissionState(input, ['active', 'awaiting_approval'], rule);
}

/** The Mission revision that the Command expects, where it expects one, is the current one (REV-001, REV-002). */
export function checkMissionRevision({ command, mission }: GroupInput): Result<undefined, Rejection> {
  return checkRevision(command.expectedRevision, mission.document.revision, 'Mission');
}

/** Compares an expected revision with the current one; both travel back on a conflict (REV-004). */
export function checkRevision(
  expectedRevision: number | undefined,
  currentRevision: number,
  aggregate: 'Mission' | 'WorkItem',
): Result<undefined, Rejection> {
  if (expectedRevision === undefined || expectedRevision === currentRevision) return accept(undefined);
  return reject(
    'REVISION_CONFLICT',
    'REV-001',
    `the ${aggregate} has moved on to revision ${currentRevision}`,
    { aggregate },
    { expectedRevision, currentRevision },
  );
}
