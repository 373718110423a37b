// Work over time: who holds an item from when to when, what was estimated and how surely, and the moments that matter. Rows are
// items or Agents; they have the keys of a list, and say in words what the bars show.
import { Checkbox, SegmentedControl } from '@mantine/core';
import { type ReactNode, useMemo, useState } from 'react';
import type { PlanRow } from '../../../core/contract/plan.ts';
import { useTexts } from '../../i18n/i18n.ts';
import { type ListGroup, ListPane } from '../../ui/ListPane.tsx';
import { AgentTimeline } from './AgentTimeline.tsx';
import { timeScaleOf } from './timeline-row.ts';
import { cutTimeScale, type TimeSpan } from './timeline-scale.ts';
import { isIn } from './time-facts.ts';
import { Axis, ItemTrack, Legend } from './TimeAxis.tsx';

export const RANGES = ['all', 'day', 'week'] as const;
export type RangeName = (typeof RANGES)[number];
export const SIDES = ['items', 'agents'] as const;
/** What a row of the timeline is. */
export type Side = (typeof SIDES)[number];

const HOUR_MS = 3_600_000;
/** To each side of now. */
const HALF_MS = { day: 12 * HOUR_MS, week: 84 * HOUR_MS } as const;

/** The part of time that a range means; undefined for all of it. */
export function rangeSpan(range: RangeName, nowMs: number): TimeSpan | undefined {
  return range === 'all' ? undefined : { fromMs: nowMs - HALF_MS[range], toMs: nowMs + HALF_MS[range] };
}

export function PlanTimeline<Row extends PlanRow>(props: {
  readonly rows: readonly Row[];
  readonly deadlineAtMs: number | undefined;
  /** What counts as now. */
  readonly nowMs: number;
  readonly side: Side;
  readonly range: RangeName;
  readonly onRange: (range: RangeName) => void;
  readonly selectedId: string | undefined;
  readonly onSelect: (row: Row) => void;
  readonly onOpen: (row: Row) => void;
  readonly groupOf?: ((row: Row) => ListGroup) | undefined;
  /** Beside the title of an item. */
  readonly aside?: (row: Row) => ReactNode;
}) {
  const { rows, deadlineAtMs, nowMs, range, side } = props;
  const { t } = useTexts();
  const [cut, setCut] = useState<TimeSpan>();
  const [isShortened, setIsShortened] = useState(true);
  const shownSpan = useMemo(() => cut ?? rangeSpan(range, nowMs), [cut, range, nowMs]);
  const scale = useMemo(
    () =>
      shownSpan === undefined
        ? timeScaleOf(rows, { nowMs, deadlineAtMs, isShortened })
        : cutTimeScale(shownSpan),
    [rows, nowMs, deadlineAtMs, shownSpan, isShortened],
  );
  const shown = useMemo(
    () => (shownSpan === undefined ? rows : rows.filter((row) => isIn(row, nowMs, shownSpan))),
    [rows, nowMs, shownSpan],
  );
  const outside = rows.length - shown.length;
  const columns = (
    <div className="plan-time-tools">
      <Legend />
      <span className="line">
        {outside > 0 && <span className="muted numbers">{t('plan.outside', { count: outside })}</span>}
        <Checkbox
          size="xs"
          label={t('plan.compress')}
          checked={isShortened}
          disabled={shownSpan !== undefined}
          onChange={(event) => setIsShortened(event.currentTarget.checked)}
        />
        <SegmentedControl
          size="xs"
          aria-label={t('plan.range')}
          value={cut === undefined ? range : ''}
          data={RANGES.map((name) => ({ value: name, label: t(`plan.ranges.${name}`) }))}
          onChange={(name) => {
            setCut(undefined);
            props.onRange(RANGES.find((each) => each === name) ?? 'all');
          }}
        />
      </span>
    </div>
  );
  const footer = <Axis scale={scale} nowMs={nowMs} onCut={setCut} />;
  const empty = (
    <p className="list-no-match">{outside > 0 ? t('plan.nothingInRange') : t('plan.nothingFits')}</p>
  );
  if (side === 'agents') {
    return (
      <AgentTimeline
        rows={shown}
        scale={scale}
        nowMs={nowMs}
        selectedId={props.selectedId}
        onSelect={props.onSelect}
        onOpen={props.onOpen}
        columns={columns}
        footer={footer}
        empty={empty}
      />
    );
  }
  return (
    <ListPane
      title={t('plan.timeline')}
      isBare
      rows={shown}
      status="live"
      selectedId={props.selectedId}
      onSelect={props.onSelect}
      onOpen={props.onOpen}
      {...(props.groupOf === undefined ? {} : { groupOf: props.groupOf })}
      empty={empty}
      columns={columns}
      footer={footer}
      renderRow={(row) => (
        <div className="plan-time-row">
          <span className="plan-time-title">
            <span className="ellipsis" title={row.title}>
              {row.title}
            </span>
            {props.aside?.(row)}
          </span>
          <ItemTrack row={row} scale={scale} nowMs={nowMs} />
        </div>
      )}
    />
  );
}
