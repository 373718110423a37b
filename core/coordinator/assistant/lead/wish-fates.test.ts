import { expect, test } from 'vitest';
import { composeCommand } from '../../desk/intent/compose.ts';
import { deskOf, identityFor } from '../../desk/desk.test-data.ts';
import { IdBook } from '../../desk/intent/id-book.ts';
import { COORDINATOR, GROUP, SeededOrganization } from '../../../domain/seeded-world.test-data.ts';
import { WishFates } from './wish-fates.ts';

const CHILD = 'urn:heddle:test:group:child';

function answerToChild() {
  const ids = new IdBook((kind) => `urn:heddle:test:${kind}:1`);
  const connection = deskOf(new SeededOrganization());
  const intent = { kind: 'mission.cancel' as const, groupId: CHILD, form: { reason: 'over' } };
  return composeCommand(connection, intent, identityFor(COORDINATOR), ids);
}

test('an accepted Command about a child rests until the log of the child shows it', () => {
  const fates = new WishFates();
  fates.begin('desk key', answerToChild());
  const event = { eventId: 'urn:heddle:test:event:1', sequence: 5 };
  fates.end('desk key', { status: 'accepted', event }, 0, '');
  const tidy = (parentHead: number, childHead: number, isWished: boolean) =>
    fates.tidy(
      'desk',
      (groupId) => (groupId === GROUP ? parentHead : childHead),
      0,
      () => isWished,
    );
  tidy(100, 4, true);
  expect(fates.readinessOf('desk key', 0, '')).toEqual({ kind: 'under-way' });
  tidy(100, 4, false);
  expect(fates.underWayBeside('another', 'desk')).toHaveLength(1);
  tidy(100, 5, false);
  expect(fates.readinessOf('desk key', 0, '')).toEqual({ kind: 'go', number: 0 });
});

test('pauses grow to five minutes, and the fifth refusal is the last', () => {
  const fates = new WishFates();
  const error = {
    code: 'AUTH_FORBIDDEN' as const,
    message: '',
    retryable: false,
    occurredAt: '2026-05-04T09:00:00Z',
  };
  const pauses: (number | undefined)[] = [];
  for (let round = 0; round < 5; round += 1) {
    fates.begin('key', answerToChild());
    fates.end('key', { status: 'refused', error }, 0, `before ${round}`);
    const readiness = fates.readinessOf('key', 0, 'now');
    pauses.push(readiness.kind === 'rest' ? readiness.fromMs : -1);
  }
  expect(pauses).toEqual([1_000, 2_000, 4_000, 8_000, undefined]);
  expect(fates.readinessOf('key', 10_000_000, 'later')).toMatchObject({ kind: 'rest', fromMs: undefined });
});
