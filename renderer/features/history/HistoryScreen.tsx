// The history of a Mission: one log in several densities, filtered by text, with one Event beside it.
import { ActionIcon, SegmentedControl, Tooltip } from '@mantine/core';
import { IconArrowBarToDown, IconFileSearch, IconHistory } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { formatFilter, parseFilter } from '../../../core/contract/history-filter.ts';
import type { GroupAddress } from '../../app/last-group.ts';
import { go, hrefOf, useRouteValue, useRouteView } from '../../app/route.ts';
import { useTexts } from '../../i18n/i18n.ts';
import { useLive } from '../../transport/desk.tsx';
import { GroupPicker, useGroup } from '../../ui/GroupPicker.tsx';
import { Pane, Panes } from '../../ui/Pane.tsx';
import { numberedView, useShortcuts } from '../../ui/shortcuts.ts';
import { EmptyState, FaultNote, LostNote, Skeleton } from '../../ui/states.tsx';
import { EventPane, type PayloadLook, useEventDetail } from './EventPane.tsx';
import { ExportMenu } from './ExportMenu.tsx';
import { FilterBar, GoToSequence } from './FilterBar.tsx';
import { ItemsView } from './ItemsView.tsx';
import { LogList } from './LogList.tsx';
import { TimesView } from './TimesView.tsx';
import { VerifyBar } from './VerifyBar.tsx';
import {
  isBehind,
  isFile,
  usePlaceOf,
  useHistoryLog,
  useRefusedCommands,
  type HistoryLog,
} from './use-history-log.ts';
import './history.css';

const VIEWS = ['list', 'items', 'timeline'] as const;
type View = (typeof VIEWS)[number];

export function HistoryScreen() {
  const { t } = useTexts();
  const group = useGroup();
  if (group === undefined) {
    return (
      <Pane title={t('history.title')} toolbar={<GroupPicker place="history" group={group} />}>
        <EmptyState
          icon={<IconHistory size={28} stroke={1.5} />}
          title={t('history.noMission')}
          body={t('history.emptyBody')}
        />
      </Pane>
    );
  }
  return <History key={`${group.connectionId} ${group.groupId}`} group={group} />;
}

function History(props: { readonly group: GroupAddress }) {
  const { connectionId, groupId } = props.group;
  // The same object while it is the same Group.
  const group = useMemo(() => ({ connectionId, groupId }), [connectionId, groupId]);
  const { t } = useTexts();
  const queries = useQueryClient();
  const [viewName, setView] = useRouteValue('view');
  const [tab, setTab] = useRouteValue('tab');
  const [sequenceText, setSequence] = useRouteValue('sequence');
  const [filterText, setFilter] = useRouteValue('filter');
  const applyView = useRouteView();
  const [look, setLook] = useState<PayloadLook>({ isExpanded: false, isText: false });
  const [isGoing, setIsGoing] = useState(false);
  const filter = filterText ?? '';
  const view: View = VIEWS.find((name) => name === viewName) ?? 'list';
  const sequence = /^\d{1,15}$/u.test(sequenceText ?? '') ? Number(sequenceText) : undefined;
  const log = useHistoryLog(group, filter);
  const refused = useRefusedCommands(group, filter);
  const place = usePlaceOf(group, filter, sequence);
  const { data: detail } = useEventDetail(group, sequence);

  const changeFilter = useCallback((text: string) => setFilter(text === '' ? undefined : text), [setFilter]);
  const goTo = useCallback((wanted: number) => setSequence(String(wanted)), [setSequence]);
  const choose = (row: { readonly sequence: number }, at: number): void => {
    // Known already: nobody has to be asked where it stands.
    queries.setQueryData(['history', connectionId, groupId, 'place', filter, row.sequence], {
      ok: true,
      value: { place: at, total: log.total },
    });
    goTo(row.sequence);
  };
  const read = detail?.ok === true ? detail.value : undefined;
  const backToList = (): void => {
    requestAnimationFrame(() => document.querySelector<HTMLElement>('.history-list')?.focus());
  };
  const toCause = (): void => {
    const cause = read?.causeEvent ?? read?.sameCause[0];
    if (cause !== undefined) goTo(cause.sequence);
  };
  const toEffects = (): void => {
    const effect = read?.effects[0] ?? read?.sameCause.find((row) => row.sequence > read.row.sequence);
    if (effect !== undefined) goTo(effect.sequence);
  };
  useShortcuts([
    { id: 'sequence', words: t('history.keys.goto'), run: () => setIsGoing(true) },
    ...VIEWS.map((name, index) => ({
      id: numberedView(index),
      words: t(`history.views.${name}`),
      run: () => setView(name),
    })),
    { id: 'comment', words: t('history.keys.cause'), run: toCause, isOff: read === undefined },
    { id: 'effects', words: t('history.keys.effects'), run: toEffects, isOff: read === undefined },
    {
      id: 'preview',
      words: t('history.keys.expand'),
      run: () => setLook({ ...look, isExpanded: !look.isExpanded }),
      isOff: read === undefined,
    },
    { id: 'close', words: t('frame.shortcuts.closeThing'), run: () => setSequence(undefined) },
  ]);
  return (
    <Panes
      listSize="wide"
      isDetailOpen={sequence !== undefined}
      list={
        <Pane
          title={t('history.title')}
          isFlush
          subtitle={<LogSubtitle log={log} filter={filter} />}
          toolbar={
            <>
              {isFile(group) ? null : <GroupPicker place="history" group={group} />}
              <SegmentedControl
                aria-label={t('history.view')}
                value={view}
                data={VIEWS.map((name) => ({ value: name, label: t(`history.views.${name}`) }))}
                onChange={setView}
              />
              <Tooltip label={t('history.goto.title')}>
                <ActionIcon
                  variant="default"
                  aria-label={t('history.goto.title')}
                  onClick={() => setIsGoing(true)}
                >
                  <IconArrowBarToDown size={16} />
                </ActionIcon>
              </Tooltip>
              <ExportMenu group={group} filter={filter} />
            </>
          }
          {...(isWhole(log) ? {} : { footer: <LogFooter log={log} /> })}
        >
          {isFile(group) && <FileBanner connectionId={connectionId} />}
          <FilterBar
            group={group}
            filter={filter}
            onFilter={changeFilter}
            onLeave={backToList}
            view={viewName}
            onView={applyView}
          />
          <VerifyBar group={group} cursor={log.reach?.cursor} onGo={goTo} />
          <GoToSequence isOpen={isGoing} onClose={() => setIsGoing(false)} onGo={goTo} />
          {view === 'items' ? (
            <ItemsView
              group={group}
              filter={filter}
              onChoose={goTo}
              onOnly={(workItemId) => {
                changeFilter(withItem(filter, workItemId));
                setView('list');
              }}
            />
          ) : view === 'timeline' ? (
            <TimesView
              group={group}
              filter={filter}
              onStretch={({ workItemId }, from, through) => {
                const range = {
                  ...parseFilter(withItem(filter, workItemId)),
                  fromSequence: from,
                  throughSequence: through,
                };
                go('history', { connectionId, groupId, filter: formatFilter(range) });
              }}
            />
          ) : (
            <LogBody log={log} filter={filter}>
              <LogList
                group={group}
                filter={filter}
                log={log}
                refused={refused}
                chosenPlace={place}
                onChoose={choose}
                onChooseRefused={({ actionId }) => go('outbox', { connectionId, actionId })}
                shortcuts={[]}
              />
            </LogBody>
          )}
        </Pane>
      }
      detail={
        <EventPane
          group={group}
          sequence={sequence}
          look={look}
          onLook={setLook}
          onGo={goTo}
          onFilter={changeFilter}
          onBack={() => setSequence(undefined)}
          tab={tab}
          onTab={setTab}
          reach={log.reach}
        />
      }
    />
  );
}

/** Says in words that this is no connection, and what the file as a whole proves. */
function FileBanner(props: { readonly connectionId: string }) {
  const { t } = useTexts();
  const { rows } = useLive('bundles.follow');
  const file = rows.find(({ connectionId }) => connectionId === props.connectionId);
  if (file === undefined) return null;
  return (
    <div className="history-file" role="note">
      <IconFileSearch size={16} aria-hidden />
      <span>{t('files.banner', { name: file.name })}</span>
      <a href={hrefOf('files', { file: props.connectionId })}>{file.words.text}</a>
    </div>
  );
}

function LogBody(props: { readonly log: HistoryLog; readonly filter: string; readonly children: ReactNode }) {
  const { log, filter } = props;
  const { t } = useTexts();
  if (log.isLost) return <LostNote />;
  if (log.fault !== undefined) return <FaultNote fault={log.fault} />;
  if (log.isLoading) return <Skeleton rows={12} />;
  if (log.total > 0) return props.children;
  return filter === '' ? (
    <EmptyState
      icon={<IconHistory size={28} stroke={1.5} />}
      title={t('history.empty')}
      body={t('history.emptyBody')}
    />
  ) : (
    <p className="list-no-match">{t('history.nothingFits')}</p>
  );
}

function LogSubtitle(props: { readonly log: HistoryLog; readonly filter: string }) {
  const { total, reach } = props.log;
  const { t } = useTexts();
  if (reach === undefined || reach.cursor === reach.startsAfter) return null;
  const parts = [
    t('history.range', { from: reach.startsAfter + 1, to: reach.cursor }),
    t('history.events', { count: total }),
    ...(props.filter !== '' && isBehind(reach)
      ? [t('history.indexing', { through: reach.indexedThrough, cursor: reach.cursor })]
      : []),
  ];
  return <span className="numbers">{parts.join(' · ')}</span>;
}

function isWhole({ reach }: HistoryLog): boolean {
  return reach === undefined || (reach.startsAfter === 0 && reach.gap === undefined);
}

/** What is not here, in words. */
function LogFooter(props: { readonly log: HistoryLog }) {
  const { reach } = props.log;
  const { t } = useTexts();
  if (reach === undefined) return null;
  return (
    <div className="stack muted">
      {reach.gap !== undefined && (
        <span>{t('history.gap', { from: reach.gap.fromSequence, to: reach.gap.toSequence })}</span>
      )}
      {reach.startsAfter > 0 && <span>{t('history.notVisible', { through: reach.startsAfter })}</span>}
    </div>
  );
}

/** The filter, for one WorkItem and no other. */
function withItem(filter: string, workItemId: string | undefined): string {
  const parsed = parseFilter(filter);
  if (workItemId === undefined) return filter;
  const others = parsed.terms.filter(({ key, isExcluded }) => key !== 'item' || isExcluded);
  return formatFilter({
    ...parsed,
    terms: [...others, { key: 'item', value: workItemId, isExcluded: false }],
  });
}
