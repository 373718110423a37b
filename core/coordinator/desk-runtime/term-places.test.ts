// Where the log tells of packages, checkpoints and usage.
import { expect, test } from 'vitest';
import { cardOf, SeededOrganization, STRANGER } from '../../domain/seeded-world.test-data.ts';
import { bringTo, ITEM } from '../../domain/work-scenes.test-data.ts';
import { openSheet } from '../desk/intent/sheet.ts';
import { IdBook } from '../desk/intent/id-book.ts';
import { COORDINATOR, deskOf, GROUP, OWNER } from '../desk/desk.test-data.ts';
import type { ContextPackage, Event } from '../../protocol/generated/documents.ts';
import { TermPlaces } from './term-places.ts';

function placesOf(log: readonly Event[]): TermPlaces {
  const places = new TermPlaces();
  for (const event of log) places.take(event);
  return places;
}

test('the last checkpoint of an item is where its Event stands', () => {
  const organization = new SeededOrganization();
  bringTo(organization, 'blocked');
  const event = organization.log.findLast(({ kind }) => kind === 'work.blocked');
  const places = placesOf(organization.log);
  expect(places.lastCheckpoint(ITEM)).toEqual({
    sequence: event?.sequence,
    atMs: Date.parse(event?.occurredAt ?? ''),
  });
  expect(places.lastCheckpoint('urn:heddle:test:work:other')).toBeUndefined();
  expect(places.lastUsage(undefined)).toBeUndefined();
});

test('CTX-009: a package that came with an appointment is found in its Event', () => {
  const organization = new SeededOrganization();
  bringTo(organization, 'open');
  const sheet = openSheet(
    deskOf(organization),
    {
      kind: 'mission.assign_coordinator',
      groupId: GROUP,
      form: {
        coordinatorAgentId: STRANGER.id,
        contextPackage: { summary: 'as it is', constraints: [], unresolvedQuestions: [], artifactHashes: [] },
      },
    },
    new IdBook((kind) => organization.newId(kind)),
  );
  const payload = sheet.signer?.composed.draft.payload as { readonly contextPackage: ContextPackage };
  const { signature } = cardOf(COORDINATOR);
  organization.mustAct('mission.assign_coordinator', OWNER, {
    coordinatorAgentId: STRANGER.id,
    contextPackage: { ...payload.contextPackage, signature },
  });
  const carrier = organization.log.find(({ payload: { contextPackage } }) => contextPackage !== undefined);
  expect(carrier?.kind).toBe('membership.changed');
  expect(placesOf(organization.log).packages()).toMatchObject([
    { version: 1, workItemId: undefined, sequence: carrier?.sequence },
  ]);
});
