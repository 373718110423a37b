// Instants as a field for local times has them, and back.

/** `2026-05-04T11:00` for an RFC 3339 text; empty for what is no time. */
export function localText(utc: string): string {
  const at = new Date(utc);
  const atMs = at.getTime();
  if (Number.isNaN(atMs)) return '';
  return new Date(atMs - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** The RFC 3339 text of what stands in such a field; empty while it is no time. */
export function utcText(local: string): string {
  const atMs = new Date(local).getTime();
  return Number.isNaN(atMs) ? '' : new Date(atMs).toISOString();
}
