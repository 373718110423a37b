// How long a look at content counts, and when another one is made (ART-001, ART-003).
import { expect, test } from 'vitest';
import { verified } from '../protocol/fixtures.test-data.ts';
import { checkHostedContent, lookForContent } from './hosted-content.ts';

const { document: artifact } = verified('artifact');
const documents = [verified('evidence'), verified('artifact')];

/** Content whose size changes, and how often it was looked at. */
class ScriptedContent {
  looks = 0;
  sizeBytes: number | undefined = artifact.sizeBytes;
  fault: Error | undefined;

  async sizeIn(groupId: string, contentHash: string): Promise<number | undefined> {
    this.looks += 1;
    if (this.fault !== undefined) throw this.fault;
    return groupId === artifact.groupId && contentHash === artifact.contentHash ? this.sizeBytes : undefined;
  }
}

test('what was found just now counts without another look', async () => {
  const hosted = new ScriptedContent();
  const look = await lookForContent(documents, hosted, () => 5_000);
  hosted.sizeBytes = undefined;
  expect((await checkHostedContent(artifact, hosted, look, 6_000)).ok).toBe(true);
  expect(hosted.looks).toBe(1);
});

test('what was found long ago does not count', async () => {
  const hosted = new ScriptedContent();
  const look = await lookForContent(documents, hosted, () => 5_000);
  hosted.sizeBytes = undefined;
  expect(await checkHostedContent(artifact, hosted, look, 6_001)).toMatchObject({
    ok: false,
    fault: { rule: 'ART-001' },
  });
});

test.each([
  ['nothing was there yet', undefined],
  ['the content had another size', artifact.sizeBytes + 1],
])('it is looked again when %s', async (_, sizeBytes) => {
  const hosted = new ScriptedContent();
  hosted.sizeBytes = sizeBytes;
  const look = await lookForContent(documents, hosted, () => 5_000);
  hosted.sizeBytes = artifact.sizeBytes;
  expect((await checkHostedContent(artifact, hosted, look, 5_000)).ok).toBe(true);
  expect(hosted.looks).toBe(2);
});

test('a look that failed is made again, and fails where it counts', async () => {
  const hosted = new ScriptedContent();
  hosted.fault = new Error('the disk is away');
  const look = await lookForContent(documents, hosted, () => 5_000);
  expect(look?.sizeBytes).toBeUndefined();
  await expect(checkHostedContent(artifact, hosted, look, 5_000)).rejects.toThrow('the disk is away');
});

test('without a manifest there is nothing to look for', async () => {
  const hosted = new ScriptedContent();
  expect(await lookForContent([verified('evidence')], hosted, () => 5_000)).toBeUndefined();
  expect(hosted.looks).toBe(0);
});
