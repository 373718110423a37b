// One connection: how it stands, who acts through it, what leaves this computer, and its Groups.
import { Button, Checkbox, Switch } from '@mantine/core';
import { useState } from 'react';
import type { ConnectionRow, GroupSyncRow } from '../../../core/contract/connections.ts';
import { hrefOf } from '../../app/route.ts';
import { useTexts } from '../../i18n/i18n.ts';
import { useDesk, useLive, useRequest } from '../../transport/desk.tsx';
import { formatNumber, formatOffset } from '../../ui/format.ts';
import { drop } from '../../ui/drop.ts';
import { IdChip } from '../../ui/IdChip.tsx';
import { Instant } from '../../ui/Instant.tsx';
import { Pane, Section } from '../../ui/Pane.tsx';
import { useShortcuts } from '../../ui/shortcuts.ts';
import { FaultNote, LostNote } from '../../ui/states.tsx';
import { SecondDeviceNote } from '../takeover/SecondDeviceNote.tsx';
import './connections.css';

export function ConnectionPane(props: { readonly row: ConnectionRow; readonly onBack: () => void }) {
  const { row } = props;
  const { connectionId } = row;
  const { t } = useTexts();
  const desk = useDesk();
  const groups = useLive('connections.groups').rows.filter((group) => group.connectionId === connectionId);
  const retry = useRequest(desk.connections.retry);
  const workOffline = useRequest(desk.connections.workOffline);
  const reclaim = useRequest(desk.connections.reclaim);
  const [isRemoving, setIsRemoving] = useState(false);
  const switchOffline = (): void =>
    drop(() => workOffline.run({ connectionId, isOffline: !row.isWorkingOffline }));
  useShortcuts([{ id: 'work-offline', words: t('computer.connections.workOffline'), run: switchOffline }]);
  const fault = retry.fault ?? workOffline.fault ?? reclaim.fault;
  return (
    <Pane title={row.name} subtitle={row.words.text} onBack={props.onBack}>
      <div className="stack-wide connection">
        <div className="line">
          {canRetry(row) && (
            <Button loading={retry.isRunning} onClick={() => drop(() => retry.run({ connectionId }))}>
              {t('computer.connections.retry')}
            </Button>
          )}
          <Switch
            checked={row.isWorkingOffline}
            label={t('computer.connections.workOffline')}
            description={t('computer.connections.workOfflineHint')}
            onChange={switchOffline}
          />
        </div>
        {row.status !== 'online' && <SecondDeviceNote connectionId={connectionId} />}
        {row.status === 'replaced' && (
          <div className="card line-apart">
            <p>{t('computer.connections.reclaimHint')}</p>
            <Button
              variant="default"
              loading={reclaim.isRunning}
              onClick={() => drop(() => reclaim.run({ connectionId }))}
            >
              {t('computer.connections.reclaim')}
            </Button>
          </div>
        )}
        {fault !== undefined && <FaultNote fault={fault} />}
        {(retry.isLost || workOffline.isLost || reclaim.isLost) && <LostNote />}
        <ConnectionFacts row={row} />
        <Section title={t('computer.connections.groups')}>
          <GroupTable groups={groups} />
        </Section>
        {row.defects !== undefined && (
          <Section title={t('computer.connections.defects')}>
            <p className="muted">{t('computer.connections.defectsHint')}</p>
            <ul className="connection-sends">
              {row.defects.map((defect) => (
                <li key={`${defect.actionId} ${defect.atMs}`}>
                  {defect.words.text} · <Instant atMs={defect.atMs} isFocusable /> ·{' '}
                  <IdChip id={defect.actionId} />
                </li>
              ))}
            </ul>
          </Section>
        )}
        <Section title={t('computer.connections.sends')}>
          <ul className="connection-sends">
            {row.sends.map(({ key, text }) => (
              <li key={key + text}>{text}</li>
            ))}
          </ul>
        </Section>
        <div>
          {isRemoving ? (
            <RemoveForm connectionId={connectionId} onCancel={() => setIsRemoving(false)} />
          ) : (
            <Button variant="subtle" color="red" onClick={() => setIsRemoving(true)}>
              {t('computer.connections.remove')}
            </Button>
          )}
        </div>
      </div>
    </Pane>
  );
}

/** As long as an identity waits for its next try. */
function canRetry({ status, identities }: ConnectionRow): boolean {
  return (
    status === 'offline' || (status === 'online' && identities.some(({ trouble }) => trouble !== undefined))
  );
}

function ConnectionFacts(props: { readonly row: ConnectionRow }) {
  const { row } = props;
  const { t, language } = useTexts();
  return (
    <dl className="facts">
      <dt>{t('computer.connections.address')}</dt>
      <dd className="mono">{row.origin}</dd>
      <dt>{t('computer.connections.organization')}</dt>
      <dd className="mono">{row.organizationId}</dd>
      <dt>{t('computer.connections.tls')}</dt>
      <dd>{row.isTls ? t('computer.connections.tlsOn') : t('computer.connections.tlsOff')}</dd>
      {row.clockOffsetMs !== undefined && (
        <>
          <dt>{t('computer.connections.clock')}</dt>
          <dd className="numbers">
            {t('computer.connections.clockOffset', {
              offset: formatOffset(row.clockOffsetMs, language),
            })}
          </dd>
        </>
      )}
      {row.offlineSinceMs !== undefined && (
        <>
          <dt>{t('computer.connections.offlineSince')}</dt>
          <dd>
            <Instant atMs={row.offlineSinceMs} isFocusable />
          </dd>
        </>
      )}
      {row.lastFault !== undefined && (
        <>
          <dt>{t('computer.connections.lastFault')}</dt>
          <dd>{row.lastFault.text}</dd>
        </>
      )}
      <dt>{t('computer.connections.identities')}</dt>
      <dd>
        <ul className="plain-list stack">
          {row.identities.map((identity) => (
            <li key={identity.keyId}>
              <span className="strong">{identity.person.name}</span>{' '}
              <span className="muted">
                ({t(`common.actor.${identity.person.type}`)})
                {identity.sessionEpoch !== undefined &&
                  ` · ${t('computer.connections.session', { epoch: identity.sessionEpoch })}`}
                {' · '}
                {t(`computer.connections.path.${identity.path}`)}
              </span>
              {identity.key !== 'usable' && (
                <span className="warn"> · {t(`sheet.keyState.${identity.key}`)}</span>
              )}
              {identity.trouble !== undefined && <div className="warn">{identity.trouble.text}</div>}
              {identity.pathWords !== undefined && <div className="muted">{identity.pathWords.text}</div>}
            </li>
          ))}
        </ul>
      </dd>
    </dl>
  );
}

const TONES: { readonly [State in GroupSyncRow['state']]: 'good' | 'warn' | 'bad' | 'muted' } = {
  current: 'good',
  behind: 'warn',
  gap: 'warn',
  'snapshot-needed': 'warn',
  'verification-failed': 'bad',
  left: 'muted',
};

function GroupTable(props: { readonly groups: readonly GroupSyncRow[] }) {
  const { t, language } = useTexts();
  const number = (value: number | undefined): string =>
    value === undefined ? '?' : formatNumber(value, language);
  if (props.groups.length === 0) return <p className="muted">{t('computer.connections.noGroups')}</p>;
  return (
    <div
      className="connection-groups"
      tabIndex={0}
      role="region"
      aria-label={t('computer.connections.groups')}
    >
      <table className="table">
        <thead>
          <tr>
            <th scope="col">{t('computer.connections.columns.group')}</th>
            <th scope="col" className="number">
              {t('computer.connections.columns.cursor')}
            </th>
            <th scope="col" className="number">
              {t('computer.connections.columns.head')}
            </th>
            <th scope="col">{t('computer.connections.columns.gap')}</th>
            <th scope="col">{t('computer.connections.columns.state')}</th>
            <th scope="col">{t('computer.connections.columns.last')}</th>
          </tr>
        </thead>
        <tbody>
          {props.groups.map((group) => (
            <tr key={group.id}>
              <td>
                <a href={hrefOf('mission', { connectionId: group.connectionId, groupId: group.groupId })}>
                  {group.title}
                </a>
              </td>
              <td className="number">{number(group.cursor)}</td>
              <td className="number">{number(group.head)}</td>
              <td className="numbers">
                {group.gap === undefined
                  ? '–'
                  : t('computer.connections.gap', {
                      from: number(group.gap.fromSequence),
                      to: number(group.gap.toSequence),
                    })}
              </td>
              <td>
                <span className={TONES[group.state]}>{group.stateWords.text}</span>
                {group.waitingCommands > 0 && (
                  <div className="muted">
                    {t('computer.connections.waiting', { count: group.waitingCommands })}
                  </div>
                )}
              </td>
              <td>
                {group.lastEventAtMs !== undefined && <Instant atMs={group.lastEventAtMs} isRelative />}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function RemoveForm(props: { readonly connectionId: string; readonly onCancel: () => void }) {
  const { t } = useTexts();
  const desk = useDesk();
  const remove = useRequest(desk.connections.remove);
  const [forget, setForget] = useState(false);
  return (
    <div className="card stack">
      <p>{t('computer.connections.removeHint')}</p>
      <Checkbox
        checked={forget}
        label={t('computer.connections.forget')}
        onChange={(event) => setForget(event.currentTarget.checked)}
      />
      {remove.fault !== undefined && <FaultNote fault={remove.fault} />}
      {remove.isLost && <LostNote />}
      <div className="line">
        <Button variant="default" onClick={props.onCancel}>
          {t('common.cancel')}
        </Button>
        <Button
          variant="outline"
          color="red"
          loading={remove.isRunning}
          onClick={() => drop(() => remove.run({ connectionId: props.connectionId, forget }))}
        >
          {t('computer.connections.removeNow')}
        </Button>
      </div>
    </div>
  );
}
