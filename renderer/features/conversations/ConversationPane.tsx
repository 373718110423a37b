// One conversation: its Messages, the newest at the end, and a place to write.
import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { ConversationRow, MessageRow } from '../../../core/contract/conversations.ts';
import type { GroupAddress } from '../../app/last-group.ts';
import { useTexts } from '../../i18n/i18n.ts';
import { useDesk, useLive, useRequest } from '../../transport/desk.tsx';
import { drop } from '../../ui/drop.ts';
import { Pane } from '../../ui/Pane.tsx';
import { EmptyState, FaultNote, LostNote, Skeleton } from '../../ui/states.tsx';
import { Composer } from './Composer.tsx';
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
  const drafts = useLive('intents.followDrafts');
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
      footer={
        drafts.isComplete ? (
          <Composer group={group} conversation={conversation} drafts={drafts.rows} />
        ) : undefined
      }
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
              <MessageItem key={row.id} row={row} group={group} workItemId={conversation.workItemId} />
            ))}
          </ol>
          <div ref={end} />
        </>
      )}
    </Pane>
  );
}
