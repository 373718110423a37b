// The Evidence that a reviewer has written and not signed, kept by the host: it survives leaving the desk and a restart.
import { useEffect, useMemo, useRef, useState } from 'react';
import type { DraftRow } from '../../../core/contract/intents.ts';
import { useDesk, useLive, useRequest } from '../../transport/desk.tsx';
import { runInBackground } from './background.ts';
import { type EvidenceDraft, evidenceOfDrafts, readEvidenceDrafts } from './review-forms.ts';
import type { ItemPlace } from './review-model.ts';

/** The draft of the acceptance of an item, where there is one. */
function draftOfItem(rows: readonly DraftRow[], place: ItemPlace): DraftRow | undefined {
  return rows.find(
    ({ connectionId, groupId, intent }) =>
      connectionId === place.connectionId &&
      groupId === place.groupId &&
      intent.kind === 'work.accept_result' &&
      intent.form['workItemId'] === place.workItemId,
  );
}

export interface EvidenceDrafts {
  readonly drafts: readonly EvidenceDraft[];
  /** Given to the sheet of the acceptance, which removes it once the Command is kept. */
  readonly draftId: string | undefined;
  readonly change: (drafts: readonly EvidenceDraft[]) => void;
  readonly fault: ReturnType<typeof useRequest>['fault'];
}

/** What is on this screen counts at once; the host follows. */
export function useEvidenceDrafts(place: ItemPlace): EvidenceDrafts {
  const desk = useDesk();
  const { connectionId, groupId, workItemId } = place;
  const { rows } = useLive('intents.followDrafts');
  const kept = draftOfItem(rows, place);
  const saving = useRequest(desk.intents.saveDraft);
  const [own, setOwn] = useState<readonly EvidenceDraft[]>();
  const draftId = useRef<string | undefined>(undefined);
  useEffect(() => {
    if (kept !== undefined) draftId.current = kept.draftId;
  }, [kept]);
  const known = useMemo(() => readEvidenceDrafts(kept?.intent.form['evidence']), [kept]);
  const save = async (drafts: readonly EvidenceDraft[]): Promise<void> => {
    const saved = await saving.run({
      connectionId,
      ...(draftId.current === undefined ? {} : { draftId: draftId.current }),
      intent: {
        kind: 'work.accept_result',
        groupId,
        form: { workItemId, evidence: evidenceOfDrafts(drafts) },
      },
    });
    if (saved !== undefined) draftId.current = saved.draftId;
  };
  return {
    drafts: own ?? known,
    draftId: kept?.draftId,
    change: (drafts) => {
      setOwn(drafts);
      runInBackground(save(drafts));
    },
    fault: saving.fault,
  };
}
