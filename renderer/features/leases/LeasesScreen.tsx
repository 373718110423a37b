// Leases and epochs: everything that time ends, over all Missions, by when it ends; who is fenced; and what a sleep would cost.
import { Button, SegmentedControl } from '@mantine/core';
import { IconClock, IconHourglass } from '@tabler/icons-react';
import { useState } from 'react';
import type { LeaseRow } from '../../../core/contract/leases.ts';
import { go, goTo, useRouteValue } from '../../app/route.ts';
import { useTexts } from '../../i18n/i18n.ts';
import { useLive } from '../../transport/desk.tsx';
import { Countdown } from '../../ui/Countdown.tsx';
import { IdChip } from '../../ui/IdChip.tsx';
import { Instant } from '../../ui/Instant.tsx';
import { ListPane } from '../../ui/ListPane.tsx';
import { Pane } from '../../ui/Pane.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { hrefOfLease, takeStep } from './lease-acts.ts';
import { EpochsPane } from './EpochsPane.tsx';
import { SleepPane } from './SleepPane.tsx';
import './leases.css';

const VIEWS = ['leases', 'epochs', 'sleep'] as const;
type View = (typeof VIEWS)[number];

export function LeasesScreen() {
  const { t } = useTexts();
  const [chosenView, chooseView] = useRouteValue('view');
  const view: View = VIEWS.find((each) => each === chosenView) ?? 'leases';
  const views = (
    <SegmentedControl
      size="xs"
      aria-label={t('terms.leases.view')}
      data={VIEWS.map((value) => ({ value, label: t(`terms.leases.views.${value}`) }))}
      value={view}
      onChange={(value) => chooseView(value === 'leases' ? undefined : value)}
    />
  );
  if (view === 'leases') return <LeaseTable views={views} />;
  return (
    <Pane title={t('terms.leases.title')} toolbar={views}>
      {view === 'epochs' ? <EpochsPane /> : <SleepPane />}
    </Pane>
  );
}

function LeaseTable(props: { readonly views: React.ReactNode }) {
  const { t } = useTexts();
  const list = useLive('leases.follow');
  const [chosenId, choose] = useRouteValue('lease');
  const [show, setShow] = useRouteValue('show');
  const [hasChosen, setHasChosen] = useState(false);
  const isMine = show === 'mine';
  const rows = isMine ? list.rows.filter((row) => row.isMine) : list.rows;
  const selected = rows.find(({ id }) => id === chosenId) ?? rows[0];
  return (
    <ListPane
      title={t('terms.leases.title')}
      toolbar={
        <>
          {props.views}
          <SegmentedControl
            size="xs"
            aria-label={t('terms.leases.whose')}
            data={[
              { value: 'all', label: t('terms.leases.all') },
              { value: 'mine', label: t('terms.leases.mine') },
            ]}
            value={isMine ? 'mine' : 'all'}
            onChange={(value) => setShow(value === 'mine' ? 'mine' : undefined)}
          />
        </>
      }
      rows={rows}
      status={list.status}
      selectedId={selected?.id}
      onSelect={({ id }) => {
        setHasChosen(true);
        choose(id);
      }}
      onOpen={(row) => goTo(hrefOfLease(row))}
      textOf={(row) => `${row.title} ${row.missionTitle} ${row.holder.name} ${row.typeWords.text}`}
      needsMe={(row) => row.next.isOpen}
      columns={
        <div className="lease-row">
          {(['ends', 'type', 'item', 'holder', 'epochs', 'renewals', 'next'] as const).map((name) => (
            <span key={name} data-column={name}>
              {t(`terms.leases.columns.${name}`)}
            </span>
          ))}
        </div>
      }
      shortcuts={
        selected?.next.isOpen === true
          ? [{ id: 'done', words: t('terms.leases.doNext'), run: () => takeStep(selected) }]
          : []
      }
      footer={selected === undefined ? undefined : <LeaseFacts row={selected} hasChosen={hasChosen} />}
      empty={
        <EmptyState
          icon={<IconHourglass size={28} stroke={1.5} />}
          title={t(isMine ? 'terms.leases.noneMine' : 'terms.leases.none')}
          body={t('terms.leases.noneBody')}
        />
      }
      renderRow={(row, { isSelected }) => <LeaseLine row={row} isSelected={isSelected} />}
    />
  );
}

function LeaseLine(props: { readonly row: LeaseRow; readonly isSelected: boolean }) {
  const { row, isSelected } = props;
  const { t } = useTexts();
  return (
    <div className="lease-row" data-standing={row.standing}>
      <span data-column="ends" className="lease-ends">
        <Countdown endsAtMs={row.endsAtMs} />
        {row.standing !== 'runs' && row.standing !== 'over' && (
          <span className="by-clock">{row.standingWords.text}</span>
        )}
      </span>
      <span data-column="type">{row.typeWords.text}</span>
      <span data-column="item" className="lease-item">
        <span className="strong ellipsis" title={row.title}>
          {row.title}
        </span>
        {row.workItemId !== undefined && <span className="muted ellipsis">{row.missionTitle}</span>}
      </span>
      <span data-column="holder" className="ellipsis">
        {row.holder.name}
      </span>
      <span data-column="epochs" className="lease-epochs numbers muted">
        {epochsOf(row, t).map((each) => (
          <span key={each}>{each}</span>
        ))}
      </span>
      <span data-column="renewals" className="numbers">
        {row.renewals}
      </span>
      <span data-column="next" className="lease-next">
        {row.next.isOpen ? (
          <Button
            size="compact-xs"
            variant="default"
            tabIndex={isSelected ? 0 : -1}
            onClick={(event) => {
              event.stopPropagation();
              takeStep(row);
            }}
          >
            {row.next.words.text}
          </Button>
        ) : (
          <span className="muted">{row.next.words.text}</span>
        )}
      </span>
    </div>
  );
}

function epochsOf(row: LeaseRow, t: ReturnType<typeof useTexts>['t']): readonly string[] {
  return [
    t('terms.leases.session', { epoch: row.sessionEpoch }),
    ...(row.ownershipEpoch === undefined ? [] : [t('terms.leases.ownership', { epoch: row.ownershipEpoch })]),
    ...(row.coordinatorEpoch === undefined ? [] : [t('terms.leases.term', { epoch: row.coordinatorEpoch })]),
  ];
}

/** What a row has no room for. */
function LeaseFacts(props: { readonly row: LeaseRow; readonly hasChosen: boolean }) {
  const { row } = props;
  const { t } = useTexts();
  const moments = [
    ['started', row.startsAtMs],
    ['startBy', row.startByMs],
    ['renewed', row.renewedAtMs],
    ['ends', row.endsAtMs],
    ['grace', row.graceEndsAtMs],
  ] as const;
  return (
    <div className="lease-facts" aria-live={props.hasChosen ? 'polite' : 'off'}>
      <span className="strong">{row.title}</span>
      {moments.map(([name, atMs]) =>
        atMs === undefined ? null : (
          <span key={name}>
            <span className="muted">{t(`terms.leases.moments.${name}`)}</span>{' '}
            <Instant atMs={atMs} isFocusable />
          </span>
        ),
      )}
      <span className="by-clock">
        <IconClock size={13} aria-hidden /> {row.standingWords.text}
      </span>
      <IdChip id={row.leaseId} />
      <Button
        size="compact-xs"
        variant="subtle"
        onClick={() =>
          row.workItemId === undefined
            ? go('mission', { connectionId: row.connectionId, groupId: row.groupId })
            : go('work', {
                connectionId: row.connectionId,
                groupId: row.groupId,
                workItemId: row.workItemId,
                tab: 'execution',
              })
        }
      >
        {t(row.workItemId === undefined ? 'terms.leases.openMission' : 'terms.leases.openItem')}
      </Button>
    </div>
  );
}
