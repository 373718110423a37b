// Sending back takes two Commands, since v0.1 knows no request for changes to a WorkItem (F3): the item fails with a report,
// and is offered again. The second stays a draft until the first was accepted.
import { Button, Checkbox, Textarea } from '@mantine/core';
import { useState } from 'react';
import { go } from '../../app/route.ts';
import { useTexts } from '../../i18n/i18n.ts';
import { useDesk, useRequest } from '../../transport/desk.tsx';
import { openCommandSheet } from '../../ui/command-sheet-store.ts';
import { FaultNote, LostNote } from '../../ui/states.tsx';
import { focusField, runInBackground } from './background.ts';
import { criteriaToReport, type EvidenceDraft, failForm } from './review-forms.ts';
import type { ItemPlace, ReviewModel } from './review-model.ts';
import { EvidenceResult, evidenceTypeName } from './EvidenceList.tsx';
import './review.css';

export function SendBack(props: {
  readonly place: ItemPlace;
  readonly model: ReviewModel;
  readonly drafts: readonly EvidenceDraft[];
  /** Whether step 1 was signed before; the panel then goes on with step 2. */
  readonly isFailing: boolean;
  readonly onFailing: () => void;
  readonly onLeave: () => void;
}) {
  const { place, model, drafts, isFailing, onFailing, onLeave } = props;
  const { connectionId, groupId, workItemId } = place;
  const { t } = useTexts();
  const saving = useRequest(useDesk().intents.saveDraft);
  const [criterionIds, setCriterionIds] = useState(criteriaToReport(model.criteria));
  const [text, setText] = useState('');
  const [isTried, setIsTried] = useState(false);
  const other = drafts.filter(({ result }) => result !== 'passed');
  const keepStep2 = (): void =>
    runInBackground(
      saving.run({
        connectionId,
        intent: { kind: 'work.offer', groupId, form: { workItemId, candidates: [] } },
      }),
    );
  const sign = (): void => {
    setIsTried(true);
    if (text.trim() === '') return;
    openCommandSheet({
      connectionId,
      intent: {
        kind: 'work.fail',
        groupId,
        form: failForm(workItemId, model, { criterionIds, text }, drafts),
      },
      onKept: () => {
        keepStep2();
        onFailing();
      },
    });
  };
  return (
    <section className="decision-panel" aria-label={t('review.sendBack.title')}>
      <h4>{t('review.sendBack.title')}</h4>
      <p className="muted">{t('review.sendBack.explain')}</p>
      <ol className="step-list">
        <li data-state={isFailing ? 'done' : 'now'}>
          <span className="strong">{t('review.sendBack.step1')}</span>
          {isFailing ? (
            <p>{t('review.sendBack.step1Done')}</p>
          ) : (
            <div className="stack">
              <Checkbox.Group
                label={t('review.sendBack.criteria')}
                value={[...criterionIds]}
                onChange={setCriterionIds}
              >
                <div className="criterion-choice">
                  {model.criteria.map(({ criterionId, description }) => (
                    <Checkbox key={criterionId} value={criterionId} label={`${criterionId} ${description}`} />
                  ))}
                </div>
              </Checkbox.Group>
              <Textarea
                label={t('review.sendBack.report')}
                description={t('review.sendBack.reportHint')}
                ref={focusField}
                value={text}
                onChange={(event) => setText(event.currentTarget.value)}
                {...(isTried && text.trim() === '' ? { error: t('review.sendBack.reportMissing') } : {})}
              />
              {other.length > 0 && (
                <div className="line">
                  {other.map((draft) => (
                    <span key={draft.type}>
                      <EvidenceResult result={draft.result} /> {evidenceTypeName(t, draft.type)}
                    </span>
                  ))}
                </div>
              )}
              <div className="line">
                <Button onClick={sign}>{t('review.sendBack.sign')}</Button>
                <Button variant="default" onClick={onLeave}>
                  {t('review.sendBack.leave')}
                </Button>
              </div>
            </div>
          )}
        </li>
        <li data-state={isFailing ? 'now' : 'later'}>
          <span className="strong">{t('review.sendBack.step2')}</span>
          {isFailing && (
            <div className="stack">
              <p>{t('review.sendBack.step2Draft')}</p>
              <div className="line">
                <Button onClick={() => go('offer', { connectionId, groupId, workItemId })}>
                  {t('review.sendBack.offer')}
                </Button>
                <Button
                  variant="default"
                  onClick={() => go('contract', { connectionId, groupId, workItemId, purpose: 'replace' })}
                >
                  {t('review.sendBack.newContract')}
                </Button>
                <Button variant="default" onClick={onLeave}>
                  {t('review.sendBack.leave')}
                </Button>
              </div>
            </div>
          )}
        </li>
      </ol>
      {saving.fault !== undefined && <FaultNote fault={saving.fault} onRetry={keepStep2} />}
      {saving.isLost && <LostNote onRetry={keepStep2} />}
    </section>
  );
}
