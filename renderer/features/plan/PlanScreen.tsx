// The plan of a Mission as graph, timeline and table, with one selection for all three.
import { Button, Checkbox, SegmentedControl, TextInput } from '@mantine/core';
import { IconPlus, IconSearch, IconSitemap } from '@tabler/icons-react';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import type { PlanSummary } from '../../../core/contract/plan.ts';
import type { GroupAddress } from '../../app/last-group.ts';
import { go, useRouteValue } from '../../app/route.ts';
import { useTexts } from '../../i18n/i18n.ts';
import { useLive } from '../../transport/desk.tsx';
import { GroupPicker, useGroup } from '../../ui/GroupPicker.tsx';
import { Instant } from '../../ui/Instant.tsx';
import { Pane } from '../../ui/Pane.tsx';
import { numberedView, useShortcuts } from '../../ui/shortcuts.ts';
import { EmptyState, Skeleton } from '../../ui/states.tsx';
import { createPlanGraph } from './plan-graph.ts';
import { PlanGraphView } from './PlanGraphView.tsx';
import { PlanItemPane } from './PlanItemPane.tsx';
import { PlanTable } from './PlanTable.tsx';
import { PlanTimeline } from './PlanTimeline.tsx';
import './plan.css';

const VIEWS = ['graph', 'timeline', 'table'] as const;
type View = (typeof VIEWS)[number];

function isView(name: string | undefined): name is View {
  return VIEWS.includes(name as View);
}

export function PlanScreen() {
  const { t } = useTexts();
  const group = useGroup();
  if (group === undefined) {
    return (
      <Pane title={t('plan.title')} toolbar={<GroupPicker place="plan" group={group} />}>
        <EmptyState
          icon={<IconSitemap size={28} stroke={1.5} />}
          title={t('plan.noMission')}
          action={<Button onClick={() => go('missions', { create: 'new' })}>{t('missions.create')}</Button>}
        />
      </Pane>
    );
  }
  return <Plan key={`${group.connectionId} ${group.groupId}`} group={group} />;
}

function Plan(props: { readonly group: GroupAddress }) {
  const { connectionId, groupId } = props.group;
  const { t, language } = useTexts();
  const list = useLive('plan.follow', { connectionId, groupId });
  const [viewName, setView] = useRouteValue('view');
  const [selectedId, select] = useRouteValue('item');
  const [filter, setFilter] = useState('');
  const [isCriticalShown, setIsCriticalShown] = useState(true);
  const filterField = useRef<HTMLInputElement>(null);
  const view: View = isView(viewName) ? viewName : 'graph';

  const { rows } = list;
  const graph = useMemo(() => createPlanGraph(rows), [rows]);
  const matching = useMemo(() => {
    const wanted = filter.trim().toLocaleLowerCase(language);
    return new Set(
      rows
        .filter((row) =>
          `${row.title} ${row.stateWords.text} ${row.owner?.name ?? ''} ${row.risk}`
            .toLocaleLowerCase(language)
            .includes(wanted),
        )
        .map(({ workItemId }) => workItemId),
    );
  }, [rows, filter, language]);
  const selected = selectedId === undefined ? undefined : graph.byId.get(selectedId);
  const open = (id: string): void => {
    if (graph.byId.has(id)) go('work', { connectionId, groupId, workItemId: id });
  };
  useShortcuts([
    ...VIEWS.map((name, index) => ({
      id: numberedView(index),
      words: t(`plan.${name}`),
      run: () => setView(name),
    })),
    { id: 'filter', words: t('frame.shortcuts.filterList'), run: () => filterField.current?.focus() },
    { id: 'new', words: t('plan.newItem'), run: () => go('contract', { connectionId, groupId }) },
    {
      id: 'new-child',
      words: t('keys.actions.new-child'),
      isOff: selected === undefined,
      run: () => {
        if (selected !== undefined) go('promote', { connectionId, groupId, workItemId: selected.workItemId });
      },
    },
    {
      id: 'why',
      words: t('keys.actions.why'),
      isOff: selected === undefined,
      run: () => {
        if (selected !== undefined) {
          go('work', { connectionId, groupId, workItemId: selected.workItemId, tab: 'summary' });
        }
      },
    },
    { id: 'close', words: t('frame.shortcuts.closeThing'), run: () => select(undefined) },
  ]);

  const views: { readonly [Name in View]: () => ReactNode } = {
    graph: () => (
      <PlanGraphView
        rows={rows}
        graph={graph}
        selectedId={selectedId}
        isCriticalShown={isCriticalShown}
        matching={matching}
        onSelect={select}
        onOpen={open}
      />
    ),
    timeline: () => (
      <PlanTimeline
        rows={rows.filter(({ workItemId }) => matching.has(workItemId))}
        deadlineAtMs={list.summary?.deadlineAtMs}
        selectedId={selectedId}
        onSelect={select}
        onOpen={open}
      />
    ),
    table: () => (
      <PlanTable
        rows={rows.filter(({ workItemId }) => matching.has(workItemId))}
        graph={graph}
        selectedId={selectedId}
        onSelect={select}
        onOpen={open}
      />
    ),
  };
  return (
    <div className="plan" data-detail={selected !== undefined}>
      <Pane
        title={t('plan.title')}
        isFlush
        subtitle={<PlanSubtitle count={rows.length} summary={list.summary} />}
        toolbar={
          <>
            <GroupPicker place="plan" group={props.group} />
            <TextInput
              ref={filterField}
              className="list-filter"
              size="xs"
              type="search"
              aria-label={t('common.filter')}
              placeholder={t('common.filterHint')}
              leftSection={<IconSearch size={14} />}
              value={filter}
              onChange={(event) => setFilter(event.currentTarget.value)}
            />
            <Checkbox
              size="xs"
              label={t('plan.highlightCritical')}
              checked={isCriticalShown}
              onChange={(event) => setIsCriticalShown(event.currentTarget.checked)}
            />
            <SegmentedControl
              aria-label={t('plan.view')}
              value={view}
              data={VIEWS.map((name) => ({ value: name, label: t(`plan.${name}`) }))}
              onChange={(name) => setView(name)}
            />
            <Button
              leftSection={<IconPlus size={14} />}
              onClick={() => go('contract', { connectionId, groupId })}
            >
              {t('plan.newItem')}
            </Button>
          </>
        }
      >
        {rows.length > 0 ? (
          views[view]()
        ) : list.isComplete ? (
          <EmptyState
            icon={<IconSitemap size={28} stroke={1.5} />}
            title={t('plan.empty')}
            body={t('plan.emptyBody')}
          />
        ) : (
          <Skeleton />
        )}
      </Pane>
      {selected !== undefined && (
        <PlanItemPane
          group={props.group}
          row={selected}
          graph={graph}
          onSelect={select}
          onClose={() => select(undefined)}
        />
      )}
    </div>
  );
}

function PlanSubtitle(props: { readonly count: number; readonly summary: PlanSummary | undefined }) {
  const { count, summary } = props;
  const { t } = useTexts();
  return (
    <span className="line">
      <span className="numbers">{t('plan.items', { count })}</span>
      {summary?.forecastEndsAtMs !== undefined && (
        <span className="numbers">
          {t('plan.forecast', { time: '' })}
          <Instant atMs={summary.forecastEndsAtMs} />
        </span>
      )}
      {summary !== undefined && summary.itemsWithoutEstimate > 0 && (
        <span className="numbers">{t('plan.withoutEstimate', { count: summary.itemsWithoutEstimate })}</span>
      )}
    </span>
  );
}
