// The plan over time: who holds an item from when to when, what was estimated and how surely, and the moments that matter. Rows
// have the keys of a list, and say in words what the bars show.
import { Checkbox, SegmentedControl } from '@mantine/core';
import { type PointerEvent, useMemo, useRef, useState } from 'react';
import type { PlanRow } from '../../../core/contract/plan.ts';
import { useTexts } from '../../i18n/i18n.ts';
import { useAuthorityNow } from '../../ui/clock.tsx';
import { formatInstant } from '../../ui/format.ts';
import { ListPane } from '../../ui/ListPane.tsx';
import { momentsOf, spanEnd, type TimelineMoment, timeScaleOf } from './timeline-row.ts';
import { cutTimeScale, instantAt, placeOf, type TimeScale, type TimeSpan } from './timeline-scale.ts';

const KINDS = ['ownership', 'execution', 'blocked', 'review', 'estimate'] as const;
const MOMENTS = ['deadline', 'startBy', 'offerEnd'] as const;
const RANGES = ['all', 'day', 'week'] as const;
const HOUR_MS = 3_600_000;
/** To each side of now. */
const HALF_MS = { day: 12 * HOUR_MS, week: 84 * HOUR_MS } as const;
/** A shorter stroke over the axis is a click. */
const LEAST_STROKE = 2;

type Range = (typeof RANGES)[number] | TimeSpan;

export function PlanTimeline(props: {
  readonly rows: readonly PlanRow[];
  readonly deadlineAtMs: number | undefined;
  readonly selectedId: string | undefined;
  readonly onSelect: (id: string) => void;
  readonly onOpen: (id: string) => void;
}) {
  const { rows, deadlineAtMs } = props;
  const { t } = useTexts();
  const nowMs = useAuthorityNow(60_000);
  const [range, setRange] = useState<Range>('all');
  const [isShortened, setIsShortened] = useState(true);
  const scale = useMemo(() => {
    if (typeof range === 'object') return cutTimeScale(range);
    if (range !== 'all')
      return cutTimeScale({ fromMs: nowMs - HALF_MS[range], toMs: nowMs + HALF_MS[range] });
    return timeScaleOf(rows, { nowMs, deadlineAtMs, isShortened });
  }, [rows, nowMs, deadlineAtMs, range, isShortened]);
  return (
    <ListPane
      title={t('plan.timeline')}
      isBare
      rows={rows}
      status="live"
      selectedId={props.selectedId}
      onSelect={({ workItemId }) => props.onSelect(workItemId)}
      onOpen={({ workItemId }) => props.onOpen(workItemId)}
      empty={<p className="list-no-match">{t('plan.nothing')}</p>}
      columns={
        <div className="plan-time-tools">
          <Legend />
          <span className="line">
            <Checkbox
              size="xs"
              label={t('plan.compress')}
              checked={isShortened}
              disabled={range !== 'all'}
              onChange={(event) => setIsShortened(event.currentTarget.checked)}
            />
            <SegmentedControl
              size="xs"
              aria-label={t('plan.range')}
              value={typeof range === 'object' ? '' : range}
              data={RANGES.map((name) => ({ value: name, label: t(`plan.ranges.${name}`) }))}
              onChange={(name) => setRange(name as Range)}
            />
          </span>
        </div>
      }
      footer={<Axis scale={scale} nowMs={nowMs} onCut={setRange} />}
      renderRow={(row) => <TimeRow row={row} scale={scale} nowMs={nowMs} />}
    />
  );
}

function Legend() {
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

function TimeRow(props: { readonly row: PlanRow; readonly scale: TimeScale; readonly nowMs: number }) {
  const { row, scale, nowMs } = props;
  const { t, language } = useTexts();
  const say = (atMs: number): string => formatInstant(atMs, nowMs, language);
  const spanWords = (span: PlanRow['spans'][number]): string => {
    const until = span.isOpen === true ? t('plan.now') : say(span.toMs);
    const sure =
      span.confidence === undefined
        ? ''
        : `, ${t('plan.confidence', { percent: percentOf(span.confidence, language) })}`;
    return `${t(`plan.kinds.${span.kind}`)} ${say(span.fromMs)} – ${until}${sure}`;
  };
  const momentWords = ({ kind, atMs }: TimelineMoment): string => `${t(`plan.${kind}`)} ${say(atMs)}`;
  const moments = momentsOf(row);
  return (
    <div className="plan-time-row">
      <span className="ellipsis" title={row.title}>
        {row.title}
      </span>
      <div className="plan-track">
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
        {row.spans.map((span) => {
          const [start, end] = [placeOf(scale, span.fromMs), placeOf(scale, spanEnd(span, nowMs))];
          // Wholly outside of the range that is shown.
          if (start === end && (start === 0 || start === 100)) return null;
          return (
            <i
              key={`${span.kind} ${span.fromMs}`}
              className="plan-span"
              data-kind={span.kind}
              title={spanWords(span)}
              style={{ left: `${start}%`, width: `${end - start}%` }}
            >
              {span.confidence !== undefined && (
                <i className="plan-sure" style={{ width: `${span.confidence * 100}%` }} />
              )}
            </i>
          );
        })}
        {moments
          .filter(({ atMs }) => atMs >= scale.fromMs && atMs <= scale.toMs)
          .map((moment) => (
            <i
              key={moment.kind}
              className="plan-diamond"
              data-kind={moment.kind}
              title={momentWords(moment)}
              style={{ left: `${placeOf(scale, moment.atMs)}%` }}
            />
          ))}
        <span className="visually-hidden">
          {[...row.spans.map(spanWords), ...moments.map(momentWords)].join(', ')}
        </span>
      </div>
    </div>
  );
}

/** A stroke over it chooses the range that is shown; the same is there by keys as a choice of ranges. */
function Axis(props: {
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
        {scale.marks.map((mark) => (
          <span key={mark} style={{ left: `${placeOf(scale, mark)}%` }}>
            {formatInstant(mark, nowMs, language).replace(/:00$/u, '')}
          </span>
        ))}
      </div>
    </div>
  );
}

function percentOf(share: number, language: string): string {
  return new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 0 }).format(share);
}
