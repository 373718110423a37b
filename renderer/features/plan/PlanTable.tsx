// The plan as a table: the equal of the graph for reading, for the keyboard and for screen readers.
import { Select } from '@mantine/core';
import type { PlanRow } from '../../../core/contract/plan.ts';
import { useTexts } from '../../i18n/i18n.ts';
import { formatDuration } from '../../ui/format.ts';
import { Instant } from '../../ui/Instant.tsx';
import { ListPane } from '../../ui/ListPane.tsx';
import { StateWord } from '../../ui/StateWord.tsx';
import type { PlanGraph } from './plan-graph.ts';

const GROUPS = ['none', 'state', 'owner', 'risk'] as const;
type Grouping = (typeof GROUPS)[number];

export function PlanTable(props: {
  readonly rows: readonly PlanRow[];
  readonly graph: PlanGraph;
  readonly selectedId: string | undefined;
  readonly onSelect: (id: string) => void;
  readonly onOpen: (id: string) => void;
  readonly group: string | undefined;
  readonly onGroup: (group: string | undefined) => void;
}) {
  const { graph, onSelect, onOpen } = props;
  const { t, language } = useTexts();
  const grouping: Grouping = GROUPS.find((name) => name === props.group) ?? 'none';
  const groupOf = (row: PlanRow): string =>
    grouping === 'state'
      ? row.stateWords.text
      : grouping === 'owner'
        ? (row.owner?.name ?? t('plan.nobody'))
        : row.risk;
  const rows =
    grouping === 'none'
      ? props.rows
      : props.rows.toSorted((a, b) => groupOf(a).localeCompare(groupOf(b), language));
  return (
    <ListPane
      title={t('plan.table')}
      rows={rows}
      status="live"
      selectedId={props.selectedId}
      onSelect={({ workItemId }) => onSelect(workItemId)}
      onOpen={({ workItemId }) => onOpen(workItemId)}
      isBare
      {...(grouping === 'none'
        ? {}
        : { groupOf: (row: PlanRow) => ({ id: groupOf(row), title: groupOf(row) }) })}
      columns={
        <div className="plan-row">
          {(['title', 'state', 'owner', 'waits', 'deadline', 'slack'] as const).map((name) => (
            <span key={name}>{t(`plan.columns.${name}`)}</span>
          ))}
        </div>
      }
      footer={
        <Select
          size="xs"
          w={190}
          aria-label={t('plan.group')}
          data={GROUPS.map((name) => ({
            value: name,
            label: `${t('plan.group')}: ${t(`plan.groups.${name}`)}`,
          }))}
          value={grouping}
          onChange={(name) => props.onGroup(name === 'none' || name === null ? undefined : name)}
        />
      }
      empty={<p className="list-no-match">{t('plan.nothing')}</p>}
      renderRow={(row) => (
        <div className="plan-row">
          <span className="ellipsis strong" title={row.title}>
            {row.title}
          </span>
          <StateWord state={row.state} words={row.stateWords} byClock={row.byClock} pending={row.pending} />
          <span className="ellipsis">
            {row.owner?.name ?? <span className="muted">{t('plan.nobody')}</span>}
          </span>
          <span className="ellipsis muted">
            {row.waitsFor.map((id) => graph.byId.get(id)?.title ?? id).join(', ') || t('plan.nothing')}
          </span>
          <Instant atMs={row.deadlineAtMs} />
          <span className="numbers">
            {row.isCritical ? (
              <span className="warn">{t('plan.critical')}</span>
            ) : row.slackMs === undefined ? (
              ''
            ) : (
              formatDuration(row.slackMs, language)
            )}
          </span>
        </div>
      )}
    />
  );
}
