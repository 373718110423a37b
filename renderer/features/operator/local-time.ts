// Instants as a field for date and time has them: local, without a zone.

/** Milliseconds since 1970 of `2026-12-01T09:30`; undefined for what is no such text. */
export function instantOf(text: string): number | undefined {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/u.test(text)) return undefined;
  const atMs = new Date(text).getTime();
  return Number.isFinite(atMs) ? atMs : undefined;
}
