// One override: where it stands, each step with its Event, and what can be done next. While it is needed its form stands here, too.
import { hrefOf } from '../../app/route.ts';
import type { OverrideRow } from '../../../core/contract/policy.ts';
import type { ActionModel } from '../../../core/contract/values.ts';
import { useTexts } from '../../i18n/i18n.ts';
import { useDesk, useRequest } from '../../transport/desk.tsx';
import { ActionBar } from '../../ui/ActionBar.tsx';
import { showCommandSheet } from '../../ui/command-sheet-store.ts';
import { IdChip } from '../../ui/IdChip.tsx';
import { Instant } from '../../ui/Instant.tsx';
import { Pane, Section } from '../../ui/Pane.tsx';
import { FaultNote, LostNote } from '../../ui/states.tsx';
import { useShortcuts } from '../../ui/shortcuts.ts';
import { EventLink } from '../people/EventLink.tsx';
import { runInBackground } from '../review/background.ts';
import { OverrideForm } from './OverrideForm.tsx';

export function OverridePane(props: { readonly row: OverrideRow; readonly onBack: () => void }) {
  const { row, onBack } = props;
  const { connectionId, groupId } = row;
  if (row.stage === 'needed' || row.stage === 'asked') {
    return <OverrideForm mission={{ connectionId, groupId }} row={row} onDone={onBack} />;
  }
  return <Standing row={row} onBack={onBack} />;
}

function Standing(props: { readonly row: OverrideRow; readonly onBack: () => void }) {
  const { row, onBack } = props;
  const { connectionId, targetActionId } = row;
  const { t } = useTexts();
  const acting = useRequest(useDesk().outbox.act);
  const send = async (): Promise<void> => {
    const outcome = await acting.run({
      connectionId,
      actionId: targetActionId,
      optionId: 'send-with-override',
    });
    if (outcome?.kind === 'sheet') showCommandSheet(outcome.sheet);
  };
  const action = row.actions.find(({ id }) => id === 'send');
  const take = (): void => {
    if (action?.isEnabled === true) runInBackground(send());
  };
  useShortcuts([
    { id: 'decide', words: t('policy.overrides.send'), run: take, isOff: action?.isEnabled !== true },
  ]);
  const actions: readonly ActionModel[] = action === undefined ? [] : [action];
  return (
    <Pane
      title={row.targetKindWords.text}
      subtitle={row.missionTitle}
      onBack={onBack}
      footer={<ActionBar actions={actions} mainIds={['send']} onAct={take} />}
    >
      <div className="stack-wide">
        <p className="muted">{t('policy.overrides.oneShot')}</p>
        <OverrideFacts row={row} />
        <OverrideWay row={row} />
        {acting.fault !== undefined && <FaultNote fault={acting.fault} />}
        {acting.isLost && <LostNote />}
      </div>
    </Pane>
  );
}

function OverrideFacts(props: { readonly row: OverrideRow }) {
  const { row } = props;
  const { connectionId, targetActionId } = row;
  const { t } = useTexts();
  return (
    <dl className="facts">
      <dt>{t('policy.overrides.limit')}</dt>
      <dd>{row.policyWords.text}</dd>
      <dt>{t('policy.overrides.beneficiary')}</dt>
      <dd>{row.beneficiary.name}</dd>
      <dt>{t('policy.overrides.command')}</dt>
      <dd>
        {row.targetKindWords.text} <span className="mono muted">{row.targetKind}</span>
      </dd>
      <dt>{t('policy.overrides.action')}</dt>
      <dd>
        <IdChip id={targetActionId} />{' '}
        {row.isCommandHere && (
          <a href={hrefOf('outbox', { connectionId, actionId: targetActionId })}>
            {t('policy.overrides.inOutbox')}
          </a>
        )}
      </dd>
      <dt>{t('policy.overrides.reason')}</dt>
      <dd>{row.reason ?? '–'}</dd>
      <dt>{t('policy.overrides.expires')}</dt>
      <dd>
        <Instant atMs={row.expiresAtMs} isFocusable />
      </dd>
    </dl>
  );
}

/** Asked for, granted, used: each with the Event that says so. */
export function OverrideWay(props: { readonly row: OverrideRow }) {
  const { row } = props;
  const { connectionId, groupId } = row;
  const { t } = useTexts();
  const steps = [
    [
      'asked',
      row.askedAtSequence,
      row.askedAtSequence === undefined ? undefined : row.beneficiary,
      'notAsked',
    ],
    ['granted', row.grantedAtSequence, row.approver, 'notGranted'],
    ['used', row.usedAtSequence, undefined, 'notUsed'],
  ] as const;
  return (
    <Section title={t('policy.overrides.way')} aside={row.stageWords.text}>
      <ol className="people-lines">
        {steps.map(([name, sequence, who, none]) => (
          <li key={name}>
            {sequence === undefined ? (
              <span className="muted">{t(`policy.overrides.${none}`)}</span>
            ) : (
              <>
                {t(`policy.overrides.steps.${name}`)}{' '}
                <EventLink connectionId={connectionId} groupId={groupId} sequence={sequence} />
                {who !== undefined && (
                  <span className="muted"> {t('policy.overrides.by', { name: who.name })}</span>
                )}
              </>
            )}
          </li>
        ))}
      </ol>
    </Section>
  );
}
