// How the text of a filter falls into words: `key:value "a phrase" -key:"a value"`. Shared by all filters.

/** A word with its place in the text. */
export interface FilterWord {
  readonly at: number;
  readonly text: string;
  /** Where the value begins that stood in quotes; undefined for one without. */
  readonly quoted: string | undefined;
  readonly isOpen: boolean;
}

/** Words between spaces; a value in quotes is one word. */
export function splitWords(text: string): readonly FilterWord[] {
  const parts: FilterWord[] = [];
  let at = 0;
  while (at < text.length) {
    if (/\s/u.test(text[at] ?? '')) {
      at += 1;
      continue;
    }
    const start = at;
    let quoted: string | undefined;
    let isOpen = false;
    while (at < text.length && !/\s/u.test(text[at] ?? '')) {
      if (text[at] !== '"') {
        at += 1;
        continue;
      }
      const end = text.indexOf('"', at + 1);
      isOpen = end === -1;
      quoted = text.slice(at + 1, isOpen ? undefined : end);
      at = isOpen ? text.length : end + 1;
    }
    parts.push({ at: start, text: text.slice(start, at), quoted, isOpen });
  }
  return parts;
}

/** A value as it stands behind its key. */
export function quoteValue(value: string): string {
  return /[\s":]/u.test(value) || value.startsWith('-') || value === ''
    ? `"${value.replaceAll('"', '')}"`
    : value;
}
