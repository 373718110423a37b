import { expect, test } from 'vitest';
import { foreseePieces } from './foreseen-pieces.ts';

const GROUP = 'urn:heddle:test:group:1';

test('names what a payload names, each in its place', () => {
  const artifact = { artifactId: 'urn:a', contentHash: 'sha256:1', sourceArtifactHashes: ['sha256:2'] };
  expect(foreseePieces({ groupId: GROUP, payload: { artifact } })).toStrictEqual([
    { groupId: GROUP, kind: 'artifact', id: 'urn:a' },
    { groupId: GROUP, kind: 'content', id: 'sha256:1' },
    { groupId: '', kind: 'contentUse', id: 'sha256:1' },
    { groupId: GROUP, kind: 'content', id: 'sha256:2' },
  ]);
  const evidence = [{ evidenceId: 'urn:e', artifactHashes: ['sha256:3'] }];
  expect(
    foreseePieces({ groupId: GROUP, payload: { evidence, artifactHashes: ['sha256:1'] } }),
  ).toStrictEqual([
    { groupId: GROUP, kind: 'content', id: 'sha256:1' },
    { groupId: GROUP, kind: 'evidence', id: 'urn:e' },
    { groupId: GROUP, kind: 'content', id: 'sha256:3' },
  ]);
  const amendment = { messageId: 'urn:m:2', targetMessageId: 'urn:m:1' };
  expect(foreseePieces({ groupId: GROUP, payload: amendment })).toHaveLength(2);
});

test('names nothing where there is nothing, or something of another shape', () => {
  const odd = { messageId: 7, artifact: null, artifactHashes: 'x', evidence: [null, 7, { evidenceId: {} }] };
  expect(foreseePieces({ groupId: GROUP, payload: odd })).toStrictEqual([]);
  expect(foreseePieces({ groupId: GROUP, payload: {} })).toStrictEqual([]);
  expect(foreseePieces({ payload: { messageId: 'urn:m:1' } })).toStrictEqual([]);
});
