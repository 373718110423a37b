import { describe, expect, it } from 'vitest';
import { framedPage, prettyJson, previewKindOf, textOf } from './artifact-text.ts';

const base64 = (bytes: Uint8Array) => btoa(String.fromCodePoint(...bytes));
const utf8 = (text: string) => new TextEncoder().encode(text);

describe('the content of an Artifact', () => {
  it('is shown by its media type alone', () => {
    expect(previewKindOf('text/markdown; charset=utf-8')).toBe('markdown');
    expect(previewKindOf('application/vnd.api+json')).toBe('json');
    expect(previewKindOf('TEXT/HTML')).toBe('page');
    expect(previewKindOf('image/png')).toBe('image');
    expect(previewKindOf('application/octet-stream')).toBe('none');
    expect(previewKindOf('application/pdf')).toBe('none');
  });

  it('is text where a picture could be active', () => {
    expect(previewKindOf('image/svg+xml')).toBe('text');
  });

  it('is decoded strictly: bytes that are no UTF-8 are no text', () => {
    expect(textOf({ base64: base64(utf8('Grüße')), isTruncated: false })).toBe('Grüße');
    expect(textOf({ base64: base64(Uint8Array.of(0xff, 0xfe, 0x41)), isTruncated: false })).toBeUndefined();
  });

  it('may be cut off in the middle of a character', () => {
    const cut = utf8('Grüße').slice(0, 3);
    expect(textOf({ base64: base64(cut), isTruncated: false })).toBeUndefined();
    expect(textOf({ base64: base64(cut), isTruncated: true })).toBe('Gr');
  });

  it('keeps JSON that is none as it is', () => {
    expect(prettyJson('{"a":[1]}')).toBe('{\n  "a": [\n    1\n  ]\n}');
    expect(prettyJson('{"a":')).toBe('{"a":');
  });

  it('puts its own policy before the page of a stranger', () => {
    const page = framedPage('<script>alert(1)</script>');
    expect(page.indexOf("default-src 'none'")).toBeLessThan(page.indexOf('<script>'));
  });
});
