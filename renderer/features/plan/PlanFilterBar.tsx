// The filter of a plan as text and by switches, and the views that were saved of it.
import { ActionIcon, Button, Menu, TextInput } from '@mantine/core';
import { IconAdjustments, IconFilter, IconX } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { PlanRow } from '../../../core/contract/plan.ts';
import {
  formatPlanFilter,
  parsePlanFilter,
  PLAN_MARKS,
  type PlanTerm,
  togglePlanTerm,
} from '../../../core/contract/plan-filter.ts';
import { useTexts } from '../../i18n/i18n.ts';
import { useShortcuts } from '../../ui/shortcuts.ts';

/** How long somebody types before it counts. */
const TYPING_MS = 200;

export function PlanFilterBar(props: {
  readonly filter: string;
  readonly onFilter: (text: string) => void;
  /** Those that the switches are made for. */
  readonly rows: readonly PlanRow[];
  readonly children?: ReactNode;
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
  useShortcuts([{ id: 'filter', words: t('frame.shortcuts.filterList'), run: () => field.current?.focus() }]);
  const [fault] = parsePlanFilter(text).faults;
  return (
    <div className="plan-filter">
      <TextInput
        ref={field}
        className="grow"
        size="xs"
        type="search"
        aria-label={t('common.filter')}
        placeholder={t('plan.filter.hint')}
        leftSection={<IconFilter size={14} />}
        value={text}
        error={
          fault === undefined ? undefined : t(`plan.filter.faults.${fault.reason}`, { part: fault.part })
        }
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') onFilter(text.trim());
          if (event.key === 'Escape') {
            event.stopPropagation();
            setText('');
            onFilter('');
          }
          if (event.key === 'Escape' || event.key === 'Enter') backToList();
        }}
      />
      {filter !== '' && (
        <ActionIcon variant="subtle" aria-label={t('plan.filter.clear')} onClick={() => onFilter('')}>
          <IconX size={16} />
        </ActionIcon>
      )}
      <Switches filter={filter} onFilter={onFilter} rows={props.rows} />
      {props.children}
    </div>
  );
}

function backToList(): void {
  requestAnimationFrame(() => document.querySelector<HTMLElement>('.list-scroller, .plan-graph')?.focus());
}

function Switches(props: {
  readonly filter: string;
  readonly onFilter: (text: string) => void;
  readonly rows: readonly PlanRow[];
}) {
  const { filter, onFilter, rows } = props;
  const { t } = useTexts();
  const { terms } = parsePlanFilter(filter);
  const isOn = (term: PlanTerm): boolean =>
    terms.some((each) => formatPlanFilter([each]) === formatPlanFilter([term]));
  const states = new Map(rows.map(({ state, stateWords }) => [state, stateWords.text]));
  const owners = new Map(
    rows.flatMap(({ owner }) => (owner === undefined ? [] : [[owner.name, owner.name]])),
  );
  const groups: readonly (readonly [string, readonly (readonly [PlanTerm, string])[]])[] = [
    [
      t('plan.filter.marks'),
      PLAN_MARKS.map((mark) => [termOf('is', mark), t(`plan.filter.is.${mark}`)] as const),
    ],
    [t('plan.columns.state'), [...states].map(([state, words]) => [termOf('state', state), words] as const)],
    [t('plan.risk'), [[termOf('risk', '>=external'), t('plan.filter.risky')]]],
    [
      t('plan.columns.owner'),
      [
        [{ ...termOf('owner', '*'), isExcluded: true }, t('plan.nobody')] as const,
        ...[...owners.keys()].map((name) => [termOf('owner', name), name] as const),
      ],
    ],
  ];
  return (
    <Menu closeOnItemClick={false} position="bottom-end">
      <Menu.Target>
        <Button variant="default" leftSection={<IconAdjustments size={14} />}>
          {t('plan.filter.switches')}
          {terms.length > 0 && <span className="tab-count numbers">{terms.length}</span>}
        </Button>
      </Menu.Target>
      <Menu.Dropdown className="plan-menu">
        {groups.map(([title, entries]) => (
          <div key={title}>
            <Menu.Label>{title}</Menu.Label>
            {entries.map(([term, words]) => (
              <Menu.CheckboxItem
                key={words}
                checked={isOn(term)}
                onChange={() => onFilter(togglePlanTerm(filter, term))}
              >
                {words}
              </Menu.CheckboxItem>
            ))}
          </div>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function termOf(key: PlanTerm['key'], value: string): PlanTerm {
  return { key, values: [value], isExcluded: false };
}
