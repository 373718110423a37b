// What the wizard for a new Mission collects, what is still missing, and the wish that comes of it. Pure.
import type { ContractIntent, RoughIntent } from '../../../core/contract/forms.ts';

export const BUDGET_FIELDS = [
  ['money', 'financialLimit'],
  ['modelTokens', 'modelTokenLimit'],
  ['toolCalls', 'toolCallLimit'],
  ['computeSeconds', 'computeSecondsLimit'],
  ['wallClockSeconds', 'wallClockSecondsLimit'],
  ['externalActions', 'externalSideEffectLimit'],
] as const;

export type BudgetField = (typeof BUDGET_FIELDS)[number][0];

export interface CriterionDraft {
  readonly description: string;
  readonly evidence: readonly string[];
}

/** Everything as it stands in the fields. */
export interface MissionDraft {
  readonly title: string;
  readonly objective: string;
  readonly criteria: readonly CriterionDraft[];
  /** As a `datetime-local` field has it, local time. */
  readonly deadline: string;
  /** One operation per line. */
  readonly permissions: string;
  readonly asksForRisk: boolean;
  readonly currency: string;
  readonly limits: Readonly<Record<BudgetField, string>>;
  readonly coordinatorAgentId: string;
  readonly leaseMinutes: string;
  readonly connectionId: string;
  /** Of the Mission that it follows up. */
  readonly followUpToMissionId?: string;
}

export const EMPTY_DRAFT: MissionDraft = {
  title: '',
  objective: '',
  criteria: [{ description: '', evidence: ['human_review'] }],
  deadline: '',
  permissions: '',
  asksForRisk: true,
  currency: 'EUR',
  limits: {
    money: '',
    modelTokens: '',
    toolCalls: '',
    computeSeconds: '',
    wallClockSeconds: '',
    externalActions: '',
  },
  coordinatorAgentId: '',
  leaseMinutes: '5',
  connectionId: '',
};

export const STEPS = ['goal', 'bounds', 'budget', 'coordinator', 'place', 'check'] as const;
export type Step = (typeof STEPS)[number];

/** Something that is missing or wrong, by its key in `missions.wizard.faults`. */
export type DraftFault =
  | {
      readonly key:
        | 'name'
        | 'objective'
        | 'criteria'
        | 'deadline'
        | 'deadlinePast'
        | 'budget'
        | 'currency'
        | 'coordinator'
        | 'connection'
        | 'lease';
    }
  | { readonly key: 'evidence'; readonly number: number }
  | { readonly key: 'permission'; readonly text: string }
  | { readonly key: 'amount'; readonly dimension: BudgetField; readonly text: string };

const OPERATION = /^[a-z][a-z0-9._:-]*$/u;

/** What a step lacks. The rules of the protocol judge the rest, on the sheet. */
export function faultsOf(draft: MissionDraft, step: Step, nowMs: number): readonly DraftFault[] {
  if (step === 'check')
    return STEPS.flatMap((each) => (each === 'check' ? [] : faultsOf(draft, each, nowMs)));
  return FAULTS[step](draft, nowMs);
}

const FAULTS: {
  readonly [Name in Exclude<Step, 'check'>]: (draft: MissionDraft, nowMs: number) => readonly DraftFault[];
} = {
  goal: goalFaults,
  bounds: boundsFaults,
  budget: budgetFaults,
  coordinator: coordinatorFaults,
  place: ({ connectionId }) => (connectionId === '' ? [{ key: 'connection' }] : []),
};

function goalFaults({ title, objective, criteria }: MissionDraft): readonly DraftFault[] {
  const faults: DraftFault[] = [];
  if (title.trim() === '') faults.push({ key: 'name' });
  if (objective.trim() === '') faults.push({ key: 'objective' });
  if (criteria.every(({ description }) => description.trim() === '')) faults.push({ key: 'criteria' });
  for (const [index, { description, evidence }] of criteria.entries()) {
    if (description.trim() !== '' && evidence.length === 0)
      faults.push({ key: 'evidence', number: index + 1 });
  }
  return faults;
}

function boundsFaults({ deadline, permissions }: MissionDraft, nowMs: number): readonly DraftFault[] {
  const faults: DraftFault[] = [];
  const deadlineMs = Date.parse(deadline);
  if (Number.isNaN(deadlineMs)) faults.push({ key: 'deadline' });
  else if (deadlineMs <= nowMs) faults.push({ key: 'deadlinePast' });
  for (const text of linesOf(permissions)) {
    if (!OPERATION.test(text)) faults.push({ key: 'permission', text });
  }
  return faults;
}

function budgetFaults({ limits, currency }: MissionDraft): readonly DraftFault[] {
  const faults: DraftFault[] = [];
  const set = BUDGET_FIELDS.filter(([dimension]) => limits[dimension].trim() !== '');
  if (set.length === 0) faults.push({ key: 'budget' });
  for (const [dimension] of set) {
    const text = limits[dimension].trim();
    if (amountOf(dimension, text) === undefined) faults.push({ key: 'amount', dimension, text });
  }
  if (limits.money.trim() !== '' && !/^[A-Z]{3}$/u.test(currency)) faults.push({ key: 'currency' });
  return faults;
}

function coordinatorFaults({ coordinatorAgentId, leaseMinutes }: MissionDraft): readonly DraftFault[] {
  const faults: DraftFault[] = [];
  if (coordinatorAgentId === '') faults.push({ key: 'coordinator' });
  const minutes = Number(leaseMinutes);
  if (!Number.isInteger(minutes) || minutes < 1 || minutes > 1_440) faults.push({ key: 'lease' });
  return faults;
}

/** An amount as people of both languages write it: `20`, `20.50`, `20,50`. Only money has decimals. */
function amountOf(dimension: BudgetField, text: string): number | undefined {
  const plain = text.replace(',', '.');
  const isAmount = dimension === 'money' ? /^\d{1,12}(\.\d{1,6})?$/u.test(plain) : /^\d{1,15}$/u.test(plain);
  return isAmount ? Number(plain) : undefined;
}

function linesOf(text: string): readonly string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** The wish for a draft without faults. */
export function intentOf(draft: MissionDraft): ContractIntent {
  const budget: Record<string, number | string> = {};
  for (const [dimension, field] of BUDGET_FIELDS) {
    const amount = amountOf(dimension, draft.limits[dimension].trim());
    if (amount !== undefined) budget[field] = amount;
  }
  if (budget['financialLimit'] !== undefined) budget['currency'] = draft.currency;
  const permissions = linesOf(draft.permissions);
  const form = {
    title: draft.title.trim(),
    objective: draft.objective.trim(),
    definitionOfDone: draft.criteria
      .filter(({ description }) => description.trim() !== '')
      .map(({ description, evidence }, index) => ({
        criterionId: `DoD-${index + 1}`,
        description: description.trim(),
        evidenceRequired: [...evidence],
      })),
    budget,
    deadline: new Date(draft.deadline).toISOString(),
    approvalPolicy: { finalHumanApproval: true, highRiskExecutionApproval: draft.asksForRisk },
    ...(permissions.length === 0 ? {} : { permissions: [...permissions] }),
    coordinatorAgentId: draft.coordinatorAgentId,
    coordinatorLeaseSeconds: Number(draft.leaseMinutes) * 60,
  };
  const { followUpToMissionId } = draft;
  return followUpToMissionId === undefined
    ? { kind: 'mission.create', form }
    : { kind: 'mission.create_follow_up', form: { ...form, followUpToMissionId } };
}

/** For saving: the fields as they are, so that nothing that was typed is lost. */
export function roughOf(draft: MissionDraft): RoughIntent {
  return {
    kind: draft.followUpToMissionId === undefined ? 'mission.create' : 'mission.create_follow_up',
    form: { wizard: JSON.parse(JSON.stringify(draft)) as RoughIntent['form'][string] },
  };
}

/** Back from `roughOf`; what does not fit begins empty. */
export function draftOfRough({ form }: RoughIntent): MissionDraft {
  const { wizard } = form;
  if (typeof wizard !== 'object' || wizard === null || Array.isArray(wizard)) return EMPTY_DRAFT;
  return { ...EMPTY_DRAFT, ...(wizard as Partial<MissionDraft>) };
}
