// Runs one Command in a world and puts what came of it beside the cell of a table.
import type { Outcome, SeededOrganization } from '../../core/domain/seeded-world.test-data.ts';
import type { Command } from '../../core/protocol/generated/documents.ts';
import type { Accepted, Cell, Refused } from './table.ts';

/** Every record of a world and the length of its log as text: a refusal changes not a byte of it. */
function recordsOf({ world, log }: SeededOrganization): string {
  const records = [...world.entries()].map(({ kind, groupId, id }) => [
    kind,
    groupId,
    id,
    world.get(kind, groupId, id),
  ]);
  return JSON.stringify([records, log.length]);
}

interface Ran {
  readonly outcome: Outcome;
  readonly isUnchanged: boolean;
}

export function run(organization: SeededOrganization, command: Command): Ran {
  const before = recordsOf(organization);
  const outcome = organization.submit(command);
  return { outcome, isUnchanged: recordsOf(organization) === before };
}

/** What is and what should be, for a test to compare. */
export interface Comparison {
  readonly actual: unknown;
  readonly expected: unknown;
}

/** Code, rule and an untouched world; or the Events, in all Groups. `matched` is undefined when nothing fits. */
export function compareWithCell(
  cell: Cell,
  { outcome, isUnchanged }: Ran,
): Comparison & { readonly matched: Accepted | Refused | undefined } {
  const actual = { ...summaryOf(outcome), isUnchanged };
  const matched = matchCell(cell, outcome);
  if (matched === undefined) return { actual, expected: cell, matched };
  const expected =
    matched.outcome === 'refused'
      ? { code: matched.code, rule: matched.rule, isUnchanged: true }
      : { events: [...matched.events].toSorted(), isUnchanged: false };
  return { actual, expected, matched };
}

/** The cell that an outcome is an instance of: where several are allowed, the one that it is. */
function matchCell(cell: Cell, outcome: Outcome): Accepted | Refused | undefined {
  if (cell.outcome !== 'undetermined') return cell;
  return cell.allowed.find((allowed) =>
    allowed.outcome === 'refused'
      ? !outcome.ok && outcome.rejection.code === allowed.code && outcome.rejection.rule === allowed.rule
      : outcome.ok,
  );
}

function summaryOf(outcome: Outcome): object {
  return outcome.ok
    ? { events: outcome.events.map(({ kind }) => kind).toSorted() }
    : { code: outcome.rejection.code, rule: outcome.rejection.rule };
}
