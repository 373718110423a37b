// Delegation Grants of one Mission or of all: what each allows, what was used of it, and what will end it.
import { Button } from '@mantine/core';
import { IconGitFork } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { GrantRow } from '../../../core/contract/people.ts';
import { hrefOf, useRouteValue } from '../../app/route.ts';
import { useTexts } from '../../i18n/i18n.ts';
import { useLive } from '../../transport/desk.tsx';
import { BudgetBars } from '../../ui/BudgetBars.tsx';
import { Countdown } from '../../ui/Countdown.tsx';
import { useGroup } from '../../ui/GroupPicker.tsx';
import { IdChip } from '../../ui/IdChip.tsx';
import { Instant } from '../../ui/Instant.tsx';
import { ListPane } from '../../ui/ListPane.tsx';
import { Pane, Panes, Section } from '../../ui/Pane.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { useShortcuts } from '../../ui/shortcuts.ts';
import { EventLink } from './EventLink.tsx';
import { GrantForm } from './GrantForm.tsx';
import { useMissionFilter } from './MissionFilter.tsx';

export function GrantsView(props: { readonly toolbar: ReactNode }) {
  const { t } = useTexts();
  const filter = useMissionFilter();
  const first = useGroup();
  const list = useLive('people.grants', filter);
  const [grantId, choose] = useRouteValue('grant');
  const [form, openForm] = useRouteValue('form');
  const selected = list.rows.find((row) => row.grantId === grantId) ?? list.rows[0];
  const mission =
    filter.connectionId !== undefined && filter.groupId !== undefined
      ? { connectionId: filter.connectionId, groupId: filter.groupId }
      : grantId !== undefined && selected !== undefined
        ? { connectionId: selected.connectionId, groupId: selected.groupId }
        : first;
  const isMaking = form === 'grant' && mission !== undefined;
  return (
    <Panes
      listSize="middle"
      isDetailOpen={grantId !== undefined || isMaking}
      list={
        <ListPane
          title={t('people.grants.title')}
          toolbar={props.toolbar}
          footer={
            <Button
              variant="default"
              disabled={mission === undefined}
              onClick={() => {
                choose(undefined);
                openForm('grant');
              }}
            >
              {t('people.grants.add')}
            </Button>
          }
          rows={list.rows}
          status={list.status}
          selectedId={selected?.id}
          onSelect={(row) => {
            openForm(undefined);
            choose(row.grantId);
          }}
          groupOf={({ connectionId, groupId, missionTitle }) => ({
            id: `${connectionId} ${groupId}`,
            title: missionTitle,
          })}
          textOf={({ grantee, target, missionTitle }) => `${grantee.name} ${target.title} ${missionTitle}`}
          shortcuts={[
            {
              id: 'new',
              words: t('people.grants.add'),
              run: () => openForm('grant'),
              isOff: mission === undefined,
            },
          ]}
          rowHeight={52}
          empty={
            <EmptyState
              icon={<IconGitFork size={28} stroke={1.5} />}
              title={t('people.grants.none')}
              body={t('people.grants.noneBody')}
            />
          }
          renderRow={(row) => <GrantLine row={row} />}
        />
      }
      detail={
        isMaking ? (
          <GrantForm
            key={`${mission.groupId} ${grantId ?? ''}`}
            mission={mission}
            former={grantId === undefined ? undefined : selected}
            onDone={() => openForm(undefined)}
          />
        ) : selected === undefined ? (
          <Pane title={t('common.detail')}>
            <EmptyState icon={<IconGitFork size={28} stroke={1.5} />} title={t('people.choose')} />
          </Pane>
        ) : (
          <GrantPane
            key={selected.id}
            row={selected}
            onRenew={() => {
              choose(selected.grantId);
              openForm('grant');
            }}
            onBack={() => choose(undefined)}
          />
        )
      }
    />
  );
}

function GrantLine(props: { readonly row: GrantRow }) {
  const { row } = props;
  return (
    <div className="row-two-lines">
      <div className="row-main">
        <span className="strong ellipsis">{row.grantee.name}</span>
        <span className="muted ellipsis">{row.target.title}</span>
        <span className="row-end">{row.holds && <Countdown endsAtMs={row.endsAtMs} />}</span>
      </div>
      <div className="row-aside">
        <span className={row.holds ? 'ellipsis' : 'ellipsis muted'}>{row.stateWords.text}</span>
      </div>
    </div>
  );
}

function GrantPane(props: {
  readonly row: GrantRow;
  readonly onRenew: () => void;
  readonly onBack: () => void;
}) {
  const { row, onRenew, onBack } = props;
  const { connectionId, groupId } = row;
  const { t } = useTexts();
  useShortcuts([{ id: 'decide', words: t('people.grants.renew'), run: onRenew }]);
  return (
    <Pane
      title={`${row.grantee.name} · ${row.target.title}`}
      subtitle={row.missionTitle}
      onBack={onBack}
      footer={
        <Button variant="default" onClick={onRenew}>
          {t('people.grants.renew')}
        </Button>
      }
    >
      <div className="stack-wide">
        <p className={row.holds ? 'good' : 'warn'}>{row.stateWords.text}</p>
        <dl className="facts">
          <dt>{t('people.grants.grantee')}</dt>
          <dd>
            <a href={hrefOf('agents', { agent: row.grantee.id })}>{row.grantee.name}</a>
          </dd>
          <dt>{t('people.grants.target')}</dt>
          <dd>
            <a href={hrefOf('work', { connectionId, groupId, workItemId: row.target.workItemId })}>
              {row.target.title}
            </a>{' '}
            <span className="muted">{row.target.stateWords.text}</span>
          </dd>
          <dt>{t('people.grants.depth')}</dt>
          <dd>{t('people.grants.levels', { count: row.maxDescendantDepth })}</dd>
          <dt>{t('people.grants.capabilities')}</dt>
          <dd className="mono">{row.capabilities.map(({ id, version }) => `${id} ${version}`).join(', ')}</dd>
          <dt>{t('people.grants.granted')}</dt>
          <dd>
            <Instant atMs={row.grantedAtMs} isFocusable /> · {row.grantedBy.name}{' '}
            {row.sequence !== undefined && (
              <EventLink connectionId={connectionId} groupId={groupId} sequence={row.sequence} />
            )}
          </dd>
          <dt>{t('people.grants.ends')}</dt>
          <dd>
            <Instant atMs={row.endsAtMs} isFocusable />
          </dd>
          <dt>Id</dt>
          <dd>
            <IdChip id={row.grantId} />
          </dd>
        </dl>
        <Section title={t('people.grants.use')}>
          <p className="muted">{t('people.grants.useHint')}</p>
          <BudgetBars dimensions={row.dimensions} currency={row.currency} />
        </Section>
        <Section title={t('people.grants.items')}>
          {row.items.length === 0 ? (
            <p className="muted">{t('people.grants.noItems')}</p>
          ) : (
            <ul className="people-lines">
              {row.items.map(({ workItemId, title, stateWords }) => (
                <li key={workItemId}>
                  <a href={hrefOf('work', { connectionId, groupId, workItemId })}>{title}</a>{' '}
                  <span className="muted">{stateWords.text}</span>
                </li>
              ))}
            </ul>
          )}
        </Section>
        {row.endsWith.length > 0 && (
          <Section title={t('people.grants.endsWith')}>
            <ul className="people-lines">
              {row.endsWith.map(({ key, text }) => (
                <li key={`${key} ${text}`}>{text}</li>
              ))}
            </ul>
          </Section>
        )}
      </div>
    </Pane>
  );
}
