// The plan of a Mission as graph, timeline and table, with one selection for all three.
import { Button, Checkbox, SegmentedControl } from '@mantine/core';
import { IconHistory, IconPlus, IconSitemap, IconTimeline } from '@tabler/icons-react';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { matchesPlanFilter, parsePlanFilter } from '../../../core/contract/plan-filter.ts';
import type { PlanRow, PlanSummary } from '../../../core/contract/plan.ts';
import type { GroupAddress } from '../../app/last-group.ts';
import { go, useRouteValue, useRouteView } from '../../app/route.ts';
import { useInstallation } from '../../app/settings.tsx';
import { useTexts } from '../../i18n/i18n.ts';
import { useLive } from '../../transport/desk.tsx';
import { useAuthorityNow } from '../../ui/clock.tsx';
import { GroupPicker, useGroup } from '../../ui/GroupPicker.tsx';
import { Instant } from '../../ui/Instant.tsx';
import { Pane } from '../../ui/Pane.tsx';
import { SavedViews } from '../../ui/SavedViews.tsx';
import { numberedView, useShortcuts } from '../../ui/shortcuts.ts';
import { EmptyState, FaultNote, LostNote, Skeleton } from '../../ui/states.tsx';
import { BulkPane } from './BulkPane.tsx';
import { PastBar } from './PastBar.tsx';
import { createPlanGraph } from './plan-graph.ts';
import { PlanFilterBar } from './PlanFilterBar.tsx';
import { PlanGraphView } from './PlanGraphView.tsx';
import { PlanItemPane } from './PlanItemPane.tsx';
import { PlanTable } from './PlanTable.tsx';
import { PlanTimeline, RANGES, type RangeName, type Side, SIDES } from './PlanTimeline.tsx';
import { SideChoice } from './SideChoice.tsx';
import { type ColumnName, readColumns, USUAL_COLUMNS } from './table-columns.ts';
import { NEWEST, readPastPlace, usePastPlan, withoutCountdown } from './use-past-plan.ts';
import './plan.css';

const VIEWS = ['graph', 'timeline', 'table'] as const;
type View = (typeof VIEWS)[number];

const NO_MARKS: ReadonlySet<string> = new Set();
const NO_ROWS: readonly PlanRow[] = [];

function isUsual(columns: readonly ColumnName[]): boolean {
  return columns.join(',') === USUAL_COLUMNS.join(',');
}

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
  // A file that was opened has no present.
  const isFile = connectionId.startsWith('file:');
  const [atText, setAt] = useRouteValue('at');
  const at = readPastPlace(atText) ?? (isFile ? NEWEST : undefined);
  const past = usePastPlan(props.group, at);
  const isPast = at !== undefined;
  const list = useLive('plan.follow', { connectionId, groupId }, { isOff: isPast });
  const [viewName, setView] = useRouteValue('view');
  const [selectedId, select] = useRouteValue('item');
  const [filterText, setFilter] = useRouteValue('filter');
  const [groupName, setGroup] = useRouteValue('group');
  const [sideName, setSide] = useRouteValue('side');
  const [rangeName, setRange] = useRouteValue('range');
  const applyView = useRouteView();
  const [sortText, setSort] = useRouteValue('sort');
  const [columnsText, setColumns] = useRouteValue('columns');
  const { settings, change } = useInstallation();
  const columns = useMemo(
    () => readColumns(columnsText?.split(',') ?? settings.planColumns ?? USUAL_COLUMNS),
    [columnsText, settings.planColumns],
  );
  const [markedIds, setMarkedIds] = useState<ReadonlySet<string>>(NO_MARKS);
  const [isCriticalShown, setIsCriticalShown] = useState(true);
  const presentMs = useAuthorityNow(60_000);
  const nowMs = past.plan?.atMs ?? presentMs;
  const view: View = isView(viewName) ? viewName : 'graph';
  const side: Side = SIDES.find((name) => name === sideName) ?? 'items';
  const range: RangeName = RANGES.find((name) => name === rangeName) ?? 'all';
  const filter = filterText ?? '';

  const rows = isPast ? (past.plan?.rows ?? NO_ROWS) : list.rows;
  const summary = isPast ? past.plan?.summary : list.summary;
  const isComplete = isPast ? past.plan !== undefined : list.isComplete;
  const drawn = useMemo(() => (isPast ? rows.map(withoutCountdown) : rows), [isPast, rows]);
  const goToEvent = useCallback((sequence: number) => setAt(String(sequence)), [setAt]);
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
  const marked = view === 'table' && !isPast ? rows.filter(({ id }) => markedIds.has(id)) : NO_ROWS;
  const isBulk = marked.length > 0;
  const open = (id: string): void => {
    if (graph.byId.has(id)) go('work', { connectionId, groupId, workItemId: id });
  };
  useShortcuts([
    ...VIEWS.map((name, index) => ({
      id: numberedView(index),
      words: t(`plan.${name}`),
      run: () => setView(name),
    })),
    {
      id: 'new',
      words: t('plan.newItem'),
      isOff: isPast,
      run: () => go('contract', { connectionId, groupId }),
    },
    {
      id: 'new-child',
      words: t('keys.actions.new-child'),
      isOff: isPast || selected === undefined,
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
    {
      id: 'close',
      words: t('frame.shortcuts.closeThing'),
      run: () => {
        if (selectedId !== undefined) select(undefined);
        else setAt(undefined);
      },
    },
    ...(isPast ? [] : [{ id: 'sequence' as const, words: t('plan.past.enter'), run: () => setAt(NEWEST) }]),
  ]);

  const views: { readonly [Name in View]: () => ReactNode } = {
    graph: () => (
      <PlanGraphView
        rows={drawn}
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
        deadlineAtMs={summary?.deadlineAtMs}
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
        sort={sortText}
        onSort={setSort}
        columns={columns}
        onColumns={(chosen) => {
          setColumns(undefined);
          change({ planColumns: [...chosen] });
        }}
        marks={isPast ? undefined : { ids: markedIds, onChange: setMarkedIds }}
        selectedId={selectedId}
        onSelect={select}
        onOpen={open}
      />
    ),
  };
  return (
    <div className="plan" data-beside data-detail={isBulk || selected !== undefined} data-is-past={isPast}>
      <Pane
        title={t('plan.title')}
        isFlush
        subtitle={<PlanSubtitle count={rows.length} summary={summary} />}
        toolbar={
          <>
            {isFile ? null : <GroupPicker place="plan" group={props.group} />}
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
                <SideChoice side={side} onSide={setSide} />
              </>
            )}
            <SegmentedControl
              aria-label={t('plan.view')}
              value={view}
              data={VIEWS.map((name) => ({ value: name, label: t(`plan.${name}`) }))}
              onChange={(name) => setView(name)}
            />
            {!isPast && (
              <>
                <Button
                  variant="default"
                  leftSection={<IconHistory size={14} />}
                  onClick={() => setAt(NEWEST)}
                >
                  {t('plan.past.enter')}
                </Button>
                <Button
                  leftSection={<IconPlus size={14} />}
                  onClick={() => go('contract', { connectionId, groupId })}
                >
                  {t('plan.newItem')}
                </Button>
              </>
            )}
          </>
        }
      >
        {past.plan !== undefined && (
          <PastBar
            group={props.group}
            plan={past.plan}
            isBehind={past.isBehind}
            onGo={goToEvent}
            onLeave={isFile ? undefined : () => setAt(undefined)}
          />
        )}
        {past.fault !== undefined && <FaultNote fault={past.fault} />}
        {past.isLost && <LostNote />}
        <PlanFilterBar
          filter={filter}
          onFilter={(text) => setFilter(text === '' ? undefined : text)}
          rows={rows}
        >
          <SavedViews
            place="plan"
            values={{
              view: viewName,
              filter,
              group: groupName,
              sort: sortText,
              columns: isUsual(columns) ? undefined : columns.join(','),
              side: sideName,
              range: rangeName,
            }}
            onApply={applyView}
          />
        </PlanFilterBar>
        {rows.length > 0 ? (
          views[view]()
        ) : isPast && isComplete ? (
          <EmptyState icon={<IconHistory size={28} stroke={1.5} />} title={t('plan.past.nothing')} />
        ) : isComplete ? (
          <EmptyState
            icon={<IconSitemap size={28} stroke={1.5} />}
            title={t('plan.empty')}
            body={t('plan.emptyBody')}
          />
        ) : past.fault !== undefined || past.isLost ? null : (
          <Skeleton />
        )}
      </Pane>
      {isBulk ? (
        <BulkPane
          group={props.group}
          rows={marked}
          onClose={() => setMarkedIds(NO_MARKS)}
          onUnmark={(done) =>
            setMarkedIds(new Set(marked.map(({ id }) => id).filter((id) => !done.includes(id))))
          }
        />
      ) : selected === undefined ? null : (
        <PlanItemPane
          group={props.group}
          row={selected}
          graph={graph}
          isPast={isPast}
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
