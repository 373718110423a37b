// The settings of a model while a person edits them.
import type { ModelSettings } from '../../../core/contract/assistant.ts';

/** As fields have them: an empty one is no number. */
export interface PriceFields {
  readonly currency: string;
  readonly perMillionInput: string | number;
  readonly perMillionOutput: string | number;
}

export function priceFields(kept: ModelSettings | undefined): PriceFields {
  return kept?.price ?? { currency: '', perMillionInput: '', perMillionOutput: '' };
}

/** What is kept; without a currency nothing is counted in money. What has no field here stays as it was. */
export function modelOf(
  kept: ModelSettings | undefined,
  fields: {
    readonly baseUrl: string;
    readonly model: string;
    readonly price: PriceFields;
    readonly words: readonly string[];
  },
): ModelSettings {
  const { price: _before, ...rest } = kept ?? {};
  const { currency, perMillionInput, perMillionOutput } = fields.price;
  return {
    ...rest,
    baseUrl: fields.baseUrl.trim(),
    model: fields.model.trim(),
    redactedWords: [...fields.words],
    ...(currency === ''
      ? {}
      : {
          price: {
            currency,
            perMillionInput: Number(perMillionInput),
            perMillionOutput: Number(perMillionOutput),
          },
        }),
  };
}
