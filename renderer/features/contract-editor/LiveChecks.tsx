// What the contract lacks, and what the rules say about it, while it is written.
import { IconAlertTriangle, IconCheck, IconX } from '@tabler/icons-react';
import { useTexts } from '../../i18n/i18n.ts';
import { useLive } from '../../transport/desk.tsx';
import { ChecksLine } from '../../ui/sheet-lines.tsx';
import type { ContractForm } from './contract-form.ts';
import { contractGaps, type Fold } from './contract-gaps.ts';
import { type EditorSubject, kindOf } from './editor-subject.ts';
import type { RulesVerdict } from './use-editor.ts';
import './contract-editor.css';

export function LiveChecks(props: {
  readonly subject: EditorSubject;
  readonly form: ContractForm;
  readonly rules: RulesVerdict;
  readonly onGo: (fold: Fold) => void;
}) {
  const { subject, form, rules, onGo } = props;
  const { t } = useTexts();
  const gaps = contractGaps(form);
  const { connectionId, groupId, workItemId } = subject;
  const questions = useLive('conversations.follow', { connectionId, groupId })
    .rows.filter((row) => row.workItemId === undefined || row.workItemId === workItemId)
    .reduce((sum, { openQuestions }) => sum + openQuestions, 0);
  return (
    <div className="stack" aria-live="polite">
      {gaps.length === 0 ? (
        <p className="live-check good">
          <IconCheck size={14} aria-hidden /> {t('contract.checks.complete')}
        </p>
      ) : (
        <ul className="plain-list">
          {gaps.map((gap) => (
            <li key={`${gap.fold} ${gap.id} ${gap.row ?? ''}`} className="live-check">
              <IconX size={14} aria-hidden className="bad" />
              <button type="button" className="link-button" onClick={() => onGo(gap.fold)}>
                {t(`contract.gaps.${gap.id}`, { row: gap.row ?? '' })}
              </button>
            </li>
          ))}
        </ul>
      )}
      {questions > 0 && (
        <p className="live-check warn">
          <IconAlertTriangle size={14} aria-hidden /> {t('contract.checks.questions', { count: questions })}
        </p>
      )}
      <div className="label">{t('contract.checks.host')}</div>
      {rules.state === 'waiting' && (
        <p className="muted">
          {t(
            kindOf(subject.purpose) === 'work.offer'
              ? 'contract.checks.withOffer'
              : 'contract.checks.waiting',
          )}
        </p>
      )}
      {rules.state === 'running' && <p className="muted">{t('contract.checks.running')}</p>}
      {rules.sheet !== undefined && (
        <>
          <ChecksLine checks={rules.sheet.checks} />
          {rules.sheet.refusal !== undefined && (
            <p className="bad">{t('contract.checks.refused', { reason: rules.sheet.refusal.words.text })}</p>
          )}
        </>
      )}
    </div>
  );
}
