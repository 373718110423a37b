// The fields of each step of the wizard for a new Mission.
import { ActionIcon, Button, Checkbox, Chip, Select, Textarea, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { EVIDENCE_TYPES } from '../../../core/contract/review.ts';
import { useTexts } from '../../i18n/i18n.ts';
import { useLive } from '../../transport/desk.tsx';
import { BUDGET_FIELDS, type DraftFault, faultsOf, type MissionDraft, type Step } from './mission-draft.ts';

interface StepProps {
  readonly draft: MissionDraft;
  readonly onChange: (draft: MissionDraft) => void;
}

export function CreateStep(props: StepProps & { readonly step: Step; readonly nowMs: number }) {
  const Fields = FIELDS[props.step];
  return <Fields draft={props.draft} onChange={props.onChange} nowMs={props.nowMs} />;
}

export function FaultTexts(props: { readonly faults: readonly DraftFault[] }) {
  const { t } = useTexts();
  const textOf = (fault: DraftFault): string => {
    switch (fault.key) {
      case 'evidence':
        return t('missions.wizard.faults.evidence', { number: fault.number });
      case 'permission':
        return t('missions.wizard.faults.permission', { text: fault.text });
      case 'amount':
        return t('missions.wizard.faults.amount', {
          dimension: t(`facts.budget.${fault.dimension}`),
          text: fault.text,
        });
      default:
        return t(`missions.wizard.faults.${fault.key}`);
    }
  };
  return (
    <ul className="wizard-faults bad" role="alert">
      {props.faults.map((fault) => (
        <li key={JSON.stringify(fault)}>{textOf(fault)}</li>
      ))}
    </ul>
  );
}

function GoalStep({ draft, onChange }: StepProps) {
  const { t } = useTexts();
  const { criteria } = draft;
  const changeCriterion = (index: number, change: Partial<(typeof criteria)[number]>): void =>
    onChange({
      ...draft,
      criteria: criteria.map((each, at) => (at === index ? { ...each, ...change } : each)),
    });
  return (
    <>
      <TextInput
        label={t('missions.wizard.name')}
        description={t('missions.wizard.nameHint')}
        value={draft.title}
        maxLength={200}
        onChange={(event) => onChange({ ...draft, title: event.currentTarget.value })}
      />
      <Textarea
        label={t('missions.wizard.objective')}
        description={t('missions.wizard.objectiveHint')}
        minRows={4}
        maxLength={10_000}
        value={draft.objective}
        onChange={(event) => onChange({ ...draft, objective: event.currentTarget.value })}
      />
      <section className="stack" aria-label={t('missions.wizard.criteria')}>
        <h3>{t('missions.wizard.criteria')}</h3>
        <p className="muted">{t('missions.wizard.criteriaHint')}</p>
        {criteria.map((criterion, index) => (
          // Criteria have no identity but their place.
          <div key={`criterion ${String(index)}`} className="wizard-criterion">
            <TextInput
              label={t('missions.wizard.criterion', { number: index + 1 })}
              value={criterion.description}
              maxLength={4_000}
              onChange={(event) => changeCriterion(index, { description: event.currentTarget.value })}
              rightSection={
                criteria.length > 1 && (
                  <ActionIcon
                    aria-label={t('missions.wizard.removeCriterion', { number: index + 1 })}
                    onClick={() =>
                      onChange({ ...draft, criteria: criteria.filter((_each, at) => at !== index) })
                    }
                  >
                    <IconTrash size={14} />
                  </ActionIcon>
                )
              }
            />
            <Chip.Group
              multiple
              value={[...criterion.evidence]}
              onChange={(evidence) => changeCriterion(index, { evidence })}
            >
              <div className="wizard-evidence" role="group" aria-label={t('missions.wizard.evidence')}>
                {EVIDENCE_TYPES.map((type) => (
                  <Chip key={type} size="xs" variant="outline" value={type}>
                    {t(`facts.evidence.${type}`)}
                  </Chip>
                ))}
              </div>
            </Chip.Group>
          </div>
        ))}
        <div>
          <Button
            variant="default"
            leftSection={<IconPlus size={14} />}
            onClick={() =>
              onChange({ ...draft, criteria: [...criteria, { description: '', evidence: ['human_review'] }] })
            }
          >
            {t('missions.wizard.addCriterion')}
          </Button>
        </div>
      </section>
    </>
  );
}

function BoundsStep({ draft, onChange }: StepProps) {
  const { t } = useTexts();
  return (
    <>
      <TextInput
        type="datetime-local"
        w={260}
        label={t('missions.wizard.deadline')}
        description={t('missions.wizard.deadlineHint')}
        value={draft.deadline}
        onChange={(event) => onChange({ ...draft, deadline: event.currentTarget.value })}
      />
      <Textarea
        label={t('missions.wizard.permissions')}
        description={t('missions.wizard.permissionsHint')}
        minRows={3}
        value={draft.permissions}
        classNames={{ input: 'mono' }}
        onChange={(event) => onChange({ ...draft, permissions: event.currentTarget.value })}
      />
      <Checkbox
        checked
        readOnly
        aria-disabled
        label={t('missions.wizard.finalApproval')}
        description={t('missions.wizard.finalApprovalHint')}
      />
      <Checkbox
        checked={draft.asksForRisk}
        label={t('missions.wizard.riskApproval')}
        onChange={(event) => onChange({ ...draft, asksForRisk: event.currentTarget.checked })}
      />
    </>
  );
}

function BudgetStep({ draft, onChange }: StepProps) {
  const { t } = useTexts();
  return (
    <>
      <p className="muted">{t('missions.wizard.budgetHint')}</p>
      <div className="wizard-limits">
        {BUDGET_FIELDS.map(([dimension]) => (
          <TextInput
            key={dimension}
            inputMode="decimal"
            label={
              dimension === 'computeSeconds' || dimension === 'wallClockSeconds'
                ? `${t(`facts.budget.${dimension}`)} (s)`
                : t(`facts.budget.${dimension}`)
            }
            placeholder={t('facts.budget.noLimit')}
            value={draft.limits[dimension]}
            onChange={(event) =>
              onChange({ ...draft, limits: { ...draft.limits, [dimension]: event.currentTarget.value } })
            }
          />
        ))}
        <TextInput
          label={t('missions.wizard.currency')}
          value={draft.currency}
          maxLength={3}
          onChange={(event) => onChange({ ...draft, currency: event.currentTarget.value.toUpperCase() })}
        />
      </div>
    </>
  );
}

function CoordinatorStep({ draft, onChange }: StepProps) {
  const { t } = useTexts();
  const agents = useLive('people.agents').rows.filter(
    ({ connectionId }) => draft.connectionId === '' || connectionId === draft.connectionId,
  );
  return (
    <>
      <Select
        label={t('missions.wizard.coordinator')}
        description={t('missions.wizard.coordinatorHint')}
        searchable
        data={agents.map(({ agent }) => ({ value: agent.id, label: agent.name }))}
        value={draft.coordinatorAgentId === '' ? null : draft.coordinatorAgentId}
        onChange={(id) => onChange({ ...draft, coordinatorAgentId: id ?? '' })}
      />
      <TextInput
        w={260}
        inputMode="numeric"
        label={t('missions.wizard.leaseMinutes')}
        description={t('missions.wizard.leaseHint')}
        value={draft.leaseMinutes}
        onChange={(event) => onChange({ ...draft, leaseMinutes: event.currentTarget.value })}
      />
    </>
  );
}

function PlaceStep({ draft, onChange }: StepProps) {
  const { t } = useTexts();
  const connections = useLive('connections.follow').rows;
  const chosen = connections.find(({ connectionId }) => connectionId === draft.connectionId);
  const human = chosen?.identities.find(({ person }) => person.type === 'human');
  return (
    <>
      <Select
        label={t('missions.wizard.connection')}
        description={t('missions.wizard.connectionHint')}
        data={connections.map(({ connectionId, name }) => ({ value: connectionId, label: name }))}
        value={draft.connectionId === '' ? null : draft.connectionId}
        onChange={(id) => onChange({ ...draft, connectionId: id ?? '', coordinatorAgentId: '' })}
      />
      <dl className="facts">
        <dt>{t('missions.wizard.signsWith')}</dt>
        <dd>
          {human === undefined ? t('missions.wizard.nobody') : human.person.name}
          {human?.pathWords !== undefined && <div className="muted">{human.pathWords.text}</div>}
        </dd>
      </dl>
    </>
  );
}

function CheckStep({ draft, nowMs }: StepProps & { readonly nowMs: number }) {
  const { t } = useTexts();
  const faults = faultsOf(draft, 'check', nowMs);
  if (faults.length === 0) return <p>{t('missions.wizard.ready')}</p>;
  return (
    <>
      <h3>{t('missions.wizard.notReady')}</h3>
      <FaultTexts faults={faults} />
    </>
  );
}

const FIELDS: { readonly [Name in Step]: ComponentType<StepProps & { readonly nowMs: number }> } = {
  goal: GoalStep,
  bounds: BoundsStep,
  budget: BudgetStep,
  coordinator: CoordinatorStep,
  place: PlaceStep,
  check: CheckStep,
};
