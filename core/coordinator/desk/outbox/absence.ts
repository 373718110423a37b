// Whether a Command without an answer can still have, or get, an effect. Only when it cannot may another Command with
// another Action ID do the same (file 10, "no answer").

/** What was found out about the log of the Group since the Command was sent. */
export interface LogReading {
  /** An Event with the Action ID as its cause was found. */
  readonly isFound: boolean;
  /** The Authority's time at which the log had been read to its head without finding one; undefined before that. */
  readonly readToHeadAtMs: number | undefined;
}

export interface AbsenceRules {
  /** How long after `issuedAt` an Authority takes a Command for fresh, at most. */
  readonly freshMs: number;
}

/**
 * - `found`: it was accepted;
 * - `possible`: it may have been accepted, or may still be: the bytes are fresh, or the log was not read since;
 * - `absent`: the log was read to its head after the bytes had become too old to be accepted, and it is not there.
 */
export type Absence = 'found' | 'possible' | 'absent';

export function judgeAbsence(
  issuedAtMs: number,
  { isFound, readToHeadAtMs }: LogReading,
  { freshMs }: AbsenceRules,
): Absence {
  if (isFound) return 'found';
  const isOver = readToHeadAtMs !== undefined && readToHeadAtMs > issuedAtMs + freshMs;
  return isOver ? 'absent' : 'possible';
}
