// What stands in the queue of approvals, beside what the attention list says of it.
import { expect, test } from 'vitest';
import { approvalRow as rowSchema } from '../../../contract/approvals.ts';
import { SeededOrganization } from '../../../domain/seeded-world.test-data.ts';
import { COORDINATOR, deskOf, OWNER, rowsFor, inputOf, WORKER } from '../../desk/desk.test-data.ts';
import type { AttentionRuleName } from '../../desk/attention/rules.ts';
import type { DeskRuntime } from '../desk-runtime.ts';
import { RULE_FIXTURES } from './attention-rows.test-data.ts';
import { approvalsSource } from './approval-rows.ts';

const APPROVAL_RULES: readonly AttentionRuleName[] = [
  'start-approval-waits',
  'start-approval-ends',
  'final-approval-waits',
];

test.each(RULE_FIXTURES.filter(({ rule }) => APPROVAL_RULES.includes(rule)))(
  'APV-005: what $rule asks to decide ($name) can be decided',
  async ({ rule, before, begin }) => {
    const organization = new SeededOrganization();
    const input = inputOf(organization, begin(organization, before(organization)));
    const view = input.connections[0] ?? deskOf(organization);
    const connection = {
      links: [OWNER, COORDINATOR, WORKER].map((actor) => ({ actor, name: actor.id })),
      logOf: () => undefined,
      view: () => view,
    };
    const desk = { language: 'en', connections: () => [connection] } as unknown as DeskRuntime;
    const rows = (await approvalsSource(desk).read()).rows.map((row) => rowSchema.parse(row));
    const [attention] = rowsFor(input, rule);
    const found = rows.filter((row) =>
      row.type === 'start'
        ? row.workItemId === attention?.workItemId
        : row.groupId === attention?.object.groupId,
    );
    expect(found).toHaveLength(1);
  },
);
