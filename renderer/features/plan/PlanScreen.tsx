// The plan of a Mission as graph, timeline and table, with one selection for all three.
import { Button, Checkbox, SegmentedControl } from '@mantine/core';
import { IconPlus, IconSitemap, IconTimeline } from '@tabler/icons-react';
import { type ReactNode, useMemo, useState } from 'react';
import { matchesPlanFilter, parsePlanFilter } from '../../../core/contract/plan-filter.ts';
import type { PlanSummary } from '../../../core/contract/plan.ts';
import type { GroupAddress } from '../../app/last-group.ts';
import { go, useRouteValue, useRouteView } from '../../app/route.ts';
import { useTexts } from '../../i18n/i18n.ts';
import { useLive } from '../../transport/desk.tsx';
import { useAuthorityNow } from '../../ui/clock.tsx';
import { GroupPicker, useGroup } from '../../ui/GroupPicker.tsx';
import { Instant } from '../../ui/Instant.tsx';
import { Pane } from '../../ui/Pane.tsx';
import { SavedViews } from '../../ui/SavedViews.tsx';
import { numberedView, useShortcuts } from '../../ui/shortcuts.ts';
import { EmptyState, Skeleton } from '../../ui/states.tsx';
import { createPlanGraph } from './plan-graph.ts';
import { PlanFilterBar } from './PlanFilterBar.tsx';
import { PlanGraphView } from './PlanGraphView.tsx';
import { PlanItemPane } from './PlanItemPane.tsx';
import { PlanTable } from './PlanTable.tsx';
import { PlanTimeline, RANGES, type RangeName, type Side, SIDES } from './PlanTimeline.tsx';
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
  const [filterText, setFilter] = useRouteValue('filter');
  const [groupName, setGroup] = useRouteValue('group');
  const [sideName, setSide] = useRouteValue('side');
  const [rangeName, setRange] = useRouteValue('range');
  const applyView = useRouteView();
  const [isCriticalShown, setIsCriticalShown] = useState(true);
  const nowMs = useAuthorityNow(60_000);
  const view: View = isView(viewName) ? viewName : 'graph';
  const side: Side = SIDES.find((name) => name === sideName) ?? 'items';
  const range: RangeName = RANGES.find((name) => name === rangeName) ?? 'all';
  const filter = filterText ?? '';

  const { rows } = list;
  const graph = useMemo(() => createPlanGraph(rows), [rows]);
  const matching = useMemo(() => {
    const parsed = parsePlanFilter(filter);
    return new Set(
      rows
        .filter((row) => matchesPlanFilter(parsed, row, { nowMs, language }))
        .map(({ workItemId }) => workItemId),
    );
  }, [rows, filter, nowMs, language]);
  const fitting = useMemo(() => rows.filter(({ workItemId }) => matching.has(workItemId)), [rows, matching]);
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
        rows={fitting}
        deadlineAtMs={list.summary?.deadlineAtMs}
        nowMs={nowMs}
        side={side}
        range={range}
        onRange={(name) => setRange(name === 'all' ? undefined : name)}
        selectedId={selectedId}
        onSelect={({ workItemId }) => select(workItemId)}
        onOpen={({ workItemId }) => open(workItemId)}
      />
    ),
    table: () => (
      <PlanTable
        rows={fitting}
        graph={graph}
        group={groupName}
        onGroup={setGroup}
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
            <Checkbox
              size="xs"
              label={t('plan.highlightCritical')}
              checked={isCriticalShown}
              onChange={(event) => setIsCriticalShown(event.currentTarget.checked)}
            />
            {view === 'timeline' && (
              <>
                <Button
                  variant="default"
                  leftSection={<IconTimeline size={14} />}
                  onClick={() => go('timeline', {})}
                >
                  {t('plan.all.link')}
                </Button>
                <SegmentedControl
                  aria-label={t('plan.side')}
                  value={side}
                  data={SIDES.map((value) => ({ value, label: t(`plan.sides.${value}`) }))}
                  onChange={(value) => setSide(value === 'items' ? undefined : value)}
                />
              </>
            )}
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
        <PlanFilterBar
          filter={filter}
          onFilter={(text) => setFilter(text === '' ? undefined : text)}
          rows={rows}
        >
          <SavedViews
            place="plan"
            values={{ view: viewName, filter, group: groupName, side: sideName, range: rangeName }}
            onApply={applyView}
          />
        </PlanFilterBar>
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
