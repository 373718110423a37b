// What a reviewer can do with a submission, for buttons and keys alike.
import { useState } from 'react';
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

  const accept = (): void => {
    if (model === undefined) return;
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
