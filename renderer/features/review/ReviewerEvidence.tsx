// Evidence that a reviewer adds. It is signed with the decision; until then it is a draft of this computer.
import { Button, Checkbox, SegmentedControl, Select, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '../../i18n/i18n.ts';
import { EvidenceResult, evidenceTypeName } from './EvidenceList.tsx';
import { type EvidenceDraft, gapsOfDraft, REVIEWER_TYPES, draftFor } from './review-forms.ts';
import type { CriterionRow } from './review-model.ts';
import { StrangerText } from './StrangerText.tsx';
import './review.css';

export function ReviewerEvidence(props: {
  readonly criteria: readonly CriterionRow[];
  readonly drafts: readonly EvidenceDraft[];
  /** The one in the form; undefined while the form is closed. */
  readonly edited: EvidenceDraft | undefined;
  readonly onEdit: (draft: EvidenceDraft | undefined) => void;
  readonly onDrafts: (drafts: readonly EvidenceDraft[]) => void;
}) {
  const { criteria, drafts, edited, onEdit, onDrafts } = props;
  const { t } = useTexts();
  return (
    <div className="stack">
      <p className="muted">{t('review.mine.hint')}</p>
      {drafts.length > 0 && (
        <ul className="evidence-list">
          {drafts.map((draft) => (
            <li key={draft.type} className="evidence-card" data-draft>
              <div className="evidence-head">
                <EvidenceResult result={draft.result} />
                <span className="strong">{evidenceTypeName(t, draft.type)}</span>
                <span className="mono muted">{draft.criterionIds.join(' ')}</span>
                <span className="pending-mark">{t('review.mine.draft')}</span>
                <span className="evidence-end">
                  <Button size="compact-xs" variant="default" onClick={() => onEdit(draft)}>
                    {t('review.mine.edit')}
                  </Button>
                  <Button
                    size="compact-xs"
                    variant="default"
                    onClick={() => onDrafts(drafts.filter((each) => each !== draft))}
                  >
                    {t('review.mine.remove')}
                  </Button>
                </span>
              </div>
              <StrangerText text={draft.method} />
              {draft.text !== '' && <StrangerText text={draft.text} />}
            </li>
          ))}
        </ul>
      )}
      {edited === undefined ? (
        <div className="line">
          <Button variant="default" onClick={() => onEdit(draftFor('reviewer_assessment', criteria))}>
            {t('review.mine.add')}
          </Button>
          <Button variant="default" onClick={() => onEdit(draftFor('human_review', criteria))}>
            {t('review.mine.human')}
          </Button>
        </div>
      ) : (
        <EvidenceFields
          // Another type, another form: nothing typed for one lands in the other.
          key={edited.type}
          criteria={criteria}
          draft={edited}
          onChange={onEdit}
          onSave={(draft) => {
            onDrafts([...drafts.filter(({ type }) => type !== draft.type), draft]);
            onEdit(undefined);
          }}
          onLeave={() => onEdit(undefined)}
        />
      )}
    </div>
  );
}

function EvidenceFields(props: {
  readonly criteria: readonly CriterionRow[];
  readonly draft: EvidenceDraft;
  readonly onChange: (draft: EvidenceDraft) => void;
  readonly onSave: (draft: EvidenceDraft) => void;
  readonly onLeave: () => void;
}) {
  const { criteria, draft, onChange, onSave, onLeave } = props;
  const { t } = useTexts();
  const [isTried, setIsTried] = useState(false);
  const gaps = gapsOfDraft(draft);
  const problem = (...names: readonly (typeof gaps)[number][]): string | undefined => {
    const gap = isTried ? gaps.find((each) => names.includes(each)) : undefined;
    return gap === undefined ? undefined : t(`review.mine.gaps.${gap}`);
  };
  const methodProblem = problem('method', 'method-length');
  const criterionProblem = problem('criterion');
  return (
    <fieldset className="evidence-form">
      <legend className="visually-hidden">{t('review.mine.title')}</legend>
      <div className="line">
        <Select
          label={t('review.mine.type')}
          value={draft.type}
          data={REVIEWER_TYPES.map((type) => ({ value: type, label: evidenceTypeName(t, type) }))}
          onChange={(value) => {
            const type = REVIEWER_TYPES.find((each) => each === value);
            if (type !== undefined)
              onChange({ ...draftFor(type, criteria), method: draft.method, text: draft.text });
          }}
        />
        <div>
          <div className="label">{t('review.mine.result')}</div>
          <SegmentedControl
            aria-label={t('review.mine.result')}
            value={draft.result}
            data={(['passed', 'failed', 'inconclusive'] as const).map((value) => ({
              value,
              label: t(`review.evidence.${value}`),
            }))}
            onChange={(value) => {
              const result = (['passed', 'failed', 'inconclusive'] as const).find((each) => each === value);
              if (result !== undefined) onChange({ ...draft, result });
            }}
          />
        </div>
      </div>
      <Checkbox.Group
        label={t('review.mine.criteria')}
        value={[...draft.criterionIds]}
        onChange={(criterionIds) => onChange({ ...draft, criterionIds })}
        {...(criterionProblem === undefined ? {} : { error: criterionProblem })}
      >
        <div className="criterion-choice">
          {criteria.map(({ criterionId, description }) => (
            <Checkbox key={criterionId} value={criterionId} label={`${criterionId} ${description}`} />
          ))}
        </div>
      </Checkbox.Group>
      <Textarea
        label={t('review.mine.method')}
        description={t('review.mine.methodHint')}
        value={draft.method}
        onChange={(event) => onChange({ ...draft, method: event.currentTarget.value })}
        {...(methodProblem === undefined ? {} : { error: methodProblem })}
      />
      <Textarea
        label={t('review.mine.text')}
        value={draft.text}
        onChange={(event) => onChange({ ...draft, text: event.currentTarget.value })}
      />
      <p className="muted">
        {t(draft.type === 'human_review' ? 'review.mine.humanSigner' : 'review.mine.agentSigner')}
        {draft.result !== 'passed' && ` ${t('review.mine.notPassedNote')}`}
      </p>
      <div className="line">
        <Button
          onClick={() => {
            setIsTried(true);
            if (gaps.length === 0) onSave(draft);
          }}
        >
          {t('review.mine.save')}
        </Button>
        <Button variant="default" onClick={onLeave}>
          {t('common.cancel')}
        </Button>
      </div>
    </fieldset>
  );
}
