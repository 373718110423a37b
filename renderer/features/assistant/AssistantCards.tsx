// One proposal, one question, and one act of the assistant.
import { Button } from '@mantine/core';
import type { AssistantRow } from '../../../core/contract/assistant.ts';
import { hrefOf } from '../../app/route.ts';
import { useTexts } from '../../i18n/i18n.ts';
import { openCommandSheet } from '../../ui/command-sheet-store.ts';
import { Instant } from '../../ui/Instant.tsx';
import { ReasonList } from './ReasonList.tsx';
import { SourceLinks } from './SourceLinks.tsx';
import './assistant.css';

type Row<Type extends AssistantRow['type']> = Extract<AssistantRow, { type: Type }>;

function About(props: { readonly row: AssistantRow; readonly words: string }) {
  const { row, words } = props;
  const { connectionId, groupId, workItemId, title, missionTitle } = row;
  return (
    <div className="assistant-head">
      <span className="strong">{words}</span>
      {workItemId !== undefined && title !== undefined ? (
        <a href={hrefOf('work', { connectionId, groupId, workItemId })}>{title}</a>
      ) : (
        <a href={hrefOf('mission', { connectionId, groupId })}>{missionTitle}</a>
      )}
      {workItemId !== undefined && <span className="muted">{missionTitle}</span>}
    </div>
  );
}

export function ProposalCard(props: { readonly row: Row<'proposal'> }) {
  const { row } = props;
  const { connectionId, groupId, workItemId, draft, later, reasons, why, waits } = row;
  const { t } = useTexts();
  const name = row.title ?? row.missionTitle;
  return (
    <li className="assistant-card" data-waits={waits}>
      <About row={row} words={draft.words.text} />
      <ReasonList connectionId={connectionId} reasons={reasons} label={t('assistant.because', { name })} />
      {later.length > 0 && (
        <p className="muted">
          {t('assistant.later', { commands: later.map(({ text }) => text).join(', ') })}
        </p>
      )}
      <div className="assistant-why">
        <span className="strong">{t('assistant.notAlone')}</span>
        {why.map(({ key, text }) => (
          <span key={key + text}>{text}</span>
        ))}
      </div>
      <div className="line">
        <Button
          variant="default"
          aria-label={t('assistant.openOf', { name })}
          onClick={() => openCommandSheet({ connectionId, intent: draft.intent })}
        >
          {t('assistant.open')}
        </Button>
        {draft.intent.kind === 'work.offer' && workItemId !== undefined && (
          <a href={hrefOf('offer', { connectionId, groupId, workItemId })}>{t('assistant.inComposer')}</a>
        )}
        {workItemId !== undefined &&
          (draft.intent.kind === 'work.accept_result' || draft.intent.kind === 'work.fail') && (
            <a href={hrefOf('review', { connectionId, groupId, workItemId })}>{t('assistant.inReview')}</a>
          )}
      </div>
    </li>
  );
}

export function QuestionCard(props: { readonly row: Row<'question'> }) {
  const { row } = props;
  const { connectionId, area, reasons, drafts } = row;
  const { t } = useTexts();
  const name = row.title ?? row.missionTitle;
  return (
    <li className="assistant-card" data-waits="question">
      <About row={row} words={area.text} />
      <ReasonList connectionId={connectionId} reasons={reasons} label={t('assistant.because', { name })} />
      {drafts.length > 0 && (
        <div className="line">
          {drafts.map((draft) => (
            <Button
              key={draft.words.key}
              variant="default"
              onClick={() => openCommandSheet({ connectionId, intent: draft.intent })}
            >
              {t('assistant.openDraft', { draft: draft.words.text })}
            </Button>
          ))}
        </div>
      )}
    </li>
  );
}

export function ActCard(props: { readonly row: Row<'act'> }) {
  const { row } = props;
  const { connectionId, words, ruleId, decidedAtMs, reasons, source, isInLog, reversibility, reversible } =
    row;
  const { t } = useTexts();
  const name = row.title ?? row.missionTitle;
  return (
    <li className="assistant-card" data-waits="done">
      <About row={row} words={words.text} />
      <div className="assistant-facts">
        <Instant atMs={decidedAtMs} isRelative isFocusable />
        <span>
          {t('assistant.byRule')} <span className="mono">{ruleId}</span>
        </span>
        {source === undefined ? (
          <span className="by-clock">{t(isInLog ? 'assistant.inLog' : 'assistant.notInLog')}</span>
        ) : (
          <SourceLinks connectionId={connectionId} sources={[source]} more={0} />
        )}
        <span className={reversible === 'never' ? 'warn' : 'muted'}>{reversibility.text}</span>
      </div>
      {reasons.length > 0 && (
        <ReasonList connectionId={connectionId} reasons={reasons} label={t('assistant.because', { name })} />
      )}
    </li>
  );
}
