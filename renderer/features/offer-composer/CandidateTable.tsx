// The ranking: who could do it, in the host's order or one by hand, and of those who cannot, why.
import { ActionIcon, Checkbox } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import type { CandidateRow } from '../../../core/contract/work.ts';
import { hrefOf } from '../../app/route.ts';
import { useTexts } from '../../i18n/i18n.ts';
import { Instant } from '../../ui/Instant.tsx';
import { canBeOffered, moveCandidate } from './offer-model.ts';
import '../outbox/outbox.css';
import './offer-composer.css';

export function CandidateTable(props: {
  readonly ranked: readonly CandidateRow[];
  readonly chosen: ReadonlySet<string>;
  readonly onChoose: (chosen: ReadonlySet<string>) => void;
  readonly onOrder: (order: readonly string[]) => void;
}) {
  const { ranked, chosen, onChoose, onOrder } = props;
  const { t } = useTexts();
  return (
    <div className="comparison">
      <table className="table candidates">
        <thead>
          <tr>
            <th scope="col">{t('offer.columns.choose')}</th>
            <th scope="col">{t('offer.columns.agent')}</th>
            <th scope="col">{t('offer.columns.match')}</th>
            <th scope="col">{t('offer.columns.eligible')}</th>
            <th scope="col">{t('offer.columns.slots')}</th>
            <th scope="col">{t('offer.columns.start')}</th>
            <th scope="col">{t('offer.columns.cost')}</th>
            <th scope="col">{t('offer.columns.record')}</th>
            <th scope="col">{t('offer.columns.why')}</th>
            <th scope="col">{t('offer.columns.order')}</th>
          </tr>
        </thead>
        <tbody>
          {ranked.map((row, index) => (
            <Candidate
              key={row.agent.id}
              row={row}
              rank={canBeOffered(row) ? index + 1 : undefined}
              isChosen={chosen.has(row.agent.id)}
              onChoose={(isChosen) => {
                const next = new Set(chosen);
                if (isChosen) next.add(row.agent.id);
                else next.delete(row.agent.id);
                onChoose(next);
              }}
              up={moveCandidate(ranked, row.agent.id, -1)}
              down={moveCandidate(ranked, row.agent.id, 1)}
              onOrder={onOrder}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Candidate(props: {
  readonly row: CandidateRow;
  readonly rank: number | undefined;
  readonly isChosen: boolean;
  readonly onChoose: (isChosen: boolean) => void;
  readonly up: readonly string[] | undefined;
  readonly down: readonly string[] | undefined;
  readonly onOrder: (order: readonly string[]) => void;
}) {
  const { row, rank, isChosen, onChoose, up, down, onOrder } = props;
  const { t } = useTexts();
  const { name, id } = row.agent;
  const isPossible = rank !== undefined;
  return (
    <tr data-possible={isPossible}>
      <td>
        <span className="line">
          <Checkbox
            aria-label={`${t('offer.columns.choose')} ${name}`}
            checked={isChosen && isPossible}
            disabled={!isPossible}
            onChange={(event) => onChoose(event.currentTarget.checked)}
          />
          <span className="numbers muted">{rank ?? '–'}</span>
        </span>
      </td>
      <th scope="row">
        <a href={hrefOf('agents', { agent: id })}>{name}</a>
        <div className="muted small">{t(row.isMember ? 'offer.member' : 'offer.notMember')}</div>
      </th>
      <td className="numbers">
        {row.matches}/{row.required}
      </td>
      <td>{t(row.isEligible ? 'offer.yes' : 'offer.no')}</td>
      <td>
        <span className="numbers">{row.freeSlots ?? t('offer.slotsUnknown')}</span>
        <div className="small presence" data-presence={row.presence}>
          {t(`offer.presence.${row.presence}`)}
          {row.presenceAtMs !== undefined && (
            <>
              {' · '}
              <Instant atMs={row.presenceAtMs} isRelative />
            </>
          )}
        </div>
      </td>
      <td>{row.estimatedStart?.words.text ?? <span className="muted">{t('offer.notKnown')}</span>}</td>
      <td>{row.estimatedCost?.words.text ?? <span className="muted">{t('offer.notKnown')}</span>}</td>
      <td className="numbers">{t('offer.record', row.record)}</td>
      <td>{row.obstacles.map(({ text }) => text).join(' ')}</td>
      <td>
        <span className="order-buttons">
          <ActionIcon
            aria-label={t('offer.up', { name })}
            disabled={up === undefined}
            onClick={() => {
              if (up !== undefined) onOrder(up);
            }}
          >
            <IconArrowUp size={14} />
          </ActionIcon>
          <ActionIcon
            aria-label={t('offer.down', { name })}
            disabled={down === undefined}
            onClick={() => {
              if (down !== undefined) onOrder(down);
            }}
          >
            <IconArrowDown size={14} />
          </ActionIcon>
        </span>
      </td>
    </tr>
  );
}
