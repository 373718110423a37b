// A Delegation Grant to be given: delegate, subtree, capabilities with their least versions, all six ceilings, depth, end. Whatever the
// rules would refuse is said at its field.
import { Button, Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { BasisRow, GrantRow } from '../../../core/contract/people.ts';
import { go, useRouteValue } from '../../app/route.ts';
import { useTexts } from '../../i18n/i18n.ts';
import { useAuthorityNow } from '../../ui/clock.tsx';
import { openCommandSheet } from '../../ui/command-sheet-store.ts';
import { formatBudget } from '../../ui/BudgetBars.tsx';
import { formatFullInstant } from '../../ui/format.ts';
import { KeyHint } from '../../ui/KeyHint.tsx';
import { localText, utcText } from '../../ui/local-time.ts';
import { Pane } from '../../ui/Pane.tsx';
import { useShortcuts } from '../../ui/shortcuts.ts';
import { DIMENSIONS } from '../approvals/approval-budget.ts';
import {
  ceilingsOf,
  type GrantDraft,
  grantDraft,
  type GrantFault,
  grantFaults,
  grantIntent,
  needsOverride,
  renewedDraft,
} from './grant-form.ts';
import { WithBasis } from './WithBasis.tsx';

export function GrantForm(props: {
  readonly mission: { readonly connectionId: string; readonly groupId: string };
  /** A Grant to be given once more, with what is left of it. */
  readonly former: GrantRow | undefined;
  readonly onDone: () => void;
}) {
  const { mission, former, onDone } = props;
  const { t } = useTexts();
  return (
    <WithBasis mission={mission} title={t('people.grants.form.title')} onDone={onDone}>
      {(basis) => <Form basis={basis} former={former} onDone={onDone} />}
    </WithBasis>
  );
}

function Form(props: {
  readonly basis: BasisRow;
  readonly former: GrantRow | undefined;
  readonly onDone: () => void;
}) {
  const { basis, former, onDone } = props;
  const { connectionId, groupId } = basis;
  const { t } = useTexts();
  const nowMs = useAuthorityNow();
  const [target] = useRouteValue('target');
  const [draft, setDraft] = useState(() =>
    former === undefined ? grantDraft(basis, target ?? '', nowMs) : renewedDraft(basis, former, nowMs),
  );
  const [isTried, setIsTried] = useState(false);
  const faults = grantFaults(draft, basis, nowMs);
  const allowed = basis.actions.find(({ id }) => id === 'grant-delegation');
  const sign = (): void => {
    setIsTried(true);
    if (faults.length > 0) return;
    openCommandSheet({ connectionId, intent: grantIntent(draft, basis), onKept: onDone });
  };
  useShortcuts([
    { id: 'sign', words: t('people.grants.form.sign'), run: sign, isInText: true },
    { id: 'close', words: t('common.cancel'), run: onDone },
  ]);
  return (
    <Pane
      title={t('people.grants.form.title')}
      subtitle={basis.missionTitle}
      onBack={onDone}
      toolbar={
        <Button
          size="xs"
          variant="default"
          onClick={() => go('agents', { view: 'members', connectionId, groupId, form: 'member' })}
        >
          {t('people.grants.form.makeDelegate')}
        </Button>
      }
      footer={
        <div className="decision-foot">
          <Button rightSection={<KeyHint id="sign" />} onClick={sign}>
            {t('people.grants.form.sign')}
          </Button>
          <Button variant="default" onClick={onDone}>
            {t('common.cancel')}
          </Button>
          {allowed?.reason !== undefined && <span className="warn">{allowed.reason.text}</span>}
        </div>
      }
    >
      <div className="stack-wide people-form">
        <Scope basis={basis} draft={draft} faults={faults} isTried={isTried} onChange={setDraft} />
        <Ceilings basis={basis} draft={draft} faults={faults} isTried={isTried} onChange={setDraft} />
        <p className="muted">{t('people.grants.form.willEnd')}</p>
      </div>
    </Pane>
  );
}

interface PartProps {
  readonly basis: BasisRow;
  readonly draft: GrantDraft;
  readonly faults: readonly GrantFault[];
  readonly isTried: boolean;
  readonly onChange: (draft: GrantDraft) => void;
}

/** The text of the first of these faults. What is forbidden is said at once, what is missing when somebody wants to go on. */
function useErrors({ faults, isTried }: Pick<PartProps, 'faults' | 'isTried'>) {
  const { t } = useTexts();
  return (...ids: readonly GrantFault['id'][]): { error?: string } => {
    const fault = faults.find(({ id }) => ids.includes(id));
    if (fault === undefined || fault.id === 'amount') return {};
    if (fault.id === 'grantee' || fault.id === 'target') return { error: fault.words.text };
    return isTried ? { error: t(`people.grants.form.faults.${fault.id}`) } : {};
  };
}

function Scope(props: PartProps) {
  const { basis, draft, onChange } = props;
  const { t } = useTexts();
  const errorOf = useErrors(props);
  const change = (changes: Partial<GrantDraft>): void => onChange({ ...draft, ...changes });
  const target = basis.targets.find(({ workItemId }) => workItemId === draft.targetId);
  return (
    <>
      <Select
        label={t('people.grants.form.grantee')}
        allowDeselect={false}
        searchable
        data={basis.candidates
          .filter(({ person }) => person.type === 'agent')
          .map(({ person, delegateFault }) => ({
            value: person.id,
            label: delegateFault === undefined ? person.name : `${person.name} – ${delegateFault.text}`,
          }))}
        value={draft.granteeId === '' ? null : draft.granteeId}
        onChange={(value) => change({ granteeId: value ?? '' })}
        {...errorOf('no-grantee', 'grantee')}
      />
      <Select
        label={t('people.grants.form.target')}
        allowDeselect={false}
        searchable
        data={basis.targets.map(({ workItemId, title, stateWords, depth, fault }) => ({
          value: workItemId,
          label: `${'· '.repeat(depth)}${title} – ${fault?.text ?? stateWords.text}`,
          disabled: fault !== undefined,
        }))}
        value={draft.targetId === '' ? null : draft.targetId}
        onChange={(value) => {
          const chosen = basis.targets.find(({ workItemId }) => workItemId === value);
          const isEmpty = draft.capabilities.every(({ id }) => id.trim() === '');
          change({
            targetId: value ?? '',
            ...(isEmpty && chosen !== undefined ? { capabilities: chosen.capabilities } : {}),
          });
        }}
        {...(target === undefined
          ? {}
          : { description: t('people.grants.form.subtree', { count: target.descendants }) })}
        {...errorOf('no-target', 'target')}
      />
      <Capabilities {...props} />
      <TextInput
        label={t('people.grants.form.depth')}
        description={t('people.grants.form.depthHint', { limit: basis.delegationDepth })}
        inputMode="numeric"
        value={draft.depth}
        onChange={(event) => change({ depth: event.currentTarget.value })}
        {...errorOf('bad-depth')}
      />
      {needsOverride(draft, basis) && <p className="warn">{t('people.grants.form.depthOver')}</p>}
      <EndField {...props} />
    </>
  );
}

function EndField(props: PartProps) {
  const { basis, draft, onChange } = props;
  const { t, language } = useTexts();
  const errorOf = useErrors(props);
  return (
    <TextInput
      type="datetime-local"
      label={t('people.grants.form.endsAt')}
      description={t('people.grants.form.endsHint', {
        deadline: formatFullInstant(basis.deadlineAtMs, language),
      })}
      value={localText(draft.endsAt)}
      onChange={(event) => onChange({ ...draft, endsAt: utcText(event.currentTarget.value) })}
      {...errorOf('no-end', 'end-past', 'end-late')}
    />
  );
}

function Capabilities(props: PartProps) {
  const { basis, draft, onChange } = props;
  const { t } = useTexts();
  const errorOf = useErrors(props);
  const { capabilities } = draft;
  const known = new Set([
    ...basis.targets.flatMap((target) => target.capabilities.map(({ id }) => id)),
    ...basis.candidates.flatMap((each) => each.capabilities.map(({ id }) => id)),
  ]);
  const replace = (index: number, next: GrantDraft['capabilities'][number] | undefined): void =>
    onChange({
      ...draft,
      capabilities: capabilities.flatMap((each, at) => (at === index ? (next ?? []) : each)),
    });
  return (
    <div className="stack">
      <datalist id="grant-capabilities">
        {[...known].map((id) => (
          <option key={id} value={id}>
            {id}
          </option>
        ))}
      </datalist>
      {capabilities.map((each, index) => (
        // A row has no name of its own but its place.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={index} className="people-capability">
          <TextInput
            label={t('people.grants.form.capability')}
            list="grant-capabilities"
            value={each.id}
            onChange={(event) => replace(index, { ...each, id: event.currentTarget.value })}
            {...(index === 0 ? errorOf('no-capability') : {})}
          />
          <TextInput
            label={t('people.grants.form.version')}
            value={each.version}
            onChange={(event) => replace(index, { ...each, version: event.currentTarget.value })}
            {...errorOf('bad-version')}
          />
          <Button
            variant="default"
            aria-label={t('people.grants.form.remove', { name: each.id })}
            onClick={() => replace(index, undefined)}
          >
            ×
          </Button>
        </div>
      ))}
      {capabilities.length === 0 && errorOf('no-capability').error !== undefined && (
        <p className="bad">{errorOf('no-capability').error}</p>
      )}
      <div>
        <Button
          variant="default"
          onClick={() =>
            onChange({ ...draft, capabilities: [...capabilities, { id: '', version: '1.0.0' }] })
          }
        >
          {t('people.grants.form.addCapability')}
        </Button>
      </div>
    </div>
  );
}

function Ceilings(props: PartProps) {
  const { basis, draft, faults, isTried, onChange } = props;
  const { t, language } = useTexts();
  const errorOf = useErrors(props);
  const ceilings = ceilingsOf(basis);
  return (
    <fieldset className="people-ceilings">
      <legend className="label">{t('people.grants.form.budget')}</legend>
      <p className="muted">{t('people.grants.form.budgetHint')}</p>
      <div className="budget-fields">
        <TextInput
          label={t('people.grants.form.currency')}
          value={draft.currency}
          onChange={(event) => onChange({ ...draft, currency: event.currentTarget.value.toUpperCase() })}
          {...errorOf('bad-currency')}
        />
        {DIMENSIONS.map((name) => {
          const limit = ceilings.find(({ dimension }) => dimension === name)?.limit;
          const found = faults.find((each) => each.id === 'amount' && each.dimension === name);
          const fault = found?.id === 'amount' ? found.fault : undefined;
          const error =
            fault === undefined
              ? undefined
              : fault !== 'missing'
                ? t(`approvals.start.faults.${fault}`)
                : isTried
                  ? t('people.grants.form.faults.missing')
                  : undefined;
          return (
            <TextInput
              key={name}
              label={t(`facts.budget.${name}`)}
              inputMode={name === 'money' ? 'decimal' : 'numeric'}
              description={
                limit === undefined
                  ? t('approvals.start.neverSet')
                  : t('approvals.start.ceiling', {
                      amount: formatBudget(name, limit, language, basis.currency),
                    })
              }
              value={draft.budget[name]}
              onChange={(event) =>
                onChange({ ...draft, budget: { ...draft.budget, [name]: event.currentTarget.value } })
              }
              {...(error === undefined ? {} : { error })}
            />
          );
        })}
      </div>
    </fieldset>
  );
}
