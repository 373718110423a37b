// Ids that follow from what they are for: after a restart the same wish in the same situation makes the same ids, so that a Command
// that is under way is joined and none is made twice (IDM-001).
import { hashContent } from '../../../protocol/hash.ts';
import { IdBook } from '../../desk/intent/id-book.ts';

const HEX_DIGITS = 32;
const PREFIX = 'sha256:'.length;

/** An id book whose ids all follow from a text. */
export function deriveIds(seed: string): IdBook {
  let count = 0;
  return new IdBook((kind) => {
    // The order in which a Command asks for its ids is one and the same.
    count += 1;
    const digits = hashContent(`${seed}\n${kind}\n${count}`).slice(PREFIX, PREFIX + HEX_DIGITS);
    return `urn:heddle:${kind}:${digits}`;
  });
}
