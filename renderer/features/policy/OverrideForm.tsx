// A limit to be lifted once: who asks fills it in and asks the owner by a Message; the owner grants it. Both sign on the command sheet.
import { Select, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { BasisRow } from '../../../core/contract/people.ts';
import type { OverrideRow } from '../../../core/contract/policy.ts';
import type { ActionModel } from '../../../core/contract/values.ts';
import { hrefOf } from '../../app/route.ts';
import { useTexts } from '../../i18n/i18n.ts';
import { ActionBar } from '../../ui/ActionBar.tsx';
import { useAuthorityNow } from '../../ui/clock.tsx';
import { openCommandSheet } from '../../ui/command-sheet-store.ts';
import { formatFullInstant } from '../../ui/format.ts';
import { localText, utcText } from '../../ui/local-time.ts';
import { Pane } from '../../ui/Pane.tsx';
import { useShortcuts } from '../../ui/shortcuts.ts';
import { WithBasis } from '../people/WithBasis.tsx';
import {
  askOverrideIntent,
  grantOverrideIntent,
  type OverrideDraft,
  overrideDraft,
  type OverrideFault,
  overrideFaults,
  withPolicy,
} from './override-form.ts';
import { OverrideWay } from './OverridePane.tsx';

interface FormProps {
  readonly mission: { readonly connectionId: string; readonly groupId: string };
  /** What is needed or asked for; a new one when left out. */
  readonly row?: OverrideRow;
  readonly onDone: () => void;
}

export function OverrideForm(props: FormProps) {
  const { mission, onDone } = props;
  const { t } = useTexts();
  return (
    <WithBasis mission={mission} title={t('policy.overrides.formTitle')} onDone={onDone}>
      {(basis) => <Form {...props} basis={basis} />}
    </WithBasis>
  );
}

function Form(props: FormProps & { readonly basis: BasisRow }) {
  const { basis, row, onDone } = props;
  const { connectionId } = basis;
  const { t, language } = useTexts();
  const nowMs = useAuthorityNow();
  const [draft, setDraft] = useState(() => overrideDraft(basis, row, nowMs));
  const [isTried, setIsTried] = useState(false);
  const faults = overrideFaults(draft, basis, nowMs);
  const actions = actionsOf(basis, row, {
    ask: t('policy.overrides.ask'),
    grant: t('policy.overrides.grant'),
  });
  const act = (id: string): void => {
    setIsTried(true);
    if (faults.length > 0) return;
    const policy = basis.policies.find(({ policyName }) => policyName === draft.policyName);
    const command = policy?.kinds.find(({ kind }) => kind === draft.targetKind);
    const text = t('policy.overrides.askText', {
      policy: policy?.words.text ?? draft.policyName,
      command: command?.words.text ?? draft.targetKind,
      actionId: draft.targetActionId.trim(),
      until: formatFullInstant(Date.parse(draft.expiresAt), language),
      reason: draft.reason.trim(),
    });
    const intent = id === 'grant' ? grantOverrideIntent(draft, basis) : askOverrideIntent(draft, basis, text);
    if (intent !== undefined) openCommandSheet({ connectionId, intent, onKept: onDone });
  };
  // The owner grants; where the owner is elsewhere, the next best is to ask.
  const main = actions.find(({ id, isEnabled }) => id === 'grant' && isEnabled) ?? actions[0];
  useShortcuts([
    {
      id: 'sign',
      words: main?.words.text ?? '',
      run: () => {
        if (main?.isEnabled === true) act(main.id);
      },
      isInText: true,
    },
    { id: 'close', words: t('common.cancel'), run: onDone },
  ]);
  return (
    <Pane
      title={row?.targetKindWords.text ?? t('policy.overrides.formTitle')}
      subtitle={basis.missionTitle}
      onBack={onDone}
      footer={<ActionBar actions={actions} mainIds={['grant', 'ask']} onAct={({ id }) => act(id)} />}
    >
      <div className="stack-wide people-form">
        <p className="muted">{t('policy.overrides.oneShot')}</p>
        <Fields basis={basis} row={row} draft={draft} faults={isTried ? faults : []} onChange={setDraft} />
        {row?.isCommandHere === true && (
          <p>
            <a href={hrefOf('outbox', { connectionId, actionId: row.targetActionId })}>
              {t('policy.overrides.inOutbox')}
            </a>
          </p>
        )}
        {row !== undefined && <OverrideWay row={row} />}
      </div>
    </Pane>
  );
}

/** Asking and granting, with the reason why not; of a new one as far as the Mission tells. */
function actionsOf(
  basis: BasisRow,
  row: OverrideRow | undefined,
  texts: { readonly ask: string; readonly grant: string },
): readonly ActionModel[] {
  const find = (id: 'ask' | 'grant'): ActionModel | undefined =>
    row === undefined
      ? basis.actions.find((each) => each.id === (id === 'ask' ? 'post-message' : 'grant-override'))
      : row.actions.find((each) => each.id === id);
  return (['ask', 'grant'] as const).flatMap((id) => {
    const found = find(id);
    return found === undefined ? [] : [{ ...found, id, words: { ...found.words, text: texts[id] } }];
  });
}

function Fields(props: {
  readonly basis: BasisRow;
  readonly row: OverrideRow | undefined;
  readonly draft: OverrideDraft;
  readonly faults: readonly OverrideFault[];
  readonly onChange: (draft: OverrideDraft) => void;
}) {
  const { basis, row, draft, faults, onChange } = props;
  const { t, language } = useTexts();
  const change = (changes: Partial<OverrideDraft>): void => onChange({ ...draft, ...changes });
  const errorOf = (...ids: readonly OverrideFault[]): { error?: string } => {
    const fault = ids.find((id) => faults.includes(id));
    return fault === undefined ? {} : { error: t(`policy.overrides.faults.${fault}`) };
  };
  const kinds = basis.policies.find(({ policyName }) => policyName === draft.policyName)?.kinds ?? [];
  // What the Command is like is no matter of choice once it is known.
  const isFixed = row !== undefined;
  return (
    <>
      <Select
        label={t('policy.overrides.limit')}
        allowDeselect={false}
        readOnly={isFixed}
        data={basis.policies.map(({ policyName, words }) => ({ value: policyName, label: words.text }))}
        value={draft.policyName}
        onChange={(value) => onChange(withPolicy(draft, basis, value ?? ''))}
        {...errorOf('no-policy')}
      />
      <Select
        label={t('policy.overrides.command')}
        allowDeselect={false}
        readOnly={isFixed}
        data={kinds.map(({ kind, words }) => ({ value: kind, label: words.text }))}
        value={draft.targetKind}
        onChange={(value) => change({ targetKind: value ?? '' })}
        {...errorOf('no-kind')}
      />
      <Select
        label={t('policy.overrides.beneficiary')}
        description={t('policy.overrides.members')}
        allowDeselect={false}
        readOnly={isFixed}
        data={basis.candidates
          .filter(({ isMember }) => isMember)
          .map(({ person }) => ({ value: person.id, label: person.name }))}
        value={draft.beneficiaryId === '' ? null : draft.beneficiaryId}
        onChange={(value) => change({ beneficiaryId: value ?? '' })}
        {...errorOf('no-beneficiary')}
      />
      <TextInput
        label={t('policy.overrides.action')}
        description={t('policy.overrides.actionHint')}
        classNames={{ input: 'mono' }}
        readOnly={isFixed}
        value={draft.targetActionId}
        onChange={(event) => change({ targetActionId: event.currentTarget.value })}
        {...errorOf('no-action')}
      />
      <Textarea
        label={t('policy.overrides.reason')}
        minRows={2}
        value={draft.reason}
        onChange={(event) => change({ reason: event.currentTarget.value })}
        {...errorOf('no-reason')}
      />
      <TextInput
        type="datetime-local"
        label={t('policy.overrides.expires')}
        description={t('policy.overrides.expiresHint', {
          deadline: formatFullInstant(basis.deadlineAtMs, language),
        })}
        value={localText(draft.expiresAt)}
        onChange={(event) => change({ expiresAt: utcText(event.currentTarget.value) })}
        {...errorOf('no-end', 'end-past', 'end-late')}
      />
    </>
  );
}
