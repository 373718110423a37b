// The plan as a table: the equal of the graph for reading, for the keyboard and for screen readers. Which columns there are, how it
// is sorted and grouped, is said by a person; rows can be marked and dealt with together.
import { Button, Menu, Select } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconColumns3 } from '@tabler/icons-react';
import { type ReactNode, useMemo } from 'react';
import type { PlanRow } from '../../../core/contract/plan.ts';
import { useTexts } from '../../i18n/i18n.ts';
import { formatDuration } from '../../ui/format.ts';
import { Instant } from '../../ui/Instant.tsx';
import { ListPane, type ListPaneProps } from '../../ui/ListPane.tsx';
import { StateWord } from '../../ui/StateWord.tsx';
import type { PlanGraph } from './plan-graph.ts';
import {
  COLUMN_NAMES,
  type ColumnName,
  estimatedEnd,
  gridOf,
  groupNameOf,
  groupRows,
  nextSort,
  readSort,
  sortRows,
  TABLE_GROUPS,
  type TableGrouping,
  titleIn,
} from './table-columns.ts';

export function PlanTable(props: {
  readonly rows: readonly PlanRow[];
  readonly graph: PlanGraph;
  readonly selectedId: string | undefined;
  readonly onSelect: (id: string) => void;
  readonly onOpen: (id: string) => void;
  readonly group: string | undefined;
  readonly onGroup: (group: string | undefined) => void;
  readonly sort: string | undefined;
  readonly onSort: (sort: string | undefined) => void;
  readonly columns: readonly ColumnName[];
  readonly onColumns: (columns: readonly ColumnName[]) => void;
  /** Undefined where nothing can be done with rows. */
  readonly marks: ListPaneProps<PlanRow>['marks'];
}) {
  const { rows, graph, columns, onSelect, onOpen, marks } = props;
  const { t, language } = useTexts();
  const grouping: TableGrouping = TABLE_GROUPS.find((name) => name === props.group) ?? 'none';
  const sort = readSort(props.sort);
  const scene = useMemo(() => ({ graph, language, nobody: t('plan.nobody') }), [graph, language, t]);
  const nameOf = useMemo(() => {
    const words = {
      noParent: t('plan.noParent'),
      critical: t('plan.critical'),
      others: t('plan.notCritical'),
    };
    return (row: PlanRow) => groupNameOf(grouping, row, scene, words);
  }, [grouping, scene, t]);
  const shown = useMemo(() => {
    const sorted = sortRows(rows, readSort(props.sort), scene);
    return grouping === 'none' ? sorted : groupRows(sorted, nameOf, language);
  }, [rows, props.sort, scene, grouping, nameOf, language]);
  const groupOf = useMemo(
    () => (row: PlanRow) => ({ id: nameOf(row) ?? '', title: nameOf(row) ?? '' }),
    [nameOf],
  );
  const grid = { gridTemplateColumns: gridOf(columns) };
  return (
    <ListPane
      title={t('plan.table')}
      rows={shown}
      status="live"
      selectedId={props.selectedId}
      onSelect={({ workItemId }) => onSelect(workItemId)}
      onOpen={({ workItemId }) => onOpen(workItemId)}
      isBare
      {...(marks === undefined ? {} : { marks })}
      {...(grouping === 'none' ? {} : { groupOf })}
      columns={
        <div className="plan-row" style={grid}>
          {columns.map((name) => (
            <button
              key={name}
              type="button"
              className="plan-sort"
              aria-pressed={sort?.column === name}
              onClick={() => props.onSort(nextSort(sort, name))}
            >
              {t(`plan.columns.${name}`)}
              {sort?.column === name && (
                <>
                  {sort.isDown ? (
                    <IconArrowDown size={12} aria-hidden />
                  ) : (
                    <IconArrowUp size={12} aria-hidden />
                  )}
                  <span className="visually-hidden">
                    {t(sort.isDown ? 'plan.sortedDown' : 'plan.sortedUp')}
                  </span>
                </>
              )}
            </button>
          ))}
        </div>
      }
      footer={
        <div className="line">
          <Select
            size="xs"
            w={250}
            aria-label={t('plan.group')}
            data={TABLE_GROUPS.map((name) => ({
              value: name,
              label: `${t('plan.group')}: ${t(`plan.groups.${name}`)}`,
            }))}
            value={grouping}
            onChange={(name) => props.onGroup(name === 'none' || name === null ? undefined : name)}
          />
          <ColumnMenu columns={columns} onColumns={props.onColumns} />
          {marks !== undefined && marks.ids.size === 0 && <span className="muted">{t('plan.bulk.how')}</span>}
        </div>
      }
      empty={<p className="list-no-match">{t('plan.nothingFits')}</p>}
      renderRow={(row) => (
        <div className="plan-row" style={grid}>
          {columns.map((name) => (
            <Cell key={name} name={name} row={row} graph={graph} />
          ))}
        </div>
      )}
    />
  );
}

function ColumnMenu(props: {
  readonly columns: readonly ColumnName[];
  readonly onColumns: (columns: readonly ColumnName[]) => void;
}) {
  const { columns, onColumns } = props;
  const { t } = useTexts();
  return (
    <Menu closeOnItemClick={false} position="top-start">
      <Menu.Target>
        <Button variant="default" leftSection={<IconColumns3 size={14} />}>
          {t('plan.chooseColumns')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown className="plan-menu">
        {COLUMN_NAMES.filter((name) => name !== 'title').map((name) => {
          const isShown = columns.includes(name);
          return (
            <Menu.CheckboxItem
              key={name}
              checked={isShown}
              onChange={() =>
                onColumns(COLUMN_NAMES.filter((each) => (each === name ? !isShown : columns.includes(each))))
              }
            >
              {t(`plan.columns.${name}`)}
            </Menu.CheckboxItem>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}

function Cell(props: { readonly name: ColumnName; readonly row: PlanRow; readonly graph: PlanGraph }) {
  const { name, row, graph } = props;
  const { t, language } = useTexts();
  const cells: { readonly [Name in ColumnName]: () => ReactNode } = {
    title: () => (
      <span className="ellipsis strong" title={row.title}>
        {row.title}
      </span>
    ),
    state: () => (
      <StateWord state={row.state} words={row.stateWords} byClock={row.byClock} pending={row.pending} />
    ),
    owner: () => (
      <span className="ellipsis">{row.owner?.name ?? <span className="muted">{t('plan.nobody')}</span>}</span>
    ),
    waits: () => (
      <span className="ellipsis muted">
        {row.waitsFor.map((id) => titleIn(graph, id)).join(', ') || t('plan.nothing')}
      </span>
    ),
    deadline: () => <Instant atMs={row.deadlineAtMs} />,
    slack: () => (
      <span className="numbers">
        {row.isCritical ? (
          <span className="warn">{t('plan.critical')}</span>
        ) : (
          row.slackMs !== undefined && formatDuration(row.slackMs, language)
        )}
      </span>
    ),
    risk: () => <span className="ellipsis">{row.risk}</span>,
    lease: () => <When atMs={row.lease?.endsAtMs ?? row.offerEndsAtMs} />,
    estimate: () => <When atMs={estimatedEnd(row)} />,
    parent: () => (
      <span className="ellipsis muted">
        {row.parentWorkItemId === undefined ? '–' : titleIn(graph, row.parentWorkItemId)}
      </span>
    ),
    unblocks: () => <span className="numbers">{graph.successors.get(row.workItemId)?.length ?? 0}</span>,
    attempts: () => <span className="numbers">{row.attempts}</span>,
    version: () => <span className="numbers">{row.contractVersion}</span>,
  };
  return cells[name]();
}

function When(props: { readonly atMs: number | undefined }) {
  return props.atMs === undefined ? <span className="muted">–</span> : <Instant atMs={props.atMs} />;
}
