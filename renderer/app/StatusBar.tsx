// The status bar: how the connections stand, who acts, what is on its way, clock and keys. Every part is a button and says
// in words what its colour says.
import { Menu, Tooltip } from '@mantine/core';
import {
  IconAlertTriangle,
  IconChevronUp,
  IconCircleCheck,
  IconClockExclamation,
  IconKey,
  IconLoader,
  IconPlugConnectedX,
  IconSend,
  IconUser,
} from '@tabler/icons-react';
import type { ConnectionStatusRow, StatusSummary } from '../../core/contract/system.ts';
import { useTexts } from '../i18n/i18n.ts';
import { AssistantStatus } from '../features/assistant/StopPart.tsx';
import { useDesk, useLive, useRequest } from '../transport/desk.tsx';
import { useAuthorityNow } from '../ui/clock.tsx';
import { formatDuration, formatNumber, formatOffset } from '../ui/format.ts';
import { go } from './route.ts';

/** From here on signatures may be refused for freshness (0.7). */
const CLOCK_WARNING_MS = 30_000;
const CLOCK_SHOWN_MS = 2_000;

export function StatusBar() {
  const { t } = useTexts();
  const { rows, summary } = useLive('system.status');
  return (
    <footer className="status-bar" aria-label={t('frame.statusBar')} data-pane tabIndex={-1}>
      {rows.map((row) => (
        <ConnectionPart key={row.id} row={row} />
      ))}
      <span className="status-bar-gap" />
      {summary !== undefined && (
        <>
          <ActingAs summary={summary} />
          <AssistantStatus />
          <OutboxPart summary={summary} />
          <ClockPart offsetMs={summary.clockOffsetMs} />
          <KeysPart keys={summary.keys} />
        </>
      )}
    </footer>
  );
}

const CONNECTION_ICONS = {
  online: IconCircleCheck,
  connecting: IconLoader,
  offline: IconPlugConnectedX,
  replaced: IconAlertTriangle,
  'working-offline': IconPlugConnectedX,
} as const;

function ConnectionPart(props: { readonly row: ConnectionStatusRow }) {
  const { row } = props;
  const { t, language } = useTexts();
  const nowMs = useAuthorityNow(10_000);
  const Icon = CONNECTION_ICONS[row.status];
  const state =
    row.status === 'offline' && row.offlineSinceMs !== undefined
      ? t('frame.status.offlineFor', { duration: formatDuration(nowMs - row.offlineSinceMs, language) })
      : t(`frame.status.${row.status}`);
  const sequence =
    row.head === undefined
      ? t('frame.status.sequenceUnknown', { cursor: formatNumber(row.cursor, language) })
      : t('frame.status.sequence', {
          cursor: formatNumber(row.cursor, language),
          head: formatNumber(row.head, language),
        });
  return (
    <button
      type="button"
      className="status-bar-part"
      data-tone={row.status === 'online' ? 'good' : row.status === 'replaced' ? 'bad' : 'warn'}
      title={t('frame.status.connection', { name: row.name })}
      onClick={() => go('connections', { connectionId: row.connectionId })}
    >
      <Icon size={14} aria-hidden />
      <span className="strong">{row.name}</span>
      {row.isDemo && <span className="demo-mark">{t('frame.demo')}</span>}
      <span>{state}</span>
      <span className="status-bar-detail numbers">{sequence}</span>
      {row.status === 'online' && row.lastEventAtMs !== undefined && (
        <span className="status-bar-detail status-bar-extra numbers">
          {t('facts.time.ago', { duration: formatDuration(nowMs - row.lastEventAtMs, language) })}
        </span>
      )}
    </button>
  );
}

function ActingAs(props: { readonly summary: StatusSummary }) {
  const { actingAs, identities } = props.summary;
  const { t } = useTexts();
  const desk = useDesk();
  const actAs = useRequest(desk.system.actAs);
  return (
    <Menu position="top-end">
      <Menu.Target>
        <button type="button" className="status-bar-part">
          <IconUser size={14} aria-hidden />
          <span>
            {actingAs === undefined
              ? t('frame.status.actingAsNobody')
              : t('frame.status.actingAs', { name: actingAs.name, type: t(`common.actor.${actingAs.type}`) })}
          </span>
          <IconChevronUp size={12} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('frame.actAs.title')}</Menu.Label>
        {identities.length === 0 && <Menu.Label>{t('frame.actAs.none')}</Menu.Label>}
        {identities.map(({ connectionId, connectionName, type, id, name }) => (
          <Menu.Item
            key={`${connectionId} ${id}`}
            {...(actingAs?.id === id && actingAs.connectionId === connectionId
              ? { rightSection: <IconCircleCheck size={14} aria-label={t('common.yes')} /> }
              : {})}
            onClick={() => {
              actAs
                .run({ connectionId, actor: { type, id } })
                .catch((fault: unknown) => console.error('Acting as somebody else failed', fault));
            }}
          >
            {name} ({t(`common.actor.${type}`)}) <span className="muted">{connectionName}</span>
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item onClick={() => go('keys', {})}>{t('frame.actAs.more')}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function OutboxPart(props: { readonly summary: StatusSummary }) {
  const { outbox } = props.summary;
  const { t } = useTexts();
  return (
    <button
      type="button"
      className="status-bar-part"
      data-tone={outbox.refused > 0 ? 'bad' : outbox.unknown > 0 ? 'warn' : 'plain'}
      onClick={() => go('outbox', {})}
    >
      <IconSend size={14} aria-hidden />
      <span className="numbers">{t('frame.status.outbox', { waiting: outbox.waiting })}</span>
      {outbox.refused > 0 && (
        <span className="numbers">{t('frame.status.refused', { count: outbox.refused })}</span>
      )}
      {outbox.unknown > 0 && (
        <span className="numbers">{t('frame.status.unknown', { count: outbox.unknown })}</span>
      )}
    </button>
  );
}

function ClockPart(props: { readonly offsetMs: number | undefined }) {
  const { offsetMs } = props;
  const { t, language } = useTexts();
  if (offsetMs === undefined) return null;
  const size = Math.abs(offsetMs);
  const isWarning = size >= CLOCK_WARNING_MS;
  const offset = formatOffset(offsetMs, language);
  return (
    <Tooltip label={t('frame.status.clockWarning')} disabled={!isWarning}>
      <button
        type="button"
        className="status-bar-part"
        data-tone={isWarning ? 'bad' : size >= CLOCK_SHOWN_MS ? 'warn' : 'plain'}
        onClick={() => go('connections', {})}
      >
        <IconClockExclamation size={14} aria-hidden />
        <span className="numbers">{t('frame.status.clock', { offset })}</span>
        {isWarning && <span>{t('frame.status.clockWarning')}</span>}
      </button>
    </Tooltip>
  );
}

function KeysPart(props: { readonly keys: StatusSummary['keys'] }) {
  const { t } = useTexts();
  return (
    <button
      type="button"
      className="status-bar-part"
      data-tone={props.keys === 'ok' ? 'plain' : props.keys === 'none' ? 'warn' : 'bad'}
      onClick={() => go('keys', {})}
    >
      <IconKey size={14} aria-hidden />
      <span>{t(`frame.status.keys.${props.keys}`)}</span>
    </button>
  );
}
