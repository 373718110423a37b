// Fresh identifiers for everything that this program names.
import { randomUUIDv7 } from 'node:crypto';

/**
 * A URN of a UUID that begins with the time (RFC 9562, version 7): ids that were made together then stand together in an
 * index, which makes a commit write fewer pages of it.
 */
export function newId(): string {
  return `urn:uuid:${randomUUIDv7()}`;
}
