// What a reviewer can do with a submission, for buttons and keys alike.
import { useState } from 'react';
import type { PreparedReviewModel } from '../../../core/contract/review.ts';
import type { Fault } from '../../../core/contract/values.ts';
import { go } from '../../app/route.ts';
import { useTexts } from '../../i18n/i18n.ts';
import { useDesk, useLive, useRequest } from '../../transport/desk.tsx';
import { openCommandSheet } from '../../ui/command-sheet-store.ts';
import { runInBackground } from './background.ts';
import type { EvidenceDrafts } from './evidence-drafts.ts';
import { acceptForm, reviewContract } from './review-forms.ts';
import type { ItemPlace, ReviewModel } from './review-model.ts';

export interface ReviewActs {
  readonly accept: () => void;
  /** Opens the sheet of a draft that was prepared. */
  readonly openDraft: (draft: PreparedReviewModel['drafts'][number]) => void;
  readonly askReviewer: () => void;
  readonly canAsk: boolean;
  readonly openSendBack: () => void;
  readonly comment: () => void;
  /** Which step of sending back is open. */
  readonly panel: 'step-1' | 'step-2' | undefined;
  readonly closePanel: () => void;
  /** Step 1 was signed. */
  readonly failed: () => void;
  readonly fault: Fault | undefined;
  readonly isLost: boolean;
}

/** The acceptance that was prepared; undefined where the verdict is another one. */
export function preparedAcceptance(model: ReviewModel): PreparedReviewModel['drafts'][number] | undefined {
  const review = model.prepared?.review;
  return review?.verdict === 'accept' ? review.drafts[0] : undefined;
}

export function useReviewActs(
  place: ItemPlace,
  model: ReviewModel | undefined,
  evidence: EvidenceDrafts,
): ReviewActs {
  const { connectionId, groupId, workItemId } = place;
  const { t } = useTexts();
  const desk = useDesk();
  const [panel, setPanel] = useState<'step-1' | 'step-2'>();
  const saving = useRequest(desk.intents.saveDraft);
  const contract = useLive('work.follow', place).rows.find((row) => row.section === 'contract')?.contract;

  const openDraft = ({ intent }: PreparedReviewModel['drafts'][number]): void => {
    const next = model?.prepared?.review?.nextContract;
    const keepNext = (): void => {
      if (next === undefined) return;
      const form = { workItemId, candidates: [], contract: next };
      runInBackground(saving.run({ connectionId, intent: { kind: 'work.offer', groupId, form } }));
    };
    openCommandSheet({
      connectionId,
      intent,
      ...(intent.kind === 'work.fail'
        ? {
            onKept: () => {
              keepNext();
              setPanel('step-2');
            },
          }
        : {}),
    });
  };
  const accept = (): void => {
    if (model === undefined) return;
    const prepared = preparedAcceptance(model);
    if (prepared !== undefined && evidence.drafts.length === 0) {
      openDraft(prepared);
      return;
    }
    openCommandSheet({
      connectionId,
      draftId: evidence.draftId,
      intent: {
        kind: 'work.accept_result',
        groupId,
        form: acceptForm(workItemId, model, evidence.drafts),
      },
    });
  };
  const ask = async (): Promise<void> => {
    if (model === undefined || contract === undefined) return;
    const saved = await saving.run({
      connectionId,
      intent: {
        kind: 'work.authorize',
        groupId,
        form: {
          contract: reviewContract(model, contract, {
            goal: t('review.sendBack.goal', { title: model.submission.title }),
            deliverable: t('review.sendBack.deliverable'),
          }),
        },
      },
    });
    if (saved !== undefined) go('contract', { connectionId, groupId, draftId: saved.draftId });
  };
  return {
    accept,
    openDraft,
    askReviewer: () => runInBackground(ask()),
    canAsk: contract !== undefined,
    openSendBack: () => setPanel((before) => before ?? 'step-1'),
    comment: () => go('work', { connectionId, groupId, workItemId, tab: 'conversation' }),
    panel,
    closePanel: () => setPanel(undefined),
    failed: () => setPanel('step-2'),
    fault: saving.fault,
    isLost: saving.isLost,
  };
}
