// Worlds and acts for the autonomy corpus: the Coordinator's assistant in the small Organization of the domain's tests.
import type { AutonomySettings } from '../../../core/coordinator/assistant/autonomy/decide.ts';
import type { AutonomyMatrix } from '../../../core/coordinator/assistant/autonomy/matrix.ts';
import type { AutonomyNote } from '../../../core/coordinator/assistant/autonomy/notes.ts';
import type {
  AutonomyConnection,
  ProposedAct,
} from '../../../core/coordinator/assistant/autonomy/proposed-act.ts';
import { readMatrix } from '../../../core/coordinator/assistant/autonomy/read-matrix.ts';
import type { CommandDraft } from '../../../core/coordinator/command-draft.ts';
import { CONNECTION, identityFor } from '../../../core/coordinator/desk/desk.test-data.ts';
import type { CommandKind } from '../../../core/domain/decision.ts';
import {
  COORDINATOR,
  GROUP,
  MISSION,
  OWNER,
  SeededOrganization,
  START_MS,
} from '../../../core/domain/seeded-world.test-data.ts';
import type { CommandPayloads } from '../../../core/protocol/generated/documents.ts';

/** A matrix from the members of its rules; every rule is called as it stands in the list. */
export function matrixOf(
  rules: readonly object[],
  limits: Partial<AutonomyMatrix['limits']> = {},
): AutonomyMatrix {
  const file = {
    autonomy: 1,
    limits,
    rules: rules.map((rule, index) => ({
      id: `rule-${index + 1}`,
      missions: ['all'],
      risk: 'none',
      ...rule,
    })),
  };
  const matrix = readMatrix(Buffer.from(JSON.stringify(file)), 'json');
  if (!matrix.ok) throw new Error(JSON.stringify(matrix.fault));
  return matrix.value;
}

export const REASONS: ProposedAct['reasons'] = [
  {
    id: 'deadline-fit',
    verdict: 'met',
    values: { slackMs: 3_600_000 },
    references: [{ type: 'record', kind: 'workItem', groupId: GROUP, id: 'urn:heddle:test:work:1' }],
  },
];

/** An act of the Coordinator, as its proposal would be signed. */
export function actFor<Kind extends CommandKind>(
  kind: Kind,
  payload: CommandPayloads[Kind],
  changes: Partial<Omit<ProposedAct, 'draft'>> & { readonly groupId?: string } = {},
): ProposedAct {
  const { groupId = GROUP, ...rest } = changes;
  return {
    actionId: 'urn:heddle:test:action:alone',
    // Kind and payload belong together by the signature.
    draft: { kind, groupId, payload } as unknown as CommandDraft,
    signer: COORDINATOR,
    signs: [],
    reasons: REASONS,
    hasModelText: false,
    rejection: undefined,
    isIncomplete: false,
    ...rest,
  };
}

export function connectionOf(
  { world, nowMs }: SeededOrganization,
  changes: Partial<AutonomyConnection> = {},
): AutonomyConnection {
  return {
    connectionId: CONNECTION,
    world,
    nowMs,
    identities: [identityFor(OWNER), identityFor(COORDINATOR)],
    ...changes,
  };
}

export function settingsOf(
  matrix: AutonomyMatrix,
  changes: Partial<AutonomySettings> = {},
): AutonomySettings {
  return { matrix, notes: [], isStopped: false, nowMs: START_MS, ...changes };
}

let lastNote = 0;

/** Something that was signed alone before. */
export function noteOf(changes: Partial<AutonomyNote> = {}): AutonomyNote {
  lastNote += 1;
  return {
    connectionId: CONNECTION,
    actionId: `urn:heddle:test:action:noted-${lastNote}`,
    kind: 'mission.renew_coordinator',
    groupId: GROUP,
    missionId: MISSION,
    target: { type: 'mission', groupId: GROUP, id: GROUP },
    made: [],
    ruleId: 'rule-1',
    matrixHash: `sha256:${'0'.repeat(64)}`,
    reasons: [],
    risk: 'none',
    commitment: undefined,
    decidedAtMs: START_MS,
    ...changes,
  };
}

export function organizationWith(prepare: (organization: SeededOrganization) => void): SeededOrganization {
  const organization = new SeededOrganization();
  prepare(organization);
  return organization;
}
