// The time axis, what its signs mean, and what stands on it in words and as bars.
import { type PointerEvent, useRef, useState } from 'react';
import type { PlanRow, PlanSpan } from '../../../core/contract/plan.ts';
import { useTexts } from '../../i18n/i18n.ts';
import { formatInstant, formatMark, formatPercent } from '../../ui/format.ts';
import { momentsOf, spanEnd, type TimelineMoment } from './timeline-row.ts';
import { instantAt, placeOf, type TimeScale, type TimeSpan } from './timeline-scale.ts';

const KINDS = ['ownership', 'execution', 'blocked', 'review', 'estimate'] as const;
const MOMENTS = ['deadline', 'startBy', 'offerEnd'] as const;
/** A shorter stroke over the axis is a click. */
const LEAST_STROKE = 2;

export function Legend() {
  const { t } = useTexts();
  return (
    <span className="plan-legend">
      {KINDS.map((kind) => (
        <span key={kind}>
          <i className="plan-span" data-kind={kind} aria-hidden /> {t(`plan.kinds.${kind}`)}
        </span>
      ))}
      {MOMENTS.map((kind) => (
        <span key={kind}>
          <i className="plan-diamond" data-kind={kind} aria-hidden /> {t(`plan.${kind}`)}
        </span>
      ))}
      <span>
        <i className="plan-now-sign" aria-hidden /> {t('plan.now')}
      </span>
    </span>
  );
}

/** What bars and moments are in words. */
export function useTimeWords(nowMs: number): {
  readonly span: (span: PlanSpan) => string;
  readonly moment: (moment: TimelineMoment) => string;
} {
  const { t, language } = useTexts();
  const say = (atMs: number): string => formatInstant(atMs, nowMs, language);
  return {
    span: (span) => {
      const until = span.isOpen === true ? t('plan.now') : say(span.toMs);
      const sure =
        span.confidence === undefined
          ? ''
          : `, ${t('plan.confidence', { percent: formatPercent(span.confidence, language) })}`;
      return `${t(`plan.kinds.${span.kind}`)} ${say(span.fromMs)} – ${until}${sure}`;
    },
    moment: ({ kind, atMs }) => `${t(`plan.${kind}`)} ${say(atMs)}`,
  };
}

/** The lines behind the bars: shortened times, and now. */
export function TrackLines(props: { readonly scale: TimeScale; readonly nowMs: number }) {
  const { scale, nowMs } = props;
  return (
    <>
      {scale.gaps.map(({ fromMs, toMs }) => (
        <i
          key={fromMs}
          className="plan-gap"
          style={{ left: `${(placeOf(scale, fromMs) + placeOf(scale, toMs)) / 2}%` }}
        />
      ))}
      {nowMs >= scale.fromMs && nowMs <= scale.toMs && (
        <i className="plan-now" style={{ left: `${placeOf(scale, nowMs)}%` }} />
      )}
    </>
  );
}

export function SpanBar(props: {
  readonly span: PlanSpan;
  readonly scale: TimeScale;
  readonly nowMs: number;
  readonly words: string;
}) {
  const { span, scale, nowMs } = props;
  const [start, end] = [placeOf(scale, span.fromMs), placeOf(scale, spanEnd(span, nowMs))];
  // Wholly outside of the range that is shown.
  if (start === end && (start === 0 || start === 100)) return null;
  return (
    <i
      className="plan-span"
      data-kind={span.kind}
      title={props.words}
      style={{ left: `${start}%`, width: `${end - start}%` }}
    >
      {span.confidence !== undefined && (
        <i className="plan-sure" style={{ width: `${span.confidence * 100}%` }} />
      )}
    </i>
  );
}

/** One item on the axis, in words for whoever does not see it. */
export function ItemTrack(props: {
  readonly row: PlanRow;
  readonly scale: TimeScale;
  readonly nowMs: number;
}) {
  const { row, scale, nowMs } = props;
  const words = useTimeWords(nowMs);
  const moments = momentsOf(row);
  return (
    <div className="plan-track">
      <TrackLines scale={scale} nowMs={nowMs} />
      {row.spans.map((span) => (
        <SpanBar
          key={`${span.kind} ${span.fromMs} ${span.holder?.id ?? ''}`}
          span={span}
          scale={scale}
          nowMs={nowMs}
          words={words.span(span)}
        />
      ))}
      {moments
        .filter(({ atMs }) => atMs >= scale.fromMs && atMs <= scale.toMs)
        .map((moment) => (
          <i
            key={moment.kind}
            className="plan-diamond"
            data-kind={moment.kind}
            title={words.moment(moment)}
            style={{ left: `${placeOf(scale, moment.atMs)}%` }}
          />
        ))}
      <span className="visually-hidden">
        {[...row.spans.map(words.span), ...moments.map(words.moment)].join(', ')}
      </span>
    </div>
  );
}

/** A stroke over it chooses the range that is shown; the same is there by keys as a choice of ranges. */
export function Axis(props: {
  readonly scale: TimeScale;
  readonly nowMs: number;
  readonly onCut: (range: TimeSpan) => void;
}) {
  const { scale, nowMs, onCut } = props;
  const { t, language } = useTexts();
  const track = useRef<HTMLDivElement>(null);
  const [stroke, setStroke] = useState<{ readonly from: number; readonly to: number }>();
  const percentAt = (event: PointerEvent): number => {
    const { left = 0, width = 1 } = track.current?.getBoundingClientRect() ?? {};
    return Math.min(100, Math.max(0, ((event.clientX - left) / Math.max(1, width)) * 100));
  };
  return (
    <div className="plan-time-row plan-axis" aria-hidden>
      <span />
      <div
        ref={track}
        className="plan-track"
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          const at = percentAt(event);
          setStroke({ from: at, to: at });
        }}
        onPointerMove={(event) => {
          if (stroke !== undefined) setStroke({ ...stroke, to: percentAt(event) });
        }}
        onPointerCancel={() => setStroke(undefined)}
        onPointerUp={() => {
          setStroke(undefined);
          if (stroke === undefined || Math.abs(stroke.to - stroke.from) < LEAST_STROKE) return;
          const [fromMs, toMs] = [stroke.from, stroke.to]
            .toSorted((a, b) => a - b)
            .map((percent) => instantAt(scale, percent));
          if (fromMs !== undefined && toMs !== undefined) onCut({ fromMs, toMs });
        }}
      >
        {stroke !== undefined && (
          <i
            className="plan-stroke"
            style={{
              left: `${Math.min(stroke.from, stroke.to)}%`,
              width: `${Math.abs(stroke.to - stroke.from)}%`,
            }}
          />
        )}
        {scale.gaps.map(({ fromMs, toMs }) => (
          <i
            key={fromMs}
            className="plan-gap"
            title={t('plan.idle', {
              time: `${formatInstant(fromMs, nowMs, language)} – ${formatInstant(toMs, nowMs, language)}`,
            })}
            style={{ left: `${(placeOf(scale, fromMs) + placeOf(scale, toMs)) / 2}%` }}
          />
        ))}
        {scale.marks.map((mark, index) => (
          // Whole, wherever its time falls: half of its words would stand beyond the end of the axis.
          <span key={mark} style={{ left: `clamp(3em, ${placeOf(scale, mark)}%, 100% - 3em)` }}>
            {formatMark(mark, scale.marks[index - 1], language)}
          </span>
        ))}
      </div>
    </div>
  );
}
