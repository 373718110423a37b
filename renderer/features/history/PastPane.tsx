// The state as it was after an Event, to be read only: a slider over the log, the Mission, and its items.
import { Slider } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { HistoryReach, PastState } from '../../../core/contract/history.ts';
import type { GroupAddress } from '../../app/last-group.ts';
import { hrefOf } from '../../app/route.ts';
import { useTexts } from '../../i18n/i18n.ts';
import { useDesk } from '../../transport/desk.tsx';
import { Instant } from '../../ui/Instant.tsx';
import { FaultNote, LostNote, Skeleton } from '../../ui/states.tsx';

/** How long the slider rests before the state is asked for. */
const RESTING_MS = 120;
/** Items that are drawn; the others are counted. */
const SHOWN_ITEMS = 100;

export function PastPane(props: {
  readonly group: GroupAddress;
  readonly sequence: number;
  readonly reach: HistoryReach | undefined;
  /** What the Event at this place is about. */
  readonly workItemId: string | undefined;
  readonly onGo: (sequence: number) => void;
}) {
  const { group, sequence, reach, onGo } = props;
  const { connectionId, groupId } = group;
  const { t, language } = useTexts();
  const desk = useDesk();
  const [at, setAt] = useState(sequence);
  const [known, setKnown] = useState(sequence);
  if (known !== sequence) {
    setKnown(sequence);
    setAt(sequence);
  }
  useEffect(() => {
    if (at === sequence) return undefined;
    const timer = setTimeout(() => onGo(at), RESTING_MS);
    return () => clearTimeout(timer);
  }, [at, sequence, onGo]);
  const { data, isError, isPlaceholderData } = useQuery({
    queryKey: ['history.past', connectionId, groupId, sequence, language],
    queryFn: () => desk.history.stateAt({ connectionId, groupId, sequence }),
    placeholderData: keepPreviousData,
    // The past does not change.
    staleTime: Infinity,
  });
  return (
    <div className="stack-wide">
      {reach !== undefined && reach.cursor > reach.startsAfter && (
        <Slider
          size="sm"
          min={reach.startsAfter + 1}
          max={reach.cursor}
          value={at}
          label={(value) => `#${value}`}
          thumbLabel={t('history.past.slider')}
          onChange={setAt}
        />
      )}
      <p className="history-past-note">
        {t('history.past.note', { sequence })}{' '}
        <a
          href={hrefOf('plan', {
            connectionId,
            groupId,
            at: String(sequence),
            ...(props.workItemId === undefined ? {} : { item: props.workItemId }),
          })}
        >
          {t('history.past.asPlan')}
        </a>
      </p>
      {isError && <LostNote />}
      {data === undefined && !isError && <Skeleton />}
      {data?.ok === false && <FaultNote fault={data.fault} />}
      {data?.ok === true && (
        <div className="stack-wide" aria-busy={isPlaceholderData}>
          <Past state={data.value} workItemId={props.workItemId} />
        </div>
      )}
    </div>
  );
}

function Past(props: { readonly state: PastState; readonly workItemId: string | undefined }) {
  const { state, workItemId } = props;
  const { t } = useTexts();
  const { mission, items, counts } = state;
  const shown = items.slice(0, SHOWN_ITEMS);
  return (
    <>
      {state.isPartial && <p className="muted">{t('history.past.partial')}</p>}
      {mission === undefined ? (
        <p>{t('history.past.noMission')}</p>
      ) : (
        <dl className="facts">
          <dt>{t('history.past.mission')}</dt>
          <dd className="strong">{mission.title}</dd>
          <dt>{t('history.past.state')}</dt>
          <dd>
            {mission.stateWords.text} · {t('history.past.revision', { revision: mission.revision })}
          </dd>
          <dt>{t('history.past.coordinator')}</dt>
          <dd>
            {mission.coordinator.name} · {t('history.past.epoch', { epoch: mission.coordinatorEpoch })}
          </dd>
          <dt>{t('history.past.members')}</dt>
          <dd className="numbers">{state.activeMembers}</dd>
        </dl>
      )}
      <p className="numbers">
        {counts.length === 0
          ? t('history.past.noItems')
          : counts.map(({ stateWords, count }) => `${count} ${stateWords.text}`).join(' · ')}
      </p>
      {shown.length > 0 && (
        <table className="table">
          <thead>
            <tr>
              <th>{t('history.past.item')}</th>
              <th>{t('history.past.state')}</th>
              <th>{t('history.past.owner')}</th>
              <th>{t('history.past.deadline')}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((item) => (
              <tr
                key={item.workItemId}
                {...(item.workItemId === workItemId ? { 'aria-current': true as const } : {})}
              >
                <td>{item.title}</td>
                <td>{item.stateWords.text}</td>
                <td>
                  {item.owner === undefined
                    ? '–'
                    : t('history.past.ownedBy', { name: item.owner.name, epoch: item.ownershipEpoch ?? 0 })}
                </td>
                <td>
                  <Instant atMs={item.deadlineAtMs} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {items.length > shown.length && (
        <p className="muted">{t('history.past.more', { count: items.length - shown.length })}</p>
      )}
    </>
  );
}
