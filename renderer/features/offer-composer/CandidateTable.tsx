// The ranking: who could do it, in the assistant's order or one by hand, with the score behind each place; and of those who may not
// be asked, why.
import { ActionIcon, Checkbox } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import type { RankedRow } from '../../../core/contract/work.ts';
import { hrefOf } from '../../app/route.ts';
import { useTexts } from '../../i18n/i18n.ts';
import { Instant } from '../../ui/Instant.tsx';
import { FigureLink } from '../assistant/SourceLinks.tsx';
import { canBeOffered, moveCandidate } from './offer-model.ts';
import { ScorePart } from './ScorePart.tsx';
import '../outbox/outbox.css';
import './offer-composer.css';

const COLUMNS = 9;

export function CandidateTable(props: {
  readonly connectionId: string;
  readonly ranked: readonly RankedRow[];
  readonly chosen: ReadonlySet<string>;
  readonly onChoose: (chosen: ReadonlySet<string>) => void;
  readonly onOrder: (order: readonly string[]) => void;
}) {
  const { connectionId, ranked, chosen, onChoose, onOrder } = props;
  const { t } = useTexts();
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const toggle = (agentId: string): void => {
    const next = new Set(opened);
    if (!next.delete(agentId)) next.add(agentId);
    setOpened(next);
  };
  return (
    <div className="comparison">
      <table className="table candidates">
        <thead>
          <tr>
            <th scope="col">{t('offer.columns.choose')}</th>
            <th scope="col">{t('offer.columns.agent')}</th>
            <th scope="col">{t('offer.columns.score')}</th>
            <th scope="col">{t('offer.columns.slots')}</th>
            <th scope="col">{t('offer.columns.start')}</th>
            <th scope="col">{t('offer.columns.cost')}</th>
            <th scope="col">{t('offer.columns.record')}</th>
            <th scope="col">{t('offer.columns.why')}</th>
            <th scope="col">{t('offer.columns.order')}</th>
          </tr>
        </thead>
        <tbody>
          {ranked.map((row, index) => {
            const { id } = row.agent;
            return (
              <Candidate
                key={id}
                connectionId={connectionId}
                row={row}
                place={canBeOffered(row) ? index + 1 : undefined}
                isOpen={opened.has(id)}
                onToggle={() => toggle(id)}
                isChosen={chosen.has(id)}
                onChoose={(isChosen) => {
                  const next = new Set(chosen);
                  if (isChosen) next.add(id);
                  else next.delete(id);
                  onChoose(next);
                }}
                up={moveCandidate(ranked, id, -1)}
                down={moveCandidate(ranked, id, 1)}
                onOrder={onOrder}
              />
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

function Candidate(props: {
  readonly connectionId: string;
  readonly row: RankedRow;
  readonly place: number | undefined;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
  readonly isChosen: boolean;
  readonly onChoose: (isChosen: boolean) => void;
  readonly up: readonly string[] | undefined;
  readonly down: readonly string[] | undefined;
  readonly onOrder: (order: readonly string[]) => void;
}) {
  const { connectionId, row, place, isOpen, onToggle, isChosen, onChoose, up, down, onOrder } = props;
  const { t } = useTexts();
  const { name, id } = row.agent;
  const isPossible = place !== undefined;
  const reliability = row.terms.find((term) => term.id === 'reliability');
  const Sign = isOpen ? IconChevronDown : IconChevronRight;
  return (
    <>
      <tr data-possible={isPossible}>
        <td>
          <span className="line">
            <Checkbox
              aria-label={`${t('offer.columns.choose')} ${name}`}
              checked={isChosen && isPossible}
              disabled={!isPossible}
              onChange={(event) => onChoose(event.currentTarget.checked)}
            />
            <span className="numbers muted">{place ?? '–'}</span>
          </span>
        </td>
        <th scope="row">
          <a href={hrefOf('agents', { agent: id })}>{name}</a>
          <div className="muted small">{t(row.isMember ? 'offer.member' : 'offer.notMember')}</div>
        </th>
        <td>
          <button
            type="button"
            className="score-button numbers"
            aria-expanded={isOpen}
            aria-label={t(isPossible ? 'offer.score.of' : 'offer.score.whyNot', { name, score: row.score })}
            onClick={onToggle}
          >
            <Sign size={14} aria-hidden />
            {isPossible ? row.score : t('offer.score.none')}
          </button>
        </td>
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
        <td>
          {reliability === undefined ? (
            <span className="numbers">{t('offer.record', row.record)}</span>
          ) : (
            <span className="figures">
              {reliability.figures.map((figure) => (
                <FigureLink key={figure.words.key} connectionId={connectionId} figure={figure} />
              ))}
            </span>
          )}
        </td>
        <td>
          {row.obstacles.map(({ text, key }) => (
            <div key={key + text}>{text}</div>
          ))}
        </td>
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
      {isOpen && (
        <tr className="score-row">
          <td colSpan={COLUMNS}>
            <ScorePart connectionId={connectionId} row={row} />
          </td>
        </tr>
      )}
    </>
  );
}
