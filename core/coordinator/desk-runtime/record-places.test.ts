import { expect, test } from 'vitest';
import { MISSION, SeededOrganization } from '../../domain/seeded-world.test-data.ts';
import { bringTo, ITEM, recordOf } from '../../domain/work-scenes.test-data.ts';
import { SINGLE } from '../../domain/world.ts';
import { RecordPlaces } from './record-places.ts';

test('a record is where the newest Event told of it, and nowhere where none has', () => {
  const organization = new SeededOrganization();
  bringTo(organization, 'submitted');
  const places = new RecordPlaces();
  for (const event of organization.log) places.take(event);
  const sequenceOf = (kind: string) => organization.log.findLast((event) => event.kind === kind)?.sequence;
  const { document, holdingLeaseId = '' } = recordOf(organization);
  const submitted = sequenceOf('work.submitted');
  expect(submitted).toBeGreaterThan(0);
  expect(places.sequenceOf('workItem', ITEM)).toBe(submitted);
  expect(places.sequenceOf('account', ITEM)).toBe(submitted);
  const [evidenceId = ''] = document.submission?.evidenceIds ?? [];
  expect(places.sequenceOf('evidence', evidenceId)).toBe(submitted);
  const [contentHash = ''] = document.submission?.artifactHashes ?? [];
  expect(places.sequenceOf('content', contentHash)).toBe(sequenceOf('artifact.published'));
  expect(places.sequenceOf('lease', holdingLeaseId)).toBeGreaterThanOrEqual(
    sequenceOf('work.offer.accepted') ?? Infinity,
  );
  expect(places.sequenceOf('mission', SINGLE)).toBe(places.sequenceOf('account', MISSION));
  expect(places.sequenceOf('evidence', 'urn:heddle:test:evidence:never')).toBeUndefined();
});
