// What happens when an action of a Mission is taken: another place, or the command sheet with the fields that it needs.
import type { ContractIntent, IntentForm, IntentKind } from '../../../core/contract/forms.ts';
import type { OverviewRow } from '../../../core/contract/missions.ts';
import type { ActionModel } from '../../../core/contract/values.ts';
import type { GroupAddress } from '../../app/last-group.ts';
import { go } from '../../app/route.ts';
import { useTexts } from '../../i18n/i18n.ts';
import { useLive } from '../../transport/desk.tsx';
import { openCommandSheet, type SheetForm } from '../../ui/command-sheet-store.ts';
import { SheetChoices, SheetText } from '../../ui/SheetFields.tsx';

/** The form of an open sheet, where its kind is the one that is meant. */
function formOf<Kind extends IntentKind>(intent: ContractIntent, kind: Kind): IntentForm<Kind> {
  if (intent.kind !== kind) throw new Error(`A sheet of ${intent.kind} has the fields of ${kind}`);
  return intent.form as IntentForm<Kind>;
}

export function useMissionActions(
  group: GroupAddress,
  overview: ReadonlyMap<string, OverviewRow>,
): (action: ActionModel) => void {
  const { connectionId, groupId } = group;
  const artifacts = useLive('artifacts.follow', { connectionId, groupId }).rows;
  const header = overview.get('header');

  const open = (intent: ContractIntent, form?: SheetForm): void =>
    openCommandSheet({ connectionId, intent, form });
  return (action) => {
    switch (action.id) {
      case 'new-item':
      case 'propose-item':
        go('contract', group);
        return;
      case 'post-message':
        go('conversations', group);
        return;
      case 'approve':
      case 'request-changes':
        go('approvals', { row: groupId });
        return;
      case 'renew-coordinator':
        open({ kind: 'mission.renew_coordinator', groupId, form: {} });
        return;
      case 'terminate':
        open({ kind: 'mission.terminate', groupId, form: { reason: '' } }, reasonForm('mission.terminate'));
        return;
      case 'cancel-mission':
        open({ kind: 'mission.cancel', groupId, form: { reason: '' } }, reasonForm('mission.cancel'));
        return;
      case 'replace-coordinator':
        go('takeover', group);
        return;
      case 'submit-mission': {
        const choices = artifacts.map(({ contentHash, title, contentWords }) => ({
          value: contentHash,
          label: title,
          note: contentWords.text,
        }));
        const intent: ContractIntent = {
          kind: 'mission.submit_for_approval',
          groupId,
          form: {
            artifactHashes: artifacts
              .filter(({ content }) => content === 'intact')
              .map((row) => row.contentHash),
          },
        };
        open(intent, (current, change) => (
          <SubmissionFields
            choices={choices}
            form={formOf(current, 'mission.submit_for_approval')}
            onChange={(form) => change({ kind: 'mission.submit_for_approval', groupId, form })}
          />
        ));
        return;
      }
      case 'follow-up':
        if (header?.section === 'header') go('missions', { create: `follow:${header.missionId}` });
        return;
      case 'change-members':
        go('agents', { view: 'members', connectionId, groupId, form: 'member' });
        return;
      case 'grant-delegation':
        go('agents', { view: 'grants', connectionId, groupId, form: 'grant' });
        return;
      case 'grant-override':
        go('policy', { connectionId, groupId, form: 'new' });
        return;
      default:
        go('agents', { view: 'members', connectionId, groupId });
    }
  };
}

function reasonForm(kind: 'mission.cancel' | 'mission.terminate'): SheetForm {
  return function ReasonForm(intent, change) {
    const { reason } = formOf(intent, kind);
    return (
      <ReasonField reason={reason} onChange={(text) => change({ ...intent, kind, form: { reason: text } })} />
    );
  };
}

function ReasonField(props: { readonly reason: string; readonly onChange: (reason: string) => void }) {
  const { t } = useTexts();
  return <SheetText label={t('missions.reason')} value={props.reason} onChange={props.onChange} />;
}

function SubmissionFields(props: {
  readonly choices: readonly { readonly value: string; readonly label: string; readonly note: string }[];
  readonly form: IntentForm<'mission.submit_for_approval'>;
  readonly onChange: (form: IntentForm<'mission.submit_for_approval'>) => void;
}) {
  const { choices, form, onChange } = props;
  const { t } = useTexts();
  return (
    <div className="stack-wide">
      {choices.length === 0 ? (
        <p className="muted">{t('missions.noArtifacts')}</p>
      ) : (
        <SheetChoices
          label={t('missions.artifactsToSubmit')}
          choices={choices}
          chosen={form.artifactHashes}
          onChange={(chosen) => onChange({ ...form, artifactHashes: [...chosen] })}
        />
      )}
      <SheetText
        label={t('missions.summary')}
        value={form.summary ?? ''}
        onChange={(summary) => {
          const { summary: _old, ...rest } = form;
          onChange(summary === '' ? rest : { ...rest, summary });
        }}
      />
    </div>
  );
}
