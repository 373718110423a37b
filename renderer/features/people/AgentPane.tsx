// One Agent: its card, what it can hold, and its record by capability. Each number leads to the Events that it counts.
import { Button } from '@mantine/core';
import { useState } from 'react';
import type { AgentRow, RecordFigure, RecordRow } from '../../../core/contract/people.ts';
import { hrefOf } from '../../app/route.ts';
import { useTexts } from '../../i18n/i18n.ts';
import { useLive } from '../../transport/desk.tsx';
import { formatDuration } from '../../ui/format.ts';
import { IdChip } from '../../ui/IdChip.tsx';
import { Instant } from '../../ui/Instant.tsx';
import { Pane, Section } from '../../ui/Pane.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { Presence } from './AgentsScreen.tsx';
import { EventLink } from './EventLink.tsx';

export function AgentPane(props: {
  readonly row: AgentRow;
  /** One Mission; all of them when undefined. */
  readonly groupId: string | undefined;
  readonly onBack: () => void;
}) {
  const { row, groupId, onBack } = props;
  const { connectionId, agent } = row;
  const { t } = useTexts();
  const records = useLive('people.records', {
    connectionId,
    agentId: agent.id,
    ...(groupId === undefined ? {} : { groupId }),
  });
  return (
    <Pane title={agent.name} subtitle={<Presence row={row} isFocusable />} onBack={onBack}>
      <div className="stack-wide">
        {row.description !== undefined && <p>{row.description}</p>}
        <CardFacts row={row} />
        <Section title={t('people.agents.capabilities')}>
          <p className="muted">{t('people.agents.noScore')}</p>
          {records.status === 'loading' && <Skeleton rows={3} />}
          {records.isComplete && records.rows.length === 0 && (
            <p className="muted">{t('people.agents.noCapabilities')}</p>
          )}
          {records.rows.map((record) => (
            <Record key={record.id} connectionId={connectionId} record={record} />
          ))}
          {records.rows[0] !== undefined && <p className="muted">{records.rows[0].basis.text}</p>}
        </Section>
      </div>
    </Pane>
  );
}

function CardFacts(props: { readonly row: AgentRow }) {
  const { row } = props;
  const { connectionId } = row;
  const { t } = useTexts();
  return (
    <dl className="facts">
      <dt>{t('people.agents.card')}</dt>
      <dd>
        {t('people.agents.cardVersion', { version: row.cardVersion })} ·{' '}
        <span className={row.status === 'active' ? '' : 'bad'}>{row.statusWords.text}</span>
        {row.issuedAtMs !== undefined && (
          <>
            {' '}
            · {t('people.agents.issued')} <Instant atMs={row.issuedAtMs} isFocusable />
          </>
        )}
      </dd>
      <dt>{t('people.agents.validUntil')}</dt>
      <dd>
        {row.validUntilMs === undefined ? (
          <span className="muted">{t('people.agents.noEnd')}</span>
        ) : (
          <Instant atMs={row.validUntilMs} isFocusable />
        )}
      </dd>
      <dt>{t('people.agents.slots')}</dt>
      <dd className="numbers">
        {t('people.agents.slotsOf', { free: row.freeSlots, max: row.maxConcurrency })} ·{' '}
        {t('people.agents.load', { active: row.active, queued: row.queued })}
      </dd>
      <dt>{t('people.agents.missions')}</dt>
      <dd>
        {row.groups.length === 0 && <span className="muted">{t('people.agents.noMissions')}</span>}
        <ul className="plain-list">
          {row.groups.map(({ groupId, title, roles }) => (
            <li key={groupId}>
              <a href={hrefOf('agents', { view: 'members', connectionId, groupId, member: row.agent.id })}>
                {title}
              </a>{' '}
              <span className="muted">{roles.map(({ text }) => text).join(', ')}</span>
            </li>
          ))}
        </ul>
      </dd>
      <dt>Id</dt>
      <dd>
        <IdChip id={row.agent.id} link={{ connectionId, kind: 'agent' }} />
      </dd>
    </dl>
  );
}

function Record(props: { readonly connectionId: string; readonly record: RecordRow }) {
  const { connectionId, record } = props;
  const { t, language } = useTexts();
  const [shownId, show] = useState<RecordFigure['id']>();
  const shown = record.figures.find(({ id }) => id === shownId);
  return (
    <div className="card agent-record">
      <h3>
        <span className="mono">{record.capabilityId}</span>{' '}
        <span className="muted">
          {record.version === undefined
            ? t('people.agents.notOnCard')
            : t('people.agents.minimum', { version: record.version })}
        </span>
      </h3>
      <div className="agent-figures">
        {record.figures.map((figure) => (
          <Button
            key={figure.id}
            variant={figure.id === shownId ? 'light' : 'subtle'}
            size="compact-sm"
            className="agent-figure"
            aria-expanded={figure.id === shownId}
            disabled={figure.count === 0}
            {...(figure.count === 0
              ? {}
              : {
                  'aria-label': t('people.agents.showEvents', {
                    count: figure.count,
                    name: figure.words.text,
                  }),
                })}
            onClick={() => show(figure.id === shownId ? undefined : figure.id)}
          >
            <span className="strong numbers">{figure.count}</span>&nbsp;{figure.words.text}
          </Button>
        ))}
      </div>
      {shown !== undefined && <FigureEvents connectionId={connectionId} figure={shown} />}
      {record.meanDurationMs !== undefined && (
        <p className="muted">
          {t('people.agents.mean', { duration: formatDuration(record.meanDurationMs, language) })}
        </p>
      )}
      <div>
        <span className="label">{t('people.agents.evidence')}</span>{' '}
        {record.evidence.length === 0 && <span className="muted">{t('people.agents.noEvidence')}</span>}
        <ul className="plain-list">
          {record.evidence.map(({ evidenceId, place }) => (
            <li key={evidenceId} className="line">
              <IdChip id={evidenceId} />
              {place === undefined ? (
                <span className="muted">{t('people.agents.evidenceElsewhere')}</span>
              ) : (
                <EventLink connectionId={connectionId} {...place} />
              )}
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

function FigureEvents(props: { readonly connectionId: string; readonly figure: RecordFigure }) {
  const { connectionId, figure } = props;
  const { t } = useTexts();
  return (
    <p className="agent-events" aria-label={figure.words.text}>
      {figure.events.map(({ groupId, sequence }) => (
        <EventLink
          key={`${groupId} ${sequence}`}
          connectionId={connectionId}
          groupId={groupId}
          sequence={sequence}
          isShort
        />
      ))}
      {figure.more > 0 && <span className="muted">{t('people.moreEvents', { count: figure.more })}</span>}
    </p>
  );
}
