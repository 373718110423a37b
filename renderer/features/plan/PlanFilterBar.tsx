// The filter of a plan as text and by switches, and the views that were saved of it.
import { Button, Menu } from '@mantine/core';
import { IconAdjustments } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { PlanRow } from '../../../core/contract/plan.ts';
import {
  formatPlanFilter,
  parsePlanFilter,
  PLAN_MARKS,
  type PlanTerm,
  togglePlanTerm,
} from '../../../core/contract/plan-filter.ts';
import { useTexts } from '../../i18n/i18n.ts';
import { FilterField } from '../../ui/FilterField.tsx';

export function PlanFilterBar(props: {
  readonly filter: string;
  readonly onFilter: (text: string) => void;
  /** Those that the switches are made for. */
  readonly rows: readonly PlanRow[];
  readonly children?: ReactNode;
}) {
  const { filter, onFilter } = props;
  const { t } = useTexts();
  return (
    <FilterField
      filter={filter}
      onFilter={onFilter}
      onLeave={backToList}
      label={t('common.filter')}
      keyWords={t('frame.shortcuts.filterList')}
      hint={t('plan.filter.hint')}
      clearWords={t('plan.filter.clear')}
      faultOf={(text) => {
        const [fault] = parsePlanFilter(text).faults;
        return fault && t(`plan.filter.faults.${fault.reason}`, { part: fault.part });
      }}
    >
      <Switches filter={filter} onFilter={onFilter} rows={props.rows} />
      {props.children}
    </FilterField>
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
