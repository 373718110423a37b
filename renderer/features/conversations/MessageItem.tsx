// One Message, with what can be made of it.
import { ActionIcon, Menu } from '@mantine/core';
import { IconDots, IconSpeakerphone } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import type { ContractIntent } from '../../../core/contract/forms.ts';
import type { MessageRow } from '../../../core/contract/conversations.ts';
import type { GroupAddress } from '../../app/last-group.ts';
import { go, hrefOf } from '../../app/route.ts';
import { useTexts } from '../../i18n/i18n.ts';
import { useDesk, useLive } from '../../transport/desk.tsx';
import { openCommandSheet } from '../../ui/command-sheet-store.ts';
import { drop } from '../../ui/drop.ts';
import { shortId } from '../../ui/IdChip.tsx';
import { Instant } from '../../ui/Instant.tsx';
import { SheetText } from '../../ui/SheetFields.tsx';
import { MessageDrafts } from './MessageDrafts.tsx';
import { contractFrom } from './message-draft.ts';
import { MessageText, textOfMessage } from './message-text.tsx';

type AmendmentKind = 'message.correct' | 'message.retract' | 'message.redact';

export function MessageItem(props: {
  readonly row: MessageRow;
  readonly group: GroupAddress;
  /** Of a conversation about one. */
  readonly workItemId: string | undefined;
}) {
  const { row, group, workItemId } = props;
  const { t } = useTexts();
  const { connectionId, groupId } = group;
  const text = textOfMessage(row.content);
  const desk = useDesk();
  const quoted = `${t('talk.quote', { name: row.author.name })} ${text}`;
  /** The draft is kept before the editor opens, so that nothing of the text can get lost on the way. */
  const makeContract = async (): Promise<void> => {
    const kept = await desk.intents.saveDraft({ connectionId, intent: contractFrom(groupId, quoted) });
    if (kept.ok) go('contract', { ...group, draftId: kept.value.draftId });
  };
  const unblock = (): void => {
    if (workItemId === undefined) return;
    openCommandSheet({
      connectionId,
      intent: { kind: 'work.unblock', groupId, form: { workItemId, reason: quoted } },
    });
  };
  const [isDrafting, setIsDrafting] = useState(false);
  const isThere = row.state === 'posted' || row.state === 'corrected';

  const amend = (kind: AmendmentKind): void => {
    const form = { targetMessageId: row.messageId, reason: '' };
    const intent: ContractIntent =
      kind === 'message.correct'
        ? { kind, groupId, form: { ...form, content: [{ type: 'text', text }] } }
        : { kind, groupId, form };
    openCommandSheet({
      connectionId,
      intent,
      form: (current, change) => <AmendmentFields intent={current} onChange={change} />,
    });
  };
  return (
    <li className="message" data-is-mine={row.isMine} data-mentions-me={row.mentionsMe}>
      <header className="message-head">
        <span className="strong">{row.author.name}</span>
        <span className="muted">{t(`common.actor.${row.author.type}`)}</span>
        <span className="muted">
          <Instant atMs={row.sentAtMs} />
        </span>
        <a
          className="muted numbers"
          href={hrefOf('history', { ...group, sequence: String(row.sequence) })}
          aria-label={t('talk.inHistory', { sequence: row.sequence })}
        >
          #{row.sequence}
        </a>
        {row.isAnnouncement && (
          <span className="message-mark">
            <IconSpeakerphone size={13} aria-hidden /> {t('talk.announcement')}
          </span>
        )}
        {row.mentionsMe && <span className="message-mark message-mark-me">{t('talk.mentionsYou')}</span>}
        <span className="grow" />
        {isThere && (
          <Menu position="bottom-end">
            <Menu.Target>
              <ActionIcon aria-label={t('talk.actions')}>
                <IconDots size={16} />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item onClick={() => setIsDrafting(true)}>{t('talk.draft')}</Menu.Item>
              <Menu.Item onClick={() => drop(makeContract)}>{t('talk.makeItem')}</Menu.Item>
              {workItemId !== undefined && <Menu.Item onClick={unblock}>{t('talk.unblock')}</Menu.Item>}
              {row.isMine && (
                <Menu.Item onClick={() => amend('message.correct')}>{t('talk.correct')}</Menu.Item>
              )}
              {row.isMine && (
                <Menu.Item onClick={() => amend('message.retract')}>{t('talk.retract')}</Menu.Item>
              )}
              <Menu.Item onClick={() => amend('message.redact')}>{t('talk.redact')}</Menu.Item>
            </Menu.Dropdown>
          </Menu>
        )}
      </header>
      {row.state === 'redacted' || row.state === 'retracted' ? (
        <Tombstone>{row.stateWords?.text ?? t(`talk.${row.state}`)}</Tombstone>
      ) : (
        <>
          <MessageText content={row.content} />
          {row.stateWords !== undefined && <Tombstone>{row.stateWords.text}</Tombstone>}
        </>
      )}
      {row.references.length > 0 && (
        <p className="message-references">
          {t('talk.references')}{' '}
          {row.references.map((reference) => (
            <Reference key={reference} group={group} reference={reference} />
          ))}
        </p>
      )}
      {isDrafting && isThere && (
        <MessageDrafts group={group} messageId={row.messageId} onClose={() => setIsDrafting(false)} />
      )}
    </li>
  );
}

/** A WorkItem of the Mission by its title; anything else by the end of its id. */
function Reference(props: { readonly group: GroupAddress; readonly reference: string }) {
  const { group, reference } = props;
  const item = useLive('plan.follow', group).rows.find(({ workItemId }) => workItemId === reference);
  if (item === undefined) return <code title={reference}>…{shortId(reference)}</code>;
  return <a href={hrefOf('work', { ...group, workItemId: reference })}>{item.title}</a>;
}

function Tombstone(props: { readonly children: ReactNode }) {
  return <p className="message-tombstone">{props.children}</p>;
}

function AmendmentFields(props: {
  readonly intent: ContractIntent;
  readonly onChange: (intent: ContractIntent) => void;
}) {
  const { intent, onChange } = props;
  const { t } = useTexts();
  switch (intent.kind) {
    case 'message.correct':
      return (
        <div className="stack">
          <SheetText
            label={t('talk.newText')}
            value={textOfMessage(intent.form.content)}
            onChange={(text) =>
              onChange({ ...intent, form: { ...intent.form, content: [{ type: 'text', text }] } })
            }
          />
          <SheetText
            label={t('talk.reason')}
            value={intent.form.reason}
            onChange={(reason) => onChange({ ...intent, form: { ...intent.form, reason } })}
          />
        </div>
      );
    case 'message.retract':
    case 'message.redact':
      return (
        <SheetText
          label={t(intent.kind === 'message.redact' ? 'talk.policyReason' : 'talk.reason')}
          value={intent.form.reason}
          onChange={(reason) => onChange({ ...intent, form: { ...intent.form, reason } })}
        />
      );
    default:
      return null;
  }
}
