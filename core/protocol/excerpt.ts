// Bounded quotations of foreign text in messages: input may be megabytes long, a message may not.

const MAX_LENGTH = 120;

/** The text, or its beginning and a note of its length when it is long. Never cuts a character in half. */
export function excerptOf(text: string): string {
  if (text.length <= MAX_LENGTH) return text;
  return `${text.slice(0, MAX_LENGTH).toWellFormed()}… (${text.length} characters)`;
}
