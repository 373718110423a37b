// Leases and terms as a window is told of them.
import { expect, test } from 'vitest';
import {
  epochRow,
  leaseRow as leaseSchema,
  reassignRow as reassignSchema,
} from '../../../contract/leases.ts';
import { SeededOrganization, STRANGER } from '../../../domain/seeded-world.test-data.ts';
import { bringTo, recordOf } from '../../../domain/work-scenes.test-data.ts';
import { COORDINATOR, deskOf, GROUP, OWNER, WORKER } from '../../desk/desk.test-data.ts';
import { openLeases } from '../../desk/leases/lease-standing.ts';
import { Moment } from '../../desk/moment.ts';
import type { RunningConnection } from '../desk-connections.ts';
import { textsOf } from '../words/texts.ts';
import { leaseRow, termRows } from './lease-rows.ts';
import { reassignRow } from './reassign-rows.ts';

/** The Worker has a name of its own here; no log was read. */
const CONNECTION = {
  links: [{ actor: WORKER, name: 'Walter' }],
  logOf: () => undefined,
} as unknown as RunningConnection;

function organizationAt(state: Parameters<typeof bringTo>[1]): SeededOrganization {
  const organization = new SeededOrganization();
  bringTo(organization, state);
  return organization;
}

test.each(['en', 'de'] as const)('every open lease is a row of the contract, in %s', (language) => {
  const view = deskOf(organizationAt('active'));
  const rows = [...openLeases(view, GROUP, new Moment(view.nowMs))].map((fact) =>
    leaseSchema.parse(leaseRow(textsOf(language), CONNECTION, view, fact)),
  );
  expect(rows.map(({ type, next }) => [type, next.id])).toEqual([
    ['coordinator', 'renewal-planned'],
    ['execution', 'wait'],
    ['ownership', 'wait'],
  ]);
  // What ends first stands first.
  expect(rows.toSorted((a, b) => (a.sort < b.sort ? -1 : 1)).map(({ endsAtMs }) => endsAtMs)).toEqual(
    rows.map(({ endsAtMs }) => endsAtMs).toSorted((a, b) => a - b),
  );
  expect(rows.every(({ next }) => next.words.text !== '' && !next.isOpen)).toBe(true);
});

test('CRD-004: a replaced Coordinator’s term stays to be seen, fenced and with its end', () => {
  const organization = organizationAt('open');
  organization.mustAct('mission.assign_coordinator', OWNER, { coordinatorAgentId: STRANGER.id });
  const rows = termRows(textsOf('en'), CONNECTION, deskOf(organization), GROUP)
    .map((row) => epochRow.parse(row))
    .toSorted((a, b) => (a.sort < b.sort ? -1 : 1));
  expect(rows).toMatchObject([
    { coordinatorEpoch: 2, isCurrent: true, isMine: false, words: { key: 'term.current' } },
    {
      coordinatorEpoch: 1,
      isCurrent: false,
      isMine: true,
      holder: { id: COORDINATOR.id },
      untilMs: organization.nowMs,
      words: { key: 'term.replaced' },
    },
  ]);
});

test('WORK-014: what is to be known before work goes to somebody else names its holder, not an id', () => {
  const organization = organizationAt('active');
  const row = reassignSchema.parse(
    reassignRow(textsOf('en'), CONNECTION, deskOf(organization), recordOf(organization)),
  );
  expect(row).toMatchObject({ ownershipEpoch: 1, nextEpoch: 3, holder: { id: WORKER.id } });
  expect(row.action).toMatchObject({ id: 'reassign', isEnabled: false });
  const texts = [...row.lost, ...row.fences, row.lateRule].map(({ text }) => text).join(' ');
  expect(texts).toContain('Walter');
  expect(texts).not.toContain(WORKER.id);
});
