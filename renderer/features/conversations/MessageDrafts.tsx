// What the assistant would make of a Message: drafts with their reasons. Each opens in its editor; nothing is signed here.
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { MessageDraftModel } from '../../../core/contract/conversations.ts';
import type { GroupAddress } from '../../app/last-group.ts';
import { go } from '../../app/route.ts';
import { useTexts } from '../../i18n/i18n.ts';
import { useDesk, useRequest } from '../../transport/desk.tsx';
import { drop } from '../../ui/drop.ts';
import { FaultNote, LostNote, Skeleton } from '../../ui/states.tsx';
import { ReasonList } from '../assistant/ReasonList.tsx';
import './conversations.css';

export function MessageDrafts(props: {
  readonly group: GroupAddress;
  readonly messageId: string;
  readonly onClose: () => void;
}) {
  const { group, messageId, onClose } = props;
  const { connectionId } = group;
  const { t, language } = useTexts();
  const desk = useDesk();
  const saving = useRequest(desk.intents.saveDraft);
  const { data, isError } = useQuery({
    queryKey: ['conversations.drafts', connectionId, group.groupId, messageId, language],
    queryFn: () => desk.conversations.drafts({ ...group, messageId }),
    // The Mission moves on: what could follow is asked anew each time.
    gcTime: 0,
  });
  /** Kept before it is opened, so that nothing gets lost on the way. */
  const review = async ({ intent, kind, workItemId }: MessageDraftModel): Promise<void> => {
    const kept = await saving.run({ connectionId, intent });
    if (kept === undefined) return;
    const { draftId } = kept;
    if (workItemId === undefined) go('contract', { ...group, draftId });
    else if (kind === 'change') go('contract', { ...group, workItemId, draftId, purpose: 'revise' });
    else go('offer', { ...group, workItemId });
  };
  return (
    <section className="message-drafts" aria-label={t('talk.drafts.title')}>
      <div className="line">
        <span className="strong">{t('talk.drafts.title')}</span>
        <span className="grow" />
        <Button size="xs" variant="subtle" color="gray" onClick={onClose}>
          {t('talk.drafts.close')}
        </Button>
      </div>
      <p className="muted">{t('talk.drafts.byAssistant')}</p>
      {isError && <LostNote />}
      {data === undefined ? (
        !isError && <Skeleton />
      ) : data.ok ? (
        <ul className="plain-list stack">
          {data.value.drafts.length === 0 && <li>{t('talk.drafts.none')}</li>}
          {data.value.drafts.map((draft) => (
            <li key={draft.kind} className="message-draft">
              <div className="strong">{draft.words.text}</div>
              <ReasonList connectionId={connectionId} reasons={draft.reasons} label={draft.words.text} />
              {draft.questions.length > 0 && (
                <>
                  <p>{t('talk.drafts.asks')}</p>
                  <ReasonList
                    connectionId={connectionId}
                    reasons={draft.questions}
                    label={t('talk.drafts.asks')}
                  />
                </>
              )}
              <Button
                size="xs"
                variant="default"
                loading={saving.isRunning}
                onClick={() => drop(() => review(draft))}
              >
                {t('talk.drafts.review', { what: draft.words.text })}
              </Button>
            </li>
          ))}
        </ul>
      ) : (
        <FaultNote fault={data.fault} />
      )}
      {saving.fault !== undefined && <FaultNote fault={saving.fault} />}
    </section>
  );
}
