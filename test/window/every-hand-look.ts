// What a walk by keyboard sees, from inside of the page: everything that is interactive, what each key has come to, and whether
// one sees where that is. The functions run in the browser, so they stand alone.

/** What the page has that can be used. */
export interface Part {
  readonly id: number;
  readonly name: string;
  /** `stop`: the Tab key has to come here. `arrows`: the arrow keys of its owner do. `none`: no key does. */
  readonly way: 'stop' | 'arrows' | 'none';
  /** Says of itself that something opens: a menu, or what its words end on `…` for. */
  readonly opens: boolean;
  /** Stands around every screen. */
  readonly isFrame: boolean;
  /** Parts that look alike: of the rows of a table, one is as good as the other. */
  readonly kind: string;
}

/** What one key has come to; `undefined` when the focus has left the page. */
export interface Stop {
  readonly id: number | undefined;
  readonly name: string;
  readonly faults: readonly string[];
}

export interface Popup {
  readonly kind: 'menu' | 'dialog';
  readonly name: string;
  readonly hasFocus: boolean;
}

/** One stop of the Tab key whose parts the arrows reach. */
export interface Widget {
  readonly name: string;
  /** The part that the Tab key stops at. */
  readonly stop: number;
  /** By name: what is drawn anew for each view is the same to a person. */
  readonly parts: readonly string[];
  /** So many keys lead past all of it. */
  readonly length: number;
}

export interface EveryHand {
  /** All that can be used, in the order of the page; inside of the newest dialog or menu when one is open. */
  parts(): readonly Part[];
  /** The widgets of the page with those of their parts that can be used. */
  widgets(): readonly Widget[];
  /** Where the focus was after each key since it was asked last, with what the Tab key reaches inside of the row that it was on. */
  takeWay(): readonly string[];
  /** What a pointer can use and no key reaches. */
  pointerOnly(): readonly string[];
  /** What moves although nothing may: tests ask for reduced motion. */
  moving(): readonly string[];
  /** What the keys have come to since it was asked last. */
  takeStops(): readonly Stop[];
  here(): Stop;
  /** What is open over the screen, and whether the focus is in it. */
  popup(): Popup | undefined;
  /** As `popup`, and gives its element the attribute `data-every-hand="popup"`. */
  markPopup(): Popup | undefined;
  /** The element of a part, as long as it is in the page. */
  element(id: number): HTMLElement | undefined;
  /** When nothing has changed in the page for a few frames. */
  rest(): Promise<void>;
}

declare global {
  interface Window {
    everyHand?: EveryHand;
  }
}

/** Puts `window.everyHand` into a page, before anything else runs in it. */
export function installEveryHand(): void {
  const INTERACTIVE =
    'a[href], button, input, select, textarea, summary, audio[controls], video[controls], iframe, [contenteditable="true"], [tabindex="0"], ' +
    [
      'button',
      'link',
      'tab',
      'switch',
      'radio',
      'checkbox',
      'option',
      'treeitem',
      'slider',
      'spinbutton',
      'combobox',
    ]
      .map((role) => `[role="${role}"]`)
      .join(', ') +
    ', [role^="menuitem"]';
  /** One stop of the Tab key whose parts the arrows reach. */
  const COMPOSITE =
    '[role="grid"], [role="treegrid"], [role="tree"], [role="tablist"], [role="listbox"], [role="menu"], [role="radiogroup"]';
  const numbers = new WeakMap<Element, number>();
  let lastNumber = 0;
  const numberOf = (element: Element): number => {
    const known = numbers.get(element);
    if (known !== undefined) return known;
    lastNumber += 1;
    numbers.set(element, lastNumber);
    return lastNumber;
  };
  const nameOf = (element: Element): string => {
    const labels = 'labels' in element ? (element.labels as NodeListOf<HTMLLabelElement> | null) : null;
    const label = element.getAttribute('aria-label') ?? labels?.[0]?.textContent ?? element.textContent ?? '';
    const role = element.getAttribute('role') ?? element.tagName.toLowerCase();
    return `${role} "${label.trim().replaceAll(/\s+/g, ' ').slice(0, 60)}"`;
  };
  const isShown = (element: Element): boolean =>
    element.checkVisibility({ visibilityProperty: true }) &&
    element.closest('[inert], [aria-hidden="true"]') === null;
  const isUsable = (element: Element): boolean =>
    !element.matches(
      ':disabled, input[type="hidden"], [role="option"][aria-disabled="true"], [data-disabled]',
    ) && isShown(element);
  const tabIndexOf = (element: Element): number =>
    element instanceof HTMLElement || element instanceof SVGElement ? element.tabIndex : -1;
  const kindOf = (element: Element): string => {
    const classes: string[] = [];
    for (let each: Element | null = element; each !== null && classes.length < 6; each = each.parentElement)
      classes.push(`${each.tagName}.${each.getAttribute('class') ?? ''}`);
    return classes.join(' ');
  };
  const isByArrows = (element: Element): boolean =>
    element.matches('input[type="radio"]') || (element.parentElement?.closest(COMPOSITE) ?? null) !== null;
  const popups = (): readonly Element[] =>
    [
      ...document.querySelectorAll(
        '[role="menu"], [role="dialog"]:not([aria-modal="false"]), [role="alertdialog"]',
      ),
    ].filter(isShown);

  const popupOf = (popup: Element | undefined): Popup | undefined =>
    popup && {
      kind: popup.getAttribute('role') === 'menu' ? 'menu' : 'dialog',
      name: nameOf(popup),
      hasFocus: popup.contains(document.activeElement),
    };

  const draws = (style: CSSStyleDeclaration): boolean =>
    (style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) > 0) ||
    style.boxShadow !== 'none';
  /** The focus is drawn on the element, or on what stands for it: the drawn half of a switch, the row of a list. */
  const isRingDrawn = (element: Element): boolean => {
    const owned = element.getAttribute('aria-activedescendant');
    const labels =
      'labels' in element ? [...((element.labels as NodeListOf<HTMLLabelElement> | null) ?? [])] : [];
    const standIns = [
      element,
      element.parentElement,
      element.nextElementSibling,
      element.firstElementChild,
      ...labels,
      owned === null ? null : document.getElementById(owned),
      ...(element.matches('input') ? (element.parentElement?.querySelectorAll('*') ?? []) : []),
    ];
    return standIns.some((each) => each !== null && draws(getComputedStyle(each)));
  };

  /** The nearest box around an element that has a size: a field of pills without any pill has none itself. */
  const drawnAround = (element: Element): Element => {
    const { width, height } = element.getBoundingClientRect();
    return (width >= 3 && height >= 3) || element.parentElement === null
      ? element
      : drawnAround(element.parentElement);
  };

  const lookAt = (element: Element | null): Stop => {
    if (element === null || element === document.body || element === document.documentElement)
      return { id: undefined, name: '', faults: [] };
    const faults: string[] = [];
    // Without motion all of it is there at once; its first frame has not been drawn yet.
    for (const each of document.getAnimations()) if (each instanceof CSSTransition) each.finish();
    const own = element.getBoundingClientRect();
    // An input that only carries the state of what is drawn beside it.
    const isCarrier = own.width < 3 || own.height < 3 || getComputedStyle(element).opacity === '0';
    const standIn = isCarrier ? (element.closest('label') ?? drawnAround(element)) : element;
    const box = standIn.getBoundingClientRect();
    const left = Math.max(box.left, 0);
    const right = Math.min(box.right, innerWidth);
    const top = Math.max(box.top, 0);
    const bottom = Math.min(box.bottom, innerHeight);
    if (right - left < 1 || bottom - top < 1) faults.push('is out of sight');
    else {
      // Somewhere on it (WCAG 2.4.11): the middle, or near a corner.
      const spots = [
        [(left + right) / 2, (top + bottom) / 2],
        [left + 3, top + 3],
        [right - 3, bottom - 3],
        [left + 8, (top + bottom) / 2],
      ] as const;
      const isSeen = spots.some(([x, y]) => {
        const seen = document.elementFromPoint(x, y);
        return (
          seen !== null &&
          (standIn.contains(seen) ||
            seen.contains(standIn) ||
            (standIn.parentElement?.contains(seen) ?? false))
        );
      });
      const over = document.elementFromPoint(spots[0][0], spots[0][1]);
      if (!isSeen) faults.push(`is covered by ${over === null ? 'nothing' : nameOf(over)}`);
    }
    if (!isRingDrawn(element)) faults.push('has no ring');
    if (!element.matches(':focus-visible, iframe')) faults.push('does not show the focus');
    return { id: numberOf(element), name: nameOf(element), faults };
  };

  let stops: Stop[] = [];
  const way = new Set<string>();
  const noteWay = (active: Element | null): void => {
    if (active === null) return;
    const owned = active.getAttribute('aria-activedescendant');
    const row = owned === null ? null : document.getElementById(owned);
    const inside = row === null ? [] : [...row.querySelectorAll(INTERACTIVE)];
    // What is chosen inside of a row by the arrows alone, and what the arrows of a tree fold.
    const isOn = (one: Element): boolean =>
      tabIndexOf(one) >= 0 || one.getAttribute('data-is-selected') === 'true';
    const folds = active.matches('[role="treeitem"][aria-expanded]')
      ? [...active.querySelectorAll('button')]
      : [];
    for (const each of [active, ...inside.filter(isOn), ...folds.slice(0, 1)]) way.add(nameOf(each));
  };
  // On the way up the key has done its work, and what it has come to has scrolled into sight.
  addEventListener(
    'keyup',
    () => {
      stops.push(lookAt(document.activeElement));
      noteWay(document.activeElement);
    },
    true,
  );

  const POINTER = ['onClick', 'onDoubleClick', 'onMouseDown', 'onPointerDown', 'onContextMenu'] as const;
  const handlersOf = (element: Element): readonly string[] => {
    const key = Object.keys(element).find((each) => each.startsWith('__reactProps$'));
    const props =
      key === undefined ? {} : (element as unknown as Record<string, Record<string, unknown>>)[key];
    return POINTER.filter((each) => typeof props?.[each] === 'function');
  };

  globalThis.window.everyHand = {
    parts: () => {
      const within = popups().at(-1) ?? document;
      return [...within.querySelectorAll(INTERACTIVE)].filter(isUsable).map((element) => ({
        id: numberOf(element),
        name: nameOf(element),
        opens:
          element.matches('button:not([aria-disabled="true"])') &&
          (element.matches('[aria-haspopup="menu"], [aria-haspopup="dialog"]') ||
            /\S…/u.test(element.textContent ?? '')),
        isFrame: element.closest('.frame-main, [role="dialog"], [role="menu"]') === null,
        kind: kindOf(element),
        way: isByArrows(element) ? 'arrows' : tabIndexOf(element) >= 0 ? 'stop' : 'none',
      }));
    },
    widgets: () =>
      [...document.querySelectorAll(COMPOSITE)].filter(isShown).flatMap((widget) => {
        const inside = [...widget.querySelectorAll(INTERACTIVE)].filter(isUsable);
        // Of radio buttons the Tab key stops at the chosen one.
        const stop = [
          ...(tabIndexOf(widget) >= 0 ? [widget] : []),
          ...inside.filter((each) => each.matches(':checked')),
          ...inside.filter((each) => tabIndexOf(each) >= 0),
        ][0];
        if (stop === undefined || inside.length === 0) return [];
        const parts = inside.map(nameOf);
        const length = Math.max(
          inside.length,
          widget.querySelectorAll('[role="row"], [role="treeitem"]').length,
        );
        return [{ name: nameOf(widget), stop: numberOf(stop), parts, length }];
      }),
    takeWay: () => {
      // What is drawn anew for a key gets the focus back only after it.
      noteWay(document.activeElement);
      const taken = [...way];
      way.clear();
      return taken;
    },
    pointerOnly: () =>
      [...document.querySelectorAll('body *')]
        .filter((element) => {
          const handlers = handlersOf(element);
          if (handlers.length === 0 || !isShown(element)) return false;
          // Hints beside, which show what a key shows as well: the times by Z, reasons on the focus of what they belong to.
          if (handlers.every((each) => each === 'onPointerDown')) {
            return !element.matches('time, .countdown') && element.querySelector(INTERACTIVE) === null;
          }
          // The ground and the lines of the plan take no click of ours; the frame of a field stands for the field inside.
          if (
            element.matches(
              '.react-flow__pane, .react-flow__edge, .mantine-InputWrapper-label, [role="tooltip"]',
            )
          )
            return false;
          if (element.matches('.mantine-Input-input') && element.querySelector('input') !== null)
            return false;
          // What can be used by itself, stands inside of such, or is reached by the arrows of its owner.
          return element.closest(`${INTERACTIVE}, label, ${COMPOSITE}, .plan-graph`) === null;
        })
        .map(
          (element) =>
            `${element.tagName.toLowerCase()}.${element.getAttribute('class') ?? ''} ${handlersOf(element).join(' ')}`,
        ),
    moving: () =>
      document.getAnimations().flatMap(({ playState, effect }) => {
        const lastsMs = Number(effect?.getComputedTiming().endTime ?? 0);
        const target = effect instanceof KeyframeEffect ? effect.target : null;
        return playState === 'running' && lastsMs > 1 ? [target === null ? 'something' : nameOf(target)] : [];
      }),
    takeStops: () => {
      const taken = stops;
      stops = [];
      return taken;
    },
    here: () => lookAt(document.activeElement),
    popup: () => popupOf(popups().at(-1)),
    markPopup: () => {
      const popup = popups().at(-1);
      popup?.setAttribute('data-every-hand', 'popup');
      return popupOf(popup);
    },
    element: (id) =>
      [...document.querySelectorAll<HTMLElement>(`${INTERACTIVE}, ${COMPOSITE}`)].find(
        (each) => numbers.get(each) === id,
      ),
    rest: async () => {
      let changes = 0;
      const observer = new MutationObserver((records) => {
        changes += records.length;
      });
      observer.observe(document, { subtree: true, childList: true, attributes: true });
      // Clocks go on; what was pressed has had its effect within a second of frames.
      for (let calm = 0, frame = 0; calm < 4 && frame < 120; frame += 1) {
        const before = changes;
        await new Promise((resolve) => {
          requestAnimationFrame(resolve);
        });
        // Between two places the focus is nowhere for a moment.
        const isNowhere = document.activeElement === document.body && frame < 119;
        calm = changes === before && !isNowhere ? calm + 1 : 0;
      }
      observer.disconnect();
    },
  };
}
