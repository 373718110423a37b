// Texts of strangers can hold characters that nobody sees: they turn the direction of what follows, hide in words, or control
// a terminal. They are shown as marks, so that what a person reads is what is there (Trojan Source, CVE-2021-42574).

/** A piece of a text: itself, or the mark of one invisible character. */
export type TextPart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'mark'; readonly mark: string };

// Controls but tab and line feed, bidirectional marks, embeddings and isolates, characters without width, tags: whatever
// Unicode says to be ignored when it cannot be shown, and the separators of lines and paragraphs, which are no line feeds.
const INVISIBLE = /(?![\t\n])[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2028\u2029]/gu;

function markOf(character: string): string {
  return `⟦U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟧`;
}

/** Line ends of other systems are no secret. */
function withPlainLines(text: string): string {
  return text.replaceAll('\r\n', '\n');
}

/** The text in pieces, in its order. */
export function splitInvisible(text: string): readonly TextPart[] {
  const plain = withPlainLines(text);
  const parts: TextPart[] = [];
  let end = 0;
  for (const match of plain.matchAll(INVISIBLE)) {
    if (match.index > end) parts.push({ type: 'text', text: plain.slice(end, match.index) });
    parts.push({ type: 'mark', mark: markOf(match[0]) });
    end = match.index + match[0].length;
  }
  if (end < plain.length) parts.push({ type: 'text', text: plain.slice(end) });
  return parts;
}

/** The text with marks in it, for places that take plain text only. */
export function revealInvisible(text: string): string {
  return withPlainLines(text).replaceAll(INVISIBLE, (character) => markOf(character));
}

/** How many invisible characters there are. */
export function countInvisible(text: string): number {
  return [...withPlainLines(text).matchAll(INVISIBLE)].length;
}
