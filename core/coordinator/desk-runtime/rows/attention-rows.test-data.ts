// Every fixture of the attention rules as the rows that a window is told of, in either language.
import type { AttentionRowModel } from '../../../contract/attention.ts';
import { attentionRow as rowSchema } from '../../../contract/attention.ts';
import type { Language } from '../../../contract/values.ts';
import { SECOND_WORKER, SeededOrganization } from '../../../domain/seeded-world.test-data.ts';
import { DESK_FIXTURES } from '../../desk/attention/desk-fixtures.test-data.ts';
import type { RuleFixture } from '../../desk/attention/fixture-steps.test-data.ts';
import { WORK_FIXTURES } from '../../desk/attention/work-fixtures.test-data.ts';
import { COORDINATOR, inputOf, OWNER, rowsFor, WORKER } from '../../desk/desk.test-data.ts';
import type { RunningConnection } from '../desk-connections.ts';
import { textsOf } from '../words/texts.ts';
import { attentionRow } from './attention-rows.ts';

/** All of table B: at least one fixture for each rule. */
export const RULE_FIXTURES: readonly RuleFixture[] = [...WORK_FIXTURES, ...DESK_FIXTURES];

/** The rows that a fixture has brought about, the one that it is about first. */
export function rowsOfFixture(
  { rule, before, begin }: RuleFixture,
  language: Language,
): readonly AttentionRowModel[] {
  const organization = new SeededOrganization();
  const input = inputOf(organization, begin(organization, before(organization)));
  const [view] = input.connections;
  const connection = {
    facts: { name: 'acme' },
    links: [
      { actor: OWNER, name: 'Ada', keyId: 'urn:heddle:test:key:1' },
      { actor: COORDINATOR, name: 'Leonie', keyId: 'urn:heddle:test:key:2' },
      { actor: WORKER, name: 'Walter', keyId: 'urn:heddle:test:key:3' },
      { actor: SECOND_WORKER, name: 'Sven', keyId: 'urn:heddle:test:key:4' },
    ],
    view: () => view,
  } as unknown as RunningConnection;
  return rowsFor(input, rule).map((row) => rowSchema.parse(attentionRow(textsOf(language), connection, row)));
}
