// One member of a Mission, and the way to the sheets that change or end the Membership. What would be left behind stands there before.
import { Select } from '@mantine/core';
import type { ContractIntent } from '../../../core/contract/forms.ts';
import type { MemberRow } from '../../../core/contract/people.ts';
import { hrefOf } from '../../app/route.ts';
import { useTexts } from '../../i18n/i18n.ts';
import { ActionBar } from '../../ui/ActionBar.tsx';
import { openCommandSheet } from '../../ui/command-sheet-store.ts';
import { Countdown } from '../../ui/Countdown.tsx';
import { IdChip } from '../../ui/IdChip.tsx';
import { Pane, Section } from '../../ui/Pane.tsx';
import { StateWord } from '../../ui/StateWord.tsx';
import { EventLink } from './EventLink.tsx';

export function MemberPane(props: {
  readonly row: MemberRow;
  readonly onChange: () => void;
  readonly onBack: () => void;
}) {
  const { row, onChange, onBack } = props;
  const { connectionId, groupId, member } = row;
  const { t } = useTexts();
  return (
    <Pane
      title={member.name}
      subtitle={row.missionTitle}
      onBack={onBack}
      footer={
        <ActionBar
          actions={row.actions}
          mainIds={['change-members']}
          onAct={({ id }) => (id === 'end-member' ? openEnd(row) : onChange())}
        />
      }
    >
      <div className="stack-wide">
        <dl className="facts">
          <dt>{t('people.members.roles')}</dt>
          <dd>
            <ul className="plain-list">
              {row.roles.map(({ role, words, state }) => (
                <li key={role}>
                  {words.text} {state !== row.state && <span className="muted">{state}</span>}
                </li>
              ))}
            </ul>
          </dd>
          <dt>{t('people.members.state')}</dt>
          <dd>
            <StateWord state={row.state} words={row.stateWords} />{' '}
            {row.provisionalEndsAtMs !== undefined && (
              <>
                {t('people.members.provisionalEnd')} <Countdown endsAtMs={row.provisionalEndsAtMs} />
              </>
            )}
            {row.hasLapsed && <span className="by-clock"> {t('people.members.lapsed')}</span>}
          </dd>
          <dt>{t('people.members.epoch')}</dt>
          <dd className="numbers">{row.membershipEpoch}</dd>
          <dt>{t('people.members.sees')}</dt>
          <dd className="numbers">
            {row.visibilityStartSequence <= 1
              ? t('people.members.seesAll')
              : `#${row.visibilityStartSequence}`}
          </dd>
          <dt>{t('people.members.scopes')}</dt>
          <dd className="mono">{row.scopes.join(', ')}</dd>
          <dt>{t('people.members.told')}</dt>
          <dd>
            {row.sequence === undefined ? (
              <span className="muted">–</span>
            ) : (
              <EventLink connectionId={connectionId} groupId={groupId} sequence={row.sequence} />
            )}
          </dd>
          <dt>Id</dt>
          <dd>
            {member.type === 'agent' ? (
              <a href={hrefOf('agents', { agent: member.id })}>{t('people.agents.card')}</a>
            ) : null}{' '}
            <IdChip id={member.id} />
          </dd>
        </dl>
        <Section title={t('people.members.obligations')}>
          <Obligations row={row} />
        </Section>
      </div>
    </Pane>
  );
}

function Obligations(props: { readonly row: MemberRow }) {
  const { row } = props;
  const { t } = useTexts();
  return (
    <div className="stack">
      {row.obligations.length === 0 ? (
        <p className="muted">{t('people.members.noObligations')}</p>
      ) : (
        <ul className="people-lines">
          {row.obligations.map(({ key, text }) => (
            <li key={`${key} ${text}`}>{text}</li>
          ))}
        </ul>
      )}
      {row.liveGrants > 0 && (
        <p className="warn">{t('people.members.endsGrants', { count: row.liveGrants })}</p>
      )}
    </div>
  );
}

/** The sheet of an end: what is left behind stands on it, and which role it is. */
function openEnd(row: MemberRow): void {
  const { connectionId, groupId, member } = row;
  const actor = { type: member.type, id: member.id };
  openCommandSheet({
    connectionId,
    intent: { kind: 'membership.end', groupId, form: { member: actor } },
    form: (intent, change) => <EndFields row={row} intent={intent} onChange={change} />,
  });
}

function EndFields(props: {
  readonly row: MemberRow;
  readonly intent: ContractIntent;
  readonly onChange: (intent: ContractIntent) => void;
}) {
  const { row, intent, onChange } = props;
  const { t } = useTexts();
  if (intent.kind !== 'membership.end') return null;
  const { member, role } = intent.form;
  return (
    <div className="stack">
      {row.roles.length > 1 && (
        <Select
          label={t('people.members.whichRole')}
          allowDeselect={false}
          data={[
            { value: '', label: t('people.members.allRoles') },
            ...row.roles.map((each) => ({ value: each.role, label: each.words.text })),
          ]}
          value={role ?? ''}
          onChange={(value) =>
            onChange({
              ...intent,
              form: value === null || value === '' ? { member } : { member, role: value },
            })
          }
        />
      )}
      <div className="label">{t('people.members.obligations')}</div>
      <Obligations row={row} />
    </div>
  );
}
