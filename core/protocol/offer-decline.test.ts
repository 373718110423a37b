import { expect, test } from 'vitest';
import type { Message } from './generated/documents.ts';
import { declinesIn, OFFER_DECLINE_SCHEMA } from './offer-decline.ts';

const say = (data: unknown, schema = OFFER_DECLINE_SCHEMA) =>
  ({ content: [{ type: 'data_ref', schema, data }] }) as unknown as Pick<Message, 'content'>;

test('OPEN-037: a decline names its offer, and a reason or none', () => {
  expect(declinesIn(say({ offerId: 'urn:x:offer', reason: 'capacity' }))).toEqual([
    { offerId: 'urn:x:offer', reason: 'capacity' },
  ]);
  expect(declinesIn(say({ offerId: 'urn:x:offer', reason: 7 }))).toEqual([
    { offerId: 'urn:x:offer', reason: 'other' },
  ]);
});

test.each([null, undefined, 'no', 7, [], {}, { offerId: 7 }, { offerId: null }])(
  'what else stands in its place declines nothing and harms nobody: %j',
  (data) => {
    expect(declinesIn(say(data))).toEqual([]);
  },
);

test('data of another schema declines nothing', () => {
  expect(declinesIn(say({ offerId: 'urn:x:offer' }, 'urn:x:schema'))).toEqual([]);
});
