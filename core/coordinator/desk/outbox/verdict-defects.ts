// Our rules against the Authority's: what `decide` said before a Command was signed, compared with what became of it. Where
// the state is the same and the verdicts differ, one of the two has a defect, and it is recorded as ours.
import type { Rejection } from '../../../domain/rejection.ts';
import type { ErrorCode } from '../../../protocol/error-codes.ts';
import type { ProtocolError } from '../../../protocol/generated/documents.ts';

/** What our rules said, and on which state. */
export interface ExpectedVerdict {
  /** Undefined when they would accept. */
  readonly rejection: Pick<Rejection, 'code' | 'rule' | 'details'> | undefined;
  readonly atMs: number;
  /** The end of the Group's log at that time; 0 where there was no Group yet. */
  readonly headSequence: number;
  /** From when on time alone can change the verdict; Infinity where it cannot. */
  readonly holdsUntilMs: number;
}

/** What the Authority said. */
export type ActualVerdict =
  | { readonly kind: 'accepted'; readonly sequence: number | undefined; readonly atMs: number }
  | {
      readonly kind: 'refused';
      readonly error: ProtocolError;
      readonly headSequence: number;
      readonly atMs: number;
    };

export interface VerdictDefect {
  readonly actionId: string;
  readonly expected: ExpectedVerdict['rejection'] | 'accepted';
  readonly actual: ErrorCode | 'accepted';
}

/** What depends on more than the state: keys, connections, other Groups' load, the Authority itself. */
const BEYOND_RULES: ReadonlySet<ErrorCode> = new Set([
  'UNSUPPORTED_VERSION',
  'AUTH_REQUIRED',
  'AUTH_INVALID_SIGNATURE',
  'AUTH_STALE_SESSION',
  'ACTION_ID_COLLISION',
  'RATE_LIMITED',
  'BACKPRESSURE',
  'CURSOR_TOO_OLD',
  'PROTOCOL_VIOLATION',
  'INTERNAL_ERROR',
]);

/** The defect that an outcome shows; undefined where both agree, or did not look at the same. */
export function findVerdictDefect(
  actionId: string,
  expected: ExpectedVerdict,
  actual: ActualVerdict,
): VerdictDefect | undefined {
  const { rejection, headSequence, holdsUntilMs } = expected;
  if (actual.atMs >= holdsUntilMs) return undefined;
  if (actual.kind === 'accepted') {
    const isSameState = actual.sequence === headSequence + 1;
    if (rejection === undefined || !isSameState) return undefined;
    return { actionId, expected: rejection, actual: 'accepted' };
  }
  const { code } = actual.error;
  const isSameState = actual.headSequence === headSequence;
  if (!isSameState || BEYOND_RULES.has(code) || rejection?.code === code) return undefined;
  return { actionId, expected: rejection ?? 'accepted', actual: code };
}
