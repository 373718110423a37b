import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { isDeepStrictEqual } from 'node:util';
import { parseJson } from './json.ts';
import { checkParsed, checkSchema } from './schema.ts';
import { hasUniqueItems } from './unique-items.ts';

test('agrees with a comparison of every pair', () => {
  const item = fc.jsonValue({ maxDepth: 2, stringUnit: 'binary' });
  fc.assert(
    fc.property(fc.array(item, { maxLength: 6 }), (items) => {
      const plain = JSON.parse(JSON.stringify(items)) as unknown[];
      const isUnique = plain.every((a, i) => plain.every((b, j) => i === j || !isDeepStrictEqual(a, b)));
      expect(hasUniqueItems(plain)).toBe(isUnique);
    }),
  );
});

test.each([
  [
    'member order does not count',
    [
      { a: 1, b: 2 },
      { b: 2, a: 1 },
    ],
    false,
  ],
  ['a number is not its text', [1, '1'], true],
  ['null is not its text', [null, 'null'], true],
  ['zero has no sign', [0, -0], false],
  ['unpaired surrogates differ', ['\ud800', '\ud801'], true],
  ['an escape is not the character that it names', ['\\ud800', '\ud800'], true],
  ['items do not run into each other', [['a', 'b'], ['a,b']], true],
  ['nothing is unique', [], true],
])('%s', (_case, items, verdict) => {
  expect(hasUniqueItems(items)).toBe(verdict);
});

const mention = (n: number) => ({ type: 'agent', id: `urn:heddle:test:agent:${n}` });
const message = {
  messageId: 'urn:heddle:test:message:1',
  missionId: 'urn:heddle:test:mission:1',
  groupId: 'urn:heddle:test:group:1',
  conversationId: 'urn:heddle:test:conversation:1',
  author: mention(0),
  kind: 'message',
  authority: false,
  content: [{ type: 'text', text: 'x' }],
  committedAt: '2026-01-01T00:00:00Z',
};

test('the compiled schemas use it: 200 000 mentions are judged without comparing every pair', () => {
  const mentions = Array.from({ length: 200_000 }, (_none, n) => mention(n));
  expect(checkSchema('message', { ...message, mentions })).toBeUndefined();
  expect(checkSchema('message', { ...message, mentions: [...mentions, mention(7)] })?.path).toBe('/mentions');
});

test('unique lists beside a number outside binary64 are judged, not thrown at (DATA-004)', () => {
  const extensions =
    '"extensions":{"urn:heddle:test:extension:1":{"version":"1.0.0","critical":false,"data":1e400}}';
  const text = JSON.stringify({ ...message, mentions: [mention(1), mention(2)] }).replace(
    /}$/,
    `,${extensions}}`,
  );
  const parsed = parseJson(Buffer.from(text));
  if (!parsed.ok) throw new Error(parsed.fault.message);
  expect(checkParsed('message', parsed.value)).toBeUndefined();
});
