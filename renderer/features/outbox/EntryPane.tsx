// One Command of the outbox: what it is and where it stands; for one in need the fix panel, for all others what can be done.
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { OutboxRow } from '../../../core/contract/outbox.ts';
import { useTexts } from '../../i18n/i18n.ts';
import { useDesk } from '../../transport/desk.tsx';
import { IdChip, shortId } from '../../ui/IdChip.tsx';
import { Instant } from '../../ui/Instant.tsx';
import { Pane, Section } from '../../ui/Pane.tsx';
import { FaultNote, LostNote } from '../../ui/states.tsx';
import { StateWord } from '../../ui/StateWord.tsx';
import { focusField } from '../review/background.ts';
import { FixPanel } from './FixPanel.tsx';
import { hrefOfObject, type OutboxActs } from './outbox-acts.ts';
import { moveDraft, type OutboxBlock } from './outbox-model.ts';
import '../approvals/approvals.css';
import './outbox.css';

export function EntryPane(props: {
  readonly row: OutboxRow;
  readonly block: OutboxBlock | undefined;
  readonly acts: OutboxActs;
  readonly onBack: () => void;
}) {
  const { row, block, acts, onBack } = props;
  const { t } = useTexts();
  const isInNeed = row.state === 'refused' || row.state === 'unknown';
  const href = hrefOfObject(row.object);
  return (
    <Pane
      title={
        isInNeed
          ? t('outbox.fix.title', { command: row.words.text, title: row.title })
          : `${row.words.text} → ${row.title}`
      }
      subtitle={row.missionTitle}
      onBack={onBack}
      toolbar={<StateWord state={row.state} words={row.stateWords} />}
    >
      <div className="decision-sheet">
        <Confirmation row={row} block={block} acts={acts} />
        {acts.fault !== undefined && <FaultNote fault={acts.fault} />}
        {acts.isLost && <LostNote />}
        <Defect row={row} />
        {isInNeed ? (
          <FixPanel key={`${row.actionId} ${row.state}`} row={row} acts={acts} />
        ) : (
          <Section title={t('outbox.detail.options')}>
            <Options row={row} block={block} acts={acts} />
          </Section>
        )}
        <dl className="facts">
          <dt>{t('outbox.facts.object')}</dt>
          <dd>{href === undefined ? row.title : <a href={href}>{row.title}</a>}</dd>
          <dt>{t('outbox.facts.signer')}</dt>
          <dd>
            {row.signer.name} <span className="muted">({t(`common.actor.${row.signer.type}`)})</span>
          </dd>
          <dt>{t('outbox.facts.action')}</dt>
          <dd>
            <IdChip id={row.actionId} />
          </dd>
          <dt>{t('outbox.facts.turn')}</dt>
          <dd>
            {t(`outbox.turn.${row.turn}`)}
            {row.becauseOfActionId !== undefined &&
              ` ${t('outbox.because', { id: shortId(row.becauseOfActionId) })}`}
          </dd>
          <dt>{t('outbox.facts.created')}</dt>
          <dd>
            <Instant atMs={row.createdAtMs} isFocusable />
          </dd>
          <dt>{t('outbox.facts.changed')}</dt>
          <dd>
            <Instant atMs={row.changedAtMs} isFocusable />
            {row.sequence !== undefined && ` ${t('outbox.sequence', { sequence: row.sequence })}`}
          </dd>
          <dt>{t('outbox.facts.attempts')}</dt>
          <dd>
            {row.attempts === 0 ? t('outbox.row.never') : t('outbox.row.attempts', { count: row.attempts })}
          </dd>
          {row.replacedByActionId !== undefined && (
            <>
              <dt>{t('outbox.detail.replacedBy')}</dt>
              <dd>
                <IdChip id={row.replacedByActionId} />
              </dd>
            </>
          )}
        </dl>
        <EntryDocument row={row} acts={acts} />
      </div>
    </Pane>
  );
}

function Options(props: {
  readonly row: OutboxRow;
  readonly block: OutboxBlock | undefined;
  readonly acts: OutboxActs;
}) {
  const { row, block, acts } = props;
  const { t } = useTexts();
  const move = (step: -1 | 1) => (block === undefined ? undefined : moveDraft(block, row.actionId, step));
  const [up, down] = [move(-1), move(1)];
  return (
    <div className="stack">
      {row.options.length === 0 ? (
        <p className="muted">{t('outbox.detail.noOptions')}</p>
      ) : (
        <div className="line">
          {row.options.map((option, index) => (
            <Button
              key={option.id}
              variant={index === 0 ? 'filled' : 'default'}
              disabled={!option.isEnabled}
              title={option.reasons.map(({ text }) => text).join(' ')}
              onClick={() => acts.take(row, option)}
            >
              {option.words.text}
            </Button>
          ))}
        </div>
      )}
      {row.state === 'draft' && (
        <div className="line">
          <span className="muted">{t('outbox.detail.order')}</span>
          <Button
            variant="default"
            disabled={up === undefined}
            onClick={() => acts.move(row, up?.beforeActionId)}
          >
            {t('outbox.detail.up')}
          </Button>
          <Button
            variant="default"
            disabled={down === undefined}
            onClick={() => acts.move(row, down?.beforeActionId)}
          >
            {t('outbox.detail.down')}
          </Button>
        </div>
      )}
    </div>
  );
}

/** What ends a Command is asked for once more, in the pane and not on top of it. */
function Confirmation(props: {
  readonly row: OutboxRow;
  readonly block: OutboxBlock | undefined;
  readonly acts: OutboxActs;
}) {
  const { row, block, acts } = props;
  const { t } = useTexts();
  const { asked } = acts;
  if (asked?.row.actionId !== row.actionId) return null;
  const option = asked.option.words.text;
  const heldCount = row.state === 'refused' ? (block?.heldCount ?? 0) : 0;
  return (
    <div className="refusing" role="alertdialog" aria-label={t('outbox.confirm.title', { option })}>
      <div className="strong">{t('outbox.confirm.title', { option })}</div>
      <p>{t('outbox.confirm.body')}</p>
      {heldCount > 0 && <p>{t('outbox.confirm.heldBody', { count: heldCount })}</p>}
      <div className="line">
        <Button variant="default" ref={focusField} onClick={acts.leave}>
          {t('outbox.confirm.no')}
        </Button>
        <Button variant="default" className="outbox-end" onClick={acts.confirm}>
          {t('outbox.confirm.yes', { option })}
        </Button>
      </div>
    </div>
  );
}

function useEntryDetail({ connectionId, actionId, state, changedAtMs }: OutboxRow) {
  const desk = useDesk();
  const { data } = useQuery({
    queryKey: ['outbox.read', connectionId, actionId, state, changedAtMs],
    queryFn: () => desk.outbox.read({ connectionId, actionId }),
  });
  return data?.ok === true ? data.value : undefined;
}

function Defect(props: { readonly row: OutboxRow }) {
  const { t } = useTexts();
  const defect = useEntryDetail(props.row)?.defect;
  if (defect === undefined) return null;
  return (
    <p className="path-note" role="note">
      {t('outbox.fix.defect', defect)}
    </p>
  );
}

function EntryDocument(props: { readonly row: OutboxRow; readonly acts: OutboxActs }) {
  const { row, acts } = props;
  const { t } = useTexts();
  const [isOpen, setIsOpen] = useState(false);
  const detail = useEntryDetail(row);
  const title = t(detail?.signedText === undefined ? 'outbox.detail.document' : 'outbox.detail.signed');
  return (
    <div className="stack">
      <div className="line">
        <Button variant="subtle" color="gray" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {title}
        </Button>
        <Button variant="subtle" color="gray" onClick={() => acts.exportEntry(row)}>
          {t('outbox.detail.export')}
        </Button>
      </div>
      {isOpen && detail !== undefined && (
        <pre className="outbox-document" tabIndex={0} aria-label={title}>
          {detail.signedText ?? JSON.stringify(detail.draft, undefined, 2)}
        </pre>
      )}
    </div>
  );
}
