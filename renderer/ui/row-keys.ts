// The two keys of a chosen row, the same in every list, tree and graph (screens A): one shows beside the rows what the row is
// about, the other opens it in full. Where there is only one of the two, both keys lead to it.
import { useTexts } from '../i18n/i18n.ts';
import { useShortcuts } from './shortcuts.ts';

export interface ChosenRow {
  /** The element that holds the rows. */
  readonly rows: () => Element | null;
  /** Chooses the row, so that it is shown where only one pane has room; undefined while there is no row. */
  readonly choose: (() => void) | undefined;
  /** Goes to the screen of its own; undefined for what has none. */
  readonly open: (() => void) | undefined;
  /** What opening it is called here. */
  readonly openWords?: string;
}

/** Registers the keys of the chosen row while its rows are shown. */
export function useRowKeys(row: ChosenRow): void {
  const { t } = useTexts();
  const { choose, open } = row;
  const peek = (): void => peekAt(row);
  useShortcuts([
    { id: 'peek-row', words: t('frame.shortcuts.peekRow'), run: peek },
    {
      id: 'open-row',
      words: row.openWords ?? t('frame.shortcuts.openRow'),
      run: () => {
        if (choose === undefined) return;
        if (open === undefined) peek();
        else open();
      },
    },
  ]);
}

/** Shows beside the rows what the chosen one is about, and goes there; where there is nothing beside them, opens it. */
export function peekAt({ rows, choose, open }: ChosenRow): void {
  if (choose === undefined) return;
  const from = rows();
  if (from === null || besideOf(from) === null) {
    open?.();
    return;
  }
  choose();
  // What was chosen only now is drawn first.
  requestAnimationFrame(() => {
    const pane = paneBeside(from);
    if (pane?.contains(document.activeElement) === false) pane.focus();
  });
}

/** The frame in which rows and what is beside them stand; a screen that has one marks it. */
function besideOf(rows: Element): Element | null {
  return rows.closest('[data-beside]');
}

function paneBeside(rows: Element): HTMLElement | undefined {
  const panes = besideOf(rows)?.querySelectorAll<HTMLElement>('[data-pane]') ?? [];
  return [...panes].find(
    (pane) =>
      !pane.contains(rows) && (rows.compareDocumentPosition(pane) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0,
  );
}
