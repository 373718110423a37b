import { expect, test } from 'vitest';
import { hashContent } from './hash.ts';

test('DATA-050: sha256: and 64 lower-case hexadecimal digits', () => {
  expect(hashContent('')).toBe('sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
  expect(hashContent('abc')).toBe('sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  expect(hashContent(Uint8Array.of(0x61, 0x62, 0x63))).toBe(hashContent('abc'));
});

test('DATA-051: a text counts as its UTF-8 bytes, a view as its own bytes', () => {
  expect(hashContent('é😀')).toBe(hashContent(Uint8Array.of(0xc3, 0xa9, 0xf0, 0x9f, 0x98, 0x80)));
  expect(hashContent(Uint8Array.of(9, 0x61, 0x62, 0x63, 9).subarray(1, 4))).toBe(hashContent('abc'));
});
