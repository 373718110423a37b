// Texts over a given alphabet, for the arbitraries of identifiers, timestamps and patterns.

import * as fc from 'fast-check';

/** One character of the alphabet. */
export function charOf(alphabet: string): fc.Arbitrary<string> {
  return fc.constantFrom(...Array.from(alphabet));
}

/** Characters of the alphabet, between the two lengths. */
export function charsOf(alphabet: string, minLength: number, maxLength: number): fc.Arbitrary<string> {
  return fc.string({ unit: charOf(alphabet), minLength, maxLength });
}
