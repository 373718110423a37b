// Facts about fetched bytes.
import { describe, expect, it } from 'vitest';
import { hashContent } from '../../../protocol/hash.ts';
import { contentFact } from './content-facts.ts';

function fact(bytes: Uint8Array, mediaType: string, maxBytes = 1_000, contentHash = hashContent(bytes)) {
  return contentFact(bytes, { kind: 'content', contentHash, mediaType, maxBytes });
}

const JSON_BYTES = Buffer.from('{"a":1}');

describe('contents', () => {
  it('ART-003 are intact only with their hash', () => {
    expect(fact(JSON_BYTES, 'application/json')).toEqual({
      status: 'intact',
      sizeBytes: 7,
      text: '{"a":1}',
      json: { ok: true, value: { a: 1 } },
    });
    expect(fact(JSON_BYTES, 'application/json', 1_000, hashContent('other'))).toEqual({
      status: 'differs',
      foundHash: hashContent(JSON_BYTES),
    });
  });

  it('ART-003 are not looked at beyond their limit', () => {
    expect(fact(JSON_BYTES, 'application/json', 6)).toEqual({ status: 'oversized', limitBytes: 6 });
  });

  it('are no text where they are no UTF-8, and no JSON where they are of another type', () => {
    expect(fact(Buffer.from([0xff, 0xfe]), 'application/octet-stream')).toMatchObject({
      text: undefined,
      json: undefined,
    });
    expect(fact(JSON_BYTES, 'text/plain')).toMatchObject({ text: '{"a":1}', json: undefined });
    expect(fact(Buffer.from('{'), 'application/json')).toMatchObject({ json: { ok: false } });
    expect(fact(JSON_BYTES, 'application/ld+json')).toMatchObject({ json: { ok: true } });
  });

  it('are parsed strictly, and not without end', () => {
    expect(fact(Buffer.from('{"a": 1, "a": 2}'), 'application/json')).toMatchObject({ json: { ok: false } });
    expect(fact(Buffer.from('['.repeat(500)), 'application/json')).toMatchObject({ json: { ok: false } });
  });
});
