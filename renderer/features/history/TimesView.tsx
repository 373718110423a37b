// A history in time: a lane for each WorkItem, darker where more happened. A stretch leads to its Events.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { MouseEvent } from 'react';
import { TIME_BUCKETS, type TimeLane } from '../../../core/contract/history.ts';
import type { GroupAddress } from '../../app/last-group.ts';
import { useTexts } from '../../i18n/i18n.ts';
import { useDesk } from '../../transport/desk.tsx';
import { useAuthorityNow } from '../../ui/clock.tsx';
import { formatInstant, formatNumber } from '../../ui/format.ts';
import { EmptyState, FaultNote, Skeleton } from '../../ui/states.tsx';

/** Lanes that are drawn; the list by item has them all. */
const SHOWN_LANES = 60;
const NOW_STEP_MS = 60_000;

export function TimesView(props: {
  readonly group: GroupAddress;
  readonly filter: string;
  readonly onStretch: (lane: TimeLane, fromSequence: number, throughSequence: number) => void;
}) {
  const { group, filter, onStretch } = props;
  const { connectionId, groupId } = group;
  const { t, language } = useTexts();
  const desk = useDesk();
  const nowMs = useAuthorityNow(NOW_STEP_MS);
  const { data } = useQuery({
    queryKey: ['history', connectionId, groupId, 'times', filter, language],
    queryFn: () => desk.history.times({ connectionId, groupId, filter }),
    placeholderData: keepPreviousData,
  });
  if (data === undefined) return <Skeleton />;
  if (!data.ok) return <FaultNote fault={data.fault} />;
  const { fromMs, throughMs, lanes } = data.value;
  if (lanes.length === 0) return <EmptyState title={t('history.nothingFits')} />;
  const widthMs = (throughMs - fromMs + 1) / TIME_BUCKETS;
  const most = Math.max(...lanes.flatMap(({ buckets }) => buckets.map(({ count }) => count)));
  /** By mouse the stretch under it, by key the whole lane. */
  const choose = (lane: TimeLane, event: MouseEvent<HTMLButtonElement>): void => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const at = ((event.clientX - left) / width) * TIME_BUCKETS;
    const near =
      event.detail === 0
        ? undefined
        : lane.buckets.toSorted((a, b) => Math.abs(a.at + 0.5 - at) - Math.abs(b.at + 0.5 - at))[0];
    const chosen = near === undefined ? lane.buckets : [near];
    onStretch(
      lane,
      Math.min(...chosen.map(({ firstSequence }) => firstSequence)),
      Math.max(...chosen.map(({ lastSequence }) => lastSequence)),
    );
  };
  return (
    <div className="history-times">
      <p className="muted history-hint">{t('history.times.hint')}</p>
      <div className="history-times-axis numbers muted">
        <span>{formatInstant(fromMs, nowMs, language)}</span>
        <span>{formatInstant(throughMs, nowMs, language)}</span>
      </div>
      <ul className="plain-list" aria-label={t('history.times.title')}>
        {lanes.slice(0, SHOWN_LANES).map((lane) => {
          const title = lane.workItemId === undefined ? t('history.items.mission') : lane.title;
          return (
            <li key={lane.workItemId ?? ''} className="history-lane">
              <span className="ellipsis history-lane-title" title={title}>
                {title}
              </span>
              <button
                type="button"
                className="history-lane-track"
                aria-label={t('history.times.lane', { title, count: lane.count })}
                onClick={(event) => choose(lane, event)}
              >
                {lane.buckets.map((bucket) => (
                  <span
                    key={bucket.at}
                    className="history-stretch"
                    title={t('history.times.stretch', {
                      title,
                      count: bucket.count,
                      time: formatInstant(fromMs + bucket.at * widthMs, nowMs, language),
                    })}
                    style={{
                      left: `${(bucket.at / TIME_BUCKETS) * 100}%`,
                      width: `${100 / TIME_BUCKETS}%`,
                      // Never fainter than what can be seen.
                      opacity: 0.35 + 0.65 * Math.sqrt(bucket.count / most),
                    }}
                  />
                ))}
              </button>
              <span className="numbers muted">{formatNumber(lane.count, language)}</span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
