import { describe, expect, test } from 'vitest';
import { DELEGABLE_ACTS } from '../../../core/coordinator/assistant/autonomy/acts.ts';
import { decideAutonomy } from '../../../core/coordinator/assistant/autonomy/decide.ts';
import { describeWhyNot } from '../../../core/coordinator/assistant/autonomy/words.ts';
import { actFor, connectionOf, matrixOf, settingsOf } from './scenes.ts';
import { EVERYTHING } from './cases.ts';
import { MATRIX_CASES } from './matrix-cases.ts';
import { NEVER_ALONE_CASES } from './never-alone-cases.ts';
import type { CommandKind } from '../../../core/domain/decision.ts';
import { attemptAccepted } from '../../transitions/accepted-commands.ts';
import { COMMAND_PAYLOADS } from '../../../core/protocol/generated/validators.js';

const CORPUS = [...MATRIX_CASES, ...NEVER_ALONE_CASES];

describe('the autonomy corpus', () => {
  test.each(CORPUS)('$name', ({ make, expected }) => {
    const [act, connection, settings] = make();
    const decision = decideAutonomy(act, connection, settings);
    expect(decision).toMatchObject(
      'rule' in expected
        ? {
            kind: 'sign-alone',
            note: {
              actionId: act.actionId,
              kind: act.draft.kind,
              ruleId: expected.rule,
              matrixHash: settings.matrix.hash,
              reasons: act.reasons,
              decidedAtMs: settings.nowMs,
            },
          }
        : { kind: 'propose-only', why: expected.why },
    );
    // Equal input, equal answer.
    expect(decideAutonomy(act, connection, settings)).toStrictEqual(decision);
    const why = decision.kind === 'propose-only' ? decision.why : [];
    const words = why.flatMap((each) => [describeWhyNot(each, 'en'), describeWhyNot(each, 'de')]);
    expect(words.filter((text) => /undefined|\[object/u.test(text))).toStrictEqual([]);
  });

  test('it has a dozen cases and more, each with a name of its own', () => {
    expect(new Set(CORPUS.map(({ name }) => name)).size).toBe(CORPUS.length);
    expect(CORPUS.length).toBeGreaterThan(12);
  });
});

describe('every kind of Command that the Authority accepts', () => {
  const kinds = Object.keys(COMMAND_PAYLOADS) as CommandKind[];

  test.each(kinds)('%s: no matrix at all, no signature', (kind) => {
    const { organization, command } = attemptAccepted(kind);
    const act = actFor(kind, command.payload as never, {
      groupId: command.groupId ?? '',
      signer: command.actor,
    });
    const decision = decideAutonomy(act, connectionOf(organization), settingsOf(matrixOf([])));
    expect(decision.kind).toBe('propose-only');
  });

  test.each(kinds.filter((kind) => !DELEGABLE_ACTS.includes(kind as never)))(
    '%s is never signed alone, even by an Agent that may',
    (kind) => {
      const { organization, command } = attemptAccepted(kind);
      const act = actFor(kind, command.payload as never, { groupId: command.groupId ?? '' });
      const decision = decideAutonomy(act, connectionOf(organization), settingsOf(matrixOf([EVERYTHING])));
      expect(decision).toMatchObject({
        kind: 'propose-only',
        why: expect.arrayContaining([expect.objectContaining({ id: 'act-class' })]),
      });
    },
  );
});
