// Agents with their cards: how each stands, a new card, and the end of one.
import { Button } from '@mantine/core';
import { IconPlus, IconUsers } from '@tabler/icons-react';
import { useState } from 'react';
import type { AdministeredRow, RegisteredAgentRow } from '../../../core/contract/operator.ts';
import { useRouteValue } from '../../app/route.ts';
import { useTexts } from '../../i18n/i18n.ts';
import { useDesk, useLive } from '../../transport/desk.tsx';
import { IdChip } from '../../ui/IdChip.tsx';
import { Instant } from '../../ui/Instant.tsx';
import { ListPane } from '../../ui/ListPane.tsx';
import { Pane, Panes } from '../../ui/Pane.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { StateWord } from '../../ui/StateWord.tsx';
import { CardForm } from './CardForm.tsx';
import { ConfirmAct } from './ConfirmAct.tsx';

/** Of `StateWord`: sign and colour. */
const VALIDITY_STATES: { readonly [Each in RegisteredAgentRow['validity']]: string } = {
  valid: 'verified',
  'not-usable': 'cancelled',
  ended: 'cancelled',
  'no-key': 'blocked',
};

export function AgentsPart(props: { readonly authority: AdministeredRow }) {
  const { authority } = props;
  const { t } = useTexts();
  const list = useLive('operator.agents', { authorityId: authority.authorityId });
  const [chosenId, choose] = useRouteValue('item');
  const [isRegistering, setRegistering] = useState(false);
  const selected = list.rows.find(({ id }) => id === chosenId) ?? list.rows[0];
  const total = list.summary?.total ?? 0;
  const register = (
    <Button
      leftSection={<IconPlus size={14} />}
      disabled={!authority.canAct}
      title={authority.canAct ? undefined : authority.words.text}
      onClick={() => setRegistering(true)}
    >
      {t('operator.agents.register')}
    </Button>
  );
  return (
    <Panes
      isDetailOpen={isRegistering || chosenId !== undefined}
      list={
        <ListPane
          title={t('operator.section.agents')}
          toolbar={register}
          rows={list.rows}
          status={list.status}
          selectedId={isRegistering ? undefined : selected?.id}
          onSelect={({ id }) => {
            setRegistering(false);
            choose(id);
          }}
          rowHeight={46}
          textOf={({ agent, capabilities, status }) =>
            `${agent.name} ${agent.id} ${status} ${capabilities.map(({ id }) => id).join(' ')}`
          }
          needsMe={({ validity }) => validity === 'no-key'}
          renderRow={(row) => (
            <>
              <div className="row-two-lines">
                <div className="row-main">
                  <span className="strong ellipsis">{row.agent.name}</span>
                  <span className="muted">{t('operator.agents.version', { version: row.cardVersion })}</span>
                </div>
                <div className="row-aside">
                  <span className="ellipsis">{row.capabilities.map(({ id }) => id).join(', ')}</span>
                </div>
              </div>
              <div className="row-end">
                <StateWord state={VALIDITY_STATES[row.validity]} words={row.validityWords} />
              </div>
            </>
          )}
          empty={
            <EmptyState
              icon={<IconUsers size={28} stroke={1.5} />}
              title={t('operator.agents.empty')}
              body={t('operator.agents.emptyBody')}
              action={register}
            />
          }
          {...(total > list.rows.length && list.isComplete
            ? { footer: t('operator.shownOf', { shown: list.rows.length, total }) }
            : {})}
        />
      }
      detail={
        isRegistering ? (
          <Pane title={t('operator.agents.register')} onBack={() => setRegistering(false)}>
            <CardForm
              authorityId={authority.authorityId}
              onEnd={(agentId) => {
                setRegistering(false);
                if (agentId !== undefined) choose(agentId);
              }}
            />
          </Pane>
        ) : selected === undefined ? (
          <Pane title={t('common.detail')}>
            <EmptyState icon={<IconUsers size={28} stroke={1.5} />} title={t('operator.agents.empty')} />
          </Pane>
        ) : (
          <AgentPane
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

function AgentPane(props: {
  readonly authority: AdministeredRow;
  readonly row: RegisteredAgentRow;
  readonly onBack: () => void;
}) {
  const { authority, row } = props;
  const { t } = useTexts();
  const desk = useDesk();
  const at = { authorityId: authority.authorityId, agentId: row.agent.id };
  return (
    <Pane title={row.agent.name} onBack={props.onBack} toolbar={<IdChip id={row.agent.id} />}>
      <div className="stack-wide">
        <dl className="facts">
          <dt>{t('operator.agents.card')}</dt>
          <dd>
            {t('operator.agents.version', { version: row.cardVersion })},{' '}
            {t(`operator.agents.status.${row.status}`)}
          </dd>
          <dt>{t('operator.agents.validity')}</dt>
          <dd>
            <StateWord state={VALIDITY_STATES[row.validity]} words={row.validityWords} />
          </dd>
          <dt>{t('operator.agents.issuedAt')}</dt>
          <dd>
            <Instant atMs={row.issuedAtMs} isFocusable />
          </dd>
          <dt>{t('operator.agents.validUntil')}</dt>
          <dd>
            {row.validUntilMs === undefined ? (
              t('operator.agents.noEnd')
            ) : (
              <Instant atMs={row.validUntilMs} isFocusable />
            )}
          </dd>
          <dt>{t('operator.agents.owner')}</dt>
          <dd>
            {row.owner.name} <IdChip id={row.owner.id} />
          </dd>
          <dt>{t('operator.agents.capabilities')}</dt>
          <dd>
            <ul className="plain-list">
              {row.capabilities.map(({ id, version }) => (
                <li key={id} className="mono">
                  {id} {version}
                </li>
              ))}
            </ul>
          </dd>
          <dt>{t('operator.agents.concurrency')}</dt>
          <dd className="numbers">{row.maxConcurrency}</dd>
          <dt>{t('operator.agents.holds')}</dt>
          <dd>{t('operator.agents.held', { queued: row.queued, active: row.active })}</dd>
          <dt>{t('operator.agents.keys')}</dt>
          <dd>
            {row.keyIds.map((keyId) => (
              <IdChip key={keyId} id={keyId} />
            ))}
          </dd>
        </dl>
        {row.status !== 'revoked' && (
          <ConfirmAct
            ask={t('operator.agents.revoke')}
            act={t('operator.agents.revokeNow')}
            canAct={authority.canAct}
            obstacle={authority.words.text}
            effects={() => desk.operator.revokeCardEffects(at)}
            run={() => desk.operator.revokeCard(at)}
          />
        )}
      </div>
    </Pane>
  );
}
