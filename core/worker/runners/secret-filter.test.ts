import { describe, expect, it } from 'vitest';
import { SecretFilter } from './secret-filter.ts';

const SECRET = 'correct-horse';

function find(filter: SecretFilter, text: string, pieceBytes: number): boolean {
  const content = Buffer.from(text);
  const seen = filter.createFinder();
  let isFound = false;
  for (let at = 0; at < content.length; at += pieceBytes)
    isFound = seen(content.subarray(at, at + pieceBytes));
  return isFound;
}

describe('TOK-003: secrets of a run', () => {
  it.each([1, 2, 5, 12, 13, 100])('are found in content that comes in pieces of %i bytes', (pieceBytes) => {
    const filter = new SecretFilter([SECRET]);
    expect(find(filter, `before ${SECRET} after`, pieceBytes)).toBe(true);
    expect(find(filter, 'before correct-hors after correct', pieceBytes)).toBe(false);
  });

  it('are found as JSON writes them', () => {
    const filter = new SecretFilter(['pass"word\\1']);
    expect(find(filter, JSON.stringify({ a: 'pass"word\\1' }), 3)).toBe(true);
  });

  it('are redacted wherever they stand, the longest one first', () => {
    const filter = new SecretFilter([SECRET, `${SECRET}-battery`]);
    expect(filter.redact(`${SECRET}-battery and ${SECRET}!`)).toBe('[secret] and [secret]!');
  });

  it('are left alone when they are too short to be one', () => {
    const filter = new SecretFilter(['a', '']);
    expect(filter.redact('a banana')).toBe('a banana');
    expect(find(filter, 'a banana', 4)).toBe(false);
  });
});
