// The fix panel of every code of table C as a window is told of it, in either language.
import { fixPanel as panelSchema, type FixPanelModel } from '../../../contract/outbox.ts';
import type { Language } from '../../../contract/values.ts';
import { ERROR_RULES } from '../../../protocol/error-codes.ts';
import { COORDINATOR, deskOf, errorOf, OWNER, WORKER } from '../../desk/desk.test-data.ts';
import { SECOND_WORKER } from '../../../domain/seeded-world.test-data.ts';
import { affair } from '../../desk/fix/affair.test-data.ts';
import type { CodeFixture } from '../../desk/fix/code-fixtures.test-data.ts';
import type { FixPanel } from '../../desk/fix/fix-panel.ts';
import type { RunningConnection } from '../desk-connections.ts';
import type { DeskRuntime } from '../desk-runtime.ts';
import { fixModel } from './fix-rows.ts';

export interface FixtureCase {
  readonly panel: FixPanel;
  /** The panel in words. */
  readonly model: (language: Language) => FixPanelModel;
}

/** A code's fixture, so many seconds after the refusal. */
export function openFixture(fixture: CodeFixture, secondsLater = 0): FixtureCase {
  const { code, meanwhile, error: members, connection: changes = {} } = fixture;
  const one = affair();
  const { organization } = one;
  meanwhile?.(organization);
  const error =
    code === 'NO_ANSWER'
      ? undefined
      : errorOf(code, { retryable: ERROR_RULES[code].retryable, message: 'refused', ...members });
  const entry = one.refused(error);
  organization.passSeconds(secondsLater);
  const panel = one.fix(error, changes);
  const view = deskOf(organization, changes);
  const connection = {
    facts: { name: 'acme' },
    links: [
      { actor: OWNER, name: 'Ada' },
      { actor: COORDINATOR, name: 'Leonie' },
      { actor: WORKER, name: 'Walter' },
      { actor: SECOND_WORKER, name: 'Sven' },
    ],
    view: () => view,
  } as unknown as RunningConnection;
  return {
    panel,
    model: (language) => {
      const desk = { language, connection: () => connection } as unknown as DeskRuntime;
      return panelSchema.parse(fixModel(desk, connection, { entry, turn: { kind: 'rests' } }, panel));
    },
  };
}
