import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatView, parseView, VIEW_PARTS, VIEW_PLACES } from './view-text.ts';

const HARMLESS = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 60 })
  .filter((text) => !/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/u.test(text) && text.trim() === text);

describe('a view as text', () => {
  it('says what is looked at, and nothing else', () => {
    const text = formatView({
      name: 'Refused & late',
      place: 'history',
      values: { filter: 'kind:work.* -actor:coder', view: 'items', groupId: 'urn:secret' },
    });
    expect(text).toBe(
      'heddle://view/history?name=Refused+%26+late&view=items&filter=kind%3Awork.*+-actor%3Acoder',
    );
    expect(parseView(` ${text}\n`)).toEqual({
      ok: true,
      view: {
        name: 'Refused & late',
        place: 'history',
        values: { filter: 'kind:work.* -actor:coder', view: 'items' },
      },
    });
  });

  it('comes back as it was, whatever stands in it', () => {
    fc.assert(
      fc.property(fc.constantFrom(...VIEW_PLACES), HARMLESS, HARMLESS, (place, name, value) => {
        const [part] = VIEW_PARTS[place];
        const view = { name, place, values: { [part]: value } };
        expect(parseView(formatView(view))).toEqual({ ok: true, view });
      }),
    );
  });

  it.each([
    ['', 'not-a-view'],
    ['https://example.org/', 'not-a-view'],
    ['heddle://acme/mission/urn:x', 'not-a-view'],
    ['javascript:alert(1)', 'not-a-view'],
    ['heddle://view/outbox?name=a b', 'not-a-view'],
    ['heddle://view/outbox?name=a#x', 'not-a-view'],
    ['heddle://view/settings?name=a', 'unknown-place'],
    ['heddle://view/constructor?name=a', 'unknown-place'],
    ['heddle://view/outbox?name=a&groupId=urn:x', 'unknown-part'],
    ['heddle://view/outbox?name=a&__proto__=x', 'unknown-part'],
    ['heddle://view/outbox?name=a&show=all&show=open', 'repeated-part'],
    ['heddle://view/outbox?name=a&name=b', 'repeated-part'],
    ['heddle://view/outbox?name=a%00', 'bad-character'],
    ['heddle://view/outbox?name=a%E2%80%AEgnp', 'bad-character'],
    ['heddle://view/outbox?show=all', 'no-name'],
    ['heddle://view/outbox?name=%20', 'no-name'],
    [`heddle://view/outbox?name=${'a'.repeat(121)}`, 'too-long'],
    [`heddle://view/history?name=a&filter=${'a'.repeat(5_000)}`, 'too-long'],
  ])('refuses %j: %s', (text, reason) => {
    expect(parseView(text)).toMatchObject({ ok: false, reason });
  });

  it('never throws', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(parseView(`heddle://view/${text}`)).toHaveProperty('ok');
      }),
    );
  });
});
