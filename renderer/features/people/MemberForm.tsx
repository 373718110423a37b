// A Membership to be given: who, in which role, from when on, and what is seen. What the rules refuse is said here already.
import { Button, SegmentedControl, Select, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { BasisRow } from '../../../core/contract/people.ts';
import { useTexts } from '../../i18n/i18n.ts';
import { useAuthorityNow } from '../../ui/clock.tsx';
import { openCommandSheet } from '../../ui/command-sheet-store.ts';
import { KeyHint } from '../../ui/KeyHint.tsx';
import { localText, utcText } from '../../ui/local-time.ts';
import { Pane } from '../../ui/Pane.tsx';
import { useShortcuts } from '../../ui/shortcuts.ts';
import {
  type MembershipDraft,
  membershipDraft,
  type MembershipFault,
  membershipFaults,
  membershipIntent,
} from './membership-form.ts';
import { WithBasis } from './WithBasis.tsx';

export function MemberForm(props: {
  readonly mission: { readonly connectionId: string; readonly groupId: string };
  /** Who is to be given another role; somebody new when undefined. */
  readonly memberId: string | undefined;
  readonly onDone: () => void;
}) {
  const { mission, memberId, onDone } = props;
  const { t } = useTexts();
  return (
    <WithBasis mission={mission} title={t('people.members.form.title')} onDone={onDone}>
      {(basis) => <Form basis={basis} memberId={memberId} onDone={onDone} />}
    </WithBasis>
  );
}

/** The first Agent that is no member so far. */
function firstNewcomer({ candidates }: BasisRow): string {
  return candidates.find(({ isMember, person }) => !isMember && person.type === 'agent')?.person.id ?? '';
}

function Form(props: {
  readonly basis: BasisRow;
  readonly memberId: string | undefined;
  readonly onDone: () => void;
}) {
  const { basis, onDone } = props;
  const { t } = useTexts();
  const nowMs = useAuthorityNow();
  const [draft, setDraft] = useState(() => membershipDraft(props.memberId ?? firstNewcomer(basis), nowMs));
  const [isTried, setIsTried] = useState(false);
  const faults = membershipFaults(draft, basis, nowMs);
  const allowed = basis.actions.find(({ id }) => id === 'change-members');
  const sign = (): void => {
    setIsTried(true);
    const intent = faults.length === 0 ? membershipIntent(draft, basis) : undefined;
    if (intent === undefined) return;
    openCommandSheet({ connectionId: basis.connectionId, intent, onKept: onDone });
  };
  useShortcuts([
    { id: 'sign', words: t('people.members.form.sign'), run: sign, isInText: true },
    { id: 'close', words: t('common.cancel'), run: onDone },
  ]);
  return (
    <Pane
      title={t('people.members.form.title')}
      subtitle={basis.missionTitle}
      onBack={onDone}
      footer={
        <div className="decision-foot">
          <Button rightSection={<KeyHint id="sign" />} onClick={sign}>
            {t('people.members.form.sign')}
          </Button>
          <Button variant="default" onClick={onDone}>
            {t('common.cancel')}
          </Button>
          {allowed?.reason !== undefined && <span className="warn">{allowed.reason.text}</span>}
        </div>
      }
    >
      <Fields basis={basis} draft={draft} faults={faults} isTried={isTried} onChange={setDraft} />
    </Pane>
  );
}

function Fields(props: {
  readonly basis: BasisRow;
  readonly draft: MembershipDraft;
  readonly faults: readonly MembershipFault[];
  readonly isTried: boolean;
  readonly onChange: (draft: MembershipDraft) => void;
}) {
  const { basis, draft, faults, isTried, onChange } = props;
  const { t } = useTexts();
  const change = (changes: Partial<MembershipDraft>): void => onChange({ ...draft, ...changes });
  const errorOf = (...ids: readonly MembershipFault['id'][]): { error?: string } => {
    const fault = faults.find(({ id }) => ids.includes(id));
    if (fault === undefined) return {};
    // What is forbidden is said at once, what is missing when somebody wants to go on.
    if (fault.id === 'role') return { error: fault.words.text };
    return isTried ? { error: t(`people.members.form.faults.${fault.id}`) } : {};
  };
  const person = basis.candidates.find((each) => each.person.id === draft.personId);
  const role = basis.roles.find((each) => each.role === draft.role);
  return (
    <div className="stack-wide people-form">
      <Select
        label={t('people.members.form.person')}
        allowDeselect={false}
        searchable
        data={[
          ...basis.candidates.map(({ person: each, isMember }) => ({
            value: each.id,
            label: `${each.name}${isMember ? '' : ` (${t(`common.actor.${each.type}`)})`}`,
          })),
          { value: '', label: t('people.members.form.other') },
        ]}
        value={draft.personId}
        onChange={(value) => change({ personId: value ?? '' })}
        {...(person === undefined ? {} : { description: t('people.members.form.keeps') })}
        {...(draft.personId === '' ? {} : errorOf('no-person'))}
      />
      {draft.personId === '' && (
        <TextInput
          label={t('people.members.form.humanId')}
          classNames={{ input: 'mono' }}
          value={draft.humanId}
          onChange={(event) => change({ humanId: event.currentTarget.value })}
          {...errorOf('no-person')}
        />
      )}
      <Select
        label={t('people.members.form.role')}
        allowDeselect={false}
        data={basis.roles.map(({ role: value, words, fault }) => ({
          value,
          label: words.text,
          disabled: fault !== undefined,
        }))}
        value={draft.role}
        onChange={(value) => change({ role: value ?? '' })}
        description={
          role === undefined ? undefined : t('people.members.form.scopes', { scopes: role.scopes.join(', ') })
        }
        {...errorOf('role', 'no-role')}
      />
      <ul className="people-lines muted">
        {basis.roles.map(({ role: name, fault }) =>
          fault === undefined ? null : <li key={name}>{fault.text}</li>,
        )}
      </ul>
      <div>
        <div className="label">{t('people.members.form.state')}</div>
        <SegmentedControl
          size="xs"
          aria-label={t('people.members.form.state')}
          data={(['active', 'provisional'] as const).map((value) => ({
            value,
            label: t(`people.members.form.states.${value}`),
          }))}
          value={draft.state}
          onChange={(value) => change({ state: value === 'provisional' ? 'provisional' : 'active' })}
        />
      </div>
      {draft.state === 'provisional' && (
        <>
          <TextInput
            type="datetime-local"
            label={t('people.members.form.endsAt')}
            value={localText(draft.endsAt)}
            onChange={(event) => change({ endsAt: utcText(event.currentTarget.value) })}
            {...errorOf('no-end', 'end-past')}
          />
          <Textarea
            label={t('people.members.form.summary')}
            description={t('people.members.form.summaryHint')}
            minRows={3}
            value={draft.summary}
            onChange={(event) => change({ summary: event.currentTarget.value })}
            {...errorOf('no-summary')}
          />
        </>
      )}
      <Select
        label={t('people.members.form.sight')}
        description={t('people.members.form.sightHint')}
        allowDeselect={false}
        data={(['now', 'from'] as const).map((value) => ({
          value,
          label: t(`people.members.form.sights.${value}`),
        }))}
        value={draft.sight}
        onChange={(value) => change({ sight: value === 'from' ? 'from' : 'now' })}
      />
      {draft.sight === 'from' && (
        <TextInput
          label={t('people.members.form.fromSequence')}
          description={t('people.members.form.fromHint', { next: basis.nextSequence })}
          inputMode="numeric"
          value={draft.fromSequence}
          onChange={(event) => change({ fromSequence: event.currentTarget.value })}
          {...errorOf('bad-sequence')}
        />
      )}
    </div>
  );
}
