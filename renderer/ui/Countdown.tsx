// The time until something ends by the Authority's clock. No Event says that it has ended: so it is drawn as a matter of the
// clock, with a sign and in italics.
import { Tooltip } from '@mantine/core';
import { IconClock } from '@tabler/icons-react';
import { useTexts } from '../i18n/i18n.ts';
import { useAuthorityNow } from './clock.tsx';
import { formatCountdown, formatDuration, formatFullInstant, formatUtc } from './format.ts';
import { useSignedTimes } from './signed-times.ts';
import './state.css';

const HOUR_MS = 3_600_000;

export function Countdown(props: {
  readonly endsAtMs: number;
  /** Less than this is left: it is said in another colour, too. */
  readonly urgentMs?: number;
}) {
  const { endsAtMs, urgentMs = 120_000 } = props;
  const { t, language } = useTexts();
  // Far away, only minutes matter.
  const coarseMs = useAuthorityNow(60_000);
  const isFar = endsAtMs - coarseMs > 24 * HOUR_MS;
  const nowMs = useAuthorityNow(isFar ? 60_000 : 1_000);
  const isSigned = useSignedTimes(({ areShown }) => areShown);
  const leftMs = endsAtMs - nowMs;
  const text =
    leftMs > 0
      ? formatCountdown(leftMs, language)
      : t('facts.time.over', { duration: formatDuration(leftMs, language) });
  return (
    <Tooltip
      label={
        <>
          <div>{formatFullInstant(endsAtMs, language)}</div>
          <div className="mono">{formatUtc(endsAtMs)}</div>
        </>
      }
    >
      <span
        className="countdown numbers"
        data-urgency={leftMs <= 0 ? 'over' : leftMs < urgentMs ? 'urgent' : 'calm'}
      >
        <IconClock size="1em" aria-hidden />
        <time dateTime={formatUtc(endsAtMs)}>{isSigned ? formatUtc(endsAtMs) : text}</time>
      </span>
    </Tooltip>
  );
}
