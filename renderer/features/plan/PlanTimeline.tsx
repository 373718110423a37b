// The plan over time: who holds an item from when to when, what was estimated, and deadlines. Rows have the keys of a list.
import { useMemo } from 'react';
import type { PlanRow } from '../../../core/contract/plan.ts';
import { useTexts } from '../../i18n/i18n.ts';
import { useAuthorityNow } from '../../ui/clock.tsx';
import { formatInstant } from '../../ui/format.ts';
import { ListPane } from '../../ui/ListPane.tsx';
import { createTimeScale, placeOf, type TimeScale } from './timeline-scale.ts';

const KINDS = ['ownership', 'execution', 'blocked', 'estimate'] as const;

export function PlanTimeline(props: {
  readonly rows: readonly PlanRow[];
  readonly deadlineAtMs: number | undefined;
  readonly selectedId: string | undefined;
  readonly onSelect: (id: string) => void;
  readonly onOpen: (id: string) => void;
}) {
  const { rows, deadlineAtMs } = props;
  const { t, language } = useTexts();
  const nowMs = useAuthorityNow(60_000);
  const scale = useMemo(
    () =>
      createTimeScale([
        nowMs,
        ...(deadlineAtMs === undefined ? [] : [deadlineAtMs]),
        ...rows.flatMap(({ spans, deadlineAtMs: own }) => [
          own,
          ...spans.flatMap((span) => [span.fromMs, span.toMs]),
        ]),
      ]),
    [rows, nowMs, deadlineAtMs],
  );
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
        <span className="plan-legend">
          {KINDS.map((kind) => (
            <span key={kind}>
              <i className="plan-span" data-kind={kind} aria-hidden /> {t(`plan.kinds.${kind}`)}
            </span>
          ))}
          <span>
            <i className="plan-diamond" aria-hidden /> {t('plan.deadline')}
          </span>
          <span>
            <i className="plan-now-sign" aria-hidden /> {t('plan.now')}
          </span>
        </span>
      }
      footer={<Axis scale={scale} nowMs={nowMs} />}
      renderRow={(row) => (
        <div className="plan-time-row">
          <span className="ellipsis" title={row.title}>
            {row.title}
          </span>
          <div className="plan-track">
            <i className="plan-now" style={{ left: `${placeOf(scale, nowMs)}%` }} />
            {row.spans.map((span) => (
              <i
                key={`${span.kind} ${span.fromMs}`}
                className="plan-span"
                data-kind={span.kind}
                title={`${t(`plan.kinds.${span.kind}`)}: ${formatInstant(span.fromMs, nowMs, language)} – ${formatInstant(span.toMs, nowMs, language)}`}
                style={{
                  left: `${placeOf(scale, span.fromMs)}%`,
                  width: `${placeOf(scale, span.toMs) - placeOf(scale, span.fromMs)}%`,
                }}
              />
            ))}
            <i
              className="plan-diamond"
              title={`${t('plan.deadline')}: ${formatInstant(row.deadlineAtMs, nowMs, language)}`}
              style={{ left: `${placeOf(scale, row.deadlineAtMs)}%` }}
            />
            <span className="visually-hidden">
              {row.spans
                .map(
                  (span) =>
                    `${t(`plan.kinds.${span.kind}`)} ${formatInstant(span.fromMs, nowMs, language)} – ${formatInstant(span.toMs, nowMs, language)}`,
                )
                .join(', ')}
              {`, ${t('plan.deadline')} ${formatInstant(row.deadlineAtMs, nowMs, language)}`}
            </span>
          </div>
        </div>
      )}
    />
  );
}

function Axis(props: { readonly scale: TimeScale; readonly nowMs: number }) {
  const { scale, nowMs } = props;
  const { language } = useTexts();
  return (
    <div className="plan-time-row plan-axis" aria-hidden>
      <span />
      <div className="plan-track">
        {scale.marks.map((mark) => (
          <span key={mark} style={{ left: `${placeOf(scale, mark)}%` }}>
            {formatInstant(mark, nowMs, language).replace(/:00$/u, '')}
          </span>
        ))}
      </div>
    </div>
  );
}
