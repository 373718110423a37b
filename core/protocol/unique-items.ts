// The `uniqueItems` keyword of the compiled validators in linear time: the library compares every pair, which
// hostile input turns into minutes.

/**
 * Whether no two items are equal as JSON Schema compares them: by value, member order aside. Linear in the size of
 * the items. Total: it also takes what has no canonical form (unpaired surrogates, infinities).
 */
export function hasUniqueItems(items: readonly unknown[]): boolean {
  const seen = new Set<string>();
  for (const item of items) seen.add(equalityKey(item));
  return seen.size === items.length;
}

/** A text that two values share exactly when they are equal. */
function equalityKey(value: unknown): string {
  // JSON.stringify escapes unpaired surrogates, so different strings stay different.
  if (typeof value === 'string') return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(equalityKey).join()}]`;
  if (typeof value !== 'object' || value === null) return String(value);
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${equalityKey(member)}`).join()}}`;
}
