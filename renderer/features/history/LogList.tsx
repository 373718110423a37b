// A log as a list: however long it is, only what is looked at is there. The newest stands first.
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import type { EventRow, RefusedCommand } from '../../../core/contract/history.ts';
import type { GroupAddress } from '../../app/last-group.ts';
import { useInstallation } from '../../app/settings.tsx';
import { useTexts } from '../../i18n/i18n.ts';
import { useAuthorityNow } from '../../ui/clock.tsx';
import { useRowKeys } from '../../ui/row-keys.ts';
import { type Shortcut, useShortcuts } from '../../ui/shortcuts.ts';
import { LogLine, RefusedLine, WaitingLine } from './LogLine.tsx';
import { placeLog } from './log-places.ts';
import { type HistoryLog, PAGE_ROWS, useHistoryRows } from './use-history-log.ts';

const OVERSCAN = 10;
/** Lines are drawn anew this often at most. */
const NOW_STEP_MS = 60_000;

export function LogList(props: {
  readonly group: GroupAddress;
  readonly filter: string;
  readonly log: HistoryLog;
  readonly refused: readonly RefusedCommand[];
  /** The place of the chosen Event, from the oldest on. */
  readonly chosenPlace: number | undefined;
  readonly onChoose: (row: EventRow, place: number) => void;
  readonly onChooseRefused: (command: RefusedCommand) => void;
  readonly shortcuts: readonly Shortcut[];
}) {
  const { group, filter, log, refused, chosenPlace, onChoose } = props;
  const { t } = useTexts();
  const nowMs = useAuthorityNow(NOW_STEP_MS);
  const { settings } = useInstallation();
  const { density, textScale } = settings;
  // Read once: to measure each line would cost as much as the log is long.
  const [lineHeight, setLineHeight] = useState(readLineHeight);
  useEffect(() => {
    // The sheets follow the settings after everybody was drawn.
    const frame = requestAnimationFrame(() => setLineHeight(readLineHeight()));
    return () => cancelAnimationFrame(frame);
  }, [density, textScale]);
  const listId = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const startsAfter = log.reach?.startsAfter ?? 0;
  const places = useMemo(() => placeLog(log.total, startsAfter, refused), [log.total, startsAfter, refused]);
  const virtualizer = useVirtualizer({
    count: places.count,
    getScrollElement: () => scroller.current,
    estimateSize: () => lineHeight,
    overscan: OVERSCAN,
    // A place keeps its height however many come before it.
    getItemKey: (index) => {
      const slot = places.slotAt(index);
      return slot?.type === 'event' ? slot.place : `refused ${slot?.command.actionId ?? index}`;
    },
    initialRect: { width: 600, height: 800 },
  });
  useEffect(() => virtualizer.measure(), [virtualizer, lineHeight]);
  const virtuals = virtualizer.getVirtualItems();
  const shownPlaces = virtuals.flatMap(({ index }) => {
    const slot = places.slotAt(index);
    return slot?.type === 'event' ? [slot.place] : [];
  });
  const pages = pagesOf([...shownPlaces, ...(chosenPlace === undefined ? [] : [chosenPlace])], log.total);
  const rowAt = useHistoryRows(group, filter, pages);

  const move = (step: number): void => {
    const place = chosenPlace === undefined ? log.total - 1 : chosenPlace + step;
    const row = rowAt(Math.min(log.total - 1, Math.max(0, place)));
    if (row !== undefined) onChoose(row, Math.min(log.total - 1, Math.max(0, place)));
  };
  useEffect(() => {
    if (chosenPlace === undefined || chosenPlace < 0) return;
    virtualizer.scrollToIndex(places.indexOf(chosenPlace), { align: 'auto' });
  }, [chosenPlace, places, virtualizer]);
  useEffect(() => {
    // Whoever came here without a place of their own begins in the list.
    if (document.activeElement?.matches('.frame-main') === true) {
      scroller.current?.focus({ preventScroll: true });
    }
  }, []);
  useRowKeys({
    rows: () => scroller.current,
    choose: chosenPlace === undefined ? undefined : () => {},
    open: undefined,
  });
  useShortcuts([
    { id: 'next-row', words: t('frame.shortcuts.nextRow'), run: () => move(-1) },
    { id: 'previous-row', words: t('frame.shortcuts.previousRow'), run: () => move(1) },
    ...props.shortcuts,
  ]);
  const chosen = chosenPlace === undefined ? undefined : places.indexOf(chosenPlace);
  return (
    <div
      ref={scroller}
      className="list-scroller history-list"
      role="grid"
      tabIndex={0}
      aria-label={t('history.title')}
      aria-rowcount={places.count}
      {...(chosen === undefined ? {} : { 'aria-activedescendant': `${listId}-${chosen}` })}
    >
      <div className="list-content" role="rowgroup" style={{ height: virtualizer.getTotalSize() }}>
        {virtuals.map(({ index, key, start }) => {
          const slot = places.slotAt(index);
          if (slot === undefined) return null;
          const row = slot.type === 'event' ? rowAt(slot.place) : undefined;
          const older = slot.type === 'event' && slot.place > 0 ? rowAt(slot.place - 1) : undefined;
          return (
            <div
              key={key}
              id={`${listId}-${index}`}
              className="list-row"
              role="row"
              aria-selected={slot.type === 'event' && slot.place === chosenPlace}
              aria-rowindex={index + 1}
              style={{ transform: `translateY(${start}px)`, height: lineHeight }}
              onClick={() => {
                if (slot.type === 'refused') props.onChooseRefused(slot.command);
                else if (row !== undefined) onChoose(row, slot.place);
              }}
            >
              <div role="gridcell">
                {slot.type === 'refused' ? (
                  <RefusedLine command={slot.command} nowMs={nowMs} />
                ) : row === undefined ? (
                  <WaitingLine sequence={filter === '' ? startsAfter + slot.place + 1 : undefined} />
                ) : (
                  <LogLine
                    row={row}
                    nowMs={nowMs}
                    isAfterGap={older !== undefined && older.sequence !== row.sequence - 1}
                  />
                )}
              </div>
            </div>
          );
        })}
      </div>
    </div>
  );
}

/** The pages that hold some places, each once. */
function pagesOf(places: readonly number[], total: number): readonly number[] {
  const inside = places.filter((place) => place >= 0 && place < total);
  // The older neighbour of the last one says whether there is a gap.
  return [...new Set(inside.map((place) => Math.floor(place / PAGE_ROWS)))].toSorted((a, b) => a - b);
}

const BORDER_PX = 1;
const USUAL_PX = 32;

/** The height of a line as the style sheets have it, its border included; both settings change it. */
function readLineHeight(): number {
  const style = getComputedStyle(document.documentElement);
  const rows = Number.parseFloat(style.getPropertyValue('--row-height'));
  const rem = Number.parseFloat(style.fontSize);
  const px = Math.round(rows * rem);
  return (Number.isFinite(px) && px > 0 ? px : USUAL_PX) + BORDER_PX;
}
