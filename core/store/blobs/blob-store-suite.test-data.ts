// What every BlobStore adapter has to do: one suite that all of them run.
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { faultOf, valueOf } from '../../protocol/fixtures.test-data.ts';
import { BlobFault, type BlobReading, type BlobStore, type ContentAge } from './blob-store.ts';

/** A store with a way to damage what it keeps. */
export interface BlobStoreUnderTest {
  readonly store: BlobStore;
  /** The clock by which content grows old. */
  readonly clock: { nowMs: number };
  readonly replaceContent: (contentHash: string, content: Uint8Array) => Promise<void>;
}

export function hashOf(content: Uint8Array): string {
  return `sha256:${createHash('sha256').update(content).digest('hex')}`;
}

/** Deterministic bytes that do not repeat in any power of two. */
export function bytesOf(sizeBytes: number): Uint8Array {
  return Uint8Array.from({ length: sizeBytes }, (_, index) => (index * 31 + (index >> 8)) % 251);
}

export async function* piecesOfSize(content: Uint8Array, pieceBytes: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < content.length; at += pieceBytes) yield content.subarray(at, at + pieceBytes);
}

/** Reads as far as it goes: the bytes that were released, and the fault that ended it. */
export async function drain(
  reading: BlobReading | undefined,
): Promise<{ readonly bytes: Buffer; readonly fault: unknown }> {
  const pieces: Uint8Array[] = [];
  try {
    for await (const piece of reading?.content ?? []) pieces.push(piece);
    return { bytes: Buffer.concat(pieces), fault: undefined };
  } catch (fault) {
    return { bytes: Buffer.concat(pieces), fault };
  }
}

const LIMITS = { maxBytes: 4_000_000 };
const ABSENT = `sha256:${'0'.repeat(64)}`;

export function runBlobStoreSuite(makeStore: () => Promise<BlobStoreUnderTest>): void {
  const put = async (store: BlobStore, content: Uint8Array) =>
    valueOf(await store.put(piecesOfSize(content, 10_000), LIMITS)).contentHash;

  describe('storing', () => {
    it.each([0, 1, 9_999, 10_000, 1_000_003])('keeps %i bytes under their hash', async (sizeBytes) => {
      const { store } = await makeStore();
      const content = bytesOf(sizeBytes);
      const stored = valueOf(await store.put(piecesOfSize(content, 10_000), LIMITS));
      expect(stored).toEqual({ contentHash: hashOf(content), sizeBytes });
      expect(await store.sizeOf(stored.contentHash)).toBe(sizeBytes);
      expect(await store.verify(stored.contentHash)).toBe('good');
      expect((await drain(await store.read(stored.contentHash))).bytes).toEqual(Buffer.from(content));
    });

    it('gives the same answer for the same content again (ART-008)', async () => {
      const { store } = await makeStore();
      const first = await store.put(piecesOfSize(bytesOf(500), 100), LIMITS);
      expect(await store.put(piecesOfSize(bytesOf(500), 7), LIMITS)).toEqual(first);
    });

    it('takes the same content from many at once', async () => {
      const { store } = await makeStore();
      const content = bytesOf(50_000);
      const answers = await Promise.all(
        Array.from({ length: 12 }, async (_, index) => store.put(piecesOfSize(content, 999 + index), LIMITS)),
      );
      for (const answer of answers) expect(valueOf(answer).contentHash).toBe(hashOf(content));
      expect(await store.verify(hashOf(content))).toBe('good');
    });

    it('refuses more bytes than the limit and keeps nothing', async () => {
      const { store } = await makeStore();
      const content = bytesOf(101);
      expect(faultOf(await store.put(piecesOfSize(content, 10), { maxBytes: 100 }))).toBe('too-large');
      expect(await store.sizeOf(hashOf(content))).toBeUndefined();
      expect((await store.put(piecesOfSize(content, 10), { maxBytes: 101 })).ok).toBe(true);
    });

    it('refuses other content than was announced and keeps nothing', async () => {
      const { store } = await makeStore();
      const content = bytesOf(100);
      const limits = { ...LIMITS, expectedHash: ABSENT };
      expect(faultOf(await store.put(piecesOfSize(content, 10), limits))).toBe('hash-mismatch');
      expect(await store.sizeOf(hashOf(content))).toBeUndefined();
      expect(await store.sizeOf(ABSENT)).toBeUndefined();
    });

    it('passes an error of the source on and keeps nothing', async () => {
      const { store } = await makeStore();
      const broken = new Error('connection lost');
      async function* source(): AsyncGenerator<Uint8Array> {
        yield bytesOf(10);
        throw broken;
      }
      await expect(store.put(source(), LIMITS)).rejects.toBe(broken);
      expect(await store.sizeOf(hashOf(bytesOf(10)))).toBeUndefined();
    });
  });

  describe('reading', () => {
    it('knows nothing of absent content', async () => {
      const { store } = await makeStore();
      expect(await store.read(ABSENT)).toBeUndefined();
      expect(await store.sizeOf(ABSENT)).toBeUndefined();
      expect(await store.verify(ABSENT)).toBe('absent');
    });

    it.each([
      [0, 1],
      [0, 700_000],
      [262_143, 262_145],
      [699_999, 700_000],
      [100, 100],
    ])('reads bytes %i to %i', async (start, end) => {
      const { store } = await makeStore();
      const content = bytesOf(700_000);
      const reading = await store.read(await put(store, content), { start, end });
      expect(reading?.sizeBytes).toBe(700_000);
      expect((await drain(reading)).bytes).toEqual(Buffer.from(content.subarray(start, end)));
    });

    it.each([
      { start: -1, end: 5 },
      { start: 0, end: 11 },
      { start: 6, end: 5 },
      { start: 0.5, end: 5 },
    ])('takes no range outside the content: $start to $end', async (range) => {
      const { store } = await makeStore();
      const contentHash = await put(store, bytesOf(10));
      await expect(store.read(contentHash, range)).rejects.toThrow(RangeError);
    });

    it.each(['sha256:../../../etc/passwd', `sha256:${'A'.repeat(64)}`, '', 'sha256:abc', `${ABSENT}/..`])(
      'makes no path of %j',
      async (contentHash) => {
        const { store } = await makeStore();
        await expect(store.read(contentHash)).rejects.toThrow(TypeError);
        await expect(store.sizeOf(contentHash)).rejects.toThrow(TypeError);
        await expect(store.verify(contentHash)).rejects.toThrow(TypeError);
        await expect(store.setAside(contentHash)).rejects.toThrow(TypeError);
      },
    );

    it('stops in the middle when the reader has enough', async () => {
      const { store } = await makeStore();
      const reading = await store.read(await put(store, bytesOf(700_000)));
      for await (const piece of reading?.content ?? []) {
        expect(piece.length).toBeGreaterThan(0);
        break;
      }
    });
  });

  describe('links', () => {
    it('belong to one scope and one content', async () => {
      const { store } = await makeStore();
      await store.link('group urn:x:1', ABSENT);
      await store.link('group urn:x:1', ABSENT);
      expect(await store.isLinked('group urn:x:1', ABSENT)).toBe(true);
      expect(await store.isLinked('group urn:x:2', ABSENT)).toBe(false);
      expect(await store.isLinked('group urn:x:1', hashOf(bytesOf(1)))).toBe(false);
      expect(await store.sizeOf(ABSENT)).toBeUndefined();
    });

    it('take any text as a scope, and no text as a path', async () => {
      const { store } = await makeStore();
      for (const scope of ['', '../../x', 'a/b', 'x'.repeat(2_000), '\u0000']) {
        await store.link(scope, ABSENT);
        expect(await store.isLinked(scope, ABSENT)).toBe(true);
      }
      await expect(async () => store.link('x', '../y')).rejects.toThrow(TypeError);
      await expect(async () => store.isLinked('x', '../y')).rejects.toThrow(TypeError);
    });
  });

  describe('what nobody brings any more', () => {
    it('is found in parts, in one order, with the time of its last bringing', async () => {
      const { store, clock } = await makeStore();
      const brought = new Map<string, number>();
      for (let n = 1; n <= 25; n += 1) {
        clock.nowMs += 1_000;
        brought.set(await put(store, bytesOf(n)), clock.nowMs);
      }
      const hashes = [...brought.keys()].toSorted();
      const found: ContentAge[] = [];
      let after: string | undefined;
      do {
        const page = await store.list({ after, limit: 10 });
        expect(page.contents.length).toBeLessThanOrEqual(10);
        found.push(...page.contents);
        after = page.next;
      } while (after !== undefined);
      expect(found).toEqual(
        hashes.map((contentHash) => ({ contentHash, broughtAtMs: brought.get(contentHash) })),
      );
    });

    it('is removed with its links, and only when it is old enough', async () => {
      const { store, clock } = await makeStore();
      const contentHash = await put(store, bytesOf(100));
      const kept = await put(store, bytesOf(101));
      await store.link('group urn:x:1', contentHash);
      await store.link('group urn:x:1', kept);
      expect(await store.removeBroughtBefore(contentHash, clock.nowMs)).toBe(false);
      expect(await store.verify(contentHash)).toBe('good');
      expect(await store.removeBroughtBefore(contentHash, clock.nowMs + 1)).toBe(true);
      expect(await store.verify(contentHash)).toBe('absent');
      expect(await store.isLinked('group urn:x:1', contentHash)).toBe(false);
      expect(await store.removeBroughtBefore(contentHash, clock.nowMs + 1)).toBe(false);
      expect([await store.verify(kept), await store.isLinked('group urn:x:1', kept)]).toEqual(['good', true]);
    });

    it('is new again when somebody brings it again', async () => {
      const { store, clock } = await makeStore();
      const contentHash = await put(store, bytesOf(100));
      const firstMs = clock.nowMs;
      clock.nowMs += 3_600_000;
      await put(store, bytesOf(100));
      expect(await store.removeBroughtBefore(contentHash, firstMs + 1)).toBe(false);
      expect(await store.verify(contentHash)).toBe('good');
      expect(await store.removeBroughtBefore(contentHash, clock.nowMs + 1)).toBe(true);
      expect(await put(store, bytesOf(100))).toBe(contentHash);
      expect(await store.verify(contentHash)).toBe('good');
    });
  });

  describe('damaged content (ART-003)', () => {
    const content = bytesOf(700_000);
    const damages: readonly (readonly [string, Uint8Array])[] = [
      ['one bit at the start', content.with(0, (content[0] ?? 0) ^ 1)],
      ['one bit at the end', content.with(699_999, (content[699_999] ?? 0) ^ 1)],
      ['cut', content.subarray(0, 699_999)],
      ['grown', Buffer.concat([content, Uint8Array.of(0)])],
      ['emptied', new Uint8Array()],
    ];

    it.each(damages)('is reported and never released whole: %s', async (_name, damaged) => {
      const { store, replaceContent } = await makeStore();
      const contentHash = await put(store, content);
      await replaceContent(contentHash, damaged);
      expect(await store.verify(contentHash)).toBe('corrupt');
      const { bytes, fault } = await drain(await store.read(contentHash));
      expect(fault).toBeInstanceOf(BlobFault);
      expect(fault).toMatchObject({ kind: 'corrupt', retryable: false });
      expect(bytes.length).toBeLessThan(content.length);
    });

    it('spoils every range, also one before the damage', async () => {
      const { store, replaceContent } = await makeStore();
      const contentHash = await put(store, content);
      await replaceContent(contentHash, content.with(699_999, (content[699_999] ?? 0) ^ 1));
      const { bytes, fault } = await drain(await store.read(contentHash, { start: 0, end: 10 }));
      expect(bytes).toHaveLength(0);
      expect(fault).toMatchObject({ kind: 'corrupt' });
    });

    it('stays where it is until somebody sets it aside, and can then be stored again', async () => {
      const { store, replaceContent } = await makeStore();
      const contentHash = await put(store, content);
      await replaceContent(contentHash, bytesOf(5));
      await expect(store.put(piecesOfSize(content, 9_999), LIMITS)).rejects.toMatchObject({
        kind: 'corrupt',
      });
      expect(await store.verify(contentHash)).toBe('corrupt');
      expect(await store.setAside(contentHash)).toBe(true);
      expect(await store.verify(contentHash)).toBe('absent');
      expect(await put(store, content)).toBe(contentHash);
      expect(await store.verify(contentHash)).toBe('good');
    });

    it('is never made of good content', async () => {
      const { store } = await makeStore();
      const contentHash = await put(store, content);
      expect(await store.setAside(contentHash)).toBe(false);
      expect(await store.setAside(ABSENT)).toBe(false);
      expect(await store.verify(contentHash)).toBe('good');
    });
  });
}
