// Schema checks of files that people write by hand: everything that is wrong at once, with what its author needs to put it
// right. A module of its own, because servers never need it.
import { HANDWRITTEN, type ValidationError } from './generated/handwritten-validators.js';

/** Own formats that people write by hand. */
export type HandwrittenName = keyof typeof HANDWRITTEN;

/** One of all the things that a schema has against a value, with what the author of the file needs to put it right. */
export type DetailedSchemaFault = Omit<ValidationError, 'schemaPath'>;

/** Everything that a schema has against a file that somebody wrote by hand; its size is bounded before. */
export function listSchemaFaults(name: HandwrittenName, value: unknown): readonly DetailedSchemaFault[] {
  const validate = HANDWRITTEN[name];
  return validate(value) ? [] : [...(validate.errors ?? [])];
}
