// Open Sessions: whose, since when, whether somebody is there, and the one way to end one.
import { IconPlugConnected } from '@tabler/icons-react';
import type { AdministeredRow, SessionRow } from '../../../core/contract/operator.ts';
import { useRouteValue } from '../../app/route.ts';
import { useTexts } from '../../i18n/i18n.ts';
import { useDesk, useLive } from '../../transport/desk.tsx';
import { IdChip } from '../../ui/IdChip.tsx';
import { Instant } from '../../ui/Instant.tsx';
import { ListPane } from '../../ui/ListPane.tsx';
import { Pane, Panes } from '../../ui/Pane.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { StateWord } from '../../ui/StateWord.tsx';
import { ConfirmAct } from './ConfirmAct.tsx';

const PRESENCE_STATES: { readonly [Each in SessionRow['presence']]: string } = {
  online: 'active',
  offline: 'cancelled',
  unknown: 'open',
};

export function SessionsPart(props: { readonly authority: AdministeredRow }) {
  const { authority } = props;
  const { t } = useTexts();
  const list = useLive('operator.sessions', { authorityId: authority.authorityId });
  const [chosenId, choose] = useRouteValue('item');
  const selected = list.rows.find(({ id }) => id === chosenId) ?? list.rows[0];
  const total = list.summary?.total ?? 0;
  return (
    <Panes
      isDetailOpen={chosenId !== undefined}
      list={
        <ListPane
          title={t('operator.section.sessions')}
          rows={list.rows}
          status={list.status}
          selectedId={selected?.id}
          onSelect={({ id }) => choose(id)}
          rowHeight={46}
          textOf={({ agent }) => `${agent.name} ${agent.id}`}
          renderRow={(row) => (
            <>
              <div className="row-two-lines">
                <div className="row-main">
                  <span className="strong ellipsis">{row.agent.name}</span>
                  <span className="muted">{t('operator.sessions.epoch', { epoch: row.sessionEpoch })}</span>
                </div>
                <div className="row-aside">
                  <Instant atMs={row.openedAtMs} isRelative />
                  {row.executing > 0 && (
                    <span>
                      {t('operator.sessions.executing')}{' '}
                      {t('operator.sessions.items', { count: row.executing })}
                    </span>
                  )}
                </div>
              </div>
              <div className="row-end">
                <Presence presence={row.presence} />
              </div>
            </>
          )}
          empty={
            <EmptyState
              icon={<IconPlugConnected size={28} stroke={1.5} />}
              title={t('operator.sessions.empty')}
              body={t('operator.sessions.emptyBody')}
            />
          }
          {...(total > list.rows.length && list.isComplete
            ? { footer: t('operator.shownOf', { shown: list.rows.length, total }) }
            : {})}
        />
      }
      detail={
        selected === undefined ? (
          <Pane title={t('common.detail')}>
            <EmptyState
              icon={<IconPlugConnected size={28} stroke={1.5} />}
              title={t('operator.sessions.empty')}
            />
          </Pane>
        ) : (
          <SessionPane
            key={selected.id}
            authority={authority}
            row={selected}
            onBack={() => choose(undefined)}
          />
        )
      }
    />
  );
}

function Presence(props: { readonly presence: SessionRow['presence'] }) {
  const { presence } = props;
  const { t } = useTexts();
  const text = t(`operator.sessions.presences.${presence}`);
  return <StateWord state={PRESENCE_STATES[presence]} words={{ key: presence, values: {}, text }} />;
}

function SessionPane(props: {
  readonly authority: AdministeredRow;
  readonly row: SessionRow;
  readonly onBack: () => void;
}) {
  const { authority, row } = props;
  const { t } = useTexts();
  const desk = useDesk();
  const means = { key: 'operator.sessions.means', values: {}, text: t('operator.sessions.means') };
  return (
    <Pane title={row.agent.name} onBack={props.onBack} toolbar={<IdChip id={row.agent.id} />}>
      <div className="stack-wide">
        <dl className="facts">
          <dt>{t('operator.sessions.epochFact')}</dt>
          <dd className="numbers">{row.sessionEpoch}</dd>
          <dt>{t('operator.sessions.since')}</dt>
          <dd>
            <Instant atMs={row.openedAtMs} isFocusable />
          </dd>
          <dt>{t('operator.sessions.presence')}</dt>
          <dd>
            <Presence presence={row.presence} />
          </dd>
          {row.heartbeatAtMs !== undefined && (
            <>
              <dt>{t('operator.sessions.heartbeat')}</dt>
              <dd>
                <Instant atMs={row.heartbeatAtMs} isRelative isFocusable />
              </dd>
            </>
          )}
          <dt>{t('operator.sessions.executing')}</dt>
          <dd>{t('operator.sessions.items', { count: row.executing })}</dd>
        </dl>
        <ConfirmAct
          ask={t('operator.sessions.end')}
          act={t('operator.sessions.endNow')}
          canAct={authority.canAct}
          obstacle={authority.words.text}
          effects={async () => ({ ok: true, value: { effects: [means], isAllowed: true } })}
          run={() => desk.operator.endSession({ authorityId: authority.authorityId, agentId: row.agent.id })}
        />
      </div>
    </Pane>
  );
}
