// The start screen: one row per thing that needs somebody, by how soon it matters, each with its one best action.
import { Button, Select } from '@mantine/core';
import { IconBellCheck } from '@tabler/icons-react';
import { useState } from 'react';
import type { AttentionRowModel, AttentionSummary } from '../../../core/contract/attention.ts';
import { go, goTo, useRouteValue, useRouteView } from '../../app/route.ts';
import { useTexts } from '../../i18n/i18n.ts';
import { useDesk, useLive, useRequest } from '../../transport/desk.tsx';
import { announce } from '../../ui/announce.ts';
import { drop } from '../../ui/drop.ts';
import { Instant } from '../../ui/Instant.tsx';
import { ListPane } from '../../ui/ListPane.tsx';
import { Panes } from '../../ui/Pane.tsx';
import type { KeyActionId } from '../../ui/key-actions.ts';
import type { Shortcut } from '../../ui/shortcuts.ts';
import { SavedViews } from '../../ui/SavedViews.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { AttentionDetail } from './AttentionDetail.tsx';
import { AttentionLine } from './AttentionLine.tsx';
import { KeyLine } from './KeyLine.tsx';
import { hrefOfObject, takeBestAction } from './open-row.ts';
import './attention.css';

/** Keys of screens A that stand for the best action of the chosen row. */
const ACTION_KEYS = {
  review: ['review'],
  decide: ['grant-start', 'answer-submission'],
  offer: ['offer', 'offer-again', 'extend-offer', 'next-candidate', 'widen-offer', 'reassign'],
  fix: ['fix'],
  why: ['show-why'],
} as const satisfies Partial<Record<KeyActionId, readonly string[]>>;

/** The keys of an action; undefined for one that has none of its own. */
export function keyOfBestAction(actionId: string): keyof typeof ACTION_KEYS | undefined {
  const found = Object.entries(ACTION_KEYS).find(([, ids]: [string, readonly string[]]) =>
    ids.includes(actionId),
  );
  return found?.[0] as keyof typeof ACTION_KEYS | undefined;
}

export function AttentionScreen() {
  const { t } = useTexts();
  const desk = useDesk();
  const list = useLive('attention.follow');
  const [rowId, setRowId] = useRouteValue('row');
  const [mission, setMission] = useRouteValue('mission');
  const [signer, setSigner] = useRouteValue('signer');
  const applyView = useRouteView();
  const [isSnoozing, setIsSnoozing] = useState(false);
  const [markedIds, setMarkedIds] = useState<ReadonlySet<string>>(new Set());
  const showHidden = useRequest(desk.attention.showHidden);
  const mute = useRequest(desk.attention.mute);
  const markSeen = useRequest(desk.attention.markSeen);

  const rows = list.rows.filter(
    (row) =>
      (mission === undefined || row.groupId === mission) &&
      (signer === undefined || (signer === 'none' ? row.signer === undefined : row.signer?.id === signer)),
  );
  const selected = rows.find(({ id }) => id === rowId) ?? rows[0];
  const select = (row: AttentionRowModel | undefined): void => {
    setIsSnoozing(false);
    setRowId(row?.id);
  };
  const marked = rows.filter(({ id }) => markedIds.has(id));
  /** What keys and buttons speak of: the marked rows, or else the chosen one. */
  const meant = (row: AttentionRowModel): readonly AttentionRowModel[] =>
    marked.length > 0 ? marked : [row];
  const neighbourOf = (row: AttentionRowModel): AttentionRowModel | undefined => {
    const those = new Set(meant(row));
    const index = rows.indexOf(row);
    return (
      rows.slice(index + 1).find((each) => !those.has(each)) ??
      rows.slice(0, index).findLast((each) => !those.has(each))
    );
  };
  const toNextForMe = (step: 1 | -1): void => {
    const mine = rows.filter(({ severity }) => severity !== 'watch');
    if (mine.length === 0) return;
    const here = selected === undefined ? -1 : mine.indexOf(selected);
    select(mine[(here + step + mine.length) % mine.length]);
  };
  const muteRow = async (row: AttentionRowModel): Promise<void> => {
    const next = neighbourOf(row);
    for (const { groupId, rule, object } of meant(row)) {
      if (groupId === undefined) continue;
      const { connectionId } = object;
      if ((await mute.run({ rule, connectionId, groupId, isMuted: true })) === undefined) return;
    }
    setMarkedIds(new Set());
    announce(t('attention.muted'));
    select(next);
  };
  const finishRow = async (row: AttentionRowModel): Promise<void> => {
    const next = neighbourOf(row);
    let isDone = true;
    for (const { id } of meant(row)) isDone = (await markSeen.run({ rowId: id })) !== undefined && isDone;
    setMarkedIds(new Set());
    if (isDone) select(next);
    else announce(t('attention.cannotBeDone'), 'assertive');
  };

  const shortcuts: Shortcut[] = [
    { id: 'next-for-me', words: t('frame.shortcuts.nextForMe'), run: () => toNextForMe(1) },
    { id: 'previous-for-me', words: t('frame.shortcuts.previousForMe'), run: () => toNextForMe(-1) },
  ];
  if (selected !== undefined) {
    shortcuts.push(
      { id: 'done', words: t('attention.done'), run: () => drop(() => finishRow(selected)) },
      { id: 'snooze', words: t('attention.snooze'), run: () => setIsSnoozing(true) },
      {
        id: 'mute',
        words: t('attention.mute'),
        isOff: meant(selected).every(({ groupId }) => groupId === undefined),
        run: () => drop(() => muteRow(selected)),
      },
    );
    const key = keyOfBestAction(selected.action.id);
    if (key !== undefined) {
      shortcuts.push({ id: key, words: selected.action.words.text, run: () => takeBestAction(selected) });
    }
  }

  const { summary } = list;
  return (
    <Panes
      listSize="wide"
      isDetailOpen={rowId !== undefined}
      list={
        <ListPane
          title={t('frame.place.attention')}
          subtitle={list.isComplete ? t('attention.openCount', { count: rows.length }) : undefined}
          toolbar={
            <>
              <Filters
                rows={list.rows}
                mission={mission ?? null}
                signer={signer ?? null}
                onMission={(groupId) => setMission(groupId ?? undefined)}
                onSigner={(id) => setSigner(id ?? undefined)}
              />
              <SavedViews place="attention" values={{ mission, signer }} onApply={applyView} />
            </>
          }
          rows={rows}
          status={list.status}
          selectedId={selected?.id}
          onSelect={select}
          onOpen={(row) => goTo(hrefOfObject(row))}
          textOf={(row) => `${row.title} ${row.missionTitle ?? ''} ${row.words.text}`}
          groupOf={(row) => ({
            id: row.severity,
            title: t(`attention.${row.severity}`),
            aside: <span className="row-aside">{t(`attention.${row.severity}Hint`)}</span>,
          })}
          needsMe={({ severity }) => severity !== 'watch'}
          marks={{ ids: markedIds, onChange: setMarkedIds }}
          rowHeight={46}
          renderRow={(row, { isSelected }) => <AttentionLine row={row} isSelected={isSelected} />}
          shortcuts={shortcuts}
          empty={<NothingNeedsYou summary={summary} />}
          footer={
            <>
              <KeyLine />
              <div className="line-apart muted">
                <span>
                  {summary !== undefined &&
                    summary.doneToday > 0 &&
                    t('attention.doneToday', { count: summary.doneToday })}
                </span>
                {summary !== undefined && summary.hiddenCount > 0 && (
                  <span className="line">
                    {t('attention.hidden', { count: summary.hiddenCount })}
                    <Button
                      size="compact-xs"
                      variant="default"
                      loading={showHidden.isRunning}
                      onClick={() => drop(() => showHidden.run())}
                    >
                      {t('attention.showHidden')}
                    </Button>
                  </span>
                )}
              </div>
            </>
          }
        />
      }
      detail={
        <AttentionDetail
          key={selected?.id ?? 'nothing'}
          row={selected}
          marked={marked}
          isSnoozing={isSnoozing}
          onSnoozing={setIsSnoozing}
          onGone={() => {
            select(selected === undefined ? undefined : neighbourOf(selected));
            setMarkedIds(new Set());
          }}
          onMute={(row) => drop(() => muteRow(row))}
          onBack={() => select(undefined)}
        />
      }
    />
  );
}

function Filters(props: {
  readonly rows: readonly AttentionRowModel[];
  readonly mission: string | null;
  readonly signer: string | null;
  readonly onMission: (groupId: string | null) => void;
  readonly onSigner: (id: string | null) => void;
}) {
  const { rows } = props;
  const { t } = useTexts();
  const missions = new Map<string, string>();
  const signers = new Map<string, string>();
  for (const { groupId, missionTitle, signer } of rows) {
    if (groupId !== undefined && missionTitle !== undefined) missions.set(groupId, missionTitle);
    if (signer !== undefined) signers.set(signer.id, signer.name);
  }
  const options = (entries: ReadonlyMap<string, string>) =>
    [...entries].map(([value, label]) => ({ value, label }));
  return (
    <>
      <Select
        size="xs"
        w={130}
        clearable
        aria-label={t('attention.filterMission')}
        placeholder={t('attention.allMissions')}
        data={options(missions)}
        value={props.mission}
        onChange={props.onMission}
      />
      <Select
        size="xs"
        w={130}
        clearable
        aria-label={t('attention.filterSigner')}
        placeholder={t('attention.allSigners')}
        data={[...options(signers), { value: 'none', label: t('attention.noSigner') }]}
        value={props.signer}
        onChange={props.onSigner}
      />
    </>
  );
}

function NothingNeedsYou(props: { readonly summary: AttentionSummary | undefined }) {
  const next = props.summary?.next;
  const { t } = useTexts();
  return (
    <EmptyState
      icon={<IconBellCheck size={28} stroke={1.5} />}
      title={t('attention.nothing')}
      body={
        <div className="stack">
          <span>{t('attention.nothingBody')}</span>
          {next !== undefined && (
            <span>
              {t('attention.nextMoment', { words: next.words.text })} <Instant atMs={next.atMs} isFocusable />
            </span>
          )}
        </div>
      }
      action={
        <Button variant="default" onClick={() => go('missions', {})}>
          {t('frame.place.missions')}
        </Button>
      }
    />
  );
}
