// What of a Group comes at once: the protocol's attention filter, in its own terms. It leaves nothing out for good.
import { Button, Checkbox, MultiSelect, Popover } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { ConversationRow, LiveFilter } from '../../../core/contract/conversations.ts';
import type { GroupAddress } from '../../app/last-group.ts';
import { useTexts } from '../../i18n/i18n.ts';
import { useDesk, useLive, useRequest } from '../../transport/desk.tsx';
import { drop } from '../../ui/drop.ts';
import { FaultNote, LostNote } from '../../ui/states.tsx';
import { filterOfForm, type FilterForm, formOfFilter } from './live-filter-form.ts';
import './conversations.css';

export function LiveFilterPart(props: {
  readonly group: GroupAddress;
  readonly conversations: readonly ConversationRow[];
}) {
  const { group, conversations } = props;
  const { connectionId, groupId } = group;
  const { t } = useTexts();
  const desk = useDesk();
  const [isOpen, setIsOpen] = useState(false);
  const { data, refetch } = useQuery({
    queryKey: ['conversations.liveFilter', connectionId, groupId],
    queryFn: () => desk.conversations.liveFilter(group),
  });
  if (data?.ok !== true) return null;
  const { filter, listeners, fillMs } = data.value;
  return (
    <Popover
      opened={isOpen}
      onChange={setIsOpen}
      position="bottom-start"
      shadow="md"
      width={320}
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <Button size="xs" variant="subtle" color="gray" onClick={() => setIsOpen(!isOpen)}>
          {t(filter === undefined ? 'talk.live.everything' : 'talk.live.some')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <LiveFilterForm
          group={group}
          conversations={conversations}
          filter={filter}
          listeners={listeners.map(({ name }) => name)}
          seconds={Math.round(fillMs / 1_000)}
          onChanged={() => drop(() => refetch())}
        />
      </Popover.Dropdown>
    </Popover>
  );
}

function LiveFilterForm(props: {
  readonly group: GroupAddress;
  readonly conversations: readonly ConversationRow[];
  readonly filter: LiveFilter | undefined;
  readonly listeners: readonly string[];
  readonly seconds: number;
  readonly onChanged: () => void;
}) {
  const { group, conversations, filter, listeners, seconds, onChanged } = props;
  const { t } = useTexts();
  const desk = useDesk();
  const plan = useLive('plan.follow', group);
  const saving = useRequest(desk.conversations.setLiveFilter);
  const fetching = useRequest(desk.conversations.fetchRest);
  const [form, setForm] = useState<FilterForm>(() => formOfFilter(filter));
  const [done, setDone] = useState<'saved' | 'fetched'>();
  // A button that cannot be pressed any more loses the focus, and Esc would reach nothing.
  const section = useRef<HTMLElement>(null);
  const change = (part: Partial<FilterForm>): void => {
    setDone(undefined);
    setForm({ ...form, ...part });
  };
  const save = async (wanted: FilterForm): Promise<void> => {
    setForm(wanted);
    const next = filterOfForm(wanted);
    const saved = await saving.run({ ...group, ...(next === undefined ? {} : { filter: next }) });
    if (saved === undefined) return;
    setDone('saved');
    section.current?.focus();
    onChanged();
  };
  const fetchRest = async (): Promise<void> => {
    if ((await fetching.run(group)) === undefined) return;
    setDone('fetched');
    section.current?.focus();
  };
  return (
    <section ref={section} tabIndex={-1} className="live-filter" aria-label={t('talk.live.title')}>
      <p className="muted">{t('talk.live.about', { seconds })}</p>
      <p className="muted">
        {listeners.length === 0
          ? t('talk.live.nobody', { seconds })
          : t('talk.live.listeners', { names: listeners.join(', ') })}
      </p>
      <Checkbox
        size="xs"
        label={t('talk.live.mentions')}
        checked={form.mentionsOnly}
        onChange={(event) => change({ mentionsOnly: event.currentTarget.checked })}
      />
      <Checkbox
        size="xs"
        label={t('talk.live.messages')}
        checked={form.messagesOnly}
        onChange={(event) => change({ messagesOnly: event.currentTarget.checked })}
      />
      <MultiSelect
        size="xs"
        comboboxProps={{ withinPortal: false }}
        label={t('talk.live.conversations')}
        data={conversations.map(({ conversationId, title }) => ({ value: conversationId, label: title }))}
        value={[...form.conversationIds]}
        onChange={(conversationIds) => change({ conversationIds })}
      />
      <MultiSelect
        size="xs"
        comboboxProps={{ withinPortal: false }}
        label={t('talk.live.items')}
        data={plan.rows.map(({ workItemId, title }) => ({ value: workItemId, label: title }))}
        value={[...form.workItemIds]}
        onChange={(workItemIds) => change({ workItemIds })}
      />
      <Checkbox
        size="xs"
        label={t('talk.live.announcements')}
        checked={form.announcements}
        onChange={(event) => change({ announcements: event.currentTarget.checked })}
      />
      <p className="muted">{t('talk.live.together')}</p>
      <div className="line">
        <Button size="xs" loading={saving.isRunning} onClick={() => drop(() => save(form))}>
          {t('talk.live.apply')}
        </Button>
        <Button
          size="xs"
          variant="default"
          disabled={filter === undefined}
          onClick={() => drop(() => save(formOfFilter(undefined)))}
        >
          {t('talk.live.all')}
        </Button>
        <Button size="xs" variant="default" disabled={filter === undefined} onClick={() => drop(fetchRest)}>
          {t('talk.live.fetch')}
        </Button>
      </div>
      <p role="status">{done === undefined ? '' : t(`talk.live.${done}`)}</p>
      {[saving, fetching].map(({ fault, isLost }, index) => (
        <div key={index === 0 ? 'saving' : 'fetching'}>
          {fault !== undefined && <FaultNote fault={fault} />}
          {isLost && <LostNote />}
        </div>
      ))}
    </section>
  );
}
