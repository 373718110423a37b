// Characters that make a text look different from what it says: controls, bidirectional overrides, invisible marks.
// A brief is signed into documents and shown to people who decide, so none of them is let in.

// Left in: tab, line feed, carriage return, and the joiners that some scripts and emoji need.
const HIDDEN =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028\u2029\u202a-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]|[\ud800-\udfff]/u;

/** The first hidden character of a text: where it is (in UTF-16 units), and its name such as `U+202E`. */
export function findHiddenCharacter(
  text: string,
): { readonly at: number; readonly character: string } | undefined {
  const match = HIDDEN.exec(text);
  if (match === null) return undefined;
  const code = match[0].codePointAt(0) ?? 0;
  return { at: match.index, character: `U+${code.toString(16).toUpperCase().padStart(4, '0')}` };
}

/** The text without any of them, for drafts that a person reads before signing. */
export function withoutHiddenCharacters(text: string): string {
  return text.replaceAll(new RegExp(HIDDEN, 'gu'), '');
}
