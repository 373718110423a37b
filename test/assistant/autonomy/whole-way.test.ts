// From a wish to a permission: composed as the desk does it, tried against the projection, and judged by the matrix.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decideAutonomy } from '../../../core/coordinator/assistant/autonomy/decide.ts';
import { markDraft } from '../../../core/coordinator/assistant/autonomy/notes.ts';
import { actOf } from '../../../core/coordinator/assistant/autonomy/proposed-act.ts';
import type { AutonomyMatrix } from '../../../core/coordinator/assistant/autonomy/matrix.ts';
import { deskOf, identityFor } from '../../../core/coordinator/desk/desk.test-data.ts';
import { composeCommand } from '../../../core/coordinator/desk/intent/compose.ts';
import type { Intent } from '../../../core/coordinator/desk/intent/forms.ts';
import { IdBook } from '../../../core/coordinator/desk/intent/id-book.ts';
import { tryCommand } from '../../../core/coordinator/desk/intent/trial.ts';
import {
  COORDINATOR,
  GROUP,
  OWNER,
  SeededOrganization,
  WORKER,
} from '../../../core/domain/seeded-world.test-data.ts';
import { bringTo, ITEM } from '../../../core/domain/work-scenes.test-data.ts';
import { seedFromEnvironment } from '../../harness/random.ts';
import { EVERYTHING } from './cases.ts';
import { MATRIX_CASES } from './matrix-cases.ts';
import { NEVER_ALONE_CASES } from './never-alone-cases.ts';
import { matrixOf, REASONS, settingsOf } from './scenes.ts';

function judge(organization: SeededOrganization, intent: Intent, signer = COORDINATOR) {
  const connection = deskOf(organization);
  let lastId = 0;
  const ids = new IdBook((kind) => `urn:heddle:test:${kind}:way-${(lastId += 1)}`);
  const composed = composeCommand(connection, intent, identityFor(signer), ids);
  const { rejection } = tryCommand(connection, composed);
  const act = actOf(composed, { reasons: REASONS, hasModelText: false, rejection });
  const matrix = matrixOf([EVERYTHING]);
  return { composed, matrix, decision: decideAutonomy(act, connection, settingsOf(matrix)) };
}

const offer: Intent = {
  kind: 'work.offer',
  groupId: GROUP,
  form: { workItemId: ITEM, candidates: [{ agentId: WORKER.id }] },
};

describe('an intent of the desk', () => {
  test('is signed alone where the matrix allows it, under the Action ID of the note', () => {
    const organization = new SeededOrganization();
    bringTo(organization, 'open');
    const { composed, matrix, decision } = judge(organization, offer);
    if (decision.kind !== 'sign-alone') throw new Error(JSON.stringify(decision.why));
    expect(decision.note).toMatchObject({
      actionId: composed.command.actionId,
      target: { type: 'workItem', id: ITEM },
      commitment: { subject: ITEM, currency: 'EUR' },
    });
    const marked = markDraft(composed.draft, decision.rule, matrix, decision.note.reasons);
    // The mark changes nothing but the extensions.
    expect({ ...marked, extensions: undefined }).toStrictEqual({ ...composed.draft, extensions: undefined });
  });

  test('that the projection knows to be refused is only proposed', () => {
    const organization = new SeededOrganization();
    bringTo(organization, 'queued');
    expect(judge(organization, offer).decision).toMatchObject({
      kind: 'propose-only',
      why: [{ id: 'refused', values: { code: 'INVALID_STATE_TRANSITION' } }],
    });
  });

  test('of the human owner is for the human', () => {
    const organization = new SeededOrganization();
    const cancel: Intent = { kind: 'mission.cancel', groupId: GROUP, form: { reason: 'over' } };
    expect(judge(organization, cancel, OWNER).decision).toStrictEqual({
      kind: 'propose-only',
      why: [{ id: 'human-signature', values: { actorId: OWNER.id } }],
    });
  });
});

describe('a matrix with less in it', () => {
  const allowed = [...MATRIX_CASES, ...NEVER_ALONE_CASES];
  const restrictions: readonly ((matrix: AutonomyMatrix) => AutonomyMatrix)[] = [
    (matrix) => ({ ...matrix, rules: matrix.rules.slice(1) }),
    (matrix) => ({ ...matrix, rules: matrix.rules.map((rule) => narrowed(rule, { risk: 'none' })) }),
    (matrix) => ({ ...matrix, rules: matrix.rules.map((rule) => narrowed(rule, { missionIds: new Set() })) }),
    (matrix) => ({ ...matrix, rules: matrix.rules.map((rule) => narrowed(rule, { withChildren: false })) }),
    (matrix) => ({ ...matrix, rules: matrix.rules.map((rule) => narrowed(rule, { total: rule.each })) }),
    (matrix) => ({ ...matrix, rules: matrix.rules.map((rule) => narrowed(rule, { perHour: 1 })) }),
    (matrix) => ({ ...matrix, limits: { perMinute: 1, perHour: 1, perDay: 1 } }),
  ];

  const narrowed = (rule: AutonomyMatrix['rules'][number], changes: Partial<typeof rule>) => ({
    ...rule,
    ...changes,
  });

  test('never allows more', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...allowed),
        fc.array(fc.constantFrom(...restrictions), { maxLength: 4 }),
        ({ make }, chosen) => {
          const [act, connection, settings] = make();
          const before = decideAutonomy(act, connection, settings);
          const matrix = chosen.reduce((less, restrict) => restrict(less), settings.matrix);
          const after = decideAutonomy(act, connection, { ...settings, matrix });
          expect(before.kind === 'propose-only' && after.kind === 'sign-alone').toBe(false);
        },
      ),
      { seed: seedFromEnvironment(), numRuns: 300 },
    );
  });

  test('and nothing is allowed beside a stop, a refusal or a text of a model', () => {
    for (const { make } of allowed) {
      const [act, connection, settings] = make();
      const rejection = { code: 'INVALID_COMMAND' as const, rule: 'CMD-006', message: '', details: {} };
      const kinds = [
        decideAutonomy(act, connection, { ...settings, isStopped: true }),
        decideAutonomy({ ...act, rejection }, connection, settings),
        decideAutonomy({ ...act, hasModelText: true }, connection, settings),
        decideAutonomy({ ...act, isIncomplete: true }, connection, settings),
        decideAutonomy({ ...act, signer: OWNER }, connection, settings),
      ].map(({ kind }) => kind);
      expect(new Set(kinds)).toStrictEqual(new Set(['propose-only']));
    }
  });
});
