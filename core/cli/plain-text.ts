// Words of others on a terminal: whatever could steer it, or turn the direction of writing, is not passed on.

/** One line without control characters. */
export function toPlainText(text: string): string {
  return text.replaceAll(/[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]+/g, ' ');
}
