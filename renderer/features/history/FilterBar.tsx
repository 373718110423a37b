// The filter of a history, as text and by switches, and the views that were saved of it.
import { ActionIcon, Button, Menu, NumberInput } from '@mantine/core';
import { IconVolumeOff, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { parseFilter, toggleTerm } from '../../../core/contract/history-filter.ts';
import type { GroupAddress } from '../../app/last-group.ts';
import { useTexts } from '../../i18n/i18n.ts';
import { useDesk } from '../../transport/desk.tsx';
import { FilterField } from '../../ui/FilterField.tsx';
import { formatNumber } from '../../ui/format.ts';
import { SavedViews, type ViewValues } from '../../ui/SavedViews.tsx';

export function FilterBar(props: {
  readonly group: GroupAddress;
  readonly filter: string;
  readonly onFilter: (text: string) => void;
  readonly onLeave: () => void;
  /** How the Events are shown, and a saved view that says it together with a filter. */
  readonly view: string | undefined;
  readonly onView: (values: ViewValues) => void;
}) {
  const { filter, onFilter } = props;
  const { t } = useTexts();
  return (
    <FilterField
      filter={filter}
      onFilter={onFilter}
      onLeave={props.onLeave}
      label={t('history.filter.label')}
      keyWords={t('history.filter.label')}
      hint={t('history.filter.hint')}
      clearWords={t('history.filter.clear')}
      faultOf={(text) => {
        const [fault] = parseFilter(text).faults;
        return fault && t(`history.filter.faults.${fault.reason}`, { part: fault.part });
      }}
    >
      <QuietKinds {...props} />
      <SavedViews place="history" values={{ filter, view: props.view }} onApply={props.onView} />
    </FilterField>
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
            <Menu.CheckboxItem
              key={kind}
              checked={isQuiet}
              rightSection={<span className="numbers muted">{formatNumber(count, language)}</span>}
              onChange={() => onFilter(toggleTerm(filter, { key: 'kind', value: kind, isExcluded: true }))}
            >
              {words.text}
            </Menu.CheckboxItem>
          );
        })}
      </Menu.Dropdown>
    </Menu>
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
  const [isWrong, setIsWrong] = useState(false);
  const { isOpen } = props;
  useEffect(() => {
    if (isOpen) field.current?.focus();
  }, [isOpen]);
  const go = (): void => {
    const sequence = Number(value);
    if (!Number.isSafeInteger(sequence) || sequence < 1) {
      setIsWrong(true);
      field.current?.focus();
      return;
    }
    setIsWrong(false);
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
        error={isWrong && t('history.goto.wrong')}
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
