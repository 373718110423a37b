// The work of all Missions on one time axis: by item or by Agent, or as a table that says the same in words.
import { Button, Checkbox, SegmentedControl, Select } from '@mantine/core';
import { IconTimeline } from '@tabler/icons-react';
import { useMemo } from 'react';
import { matchesPlanFilter, parsePlanFilter } from '../../../core/contract/plan-filter.ts';
import type { TimelineRowModel } from '../../../core/contract/plan.ts';
import { go, useRouteValue, useRouteView } from '../../app/route.ts';
import { type Texts, useTexts } from '../../i18n/i18n.ts';
import { useLive } from '../../transport/desk.tsx';
import { useAuthorityNow } from '../../ui/clock.tsx';
import type { ListGroup } from '../../ui/ListPane.tsx';
import { Pane } from '../../ui/Pane.tsx';
import { SavedViews } from '../../ui/SavedViews.tsx';
import { numberedView, useShortcuts } from '../../ui/shortcuts.ts';
import { EmptyState, Skeleton } from '../../ui/states.tsx';
import { PlanFilterBar } from '../plan/PlanFilterBar.tsx';
import { PlanTimeline, RANGES, type RangeName, rangeSpan, type Side, SIDES } from '../plan/PlanTimeline.tsx';
import { SideChoice } from '../plan/SideChoice.tsx';
import { TimeTable } from '../plan/TimeTable.tsx';
import { TimelineItem } from './TimelineItem.tsx';
import '../plan/plan.css';

const VIEWS = ['timeline', 'table'] as const;
const GROUPS = ['mission', 'owner', 'state', 'none'] as const;
type Grouping = (typeof GROUPS)[number];

export function TimelineScreen() {
  const { t, language } = useTexts();
  const [ended, setEnded] = useRouteValue('ended');
  const [viewName, setView] = useRouteValue('view');
  const [sideName, setSide] = useRouteValue('side');
  const [groupName, setGroup] = useRouteValue('group');
  const [rangeName, setRange] = useRouteValue('range');
  const [filterText, setFilter] = useRouteValue('filter');
  const [selectedId, select] = useRouteValue('item');
  const applyView = useRouteView();
  const list = useLive('plan.timeline', { withEnded: ended === 'yes' });
  const nowMs = useAuthorityNow(60_000);
  const view = VIEWS.find((name) => name === viewName) ?? 'timeline';
  const side: Side = SIDES.find((name) => name === sideName) ?? 'items';
  const grouping: Grouping = GROUPS.find((name) => name === groupName) ?? 'mission';
  // Missions of a whole year would leave the present no room.
  const range: RangeName = RANGES.find((name) => name === rangeName) ?? 'week';
  const filter = filterText ?? '';
  const { rows } = list;
  const shown = useMemo(() => {
    const parsed = parsePlanFilter(filter);
    const fitting = rows.filter((row) => matchesPlanFilter(parsed, row, { nowMs, language }));
    return grouping === 'none' || grouping === 'mission' || side === 'agents'
      ? fitting
      : fitting.toSorted((a, b) =>
          groupTitle(t, grouping, a).localeCompare(groupTitle(t, grouping, b), language),
        );
  }, [rows, filter, nowMs, language, grouping, side, t]);
  const selected = list.byId.get(selectedId ?? '');
  const groupOf = useMemo(
    () =>
      grouping === 'none'
        ? undefined
        : (row: TimelineRowModel): ListGroup => {
            const title = groupTitle(t, grouping, row);
            return { id: grouping === 'mission' ? `${row.connectionId} ${row.groupId}` : title, title };
          },
    [grouping, t],
  );
  const open = ({ connectionId, groupId, workItemId }: TimelineRowModel): void =>
    go('work', { connectionId, groupId, workItemId });
  const choose = (row: TimelineRowModel): void => select(row.id);
  useShortcuts([
    ...VIEWS.map((name, index) => ({
      id: numberedView(index),
      words: t(`plan.${name}`),
      run: () => setView(name),
    })),
    {
      id: numberedView(2),
      words: t('plan.byAgents'),
      run: () => setSide(side === 'items' ? 'agents' : undefined),
    },
    { id: 'close', words: t('frame.shortcuts.closeThing'), run: () => select(undefined) },
  ]);
  const { missions = 0, endedMissions = 0 } = list.summary ?? {};
  return (
    <div className="plan" data-beside data-detail={selected !== undefined}>
      <Pane
        title={t('plan.all.title')}
        isFlush
        subtitle={
          <span className="line numbers">
            <span>{t('plan.all.missions', { count: missions })}</span>
            <span>{t('plan.items', { count: rows.length })}</span>
          </span>
        }
        toolbar={
          <>
            <Checkbox
              size="xs"
              label={
                endedMissions > 0 ? t('plan.all.endedCount', { count: endedMissions }) : t('plan.all.ended')
              }
              checked={ended === 'yes'}
              onChange={(event) => setEnded(event.currentTarget.checked ? 'yes' : undefined)}
            />
            {view === 'timeline' && (
              <>
                <Select
                  size="xs"
                  w={230}
                  aria-label={t('plan.group')}
                  disabled={side === 'agents'}
                  data={GROUPS.map((value) => ({
                    value,
                    label: `${t('plan.group')}: ${t(`plan.groups.${value}`)}`,
                  }))}
                  value={grouping}
                  onChange={(value) => setGroup(value === 'mission' || value === null ? undefined : value)}
                />
                <SideChoice side={side} onSide={setSide} />
              </>
            )}
            <SegmentedControl
              aria-label={t('plan.view')}
              value={view}
              data={VIEWS.map((value) => ({ value, label: t(`plan.${value}`) }))}
              onChange={(value) => setView(value === 'timeline' ? undefined : value)}
            />
          </>
        }
      >
        <PlanFilterBar
          filter={filter}
          onFilter={(text) => setFilter(text === '' ? undefined : text)}
          rows={rows}
        >
          <SavedViews
            place="timeline"
            values={{ view: viewName, side: sideName, group: groupName, range: rangeName, filter, ended }}
            onApply={applyView}
          />
        </PlanFilterBar>
        {rows.length === 0 ? (
          list.isComplete ? (
            <EmptyState
              icon={<IconTimeline size={28} stroke={1.5} />}
              title={t('plan.all.empty')}
              body={t('plan.all.emptyBody')}
              action={<Button onClick={() => go('missions', {})}>{t('frame.place.missions')}</Button>}
            />
          ) : (
            <Skeleton />
          )
        ) : view === 'table' ? (
          <TimeTable
            rows={shown}
            nowMs={nowMs}
            range={rangeSpan(range, nowMs)}
            selectedId={selected?.id}
            onSelect={choose}
            onOpen={open}
            missionOf={({ missionTitle }) => missionTitle}
            footer={
              <SegmentedControl
                size="xs"
                aria-label={t('plan.range')}
                value={range}
                data={RANGES.map((value) => ({ value, label: t(`plan.ranges.${value}`) }))}
                onChange={(value) => setRange(value)}
              />
            }
          />
        ) : (
          <PlanTimeline
            rows={shown}
            deadlineAtMs={undefined}
            nowMs={nowMs}
            side={side}
            range={range}
            onRange={setRange}
            selectedId={selected?.id}
            onSelect={choose}
            onOpen={open}
            groupOf={groupOf}
            {...(grouping === 'mission'
              ? {}
              : {
                  aside: (row: TimelineRowModel) => (
                    <span className="muted ellipsis">{row.missionTitle}</span>
                  ),
                })}
          />
        )}
      </Pane>
      {selected !== undefined && (
        <TimelineItem
          row={selected}
          nowMs={nowMs}
          onOpen={() => open(selected)}
          onClose={() => select(undefined)}
        />
      )}
    </div>
  );
}

function groupTitle(t: Texts, grouping: Exclude<Grouping, 'none'>, row: TimelineRowModel): string {
  if (grouping === 'mission') return row.missionTitle;
  return grouping === 'owner' ? (row.owner?.name ?? t('plan.nobody')) : row.stateWords.text;
}
