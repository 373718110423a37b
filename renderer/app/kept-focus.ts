// Keeps the focus in the page. What had it may go away: a button whose row is done, a form that is closed, a part that is drawn
// anew. Without this the next key would begin at the top of the page, and a screen reader would have lost its place.

/** A list, a screen that opens, a dialog or a menu that closes places the focus itself; the last of them after 10 ms. */
const PATIENCE_MS = 50;

/** Watches over the focus, until the returned function is called. */
export function keepFocus(): () => void {
  let last: HTMLElement | undefined;
  let around: readonly Element[] = [];
  let words = '';
  let isAsked = false;

  const remember = ({ target }: FocusEvent): void => {
    if (!(target instanceof HTMLElement) || target === document.body) return;
    last = target;
    around = ancestorsOf(target);
    words = wordsOf(target);
  };
  const mend = (): void => {
    isAsked = false;
    // Whoever has pointed at the ground has taken the focus away; then what had it is still there.
    if (last === undefined || document.activeElement !== document.body || canFocus(last)) return;
    const region = around.find((each) => each.isConnected && canFocus(each));
    (findSame(region ?? document.body, last, words) ?? placeIn(region))?.focus({ preventScroll: true });
  };
  const look = (): void => {
    if (isAsked || document.activeElement !== document.body || last === undefined) return;
    isAsked = true;
    setTimeout(mend, PATIENCE_MS);
  };
  const observer = new MutationObserver(look);
  document.addEventListener('focusin', remember);
  observer.observe(document.body, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: ['disabled', 'hidden', 'data-disabled'],
  });
  return () => {
    document.removeEventListener('focusin', remember);
    observer.disconnect();
  };
}

/** Around an element, the nearest first. */
function ancestorsOf(element: Element): readonly Element[] {
  const found: Element[] = [];
  for (let each = element.parentElement; each !== null && each !== document.body; each = each.parentElement)
    found.push(each);
  return found;
}

function canFocus(element: Element): boolean {
  return element.isConnected && element.checkVisibility() && !element.matches(':disabled');
}

function wordsOf(element: Element): string {
  // A field has its words in a label: the choice between views is drawn anew with the view that was chosen.
  const label = element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : undefined;
  return (element.getAttribute('aria-label') ?? label ?? element.textContent ?? '').trim();
}

/** What was drawn anew in its place. */
function findSame(region: Element, before: Element, words: string): HTMLElement | undefined {
  if (words === '') return undefined;
  return [...region.querySelectorAll<HTMLElement>(before.tagName)].find(
    (each) => each.tabIndex >= 0 && canFocus(each) && wordsOf(each) === words,
  );
}

/** The pane that is left, or the screen; in it the list, where there is one. */
function placeIn(region: Element | undefined): HTMLElement | null {
  const place = region?.closest<HTMLElement>('[data-pane], [role="dialog"], .frame-main') ?? mainPart();
  return place?.querySelector<HTMLElement>('[role="grid"][tabindex="0"]') ?? place;
}

function mainPart(): HTMLElement | null {
  return document.querySelector<HTMLElement>('.frame-main');
}
