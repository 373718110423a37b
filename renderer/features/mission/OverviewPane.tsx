// The overview of a Mission: what is wanted, how far it is, what happens next, and what can be done. Every figure follows
// from the log and the clock; nobody enters a percentage.
import { Button } from '@mantine/core';
import { IconArrowsMaximize, IconSitemap } from '@tabler/icons-react';
import { useEffect } from 'react';
import type { OverviewRow } from '../../../core/contract/missions.ts';
import { type GroupAddress, rememberGroup } from '../../app/last-group.ts';
import { go, hrefOf } from '../../app/route.ts';
import { useTexts } from '../../i18n/i18n.ts';
import { useLive } from '../../transport/desk.tsx';
import { ActionBar } from '../../ui/ActionBar.tsx';
import { BudgetBars } from '../../ui/BudgetBars.tsx';
import { Countdown } from '../../ui/Countdown.tsx';
import { Instant } from '../../ui/Instant.tsx';
import { Pane } from '../../ui/Pane.tsx';
import { BrokenState, Skeleton } from '../../ui/states.tsx';
import { StateWord } from '../../ui/StateWord.tsx';
import { useMissionActions } from './mission-actions.tsx';
import { Blockers, Counts, Definition, Moments } from './OverviewCards.tsx';
import './mission.css';

type Section = OverviewRow['section'];
export type SectionRow<Name extends Section> = Extract<OverviewRow, { section: Name }>;

export function OverviewPane(props: {
  readonly group: GroupAddress;
  readonly onBack?: () => void;
  readonly isWide?: boolean;
}) {
  const { group, isWide = false } = props;
  const { connectionId, groupId } = group;
  const { t } = useTexts();
  const view = useLive('missions.overview', { connectionId, groupId });
  const status = useLive('system.status').byId.get(connectionId);
  const act = useMissionActions(group, view.byId);
  useEffect(() => rememberGroup({ connectionId, groupId }), [connectionId, groupId]);

  const part = <Name extends Section>(name: Name): SectionRow<Name> | undefined =>
    view.rows.find((row): row is SectionRow<Name> => row.section === name);
  const header = part('header');
  const title = header?.title ?? t('frame.place.mission');
  if (header === undefined) {
    return (
      <Pane title={title} {...(props.onBack === undefined ? {} : { onBack: props.onBack })}>
        {view.isComplete || view.status === 'broken' ? (
          <BrokenState title={t('frame.notHere.title')} why={view.problem ?? t('frame.notHere.body')} />
        ) : (
          <Skeleton />
        )}
      </Pane>
    );
  }
  const actions = part('actions');
  const budget = part('budget');
  const definition = part('definition');
  const counts = part('counts');
  const moments = part('moments');
  const blockers = part('blockers');
  const isOffline = status !== undefined && status.status !== 'online' && status.status !== 'connecting';
  return (
    <Pane
      title={title}
      subtitle={<StateWord state={header.state} words={header.stateWords} />}
      staleSinceMs={isOffline || view.status === 'stale' ? status?.lastEventAtMs : undefined}
      {...(props.onBack === undefined ? {} : { onBack: props.onBack })}
      toolbar={
        <>
          <Button variant="default" leftSection={<IconSitemap size={14} />} onClick={() => go('plan', group)}>
            {t('missions.plan')}
          </Button>
          {!isWide && (
            <Button
              variant="default"
              leftSection={<IconArrowsMaximize size={14} />}
              onClick={() => go('mission', group)}
            >
              {t('missions.open')}
            </Button>
          )}
        </>
      }
    >
      <div className="overview">
        <Head header={header} connectionId={connectionId} />
        {actions !== undefined && (
          <ActionBar actions={actions.actions} onAct={act} mainIds={NEXT_STEPS} shown={isWide ? 5 : 3} />
        )}
        {header.state === 'active' || header.state === 'awaiting_approval' ? (
          <Obstacles row={part('submission')} />
        ) : null}
        <div className="overview-grid">
          {definition !== undefined && <Definition row={definition} />}
          {counts !== undefined && <Counts row={counts} group={group} />}
          {budget !== undefined && (
            <section className="card stack overview-budget" aria-label={t('missions.budget')}>
              <h3>{t('missions.budget')}</h3>
              <BudgetBars dimensions={budget.dimensions} currency={budget.currency} />
            </section>
          )}
          {moments !== undefined && <Moments row={moments} group={group} />}
          {blockers !== undefined && <Blockers row={blockers} group={group} />}
        </div>
        <Children row={part('children')} connectionId={connectionId} />
      </div>
    </Pane>
  );
}

const NEXT_STEPS = ['approve', 'submit-mission', 'new-item', 'follow-up'];

function Head(props: { readonly header: SectionRow<'header'>; readonly connectionId: string }) {
  const { header, connectionId } = props;
  const { t } = useTexts();
  const { coordinatorLease: lease, forecast } = header;
  return (
    <header className="stack-wide">
      <p className="overview-objective">{header.objective}</p>
      <dl className="facts">
        <dt>{t('missions.deadline')}</dt>
        <dd className="line">
          <Instant atMs={header.deadlineAtMs} isFocusable />
          <span className="muted">
            <Instant atMs={header.deadlineAtMs} isRelative />
          </span>
        </dd>
        {forecast !== undefined && (
          <>
            <dt>{t('missions.forecast')}</dt>
            <dd className="line">
              {forecast.endsAtMs === undefined ? (
                t('missions.forecastUnknown')
              ) : (
                <Instant atMs={forecast.endsAtMs} isFocusable />
              )}
              {forecast.isLate && <span className="bad strong">{t('missions.forecastLate')}</span>}
              {forecast.itemsWithoutEstimate > 0 && (
                <span className="muted">
                  {t('missions.withoutEstimate', { count: forecast.itemsWithoutEstimate })}
                </span>
              )}
            </dd>
          </>
        )}
        <dt>{t('missions.owner')}</dt>
        <dd>
          {header.owner.name}{' '}
          <span className="muted numbers">· {t('missions.revision', { revision: header.revision })}</span>
        </dd>
        <dt>{t('missions.coordinator')}</dt>
        <dd className="line">
          {t('missions.coordinatorIs', {
            name: header.coordinator.name,
            epoch: header.coordinatorEpoch,
          }).replace(/^Coordinator /u, '')}
          {lease !== undefined && (
            <>
              <span className="muted">· {t('missions.leaseEnds')}</span>
              <Countdown endsAtMs={lease.endsAtMs} />
              {lease.renewsAtMs !== undefined && (
                <span className="muted">
                  {t('missions.leaseRenews')} <Instant atMs={lease.renewsAtMs} isRelative />
                </span>
              )}
            </>
          )}
        </dd>
        {header.parent !== undefined && (
          <>
            <dt>{t('missions.parent')}</dt>
            <dd>
              <a href={hrefOf('mission', { connectionId, groupId: header.parent.groupId })}>
                {header.parent.title}
              </a>
            </dd>
          </>
        )}
        {header.followUpToMissionId !== undefined && (
          <>
            <dt>{t('missions.followsUp')}</dt>
            <dd className="mono">{header.followUpToMissionId}</dd>
          </>
        )}
      </dl>
    </header>
  );
}

function Obstacles(props: { readonly row: SectionRow<'submission'> | undefined }) {
  const { row } = props;
  const { t } = useTexts();
  if (row === undefined) return null;
  if (row.submitted !== undefined) {
    return (
      <p className="overview-submitted">
        {t('missions.submitted', {
          count: row.submitted.artifactHashes.length,
          revision: row.submitted.missionRevision,
        })}
      </p>
    );
  }
  return (
    <p className="overview-obstacles">
      <span className="strong">{t('missions.submission')}:</span>{' '}
      {row.obstacles.length === 0
        ? t('missions.nothingBlocks')
        : row.obstacles.map(({ text }) => text).join(' ')}
    </p>
  );
}

function Children(props: {
  readonly row: SectionRow<'children'> | undefined;
  readonly connectionId: string;
}) {
  const { row, connectionId } = props;
  const { t } = useTexts();
  if (row === undefined || row.children.length === 0) return null;
  return (
    <section className="card stack" aria-label={t('missions.children')}>
      <h3>{t('missions.children')}</h3>
      <ul className="plain-list stack">
        {row.children.map((child) => (
          <li key={child.groupId} className="line-apart">
            <a href={hrefOf('mission', { connectionId, groupId: child.groupId })}>{child.title}</a>
            <span className="muted">{child.stateWords.text}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
