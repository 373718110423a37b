// Durations as people write them, `1h30m`, in seconds.

const SHAPE = /^(?:(\d+)d)?(?:(\d+)h)?(?:(\d+)m)?(?:(\d+)s)?$/;

/** Whole seconds of a duration of the brief's form; undefined when the text has another form. */
export function secondsOf(text: string): number | undefined {
  const match = SHAPE.exec(text);
  if (match === null || text === '') return undefined;
  const [, days = '0', hours = '0', minutes = '0', seconds = '0'] = match;
  return Number(days) * 86_400 + Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds);
}

/** The protocol's spelling (DOC-COM-10). */
export function durationText(seconds: number): string {
  return `PT${seconds}S`;
}
