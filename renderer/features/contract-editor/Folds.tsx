// The form of a contract in seven folds, each with how much of it is open.
import { Accordion, MultiSelect, Select, Textarea, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import type { BudgetDimension } from '../../../core/contract/values.ts';
import { useTexts } from '../../i18n/i18n.ts';
import { useLive } from '../../transport/desk.tsx';
import { amountFault } from '../approvals/approval-budget.ts';
import { BudgetFields } from '../approvals/BudgetFields.tsx';
import { BACKOFFS, needsHuman, RISKS, START_APPROVALS, URGENCIES, withRisk } from './contract-form.ts';
import { contractGaps, type Fold, FOLDS } from './contract-gaps.ts';
import {
  CapabilityFields,
  CriterionFields,
  DeliverableFields,
  type FieldsProps,
  ResourceFields,
} from './RowFields.tsx';
import type { EditorSubject } from './editor-subject.ts';
import { localText, utcText } from '../../ui/local-time.ts';
import './contract-editor.css';

interface FoldsProps extends FieldsProps {
  readonly subject: EditorSubject;
}

export function Folds(
  props: FoldsProps & { readonly open: readonly string[]; readonly onOpen: (open: string[]) => void },
) {
  const { form, open, onOpen } = props;
  const { t } = useTexts();
  const gaps = contractGaps(form);
  return (
    <Accordion multiple value={[...open]} onChange={onOpen} variant="separated" keepMounted={false}>
      {FOLDS.map((fold) => {
        const count = gaps.filter((gap) => gap.fold === fold).length;
        return (
          <Accordion.Item key={fold} value={fold} data-fold={fold}>
            <Accordion.Control>
              <span className="fold-head">
                <span className="strong">{t(`contract.folds.${fold}`)}</span>
                <span className={count === 0 ? 'good small' : 'warn small'}>
                  {count === 0 ? t('contract.fold.complete') : t('contract.fold.open', { count })}
                </span>
              </span>
            </Accordion.Control>
            <Accordion.Panel>
              <FoldFields fold={fold} {...props} />
            </Accordion.Panel>
          </Accordion.Item>
        );
      })}
    </Accordion>
  );
}

function FoldFields(props: FoldsProps & { readonly fold: Fold }): ReactNode {
  switch (props.fold) {
    case 'goal':
      return <GoalFields {...props} />;
    case 'criteria':
      return <CriterionFields {...props} />;
    case 'inputs':
      return <InputFields {...props} />;
    case 'permissions':
      return <ResourceFields {...props} />;
    case 'capabilities':
      return <AbleFields {...props} />;
    case 'time':
      return <TimeFields {...props} />;
    case 'budget':
      return <MoneyFields {...props} />;
    default:
      return null;
  }
}

function GoalFields({ form, onChange }: FoldsProps) {
  const { t } = useTexts();
  return (
    <div className="stack">
      <Textarea
        label={t('contract.fields.goal')}
        description={t('contract.fields.goalHint')}
        value={form.goal}
        onChange={(event) => onChange({ ...form, goal: event.currentTarget.value })}
      />
      <DeliverableFields form={form} onChange={onChange} />
    </div>
  );
}

function InputFields({ form, onChange, subject }: FoldsProps) {
  const { t } = useTexts();
  const { connectionId, groupId, workItemId } = subject;
  const { rows } = useLive('plan.follow', { connectionId, groupId });
  const others = rows.filter((row) => row.type === 'workItem' && row.workItemId !== workItemId);
  const choices = others.map((row) => ({ value: row.workItemId, label: row.title }));
  const unknown = form.dependencies.filter((id) => others.every((row) => row.workItemId !== id));
  return (
    <div className="stack">
      <Textarea
        label={t('contract.fields.inputs')}
        classNames={{ input: 'mono' }}
        value={form.inputArtifacts.join('\n')}
        onChange={(event) =>
          onChange({
            ...form,
            inputArtifacts: event.currentTarget.value.split('\n').filter((line) => line.trim() !== ''),
          })
        }
      />
      <MultiSelect
        label={t('contract.fields.dependencies')}
        description={t('contract.fields.dependenciesHint')}
        searchable
        value={[...form.dependencies]}
        onChange={(dependencies) => onChange({ ...form, dependencies })}
        data={[...choices, ...unknown.map((id) => ({ value: id, label: id }))]}
      />
    </div>
  );
}

function AbleFields({ form, onChange }: FoldsProps) {
  const { rows } = useLive('people.agents');
  return <CapabilityFields form={form} onChange={onChange} agents={rows} />;
}

function TimeFields({ form, onChange }: FoldsProps) {
  const { t } = useTexts();
  return (
    <div className="editor-grid">
      <TextInput
        type="datetime-local"
        label={t('contract.fields.deadline')}
        description={t('contract.fields.deadlineHint')}
        value={localText(form.deadline)}
        onChange={(event) => onChange({ ...form, deadline: utcText(event.currentTarget.value) })}
      />
      <Select
        label={t('contract.fields.urgency')}
        value={form.urgency}
        data={URGENCIES.map((value) => ({ value, label: t(`contract.urgencies.${value}`) }))}
        onChange={(value) => {
          const urgency = URGENCIES.find((each) => each === value);
          if (urgency !== undefined) onChange({ ...form, urgency });
        }}
      />
      <Textarea
        className="editor-full"
        label={t('contract.fields.impact')}
        value={form.impact}
        onChange={(event) => onChange({ ...form, impact: event.currentTarget.value })}
      />
      <TextInput
        label={t('contract.fields.attempts')}
        inputMode="numeric"
        value={form.maxAttempts}
        onChange={(event) => onChange({ ...form, maxAttempts: event.currentTarget.value })}
      />
      <Select
        label={t('contract.fields.backoff')}
        value={form.backoff}
        data={BACKOFFS.map((value) => ({ value, label: t(`contract.backoffs.${value}`) }))}
        onChange={(value) => {
          const backoff = BACKOFFS.find((each) => each === value);
          if (backoff !== undefined) onChange({ ...form, backoff });
        }}
      />
      <TextInput
        label={t('contract.fields.maxDelay')}
        description={t('contract.fields.maxDelayHint')}
        value={form.maxDelay}
        onChange={(event) => onChange({ ...form, maxDelay: event.currentTarget.value })}
      />
      <TextInput
        label={t('contract.fields.failures')}
        description={t('contract.fields.failuresHint')}
        value={form.retryableFailures.join(' ')}
        onChange={(event) =>
          onChange({
            ...form,
            retryableFailures: event.currentTarget.value.split(/\s+/u).filter((each) => each !== ''),
          })
        }
      />
    </div>
  );
}

/** What is free above: of the Mission; an item above it is judged by the rules. */
function useAbove({ connectionId, groupId }: EditorSubject): {
  readonly dimensions: readonly BudgetDimension[] | undefined;
  readonly currency: string | undefined;
} {
  const budget = useLive('missions.overview', { connectionId, groupId }).rows.find(
    (row) => row.section === 'budget',
  );
  return { dimensions: budget?.dimensions, currency: budget?.currency };
}

function MoneyFields({ form, onChange, subject }: FoldsProps) {
  const { t } = useTexts();
  const above = useAbove(subject);
  const currency = form.currency === '' ? above.currency : form.currency;
  const isForced = needsHuman(form.risk);
  return (
    <div className="stack">
      <BudgetFields
        budget={form.budget}
        above={above.dimensions}
        currency={currency}
        onChange={(budget) => onChange({ ...form, budget, currency: currency ?? '' })}
        // What the Mission has left is told as a ceiling; a correction of an item counts its own share as free, so the
        // rules alone judge it.
        faultOf={(dimension) => amountFault(dimension, form.budget[dimension], undefined, currency)}
      />
      <div className="editor-grid">
        <TextInput
          label={t('contract.fields.currency')}
          value={form.currency}
          maxLength={3}
          placeholder={above.currency ?? ''}
          onChange={(event) => onChange({ ...form, currency: event.currentTarget.value.toUpperCase() })}
        />
        <Select
          label={t('contract.fields.risk')}
          value={form.risk}
          data={RISKS.map((value) => ({ value, label: t(`approvals.risk.${value}`) }))}
          onChange={(value) => {
            const risk = RISKS.find((each) => each === value);
            if (risk !== undefined) onChange(withRisk(form, risk));
          }}
        />
        <Select
          label={t('contract.fields.approval')}
          value={form.startApproval}
          disabled={isForced && form.startApproval === 'human_required'}
          data={START_APPROVALS.map((value) => ({ value, label: t(`contract.approvals.${value}`) }))}
          onChange={(value) => {
            const startApproval = START_APPROVALS.find((each) => each === value);
            if (startApproval !== undefined) onChange({ ...form, startApproval });
          }}
          {...(isForced ? { description: t('contract.forced') } : {})}
        />
      </div>
    </div>
  );
}
