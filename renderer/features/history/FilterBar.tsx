// The filter of a history, as text and by switches, and the views that were saved of it.
import { ActionIcon, Button, Menu, NumberInput, Popover, TextInput } from '@mantine/core';
import { IconBookmark, IconCopy, IconFilter, IconTrash, IconVolumeOff, IconX } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { parseFilter, toggleTerm } from '../../../core/contract/history-filter.ts';
import type { GroupAddress } from '../../app/last-group.ts';
import { useTexts } from '../../i18n/i18n.ts';
import { useDesk, useRequest } from '../../transport/desk.tsx';
import { announce } from '../../ui/announce.ts';
import { drop } from '../../ui/drop.ts';
import { useShortcuts } from '../../ui/shortcuts.ts';
import { FaultNote } from '../../ui/states.tsx';

/** How long somebody types before it is looked up. */
const TYPING_MS = 250;

export function FilterBar(props: {
  readonly group: GroupAddress;
  readonly filter: string;
  readonly onFilter: (text: string) => void;
  readonly onLeave: () => void;
}) {
  const { filter, onFilter } = props;
  const { t } = useTexts();
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(filter);
  const [known, setKnown] = useState(filter);
  // Changed from elsewhere: a switch, a saved view, a link.
  if (known !== filter) {
    setKnown(filter);
    if (text.trim() !== filter) setText(filter);
  }
  useEffect(() => {
    const wanted = text.trim();
    if (wanted === filter) return undefined;
    const timer = setTimeout(() => onFilter(wanted), TYPING_MS);
    return () => clearTimeout(timer);
  }, [text, filter, onFilter]);
  useShortcuts([{ id: 'filter', words: t('history.filter.label'), run: () => field.current?.focus() }]);
  const [fault] = parseFilter(text).faults;
  return (
    <div className="history-filter">
      <TextInput
        ref={field}
        className="grow"
        size="xs"
        type="search"
        aria-label={t('history.filter.label')}
        placeholder={t('history.filter.hint')}
        leftSection={<IconFilter size={14} />}
        value={text}
        error={
          fault === undefined ? undefined : t(`history.filter.faults.${fault.reason}`, { part: fault.part })
        }
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') onFilter(text.trim());
          if (event.key === 'Escape') {
            event.stopPropagation();
            setText('');
            onFilter('');
          }
          if (event.key === 'Escape' || event.key === 'Enter') props.onLeave();
        }}
      />
      {filter !== '' && (
        <ActionIcon variant="subtle" aria-label={t('history.filter.clear')} onClick={() => onFilter('')}>
          <IconX size={16} />
        </ActionIcon>
      )}
      <QuietKinds {...props} />
      <SavedViews filter={filter} onFilter={onFilter} />
    </div>
  );
}

function QuietKinds(props: {
  readonly group: GroupAddress;
  readonly filter: string;
  readonly onFilter: (text: string) => void;
}) {
  const { group, filter, onFilter } = props;
  const { t, language } = useTexts();
  const desk = useDesk();
  const [isOpen, setIsOpen] = useState(false);
  const { data } = useQuery({
    queryKey: ['history', group.connectionId, group.groupId, 'kinds', language],
    queryFn: () => desk.history.kinds({ connectionId: group.connectionId, groupId: group.groupId }),
    enabled: isOpen,
  });
  const kinds = data?.ok === true ? data.value.kinds : [];
  const quiet = parseFilter(filter).terms.filter(({ key, isExcluded }) => key === 'kind' && isExcluded);
  return (
    <Menu opened={isOpen} onChange={setIsOpen} closeOnItemClick={false} position="bottom-end">
      <Menu.Target>
        <Button variant="default" leftSection={<IconVolumeOff size={14} />}>
          {t('history.quiet.title')}
          {quiet.length > 0 && <span className="tab-count numbers">{quiet.length}</span>}
        </Button>
      </Menu.Target>
      <Menu.Dropdown className="history-menu">
        <Menu.Label>{t('history.quiet.hint')}</Menu.Label>
        {kinds.length === 0 && <Menu.Item disabled>{t('history.quiet.none')}</Menu.Item>}
        {kinds.map(({ kind, words, count }) => {
          const isQuiet = quiet.some(({ value }) => value === kind);
          return (
            <Menu.Item
              key={kind}
              role="menuitemcheckbox"
              aria-checked={isQuiet}
              leftSection={<span className="history-check">{isQuiet ? '✓' : ''}</span>}
              rightSection={<span className="numbers muted">{count.toLocaleString(language)}</span>}
              onClick={() => onFilter(toggleTerm(filter, { key: 'kind', value: kind, isExcluded: true }))}
            >
              {words.text}
            </Menu.Item>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}

function SavedViews(props: { readonly filter: string; readonly onFilter: (text: string) => void }) {
  const { filter, onFilter } = props;
  const { t } = useTexts();
  const desk = useDesk();
  const queries = useQueryClient();
  const [name, setName] = useState('');
  const { data } = useQuery({ queryKey: ['history.views'], queryFn: () => desk.history.views() });
  const save = useRequest(desk.history.saveView);
  const remove = useRequest(desk.history.removeView);
  const again = () => queries.invalidateQueries({ queryKey: ['history.views'] });
  const keep = async (): Promise<void> => {
    if ((await save.run({ name: name.trim(), filter })) === undefined) return;
    setName('');
    await again();
  };
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(filter);
    announce(t('common.copied'));
  };
  const views = data?.views ?? [];
  return (
    <Popover position="bottom-end" shadow="md" trapFocus>
      <Popover.Target>
        <Button variant="default" leftSection={<IconBookmark size={14} />}>
          {t('history.saved.title')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown className="history-menu stack">
        {views.length === 0 && <p className="muted">{t('history.saved.none')}</p>}
        <ul className="plain-list">
          {views.map((view) => (
            <li key={view.name} className="line">
              <Button
                className="grow"
                variant="subtle"
                justify="flex-start"
                title={view.filter}
                onClick={() => onFilter(view.filter)}
              >
                {view.name}
              </Button>
              <ActionIcon
                variant="subtle"
                aria-label={t('history.saved.remove', { name: view.name })}
                onClick={() =>
                  drop(async () => {
                    await remove.run({ name: view.name });
                    await again();
                  })
                }
              >
                <IconTrash size={16} />
              </ActionIcon>
            </li>
          ))}
        </ul>
        <div className="line">
          <TextInput
            className="grow"
            size="xs"
            aria-label={t('history.saved.name')}
            placeholder={t('history.saved.save')}
            value={name}
            disabled={filter === ''}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Button disabled={filter === '' || name.trim() === ''} onClick={() => drop(keep)}>
            {t('history.saved.keep')}
          </Button>
        </div>
        {save.fault !== undefined && <FaultNote fault={save.fault} />}
        <Button
          variant="default"
          disabled={filter === ''}
          leftSection={<IconCopy size={14} />}
          onClick={() => drop(copy)}
        >
          {t('history.saved.copy')}
        </Button>
        <p className="muted history-hint">{t('history.saved.hint')}</p>
      </Popover.Dropdown>
    </Popover>
  );
}

/** A number that leads to a place in the log. */
export function GoToSequence(props: {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onGo: (sequence: number) => void;
}) {
  const { t } = useTexts();
  const field = useRef<HTMLInputElement>(null);
  const [value, setValue] = useState<number | string>('');
  const { isOpen } = props;
  useEffect(() => {
    if (isOpen) field.current?.focus();
  }, [isOpen]);
  const go = (): void => {
    const sequence = Number(value);
    if (!Number.isSafeInteger(sequence) || sequence < 1) return;
    props.onGo(sequence);
    props.onClose();
  };
  if (!isOpen) return null;
  return (
    <div className="history-goto" role="search" aria-label={t('history.goto.title')}>
      <NumberInput
        size="xs"
        w={160}
        min={1}
        ref={field}
        hideControls
        aria-label={t('history.goto.label')}
        placeholder={t('history.goto.label')}
        value={value}
        onChange={setValue}
        onKeyDown={(event) => {
          if (event.key === 'Enter') go();
          if (event.key === 'Escape') {
            event.stopPropagation();
            props.onClose();
          }
        }}
      />
      <Button onClick={go}>{t('history.goto.go')}</Button>
      <ActionIcon variant="subtle" aria-label={t('common.close')} onClick={props.onClose}>
        <IconX size={16} />
      </ActionIcon>
    </div>
  );
}
