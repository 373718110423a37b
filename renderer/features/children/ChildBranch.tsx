// One level of the tree: the children of a Mission, each with its own branch when that is open.
import { IconChevronDown, IconChevronRight, IconEyeOff, IconSitemap } from '@tabler/icons-react';
import { useEffect } from 'react';
import type { ChildRowModel } from '../../../core/contract/children.ts';
import type { GroupAddress } from '../../app/last-group.ts';
import { useTexts } from '../../i18n/i18n.ts';
import { useLive } from '../../transport/desk.tsx';
import { formatBudget } from '../../ui/BudgetBars.tsx';
import { formatDuration } from '../../ui/format.ts';
import { StateWord } from '../../ui/StateWord.tsx';
import { enterBranch, leaveBranch } from './tree-keys.ts';

export interface BranchProps {
  readonly group: GroupAddress;
  readonly rows: readonly ChildRowModel[];
  readonly level: number;
  readonly open: ReadonlySet<string>;
  readonly selectedId: string | undefined;
  readonly onToggle: (id: string, isOpen: boolean) => void;
  readonly onSelect: (row: ChildRowModel) => void;
  readonly onRows: (rows: readonly ChildRowModel[]) => void;
}

export function ChildBranch(props: BranchProps) {
  const { rows, onRows } = props;
  useEffect(() => onRows(rows), [rows, onRows]);
  return rows.map((row) => <ChildItem key={row.id} {...props} row={row} />);
}

function ChildItem(props: BranchProps & { readonly row: ChildRowModel }) {
  const { row, level, open, selectedId, onToggle, onSelect } = props;
  const { t } = useTexts();
  const hasChildren = row.childCount > 0;
  const isOpen = open.has(row.id);
  const isSelected = row.id === selectedId;
  const onKeyDown = (event: React.KeyboardEvent<HTMLLIElement>): void => {
    if (event.target !== event.currentTarget) return;
    const item = event.currentTarget;
    switch (event.key) {
      case 'ArrowRight':
        if (hasChildren && !isOpen) onToggle(row.id, true);
        else enterBranch(item);
        break;
      case 'ArrowLeft':
        if (isOpen) onToggle(row.id, false);
        else leaveBranch(item);
        break;
      default:
        return;
    }
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <li
      role="treeitem"
      aria-level={level}
      aria-selected={isSelected}
      {...(hasChildren ? { 'aria-expanded': isOpen } : {})}
      tabIndex={isSelected ? 0 : -1}
      className="child-item"
      onKeyDown={onKeyDown}
      onClick={(event) => {
        event.stopPropagation();
        onSelect(row);
      }}
    >
      <div className="child-row" data-needs-me={row.isMineToAnswer} data-over={row.isOver}>
        {hasChildren ? (
          <button
            type="button"
            className="child-toggle"
            tabIndex={-1}
            aria-label={t(isOpen ? 'terms.children.close' : 'terms.children.open', { count: row.childCount })}
            onClick={(event) => {
              event.stopPropagation();
              onToggle(row.id, !isOpen);
            }}
          >
            {isOpen ? <IconChevronDown size={16} aria-hidden /> : <IconChevronRight size={16} aria-hidden />}
          </button>
        ) : (
          <span className="child-toggle" aria-hidden />
        )}
        <div className="child-text">
          <div className="row-main">
            <IconSitemap size={14} aria-hidden />
            <span className="strong ellipsis">{row.title}</span>
            {row.isSeen ? (
              <StateWord state={row.state} words={row.stateWords} />
            ) : (
              <span className="muted line">
                <IconEyeOff size={14} aria-hidden /> {t('terms.children.unseen')}
              </span>
            )}
          </div>
          <div className="child-facts">
            <ChildFacts row={row} />
          </div>
          {row.needs.length > 0 && <div className="warn child-need">{row.needs[0]?.text}</div>}
        </div>
      </div>
      {isOpen && <LazyBranch {...props} />}
    </li>
  );
}

function ChildFacts(props: { readonly row: ChildRowModel }) {
  const { row } = props;
  const { t, language } = useTexts();
  const { worstBudget: worst } = row;
  return (
    <>
      {row.item !== undefined && (
        <span>{t('terms.children.forItem', { title: row.item.title, state: row.item.stateWords.text })}</span>
      )}
      {row.coordinator !== undefined && <span>{row.coordinator.name}</span>}
      {row.slackMs !== undefined && (
        <span className={row.slackMs < 0 ? 'warn' : ''}>
          {t(row.slackMs < 0 ? 'terms.children.late' : 'terms.children.slack', {
            duration: formatDuration(Math.abs(row.slackMs), language),
          })}
        </span>
      )}
      {worst?.limit !== undefined && (
        <span className="numbers">
          {t(`facts.budget.${worst.dimension}`)}{' '}
          {formatBudget(worst.dimension, worst.used, language, row.currency)} /{' '}
          {formatBudget(worst.dimension, worst.limit, language, row.currency)}
        </span>
      )}
      <span className="numbers">
        {t('terms.children.items', { verified: row.items.verified, total: row.items.total })}
      </span>
      {row.awaits.length > 0 && (
        <span className="strong">
          {t('terms.children.awaits', { names: row.awaits.map(({ name }) => name).join(', ') })}
        </span>
      )}
    </>
  );
}

/** Asked for only while it is open. */
function LazyBranch(props: BranchProps & { readonly row: ChildRowModel }) {
  const { row, group, level } = props;
  const { t } = useTexts();
  const { rows, isComplete } = useLive('children.follow', {
    connectionId: group.connectionId,
    groupId: row.groupId,
  });
  return (
    <ul role="group" className="child-tree">
      {isComplete ? (
        <ChildBranch {...props} rows={rows} level={level + 1} />
      ) : (
        <li role="none" className="muted">
          {t('common.loading')}
        </li>
      )}
    </ul>
  );
}
