// What was said about an item, and a place to say something. Nothing said here is an order.
import { Button, Textarea } from '@mantine/core';
import { useState } from 'react';
import type { MessageRow } from '../../../core/contract/conversations.ts';
import { go } from '../../app/route.ts';
import { useTexts } from '../../i18n/i18n.ts';
import { useLive } from '../../transport/desk.tsx';
import { openCommandSheet } from '../../ui/command-sheet-store.ts';
import { Instant } from '../../ui/Instant.tsx';
import { Skeleton } from '../../ui/states.tsx';
import type { ItemPlace } from '../review/review-model.ts';
import { StrangerMarkdown } from '../review/StrangerMarkdown.tsx';
import './work-item.css';

/** The texts of a Message; other kinds of content stand in the conversations. */
function textsOf({ content }: MessageRow): readonly string[] {
  return content.flatMap((part) => (typeof part['text'] === 'string' ? [part['text']] : []));
}

export function postMessage(
  { connectionId, groupId }: ItemPlace,
  conversationId: string,
  text: string,
  onKept?: () => void,
): void {
  openCommandSheet({
    connectionId,
    intent: {
      kind: 'message.post',
      groupId,
      form: { conversationId, content: [{ type: 'text', text }] },
    },
    onKept,
  });
}

/** The Conversation of an item; undefined before it is known. */
export function useItemConversation(place: ItemPlace): string | undefined {
  const { connectionId, groupId, workItemId } = place;
  const { rows } = useLive('conversations.follow', { connectionId, groupId });
  return rows.find((row) => row.workItemId === workItemId)?.conversationId;
}

export function ItemTalk(props: { readonly place: ItemPlace }) {
  const { place } = props;
  const { connectionId, groupId } = place;
  const { t } = useTexts();
  const conversationId = useItemConversation(place);
  if (conversationId === undefined) {
    return (
      <div className="stack">
        <p className="muted">{t('work.conversation.none')}</p>
        <Button variant="default" onClick={() => go('conversations', { connectionId, groupId })}>
          {t('work.conversation.openAll')}
        </Button>
      </div>
    );
  }
  return <Talk place={place} conversationId={conversationId} />;
}

function Talk(props: { readonly place: ItemPlace; readonly conversationId: string }) {
  const { place, conversationId } = props;
  const { connectionId, groupId } = place;
  const { t } = useTexts();
  const { rows, status } = useLive('conversations.messages', { connectionId, groupId, conversationId });
  const [text, setText] = useState('');
  return (
    <div className="stack">
      <p className="muted">{t('work.conversation.mark')}</p>
      {status === 'loading' && <Skeleton rows={3} />}
      {rows.length === 0 && status !== 'loading' && <p className="muted">{t('work.conversation.none')}</p>}
      <ol className="talk">
        {rows.map((row) => (
          <li key={row.messageId} className="talk-message" data-mine={row.isMine}>
            <div className="line">
              <span className="strong">{row.author.name}</span>
              <span className="muted small">
                <Instant atMs={row.sentAtMs} /> {row.stateWords?.text}
              </span>
            </div>
            {textsOf(row).map((each) => (
              <StrangerMarkdown key={each} text={each} />
            ))}
          </li>
        ))}
      </ol>
      <Textarea
        label={t('work.conversation.write')}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <div className="line">
        <Button
          disabled={text.trim() === ''}
          onClick={() => postMessage(place, conversationId, text.trim(), () => setText(''))}
        >
          {t('work.conversation.post')}
        </Button>
        <Button
          variant="default"
          onClick={() => go('conversations', { connectionId, groupId, conversationId })}
        >
          {t('work.conversation.openAll')}
        </Button>
      </div>
    </div>
  );
}
