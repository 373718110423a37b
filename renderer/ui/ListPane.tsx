// A list: virtual, so that fifty thousand rows cost what thirty do; one selection, moved by J/K and the arrows; groups with
// headings; a filter. A row may hold buttons, so it is a grid to assistive technology and not a list of options.
import { TextInput } from '@mantine/core';
import { IconCheck, IconSearch } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useTexts } from '../i18n/i18n.ts';
import { Pane } from './Pane.tsx';
import { type ChosenRow, peekAt, useRowKeys } from './row-keys.ts';
import { Skeleton } from './states.tsx';
import { type Shortcut, useShortcuts } from './shortcuts.ts';
import './list-pane.css';

export interface ListGroup {
  readonly id: string;
  readonly title: string;
  readonly aside?: ReactNode;
}

interface RowLike {
  readonly id: string;
}

export interface ListPaneProps<Row extends RowLike> {
  readonly title: string;
  readonly subtitle?: ReactNode;
  readonly toolbar?: ReactNode;
  readonly footer?: ReactNode;
  readonly rows: readonly Row[];
  readonly status: 'loading' | 'live' | 'stale' | 'broken';
  readonly staleSinceMs?: number | undefined;
  readonly renderRow: (row: Row, state: { readonly isSelected: boolean }) => ReactNode;
  /** Rows of one group stand together; the first row of a group brings its heading. */
  readonly groupOf?: (row: Row) => ListGroup;
  readonly selectedId: string | undefined;
  readonly onSelect: (row: Row) => void;
  /** Opens a row on a screen of its own, by its key or a double click; without it, all there is stands beside the list. */
  readonly onOpen?: (row: Row) => void;
  /** What the filter looks at; without it there is no filter. */
  readonly textOf?: (row: Row) => string;
  readonly empty: ReactNode;
  /** Keys of this list beyond moving and opening. */
  readonly shortcuts?: readonly Shortcut[];
  /** Rows are about this high, in pixels at a text scale of 1. */
  readonly rowHeight?: number;
  /** Without the head of a pane: the list is a part of one. */
  readonly isBare?: boolean;
  /** Headings of columns, above the rows. */
  readonly columns?: ReactNode;
  /** Accent bar at the left edge: it needs a person. */
  readonly needsMe?: (row: Row) => boolean;
  /** Rows that are marked to be dealt with together; without it rows cannot be marked. */
  readonly marks?: {
    readonly ids: ReadonlySet<string>;
    readonly onChange: (ids: ReadonlySet<string>) => void;
  };
}

type Item<Row> =
  | { readonly type: 'group'; readonly group: ListGroup }
  | { readonly type: 'row'; readonly row: Row };

export function ListPane<Row extends RowLike>(props: ListPaneProps<Row>) {
  const { rows, selectedId, onSelect, onOpen, textOf, groupOf, rowHeight = 32 } = props;
  const { t, language } = useTexts();
  const listId = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const filterField = useRef<HTMLInputElement>(null);
  const [filter, setFilter] = useState('');

  const shown = useMemo(() => {
    const wanted = filter.trim().toLocaleLowerCase(language);
    if (wanted === '' || textOf === undefined) return rows;
    return rows.filter((row) => textOf(row).toLocaleLowerCase(language).includes(wanted));
  }, [rows, filter, textOf, language]);

  const items = useMemo(() => {
    const list: Item<Row>[] = [];
    let groupId: string | undefined;
    for (const row of shown) {
      const group = groupOf?.(row);
      if (group !== undefined && group.id !== groupId) list.push({ type: 'group', group });
      groupId = group?.id;
      list.push({ type: 'row', row });
    }
    return list;
  }, [shown, groupOf]);

  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (items[index]?.type === 'group' ? 34 : rowHeight),
    getItemKey: (index) => {
      const item = items[index];
      return item === undefined ? index : item.type === 'group' ? `group ${item.group.id}` : item.row.id;
    },
    overscan: 12,
    // Tests and server drawing have no layout; a first guess keeps the first rows there.
    initialRect: { width: 600, height: 800 },
  });

  const selectedIndex = shown.findIndex(({ id }) => id === selectedId);
  const selectedItem = items.findIndex((item) => item.type === 'row' && item.row.id === selectedId);
  const neighbour = (step: number): Row | undefined =>
    shown[Math.min(shown.length - 1, Math.max(0, selectedIndex + step))];
  const move = (step: number): void => {
    const next = neighbour(step);
    if (next !== undefined) onSelect(next);
  };
  const selected = shown[selectedIndex];

  useEffect(() => {
    if (selectedItem >= 0) virtualizer.scrollToIndex(selectedItem, { align: 'auto' });
  }, [selectedItem, virtualizer]);

  const isBare = props.isBare === true;
  const hasItems = items.length > 0;
  useEffect(() => {
    // Whoever came here without a place of their own begins in the list.
    if (!isBare && hasItems && isFocusFree()) scroller.current?.focus({ preventScroll: true });
  }, [isBare, hasItems]);

  const chosenRow: ChosenRow = {
    rows: () => scroller.current,
    choose: selected === undefined ? undefined : () => onSelect(selected),
    open: selected === undefined || onOpen === undefined ? undefined : () => onOpen(selected),
  };
  const toFilter = (): void => filterField.current?.focus();
  const { marks } = props;
  const mark = (...ids: readonly (string | undefined)[]): void => {
    marks?.onChange(new Set([...marks.ids, ...ids.filter((id) => id !== undefined)]));
  };
  const toggleMark = (): void => {
    if (marks === undefined || selected === undefined) return;
    const ids = new Set(marks.ids);
    if (!ids.delete(selected.id)) ids.add(selected.id);
    marks.onChange(ids);
  };
  const extendMarks = (step: number): void => {
    const next = neighbour(step);
    mark(selected?.id, next?.id);
    if (next !== undefined) onSelect(next);
  };
  const marking: readonly Shortcut[] =
    marks === undefined
      ? []
      : [
          { id: 'mark', words: t('keys.actions.mark'), run: toggleMark },
          { id: 'mark-next', words: t('keys.actions.mark-next'), run: () => extendMarks(1) },
          { id: 'mark-previous', words: t('keys.actions.mark-previous'), run: () => extendMarks(-1) },
          {
            id: 'mark-all',
            words: t('keys.actions.mark-all'),
            run: () => mark(...shown.map(({ id }) => id)),
          },
        ];
  const ifFilter: readonly Shortcut[] =
    textOf === undefined ? [] : [{ id: 'filter', words: t('frame.shortcuts.filterList'), run: toFilter }];
  useRowKeys(chosenRow);
  useShortcuts([
    { id: 'next-row', words: t('frame.shortcuts.nextRow'), run: () => move(1) },
    { id: 'previous-row', words: t('frame.shortcuts.previousRow'), run: () => move(-1) },
    ...ifFilter,
    ...(isBare
      ? []
      : ([{ id: 'preview', words: t('keys.actions.preview'), run: () => peekAt(chosenRow) }] as const)),
    ...marking,
    ...(props.shortcuts ?? []),
  ]);

  const rowDomId = (row: RowLike): string => `${listId}-${row.id}`;
  const body =
    props.status === 'loading' && rows.length === 0 ? (
      <Skeleton />
    ) : items.length === 0 ? (
      filter === '' ? (
        props.empty
      ) : (
        <p className="list-no-match">{t('common.noMatch', { text: filter })}</p>
      )
    ) : (
      <>
        {props.columns !== undefined && <div className="list-columns">{props.columns}</div>}
        <div
          ref={scroller}
          className="list-scroller"
          role="grid"
          tabIndex={0}
          aria-label={props.title}
          aria-rowcount={shown.length}
          aria-multiselectable={marks !== undefined}
          {...(selected === undefined ? {} : { 'aria-activedescendant': rowDomId(selected) })}
        >
          <div className="list-content" role="rowgroup" style={{ height: virtualizer.getTotalSize() }}>
            {virtualizer.getVirtualItems().map((virtual) => {
              const item = items[virtual.index];
              if (item === undefined) return null;
              const place = {
                ref: virtualizer.measureElement,
                'data-index': virtual.index,
                style: { transform: `translateY(${virtual.start}px)` },
              };
              if (item.type === 'group') {
                return (
                  <div key={virtual.key} className="list-group" role="row" {...place}>
                    <div role="gridcell" className="list-group-cell">
                      <span className="label">{item.group.title}</span>
                      {item.group.aside}
                    </div>
                  </div>
                );
              }
              const isSelected = item.row.id === selectedId;
              const isMarked = marks?.ids.has(item.row.id) === true;
              return (
                <div
                  key={virtual.key}
                  id={rowDomId(item.row)}
                  className="list-row"
                  role="row"
                  aria-selected={isSelected}
                  aria-rowindex={shown.indexOf(item.row) + 1}
                  data-needs-me={props.needsMe?.(item.row) === true}
                  data-marked={isMarked}
                  {...place}
                  onClick={() => onSelect(item.row)}
                  onDoubleClick={() => onOpen?.(item.row)}
                >
                  <div role="gridcell" className="list-cell">
                    {isMarked && (
                      <span className="list-mark">
                        <IconCheck size={14} aria-hidden />
                        <span className="visually-hidden">{t('common.marked')}</span>
                      </span>
                    )}
                    {props.renderRow(item.row, { isSelected })}
                  </div>
                </div>
              );
            })}
          </div>
        </div>
      </>
    );
  if (isBare) {
    return (
      <div className="list-bare">
        {body}
        {props.footer !== undefined && <footer className="pane-footer">{props.footer}</footer>}
      </div>
    );
  }
  return (
    <Pane
      title={props.title}
      subtitle={props.subtitle}
      staleSinceMs={props.staleSinceMs}
      isFlush
      {...(props.footer === undefined ? {} : { footer: props.footer })}
      toolbar={
        <>
          {props.toolbar}
          {textOf !== undefined && (
            <TextInput
              ref={filterField}
              className="list-filter"
              size="xs"
              type="search"
              aria-label={t('common.filter')}
              placeholder={t('common.filterHint')}
              leftSection={<IconSearch size={14} />}
              value={filter}
              onChange={(event) => setFilter(event.currentTarget.value)}
              onKeyDown={(event) => {
                if (event.key !== 'Escape') return;
                event.stopPropagation();
                setFilter('');
                // The list comes back only when the filter is gone.
                requestAnimationFrame(() => scroller.current?.focus());
              }}
            />
          )}
        </>
      }
    >
      {body}
    </Pane>
  );
}

/** Nothing has the focus but the screen as a whole. */
function isFocusFree(): boolean {
  const { activeElement } = document;
  return activeElement !== null && activeElement.matches('.frame-main');
}
