// The Policy Log: whole where a signed snapshot is there, and otherwise what Events and own refusals say, which is said above it.
import { IconGavel } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { PolicyLogRow } from '../../../core/contract/policy.ts';
import { goTo, hrefOf, useRouteValue } from '../../app/route.ts';
import { useTexts } from '../../i18n/i18n.ts';
import { useLive } from '../../transport/desk.tsx';
import { Instant } from '../../ui/Instant.tsx';
import { ListPane } from '../../ui/ListPane.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { hrefOfObject } from '../outbox/outbox-acts.ts';
import { EventLink } from '../people/EventLink.tsx';
import { useMissionFilter } from '../people/MissionFilter.tsx';

const COLUMNS = ['decision', 'rule', 'actor', 'object', 'at', 'event'] as const;

export function PolicyLogView(props: { readonly toolbar: ReactNode }) {
  const { t } = useTexts();
  const filter = useMissionFilter();
  const list = useLive('policy.log', filter);
  const [entryId, choose] = useRouteValue('entry');
  const selected = list.rows.find(({ id }) => id === entryId) ?? list.rows[0];
  return (
    <ListPane
      title={t('policy.log.title')}
      subtitle={
        list.summary === undefined
          ? undefined
          : t(list.summary.isFull ? 'policy.log.full' : 'policy.log.partial')
      }
      toolbar={props.toolbar}
      footer={
        <div className="stack">
          {selected !== undefined && selected.details.length > 0 && (
            <p className="policy-details">{selected.details.map(({ text }) => text).join(' ')}</p>
          )}
          <p className="muted" role="note">
            {list.summary?.label.text}
          </p>
        </div>
      }
      rows={list.rows}
      status={list.status}
      selectedId={selected?.id}
      onSelect={({ id }) => choose(id)}
      onOpen={(row) => {
        const href = hrefOfEntry(row);
        if (href !== undefined) goTo(href);
      }}
      textOf={({ decision, rule, actor, object, missionTitle }) =>
        `${decision.text} ${rule.text} ${actor.name} ${object.text} ${missionTitle}`
      }
      columns={
        <div className="policy-row">
          {COLUMNS.map((name) => (
            <span key={name} data-column={name}>
              {t(`policy.log.columns.${name}`)}
            </span>
          ))}
        </div>
      }
      rowHeight={44}
      empty={
        <EmptyState
          icon={<IconGavel size={28} stroke={1.5} />}
          title={t('policy.log.none')}
          body={t('policy.log.noneBody')}
        />
      }
      renderRow={(row, { isSelected }) => <LogLine row={row} isSelected={isSelected} />}
    />
  );
}

/** The Event, or the refused Command in the outbox. */
function hrefOfEntry(row: PolicyLogRow): string | undefined {
  const { connectionId, groupId, sequence, actionId } = row;
  if (actionId !== undefined) return hrefOf('outbox', { connectionId, actionId });
  return sequence === undefined
    ? undefined
    : hrefOf('history', { connectionId, groupId, sequence: String(sequence) });
}

function LogLine(props: { readonly row: PolicyLogRow; readonly isSelected: boolean }) {
  const { row, isSelected } = props;
  const { connectionId, groupId, objectAddress } = row;
  const { t } = useTexts();
  const href = objectAddress === undefined ? undefined : hrefOfObject(objectAddress);
  return (
    <div className="policy-row" data-source={row.source}>
      <span data-column="decision" className="policy-cell">
        <span className={row.source === 'refusal' ? 'bad ellipsis' : 'strong ellipsis'}>
          {row.decision.text}
        </span>
        <span className="muted ellipsis">{row.missionTitle}</span>
      </span>
      <span data-column="rule" className="ellipsis" title={row.rule.text}>
        {row.rule.text}
      </span>
      <span data-column="actor" className="ellipsis">
        {row.actor.name}
      </span>
      <span data-column="object" className="ellipsis" title={row.object.text}>
        {href === undefined ? (
          row.object.text
        ) : (
          <a href={href} tabIndex={isSelected ? 0 : -1}>
            {row.object.text}
          </a>
        )}
      </span>
      <span data-column="at">
        <Instant atMs={row.atMs} />
      </span>
      <span data-column="event" className="policy-cell">
        {row.actionId !== undefined ? (
          <a href={hrefOf('outbox', { connectionId, actionId: row.actionId })} tabIndex={isSelected ? 0 : -1}>
            {t('policy.log.toOutbox')}
          </a>
        ) : row.sequence === undefined ? (
          <span className="muted">{t('policy.log.unseen')}</span>
        ) : (
          <EventLink connectionId={connectionId} groupId={groupId} sequence={row.sequence} isShort />
        )}
        <span className="muted">{t(`policy.log.sources.${row.source}`)}</span>
      </span>
    </div>
  );
}
