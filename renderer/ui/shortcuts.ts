// The keyboard. Screens register what their keys do while they are shown; the newest one wins, so a sheet covers its screen.
// Single keys work only outside of text fields, and can be switched off (WCAG 2.1.4).
import { useLayoutEffect, useRef } from 'react';
import { create } from 'zustand';

/** What a key does. `keys` may name several, such as `['J', 'ArrowDown']`; a sequence is written `G A`. */
export interface Shortcut {
  readonly keys: readonly string[];
  readonly words: string;
  readonly run: () => void;
  /** Shown in the list, but without effect right now. */
  readonly isOff?: boolean;
  /** Works in text fields too; keys with Ctrl or Cmd always do. */
  readonly isInText?: boolean;
}

interface Layer {
  readonly id: symbol;
  readonly scope: 'everywhere' | 'here';
  /** Covers everything below it: a dialog. */
  readonly isModal: boolean;
  readonly shortcuts: readonly Shortcut[];
}

interface Keyboard {
  readonly layers: readonly Layer[];
  readonly areSingleKeysOn: boolean;
}

/** All layers, the newest last, and whether single keys are on. */
export const useKeyboard = create<Keyboard>()(() => ({ layers: [], areSingleKeysOn: true }));

/** Registers keys while the component is shown. */
export function useShortcuts(
  shortcuts: readonly Shortcut[],
  options: {
    readonly scope?: 'everywhere' | 'here';
    readonly isModal?: boolean;
    readonly isOff?: boolean;
  } = {},
): void {
  const { scope = 'here', isModal = false, isOff = false } = options;
  const latest = useRef(shortcuts);
  // Before the person can see it: a key that is pressed at once finds its place.
  useLayoutEffect(() => {
    latest.current = shortcuts;
  });
  // What the list of shortcuts shows; `run` is always taken from the newest drawing.
  const shape = JSON.stringify(
    shortcuts.map(({ keys, words, isOff: off = false, isInText = false }) => ({
      keys,
      words,
      isOff: off,
      isInText,
    })),
  );
  useLayoutEffect(() => {
    if (isOff) return undefined;
    const described = JSON.parse(shape) as readonly Omit<Shortcut, 'run'>[];
    const id = Symbol('shortcuts');
    const layer: Layer = {
      id,
      scope,
      isModal,
      shortcuts: described.map(({ keys, words, isOff: off = false, isInText = false }, index) => ({
        keys,
        words,
        isOff: off,
        isInText,
        run: () => latest.current[index]?.run(),
      })),
    };
    useKeyboard.setState(({ layers }) => ({ layers: [...layers, layer] }));
    return () => useKeyboard.setState(({ layers }) => ({ layers: layers.filter((each) => each.id !== id) }));
  }, [shape, scope, isModal, isOff]);
}

export function switchSingleKeys(areOn: boolean): void {
  useKeyboard.setState({ areSingleKeysOn: areOn });
}

const SEQUENCE_MS = 1_500;

/** Listens to the whole window, until the returned function is called. */
export function listenToKeys(target: Window, now: () => number = () => performance.now()): () => void {
  let before: { readonly stroke: string; readonly atMs: number } | undefined;
  const onKey = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.isComposing) return;
    const stroke = strokeOf(event);
    if (stroke === undefined) return;
    const sequence =
      before !== undefined && now() - before.atMs < SEQUENCE_MS ? `${before.stroke} ${stroke}` : undefined;
    const found = (sequence === undefined ? undefined : find(sequence, event)) ?? find(stroke, event);
    before = { stroke, atMs: now() };
    if (found === undefined) return;
    event.preventDefault();
    before = undefined;
    if (found.isOff !== true) found.run();
  };
  target.addEventListener('keydown', onKey);
  return () => target.removeEventListener('keydown', onKey);
}

function find(stroke: string, event: KeyboardEvent): Shortcut | undefined {
  const { layers, areSingleKeysOn } = useKeyboard.getState();
  const isSingle = isSingleKey(stroke);
  if (isSingle && !areSingleKeysOn) return undefined;
  const isTyping = isTextField(event.target);
  // Enter and Space belong to the control that has the focus.
  if ((stroke === 'Enter' || stroke === 'Space') && isControl(event.target)) return undefined;
  for (const layer of layers.toReversed().toSorted((a, b) => rankOf(b) - rankOf(a))) {
    const found = layer.shortcuts.find(
      (shortcut) =>
        shortcut.keys.includes(stroke) &&
        (!isTyping || shortcut.isInText === true || (stroke.startsWith('Mod+') && !isSingle)),
    );
    if (found !== undefined) return found;
    if (layer.isModal) return undefined;
  }
  return undefined;
}

/** Dialogs cover screens, and screens the frame, whichever of them was drawn last. */
function rankOf({ scope, isModal }: Layer): number {
  return isModal ? 2 : scope === 'here' ? 1 : 0;
}

const MODIFIERS = ['Control', 'Shift', 'Alt', 'Meta', 'AltGraph', 'CapsLock', 'Dead'];

export const IS_MAC = typeof navigator !== 'undefined' && /mac/iu.test(navigator.platform);

/** `Mod+Shift+O`, `Shift+?`, `J`, `Alt+ArrowUp`: letters in upper case, Ctrl (or Cmd on macOS) as `Mod`. */
export function strokeOf(event: KeyboardEvent): string | undefined {
  const { key } = event;
  if (key === undefined || MODIFIERS.includes(key)) return undefined;
  // AltGr on Windows arrives as Ctrl+Alt: it types a character.
  if (event.ctrlKey && event.altKey) return undefined;
  const name = key === ' ' ? 'Space' : key.length === 1 ? key.toUpperCase() : key;
  const mod = IS_MAC ? event.metaKey : event.ctrlKey;
  const isLetter = /^\p{L}$/u.test(name) || name.length > 1;
  // Shift is part of typing a sign such as `?`; only of letters and named keys it says something.
  const shift = event.shiftKey && (isLetter || mod);
  return `${mod ? 'Mod+' : ''}${event.altKey ? 'Alt+' : ''}${shift ? 'Shift+' : ''}${name}`;
}

function isSingleKey(stroke: string): boolean {
  return stroke.split(' ').every((part) => part.replace(/^Shift\+/u, '').length === 1);
}

function isTextField(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (
    target.isContentEditable ||
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement
  ) {
    return true;
  }
  return (
    target instanceof HTMLInputElement && !['checkbox', 'radio', 'button', 'range'].includes(target.type)
  );
}

function isControl(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.closest(
      'button, a[href], input, select, summary, [role="menuitem"], [role="tab"], [role="option"]',
    ) !== null
  );
}

/** A key as it stands on the keyboard of this machine and language. */
export function keyLabel(stroke: string, language: 'en' | 'de'): string {
  const names: Record<string, string> = {
    Mod: IS_MAC ? '⌘' : language === 'de' ? 'Strg' : 'Ctrl',
    Shift: IS_MAC ? '⇧' : language === 'de' ? 'Umschalt' : 'Shift',
    Alt: IS_MAC ? '⌥' : 'Alt',
    Enter: language === 'de' ? 'Eingabe' : 'Enter',
    Space: language === 'de' ? 'Leertaste' : 'Space',
    Escape: 'Esc',
    ArrowUp: '↑',
    ArrowDown: '↓',
    ArrowLeft: '←',
    ArrowRight: '→',
    Delete: language === 'de' ? 'Entf' : 'Delete',
  };
  return stroke
    .split('+')
    .map((part) => names[part] ?? part)
    .join('+');
}
