// One conversation: its Messages, the newest at the end, and a place to write.
import { Button, Textarea } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import type { ConversationRow, MessageRow } from '../../../core/contract/conversations.ts';
import type { GroupAddress } from '../../app/last-group.ts';
import { useTexts } from '../../i18n/i18n.ts';
import { useDesk, useLive, useRequest } from '../../transport/desk.tsx';
import { openCommandSheet } from '../../ui/command-sheet-store.ts';
import { drop } from '../../ui/drop.ts';
import { Pane } from '../../ui/Pane.tsx';
import { useShortcuts } from '../../ui/shortcuts.ts';
import { EmptyState, FaultNote, LostNote, Skeleton } from '../../ui/states.tsx';
import { MessageItem } from './MessageItem.tsx';
import './conversations.css';

const PAGE_ROWS = 100;

export function ConversationPane(props: {
  readonly group: GroupAddress;
  readonly conversation: ConversationRow;
  readonly onBack: () => void;
}) {
  const { group, conversation } = props;
  const { conversationId } = conversation;
  const { t } = useTexts();
  const desk = useDesk();
  const live = useLive('conversations.messages', { ...group, conversationId });
  const [older, setOlder] = useState<readonly MessageRow[]>([]);
  const [hasMore, setHasMore] = useState(true);
  const page = useRequest(desk.conversations.page);
  const end = useRef<HTMLDivElement>(null);

  const rows = [...older.filter(({ id }) => !live.byId.has(id)), ...live.rows];
  const { connectionId, groupId } = group;
  const throughSequence = live.rows.at(-1)?.sequence;
  useEffect(() => {
    if (throughSequence === undefined) return;
    end.current?.scrollIntoView({ block: 'end' });
    drop(() => desk.conversations.markRead({ connectionId, groupId, throughSequence }));
  }, [desk, connectionId, groupId, throughSequence]);

  const loadOlder = async (): Promise<void> => {
    const [first] = rows;
    if (first === undefined) return;
    const found = await page.run({
      ...group,
      conversationId,
      beforeSequence: first.sequence,
      limit: PAGE_ROWS,
    });
    if (found === undefined) return;
    setOlder([...found.rows, ...older]);
    setHasMore(found.hasOlder);
  };
  return (
    <Pane
      title={conversation.title}
      subtitle={t('talk.participants', {
        names: conversation.participants.map(({ name }) => name).join(', '),
      })}
      onBack={props.onBack}
      footer={<Composer group={group} conversation={conversation} />}
    >
      {!live.isComplete ? (
        <Skeleton />
      ) : rows.length === 0 ? (
        <EmptyState title={t('talk.noMessages')} />
      ) : (
        <>
          {live.summary?.hasOlder === true && hasMore && (
            <div className="message-older">
              <Button variant="default" loading={page.isRunning} onClick={() => drop(loadOlder)}>
                {t('talk.older')}
              </Button>
              {page.fault !== undefined && <FaultNote fault={page.fault} />}
              {page.isLost && <LostNote />}
            </div>
          )}
          <ol className="plain-list message-list" aria-label={conversation.title}>
            {rows.map((row) => (
              <MessageItem key={row.id} row={row} group={group} />
            ))}
          </ol>
          <div ref={end} />
        </>
      )}
    </Pane>
  );
}

function Composer(props: { readonly group: GroupAddress; readonly conversation: ConversationRow }) {
  const { group, conversation } = props;
  const { t } = useTexts();
  const field = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState('');
  const isEmpty = text.trim() === '';
  const post = (): void => {
    if (isEmpty) return;
    openCommandSheet({
      connectionId: group.connectionId,
      intent: {
        kind: 'message.post',
        groupId: group.groupId,
        form: { conversationId: conversation.conversationId, content: [{ type: 'text', text: text.trim() }] },
      },
      onKept: () => setText(''),
    });
  };
  useShortcuts([
    { id: 'comment', words: t('talk.write'), run: () => field.current?.focus() },
    { id: 'sign', words: t('talk.post'), run: post, isInText: true, isOff: isEmpty },
  ]);
  return (
    <div className="composer">
      <Textarea
        ref={field}
        className="grow"
        aria-label={t('talk.write')}
        placeholder={t('talk.writeHint', { title: conversation.title })}
        maxRows={8}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Button size="sm" disabled={isEmpty} onClick={post}>
        {t('talk.post')}
      </Button>
      <p className="composer-note">
        <IconInfoCircle size={14} aria-hidden /> {t('talk.notAnOrder')}
      </p>
    </div>
  );
}
