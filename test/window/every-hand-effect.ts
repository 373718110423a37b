// What a key has done, from inside of the page: whether anything came of it that a person, or the program around the window, would
// notice. The function runs in the browser, so it stands alone.

export interface EveryEffect {
  /** From now on, counted. */
  begin(element: Element | undefined): void;
  /** What has happened since: nothing, or what one notices of it. */
  end(): readonly string[];
}

declare global {
  interface Window {
    everyEffect?: EveryEffect;
  }
}

/** Puts `window.everyEffect` into a page, before anything else runs in it. */
export function installEveryEffect(): void {
  /** Go on by themselves. */
  const CLOCKS = 'time, .countdown, .status-bar-extra, [role="timer"]';
  /** Say where the focus is, and not that something was done. */
  const FOCUS_ATTRIBUTES = new Set(['data-focus', 'data-focused', 'data-every-hand', 'tabindex']);
  const outside: string[] = [];
  const tell = (what: string): void => {
    outside.push(what);
  };
  const clipboard = { writeText: async () => tell('clipboard'), readText: async () => '' };
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: clipboard });
  window.print = () => tell('print');
  window.open = () => {
    tell('another window');
    return null;
  };
  addEventListener('click', ({ target }) => {
    if (target instanceof HTMLAnchorElement && target.hasAttribute('download')) tell('download');
    if (target instanceof HTMLInputElement && target.type === 'file') tell('choice of a file');
  });

  const valueOf = (element: Element | undefined): string => {
    if (element instanceof HTMLInputElement) return `${element.checked} ${element.value}`;
    return element instanceof HTMLSelectElement || element instanceof HTMLTextAreaElement
      ? element.value
      : '';
  };
  const elementOf = (node: Node): Element | null => (node instanceof Element ? node : node.parentElement);
  const records: MutationRecord[] = [];
  const observer = new MutationObserver((seen) => records.push(...seen));
  let subject: Element | undefined;
  let before = { hash: '', value: '' };

  window.everyEffect = {
    begin: (element) => {
      subject = element;
      outside.length = 0;
      records.length = 0;
      before = { hash: location.hash, value: valueOf(element) };
      observer.disconnect();
      observer.observe(document, {
        subtree: true,
        childList: true,
        characterData: true,
        attributes: true,
      });
    },
    end: () => {
      const effects = [...outside];
      if (location.hash !== before.hash) effects.push('another place');
      if (valueOf(subject) !== before.value) effects.push('another value');
      if (subject !== undefined && document.activeElement !== subject) effects.push('another focus');
      for (const { type, target, attributeName } of [...records, ...observer.takeRecords()]) {
        const element = elementOf(target);
        if (element === null || (element.closest(CLOCKS) !== null && attributeName !== 'datetime')) continue;
        if (attributeName !== null && FOCUS_ATTRIBUTES.has(attributeName)) continue;
        effects.push(
          `${type} ${attributeName ?? ''} ${element.tagName}.${element.getAttribute('class') ?? ''}`,
        );
      }
      observer.disconnect();
      return effects;
    },
  };
}
