// What each action of an item opens: another screen, or a sheet with its field.
import { Textarea } from '@mantine/core';
import type { ContractIntent, IntentForm } from '../../../core/contract/forms.ts';
import type { ActionModel } from '../../../core/contract/values.ts';
import { go } from '../../app/route.ts';
import type { Texts } from '../../i18n/i18n.ts';
import { openCommandSheet, type SheetForm } from '../../ui/command-sheet-store.ts';
import { cancelItem } from '../review/DecisionPart.tsx';
import type { ItemPlace } from '../review/review-model.ts';
import { StrangerText } from '../review/StrangerText.tsx';
import { postMessage } from './ItemTalk.tsx';
import { targetOf, type WorkItemModel } from './work-item-model.ts';

export interface ItemActContext {
  readonly place: ItemPlace;
  readonly model: WorkItemModel;
  readonly conversationId: string | undefined;
  readonly t: Texts;
  /** The panel on the screen for what a sheet cannot begin without. */
  readonly openDependency: () => void;
}

/** A failure report names every criterion: what failed is the item. */
export function failIntent(place: ItemPlace, model: WorkItemModel, text: string): IntentForm<'work.fail'> {
  const criteria = model.contract?.['acceptanceCriteria'];
  const criterionIds = (Array.isArray(criteria) ? criteria : []).flatMap((each) =>
    typeof each === 'object' &&
    each !== null &&
    !Array.isArray(each) &&
    typeof each['criterionId'] === 'string'
      ? [each['criterionId']]
      : [],
  );
  return {
    workItemId: place.workItemId,
    reason: text,
    evidence: [{ type: 'failure_report', criterionIds, method: text, result: 'failed' }],
  };
}

/** Takes an action; false for one that this window has no form for. */
export function actOnItem(action: ActionModel, context: ItemActContext): boolean {
  const { place, model } = context;
  const target = targetOf(action);
  if (target === undefined) return false;
  switch (target.to) {
    case 'review':
      go('review', place);
      return true;
    case 'approvals':
      go('approvals', {});
      return true;
    case 'offer-composer':
      go('offer', place);
      return true;
    case 'contract-editor':
      go('contract', {
        ...place,
        purpose: target.purpose,
        ...(model.header.proposalId === undefined ? {} : { proposalId: model.header.proposalId }),
      });
      return true;
    case 'child-mission':
      go('promote', place);
      return true;
    case 'conversation':
      go('work', { ...place, tab: 'conversation' });
      return true;
    case 'form':
      openForm(target.form, context);
      return true;
    default:
      target satisfies never;
      return false;
  }
}

type FormName = Extract<NonNullable<ReturnType<typeof targetOf>>, { to: 'form' }>['form'];

function openForm(form: FormName, context: ItemActContext): void {
  const { place, model, t } = context;
  const { connectionId, groupId, workItemId } = place;
  switch (form) {
    case 'cancel':
      cancelItem(place, t('work.forms.reason'), t('work.forms.reasonHint'));
      break;
    case 'fail':
      openCommandSheet({
        connectionId,
        intent: { kind: 'work.fail', groupId, form: failIntent(place, model, '') },
        form: textForm(t('work.forms.failText'), t('work.forms.failHint'), (intent, text) =>
          intent.kind === 'work.fail' ? { ...intent, form: failIntent(place, model, text) } : intent,
        ),
      });
      break;
    case 'unblock':
      openUnblock(context);
      break;
    case 'authorize':
      openCommandSheet({
        connectionId,
        intent: {
          kind: 'work.authorize',
          groupId,
          form: {
            // As proposed: contract, dependencies and parent stay (F10).
            contract: model.contract ?? {},
            ...(model.header.proposalId === undefined ? {} : { proposalId: model.header.proposalId }),
            ...(model.header.parentWorkItemId === undefined
              ? {}
              : { parentWorkItemId: model.header.parentWorkItemId }),
          },
        },
      });
      break;
    case 'add-dependency':
      context.openDependency();
      break;
    case 'override-offer':
      go('offer', { connectionId, groupId, workItemId });
      break;
    default:
      form satisfies never;
  }
}

/** The resolution travels as a Message (F15): it is offered next, once the unblocking is kept. */
function openUnblock({ place, model, conversationId, t }: ItemActContext): void {
  const { connectionId, groupId, workItemId } = place;
  let resolution = '';
  openCommandSheet({
    connectionId,
    intent: { kind: 'work.unblock', groupId, form: { workItemId } },
    form: (intent, change) => (
      <div className="stack">
        <div>
          <div className="label">{t('work.forms.required')}</div>
          {model.header.requiredResolution === undefined ? (
            <span className="muted">{t('work.forms.noRequired')}</span>
          ) : (
            <StrangerText text={model.header.requiredResolution} />
          )}
        </div>
        <Textarea
          label={t('work.forms.resolution')}
          description={t('work.forms.resolutionHint')}
          onChange={(event) => {
            resolution = event.currentTarget.value.trim();
            if (intent.kind !== 'work.unblock') return;
            const { reason: _reason, ...form } = intent.form;
            change({ ...intent, form: resolution === '' ? form : { ...form, reason: resolution } });
          }}
        />
      </div>
    ),
    onKept: () => {
      if (resolution !== '' && conversationId !== undefined) postMessage(place, conversationId, resolution);
    },
  });
}

/** One text on the sheet, which is computed anew with each letter. */
function textForm(
  label: string,
  description: string,
  apply: (intent: ContractIntent, text: string) => ContractIntent,
): SheetForm {
  return (intent, change) => (
    <Textarea
      label={label}
      description={description}
      defaultValue=""
      onChange={(event) => change(apply(intent, event.currentTarget.value.trim()))}
    />
  );
}
