// An instant: local time; on hover and focus the whole of it, with the UTC text as it was signed. A key shows that text in its place.
import { Tooltip } from '@mantine/core';
import { useTexts } from '../i18n/i18n.ts';
import { useAuthorityNow } from './clock.tsx';
import { formatFullInstant, formatInstant, formatRoughDuration, formatUtc } from './format.ts';
import { useSignedTimes } from './signed-times.ts';

/** A relative time is drawn anew this often at most. */
const RELATIVE_STEP_MS = 10_000;

export function Instant(props: {
  readonly atMs: number;
  /** `4 min ago` instead of the time of day. */
  readonly isRelative?: boolean;
  /** Reachable with Tab. Off inside rows, where the row's detail tells it. */
  readonly isFocusable?: boolean;
}) {
  const { atMs, isRelative = false, isFocusable = false } = props;
  const { t, language } = useTexts();
  const isSigned = useSignedTimes(({ areShown }) => areShown);
  const nowMs = useAuthorityNow(RELATIVE_STEP_MS);
  const distance = formatRoughDuration(atMs - nowMs, language);
  // The clock of this text moves in steps: what has just happened would lie ahead of it.
  const isJustNow = atMs > nowMs && atMs - nowMs <= RELATIVE_STEP_MS;
  const relative = isJustNow
    ? t('facts.time.now')
    : t(atMs > nowMs ? 'facts.time.in' : 'facts.time.ago', { duration: distance });
  const label = (
    <>
      <div>{formatFullInstant(atMs, language)}</div>
      <div>{relative}</div>
      <div>
        <span className="mono">{formatUtc(atMs)}</span> ({t('facts.time.utc')})
      </div>
    </>
  );
  return (
    <Tooltip label={label}>
      <time
        className="numbers"
        dateTime={formatUtc(atMs)}
        // A time is no control; it takes the focus only to show its UTC text (0.7).
        {...(isFocusable ? { tabIndex: 0 } : {})}
      >
        {isSigned ? formatUtc(atMs) : isRelative ? relative : formatInstant(atMs, nowMs, language)}
      </time>
    </Tooltip>
  );
}
