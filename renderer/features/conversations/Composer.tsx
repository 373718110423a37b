// A place to write: text, whom it mentions, what it refers to, whether it asks. What was begun is kept until it is posted.
import { Button, Checkbox, MultiSelect, Textarea } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { ConversationRow } from '../../../core/contract/conversations.ts';
import type { DraftRow } from '../../../core/contract/intents.ts';
import type { GroupAddress } from '../../app/last-group.ts';
import { useTexts } from '../../i18n/i18n.ts';
import { useDesk, useLive } from '../../transport/desk.tsx';
import { openCommandSheet } from '../../ui/command-sheet-store.ts';
import { drop } from '../../ui/drop.ts';
import { useShortcuts } from '../../ui/shortcuts.ts';
import {
  asksSomething,
  draftOf,
  EMPTY_DRAFT,
  formOfDraft,
  type MessageDraft,
  readDraft,
  withQuestion,
} from './message-draft.ts';
import './conversations.css';

/** Long enough not to save every letter, short enough to lose at most a word. */
const SAVE_AFTER_MS = 600;

export function Composer(props: {
  readonly group: GroupAddress;
  readonly conversation: ConversationRow;
  readonly drafts: readonly DraftRow[];
}) {
  const { group, conversation } = props;
  const { connectionId, groupId } = group;
  const { conversationId } = conversation;
  const { t } = useTexts();
  const desk = useDesk();
  const field = useRef<HTMLTextAreaElement>(null);
  const kept = draftOf(props.drafts, group, conversationId);
  const draftId = useRef(kept?.draftId);
  const [draft, setDraft] = useState<MessageDraft>(() =>
    kept === undefined ? EMPTY_DRAFT : readDraft(kept),
  );
  const saved = useRef(draft);
  const people = useLive('people.members', group);
  const plan = useLive('plan.follow', group);
  const isEmpty = draft.text.trim() === '';

  const forget = async (): Promise<void> => {
    const { current } = draftId;
    draftId.current = undefined;
    if (current !== undefined) await desk.intents.removeDraft({ connectionId, draftId: current });
  };
  const save = useEffectEvent(async (): Promise<void> => {
    saved.current = draft;
    if (isEmpty) {
      await forget();
      return;
    }
    const answer = await desk.intents.saveDraft({
      connectionId,
      ...(draftId.current === undefined ? {} : { draftId: draftId.current }),
      intent: { kind: 'message.post', groupId, form: formOfDraft(conversationId, draft) },
    });
    if (answer.ok) draftId.current = answer.value.draftId;
  });
  useEffect(() => {
    if (draft === saved.current) return undefined;
    const timer = setTimeout(() => drop(save), SAVE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [draft]);
  // Whoever leaves in the middle of a word finds it again.
  const leave = useEffectEvent(() => {
    if (draft !== saved.current) drop(save);
  });
  useEffect(() => () => leave(), []);

  const post = (): void => {
    if (isEmpty) return;
    openCommandSheet({
      connectionId,
      intent: { kind: 'message.post', groupId, form: formOfDraft(conversationId, draft) },
      onKept: () => {
        saved.current = EMPTY_DRAFT;
        setDraft(EMPTY_DRAFT);
        drop(forget);
      },
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
        value={draft.text}
        onChange={(event) => setDraft({ ...draft, text: event.currentTarget.value })}
      />
      <Button size="sm" disabled={isEmpty} onClick={post}>
        {t('talk.post')}
      </Button>
      <div className="composer-more">
        <MultiSelect
          size="xs"
          aria-label={t('talk.mention')}
          placeholder={draft.mentions.length === 0 ? t('talk.mention') : ''}
          searchable
          data={people.rows.map(({ member }) => ({
            value: `${member.type} ${member.id}`,
            label: member.name,
          }))}
          value={draft.mentions.map(({ type, id }) => `${type} ${id}`)}
          onChange={(keys) =>
            setDraft({
              ...draft,
              mentions: people.rows.flatMap(({ member: { type, id } }) =>
                keys.includes(`${type} ${id}`) ? [{ type, id }] : [],
              ),
            })
          }
        />
        <MultiSelect
          size="xs"
          aria-label={t('talk.refer')}
          placeholder={draft.references.length === 0 ? t('talk.refer') : ''}
          searchable
          data={plan.rows.map(({ workItemId, title }) => ({ value: workItemId, label: title }))}
          value={[...draft.references]}
          onChange={(references) => setDraft({ ...draft, references })}
        />
        <Checkbox
          size="xs"
          label={t('talk.asks')}
          checked={asksSomething(draft.text)}
          onChange={(event) =>
            setDraft({ ...draft, text: withQuestion(draft.text, event.currentTarget.checked) })
          }
        />
      </div>
      <p className="composer-note">
        <IconInfoCircle size={14} aria-hidden /> {t('talk.notAnOrder')}
      </p>
    </div>
  );
}
