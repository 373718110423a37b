// Step 5 of a review: what stands in the way, and the four ways out. Whatever is chosen ends on a command sheet.
import { Button, Tooltip, Textarea } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useId } from 'react';
import type { ContractIntent } from '../../../core/contract/forms.ts';
import type { ActionModel } from '../../../core/contract/values.ts';
import { useTexts } from '../../i18n/i18n.ts';
import { openCommandSheet, type SheetForm } from '../../ui/command-sheet-store.ts';
import type { KeyActionId } from '../../ui/key-actions.ts';
import { KeyHint } from '../../ui/KeyHint.tsx';
import { FaultNote, LostNote } from '../../ui/states.tsx';
import { evidenceTypeName } from './EvidenceList.tsx';
import { type EvidenceDraft, gapsAfter } from './review-forms.ts';
import type { ItemPlace, ReviewModel } from './review-model.ts';
import { preparedAcceptance, type ReviewActs } from './review-acts.ts';
import { SendBack } from './SendBack.tsx';
import './review.css';

/** An action of the host by its id; one that it does not name cannot be taken. */
export function actionOf(model: ReviewModel, id: string): ActionModel | undefined {
  return model.decision?.actions.find((action) => action.id === id);
}

/** Whether the acceptance may go to the sheet: nothing stands in its way, or what is added here fills every gap. */
export function canAccept(model: ReviewModel, drafts: readonly EvidenceDraft[]): boolean {
  const action = actionOf(model, 'accept-result');
  if (action === undefined) return false;
  if (model.decision?.obstacles.length === 0) return action.isEnabled;
  // The checks of the assistant fill the rest, and go into the log with the acceptance.
  if (drafts.length === 0 && preparedAcceptance(model) !== undefined) return action.isEnabled;
  const isIntact = model.artifacts.every(({ content }) => content !== 'differs');
  return drafts.length > 0 && isIntact && gapsAfter(model.criteria, drafts).length === 0;
}

export function DecisionPart(props: {
  readonly place: ItemPlace;
  readonly model: ReviewModel;
  readonly drafts: readonly EvidenceDraft[];
  readonly acts: ReviewActs;
}) {
  const { place, model, drafts, acts } = props;
  const { t } = useTexts();
  const { decision } = model;
  const gaps = gapsAfter(model.criteria, drafts);
  const obstacles = decision?.obstacles ?? [];
  const isFilled = drafts.length === 0 && preparedAcceptance(model) !== undefined;
  return (
    <div className="stack">
      {obstacles.length > 0 && isFilled ? (
        <p className="good">{t('review.decision.filled')}</p>
      ) : obstacles.length === 0 ? (
        <p className="good">{t('review.decision.can')}</p>
      ) : (
        <div className="obstacles" role="group" aria-label={t('review.decision.cannot')}>
          <div className="strong">{t('review.decision.cannot')}</div>
          <ul>
            {obstacles.map((obstacle) => (
              <li key={obstacle.key + obstacle.text}>{obstacle.text}</li>
            ))}
          </ul>
          {drafts.length > 0 && (
            <p>
              {gaps.length === 0
                ? t('review.decision.covered')
                : t('review.decision.stillMissing', {
                    cells: gaps
                      .map(({ criterionId, type }) => `${criterionId} ${evidenceTypeName(t, type)}`)
                      .join(', '),
                  })}
            </p>
          )}
        </div>
      )}
      {(decision?.warnings ?? []).map((warning) => (
        <p key={warning.key + warning.text} className="warning-line">
          <IconAlertTriangle size={14} aria-hidden /> {warning.text}
        </p>
      ))}
      <div className="line" role="toolbar" aria-label={t('common.actions')}>
        <DecisionButton
          words={t('review.decision.accept')}
          keyHint="accept"
          isMain
          reason={
            canAccept(model, drafts)
              ? undefined
              : reasonOf(actionOf(model, 'accept-result'), t('review.decision.acceptOff'))
          }
          onClick={acts.accept}
        />
        <DecisionButton
          words={t('review.decision.ask')}
          keyHint="ask-reviewer"
          note={t('review.decision.askHint')}
          reason={acts.canAsk ? undefined : t('review.decision.askOff')}
          onClick={acts.askReviewer}
        />
        <DecisionButton
          words={t('review.decision.sendBack')}
          keyHint="send-back"
          note={actionOf(model, 'send-back')
            ?.warnings.map(({ text }) => text)
            .join(' ')}
          reason={offReason(actionOf(model, 'send-back'))}
          onClick={acts.openSendBack}
        />
        <DecisionButton
          words={t('review.decision.cancel')}
          note={actionOf(model, 'cancel')
            ?.warnings.map(({ text }) => text)
            .join(' ')}
          reason={offReason(actionOf(model, 'cancel'))}
          onClick={() => cancelItem(place, t('review.cancelItem.reason'), t('review.cancelItem.reasonHint'))}
        />
        <DecisionButton words={t('review.decision.conversation')} keyHint="comment" onClick={acts.comment} />
      </div>
      {acts.fault !== undefined && <FaultNote fault={acts.fault} />}
      {acts.isLost && <LostNote />}
      {acts.panel !== undefined && (
        <SendBack
          place={place}
          model={model}
          drafts={drafts}
          isFailing={acts.panel === 'step-2'}
          onFailing={acts.failed}
          onLeave={acts.closePanel}
        />
      )}
    </div>
  );
}

function reasonOf(action: ActionModel | undefined, otherwise: string): string {
  return action?.reason?.text ?? otherwise;
}

/** Undefined while the action can be taken. */
function offReason(action: ActionModel | undefined): string | undefined {
  return action === undefined ? '' : action.isEnabled ? undefined : (action.reason?.text ?? '');
}

/** A reason is asked for on the sheet. */
export function cancelItem(
  { connectionId, groupId, workItemId }: ItemPlace,
  label: string,
  description: string,
): void {
  openCommandSheet({
    connectionId,
    intent: { kind: 'work.cancel', groupId, form: { workItemId } },
    form: reasonForm(label, description),
  });
}

/** The field of a sheet for the reason of its Command. */
export function reasonForm(label: string, description: string): SheetForm {
  return (intent, change) => (
    <ReasonField intent={intent} change={change} label={label} description={description} />
  );
}

/**
 * The reason of a Command that has one. Each letter changes the sheet: whoever signs from within the field signs what stands
 * there, and the host refuses to sign a version that is not the newest.
 */
function ReasonField(props: {
  readonly intent: ContractIntent;
  readonly change: (intent: ContractIntent) => void;
  readonly label: string;
  readonly description: string;
}) {
  const { intent, change, label, description } = props;
  return (
    <Textarea
      label={label}
      description={description}
      defaultValue={
        'reason' in intent.form && typeof intent.form.reason === 'string' ? intent.form.reason : ''
      }
      onChange={(event) =>
        // The kind stays, so its form does: a reason is a text in each that has one.
        change({
          ...intent,
          form: { ...intent.form, reason: event.currentTarget.value.trim() },
        } as ContractIntent)
      }
    />
  );
}

function DecisionButton(props: {
  readonly words: string;
  readonly onClick: () => void;
  readonly keyHint?: KeyActionId;
  readonly note?: string | undefined;
  /** Why it cannot be taken; the button stays, and says so. */
  readonly reason?: string | undefined;
  readonly isMain?: boolean;
}) {
  const { words, onClick, keyHint, note, reason, isMain = false } = props;
  const noteId = useId();
  const isOff = reason !== undefined;
  const told = [reason, note].filter((text) => text !== undefined && text !== '').join(' ');
  const button = (
    <Button
      variant={isMain && !isOff ? 'filled' : 'default'}
      {...(isOff ? { 'data-disabled': true, 'aria-disabled': true } : {})}
      {...(told === '' ? {} : { 'aria-describedby': noteId })}
      {...(keyHint === undefined ? {} : { rightSection: <KeyHint id={keyHint} /> })}
      onClick={() => {
        if (!isOff) onClick();
      }}
    >
      {words}
    </Button>
  );
  if (told === '') return button;
  return (
    <Tooltip label={told}>
      <span>
        {button}
        <span id={noteId} className="visually-hidden">
          {told}
        </span>
      </span>
    </Tooltip>
  );
}
