// DEL-010, MEM-005: a member that came late folds the log from the middle. Whatever it then knows is what the Authority
// knows; what no Event has mentioned since it came is not there at all.
import { describe, expect, test } from 'vitest';
import { live, rebuild } from '../domain/lived-world.test-data.ts';
import { GROUP } from '../domain/seeded-world.test-data.ts';
import type { RecordKind, World } from '../domain/world.ts';
import type { Event } from '../protocol/generated/documents.ts';

/** Kinds whose record is a document, as an Event carries it. */
const DOCUMENTS = ['membership', 'lease', 'approval', 'artifact', 'evidence', 'conversation'] as const;
/** Kinds whose record says more than its document. */
const AROUND = ['mission', 'workItem', 'proposal'] as const satisfies readonly RecordKind[];

const LOG = live().log.filter(({ groupId }) => groupId === GROUP);
const WHOLE = rebuild(live().log);

function startOf(event: Event): number {
  return event.sequence ?? 0;
}

/** WorkItems that got an owner within some Events. */
function acceptedIn(events: readonly Event[]): ReadonlySet<string> {
  const accepted = events.filter(({ kind }) => kind === 'work.offer.accepted');
  return new Set(accepted.map(({ workItemId = '' }) => workItemId));
}

function documentsOf(world: World, kind: (typeof AROUND)[number]): ReadonlyMap<string, unknown> {
  return new Map([...world.list(kind, GROUP)].map(([id, { document }]) => [id, document]));
}

describe('the fold from the middle of a log', () => {
  test('the log of the test is long, and full of work', () => {
    expect(LOG.length).toBeGreaterThan(40);
    expect(acceptedIn(LOG).size).toBeGreaterThan(0);
  });

  test.each(LOG.map((event) => [startOf(event), event.kind] as const))(
    'from sequence %d (%s) on: every document that is known is the right one',
    (start) => {
      const suffix = LOG.filter((event) => startOf(event) >= start);
      const late = rebuild(suffix);
      for (const kind of DOCUMENTS) {
        for (const [id, record] of late.list(kind, GROUP)) {
          expect([kind, id, record]).toStrictEqual([kind, id, WHOLE.get(kind, GROUP, id)]);
        }
      }
      for (const kind of AROUND) {
        const whole = documentsOf(WHOLE, kind);
        for (const [id, document] of documentsOf(late, kind)) {
          expect([kind, id, document]).toStrictEqual([kind, id, whole.get(id)]);
        }
      }
      // A Worker that took an item over after it came knows all that its Commands have to name.
      for (const workItemId of acceptedIn(suffix)) {
        const mine = late.get('workItem', GROUP, workItemId);
        const theirs = WHOLE.get('workItem', GROUP, workItemId);
        expect([mine?.executionLeaseId, mine?.holdingLeaseId, mine?.ownershipEpoch]).toStrictEqual([
          theirs?.executionLeaseId,
          theirs?.holdingLeaseId,
          theirs?.ownershipEpoch,
        ]);
      }
    },
  );
});
