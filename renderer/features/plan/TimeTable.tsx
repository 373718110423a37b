// The timeline as a table: a line for each bar and each moment, in the order of time. It says all that the bars show.
import { type ReactNode, useMemo } from 'react';
import type { PlanRow } from '../../../core/contract/plan.ts';
import { useTexts } from '../../i18n/i18n.ts';
import { formatDuration, formatPercent } from '../../ui/format.ts';
import { Instant } from '../../ui/Instant.tsx';
import { ListPane } from '../../ui/ListPane.tsx';
import { type TimeFact, timeFacts } from './time-facts.ts';
import type { TimeSpan } from './timeline-scale.ts';

export function TimeTable<Row extends PlanRow>(props: {
  readonly rows: readonly Row[];
  readonly nowMs: number;
  readonly range: TimeSpan | undefined;
  /** Of an item; all its lines are of it. */
  readonly selectedId: string | undefined;
  readonly onSelect: (row: Row) => void;
  readonly onOpen: (row: Row) => void;
  readonly missionOf: (row: Row) => string;
  readonly footer: ReactNode;
}) {
  const { rows, nowMs, range, selectedId } = props;
  const { t } = useTexts();
  const facts = useMemo(() => timeFacts(rows, nowMs, range), [rows, nowMs, range]);
  return (
    <ListPane
      title={t('plan.times.title')}
      isBare
      rows={facts}
      status="live"
      selectedId={facts.find(({ row }) => row.id === selectedId)?.id}
      onSelect={({ row }) => props.onSelect(row)}
      onOpen={({ row }) => props.onOpen(row)}
      columns={
        <div className="plan-times-row">
          {(['from', 'to', 'what', 'item', 'mission', 'agent'] as const).map((name) => (
            <span key={name}>{t(`plan.times.${name}`)}</span>
          ))}
        </div>
      }
      empty={<p className="list-no-match">{t('plan.nothingInRange')}</p>}
      footer={props.footer}
      renderRow={(fact) => <FactLine fact={fact} mission={props.missionOf(fact.row)} />}
    />
  );
}

function FactLine<Row extends PlanRow>(props: { readonly fact: TimeFact<Row>; readonly mission: string }) {
  const { row, kind, fromMs, toMs, isOpen, holder, confidence } = props.fact;
  const { t, language } = useTexts();
  return (
    <div className="plan-times-row">
      <Instant atMs={fromMs} />
      <span className="numbers">
        {toMs === undefined ? (
          '–'
        ) : isOpen ? (
          t('plan.now')
        ) : (
          <>
            <Instant atMs={toMs} /> <span className="muted">({formatDuration(toMs - fromMs, language)})</span>
          </>
        )}
      </span>
      <span className="ellipsis">
        {t(`plan.times.kinds.${kind}`)}
        {confidence !== undefined && (
          <span className="muted">
            {' '}
            {t('plan.confidence', { percent: formatPercent(confidence, language) })}
          </span>
        )}
      </span>
      <span className="ellipsis strong" title={row.title}>
        {row.title}
      </span>
      <span className="ellipsis muted">{props.mission}</span>
      <span className="ellipsis">{holder?.name ?? '–'}</span>
    </div>
  );
}
