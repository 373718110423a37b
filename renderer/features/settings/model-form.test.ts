import { expect, it } from 'vitest';
import { modelOf, priceFields } from './model-form.ts';

const KEPT = { baseUrl: 'http://127.0.0.1:1/v1', model: 'm', redactedWords: [], timeoutMs: 5_000 };

it('keeps what has no field, and a price only with its currency', () => {
  const fields = { baseUrl: ' http://127.0.0.1:2/v1 ', model: 'n', words: ['Acme'] };
  const plain = modelOf(KEPT, { ...fields, price: priceFields(KEPT) });
  expect(plain).toEqual({
    baseUrl: 'http://127.0.0.1:2/v1',
    model: 'n',
    redactedWords: ['Acme'],
    timeoutMs: 5_000,
  });
  const price = { currency: 'EUR', perMillionInput: 1.5, perMillionOutput: '' };
  const priced = modelOf(plain, { ...fields, price });
  expect(priced.price).toEqual({ currency: 'EUR', perMillionInput: 1.5, perMillionOutput: 0 });
  expect(modelOf(priced, { ...fields, price: { ...price, currency: '' } })).toEqual(plain);
});
