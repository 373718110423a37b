// Agents with their cards and records, members of Missions, and Delegation Grants: three views of whom a Mission can rely on.
import { SegmentedControl } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import type { AgentRow } from '../../../core/contract/people.ts';
import { useRouteValue } from '../../app/route.ts';
import { useTexts } from '../../i18n/i18n.ts';
import { useLive } from '../../transport/desk.tsx';
import { useAuthorityNow } from '../../ui/clock.tsx';
import { Instant } from '../../ui/Instant.tsx';
import { ListPane } from '../../ui/ListPane.tsx';
import { Pane, Panes } from '../../ui/Pane.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { useShortcuts } from '../../ui/shortcuts.ts';
import { AgentPane } from './AgentPane.tsx';
import { GrantsView } from './GrantsView.tsx';
import { MembersView } from './MembersView.tsx';
import { MissionFilter, useMissionFilter } from './MissionFilter.tsx';
import './people.css';

const VIEWS = ['agents', 'members', 'grants'] as const;

export function AgentsScreen() {
  const { t } = useTexts();
  const [chosen, choose] = useRouteValue('view');
  const view = VIEWS.find((each) => each === chosen) ?? 'agents';
  const show = (value: string): void => choose(value === 'agents' ? undefined : value);
  useShortcuts([
    { id: 'view-1', words: t('people.views.agents'), run: () => show('agents') },
    { id: 'view-2', words: t('people.views.members'), run: () => show('members') },
    { id: 'view-3', words: t('people.views.grants'), run: () => show('grants') },
  ]);
  const toolbar = (
    <>
      <SegmentedControl
        size="xs"
        aria-label={t('people.view')}
        data={VIEWS.map((value) => ({ value, label: t(`people.views.${value}`) }))}
        value={view}
        onChange={show}
      />
      <MissionFilter place="agents" />
    </>
  );
  if (view === 'members') return <MembersView toolbar={toolbar} />;
  if (view === 'grants') return <GrantsView toolbar={toolbar} />;
  return <AgentsView toolbar={toolbar} />;
}

function AgentsView(props: { readonly toolbar: React.ReactNode }) {
  const { t } = useTexts();
  const filter = useMissionFilter();
  const list = useLive('people.agents');
  const [agentId, choose] = useRouteValue('agent');
  const rows = list.rows.filter(
    ({ connectionId, groups }) =>
      filter.groupId === undefined ||
      (connectionId === filter.connectionId && groups.some(({ groupId }) => groupId === filter.groupId)),
  );
  const selected = rows.find(({ agent }) => agent.id === agentId) ?? rows[0];
  return (
    <Panes
      listSize="middle"
      isDetailOpen={agentId !== undefined}
      list={
        <ListPane
          title={t('people.title')}
          toolbar={props.toolbar}
          rows={rows}
          status={list.status}
          selectedId={selected?.id}
          onSelect={({ agent }) => choose(agent.id)}
          textOf={({ agent, capabilities }) => `${agent.name} ${capabilities.map(({ id }) => id).join(' ')}`}
          rowHeight={52}
          empty={
            <EmptyState
              icon={<IconUsers size={28} stroke={1.5} />}
              title={t(filter.groupId === undefined ? 'people.agents.none' : 'people.agents.noneHere')}
              body={t('people.agents.noneBody')}
            />
          }
          renderRow={(row) => <AgentLine row={row} />}
        />
      }
      detail={
        selected === undefined ? (
          <Pane title={t('common.detail')}>
            <EmptyState icon={<IconUsers size={28} stroke={1.5} />} title={t('people.choose')} />
          </Pane>
        ) : (
          <AgentPane
            key={selected.id}
            row={selected}
            groupId={filter.groupId}
            onBack={() => choose(undefined)}
          />
        )
      }
    />
  );
}

function AgentLine(props: { readonly row: AgentRow }) {
  const { row } = props;
  const { t } = useTexts();
  const nowMs = useAuthorityNow(60_000);
  const hasEnded = row.validUntilMs !== undefined && row.validUntilMs <= nowMs;
  return (
    <div className="row-two-lines">
      <div className="row-main">
        <span className="strong ellipsis">{row.agent.name}</span>
        {row.isMine && <span className="muted">{t('people.agents.mine')}</span>}
        {(row.status !== 'active' || hasEnded) && (
          <span className="bad">{hasEnded ? t('people.agents.cardEnded') : row.statusWords.text}</span>
        )}
        <span className="row-end">
          <Presence row={row} />
        </span>
      </div>
      <div className="row-aside">
        <span className="ellipsis">{row.capabilities.map(({ id }) => id).join(', ')}</span>
        <span className="row-end numbers">
          {t('people.agents.slotsOf', { free: row.freeSlots, max: row.maxConcurrency })}
        </span>
      </div>
    </div>
  );
}

/** What it says of itself, and how long ago: never more than that (a silent Agent may still work). */
export function Presence(props: { readonly row: AgentRow; readonly isFocusable?: boolean }) {
  const { row, isFocusable = false } = props;
  const { t } = useTexts();
  return (
    <span className="agent-presence" data-presence={row.presence}>
      <span className="agent-dot" aria-hidden />
      {t(`people.agents.presence.${row.presence}`)}
      {row.presenceAtMs !== undefined && (
        <Instant atMs={row.presenceAtMs} isRelative isFocusable={isFocusable} />
      )}
    </span>
  );
}
