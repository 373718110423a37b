// What is said in a Mission. A Message is never an order: what follows from one is a Command of its own, with its sheet.
import { IconLock, IconMessages } from '@tabler/icons-react';
import { go, useRouteValue } from '../../app/route.ts';
import { useTexts } from '../../i18n/i18n.ts';
import { useLive } from '../../transport/desk.tsx';
import { GroupPicker, useGroup } from '../../ui/GroupPicker.tsx';
import { Instant } from '../../ui/Instant.tsx';
import { ListPane } from '../../ui/ListPane.tsx';
import { Pane, Panes } from '../../ui/Pane.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { ConversationPane } from './ConversationPane.tsx';
import { LiveFilterPart } from './LiveFilterPart.tsx';

const NOWHERE = { connectionId: '-', groupId: '-' };
const KNOWN_TYPES = ['group', 'work_item', 'review', 'restricted'] as const;

export function ConversationsScreen() {
  const { t } = useTexts();
  const group = useGroup();
  const [chosenId] = useRouteValue('conversationId');
  const list = useLive('conversations.follow', group ?? NOWHERE, { isOff: group === undefined });
  const selected = list.rows.find(({ id }) => id === chosenId) ?? list.rows[0];
  const choose = (conversationId: string): void => {
    if (group !== undefined) go('conversations', { ...group, conversationId }, 'replace');
  };
  return (
    <Panes
      listSize="narrow"
      isDetailOpen={chosenId !== undefined}
      list={
        <ListPane
          title={t('talk.title')}
          toolbar={
            <>
              <GroupPicker place="conversations" group={group} />
              {group !== undefined && (
                <LiveFilterPart key={group.groupId} group={group} conversations={list.rows} />
              )}
            </>
          }
          rows={list.rows}
          status={list.status}
          selectedId={selected?.id}
          onSelect={({ id }) => choose(id)}
          rowHeight={46}
          needsMe={({ openQuestions }) => openQuestions > 0}
          renderRow={(row) => (
            <div className="row-two-lines">
              <div className="row-main">
                {row.isRestricted && (
                  <span title={t('talk.restricted')}>
                    <IconLock size={14} aria-label={t('talk.restricted')} />
                  </span>
                )}
                <span className="strong ellipsis">{row.title}</span>
              </div>
              <div className="row-aside">
                <span>
                  {KNOWN_TYPES.some((type) => type === row.type)
                    ? t(`talk.types.${row.type as (typeof KNOWN_TYPES)[number]}`)
                    : row.type}
                </span>
                {row.openQuestions > 0 && <span>{t('talk.questions', { count: row.openQuestions })}</span>}
                {row.lastMessageAtMs !== undefined && <Instant atMs={row.lastMessageAtMs} isRelative />}
              </div>
            </div>
          )}
          empty={
            <EmptyState
              icon={<IconMessages size={28} stroke={1.5} />}
              title={t('talk.empty')}
              body={t('talk.emptyBody')}
            />
          }
        />
      }
      detail={
        group === undefined || selected === undefined ? (
          <Pane title={t('common.detail')}>
            <EmptyState icon={<IconMessages size={28} stroke={1.5} />} title={t('talk.choose')} />
          </Pane>
        ) : (
          <ConversationPane
            key={selected.id}
            group={group}
            conversation={selected}
            onBack={() => go('conversations', group, 'replace')}
          />
        )
      }
    />
  );
}
