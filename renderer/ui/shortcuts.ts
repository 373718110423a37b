// The keyboard. Screens register what an action does while they are shown; the newest one wins, so a sheet covers its screen.
// Which keys stand for it is said by key-actions.ts, and by a person. Single keys work only outside of text fields, and can be
// switched off (WCAG 2.1.4).
import { useLayoutEffect, useRef } from 'react';
import { create } from 'zustand';
import type { Language } from '../../core/contract/values.ts';
import { useTexts } from '../i18n/i18n.ts';
import { IS_MAC, type KeyActionId, type KeyBindings, keysOf, nameOfKey } from './key-actions.ts';

/** What the keys of an action do here. */
export interface Shortcut {
  readonly id: KeyActionId;
  /** What it is called here. */
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

export interface Keyboard {
  readonly layers: readonly Layer[];
  readonly areSingleKeysOn: boolean;
  readonly bindings: KeyBindings;
}

/** All layers, the newest last; whether single keys are on; and the keys that a person has chosen. */
export const useKeyboard = create<Keyboard>()(() => ({ layers: [], areSingleKeysOn: true, bindings: {} }));

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
    shortcuts.map(({ id, words, isOff: off = false, isInText = false }) => ({
      id,
      words,
      isOff: off,
      isInText,
    })),
  );
  useLayoutEffect(() => {
    if (isOff) return undefined;
    const described = JSON.parse(shape) as readonly Omit<Shortcut, 'run'>[];
    const layerId = Symbol('shortcuts');
    const layer: Layer = {
      id: layerId,
      scope,
      isModal,
      shortcuts: described.map(({ id, words, isOff: off = false, isInText = false }, index) => ({
        id,
        words,
        isOff: off,
        isInText,
        run: () => latest.current[index]?.run(),
      })),
    };
    useKeyboard.setState(({ layers }) => ({ layers: [...layers, layer] }));
    return () =>
      useKeyboard.setState(({ layers }) => ({ layers: layers.filter((each) => each.id !== layerId) }));
  }, [shape, scope, isModal, isOff]);
}

export function switchSingleKeys(areOn: boolean): void {
  useKeyboard.setState({ areSingleKeysOn: areOn });
}

export function setBindings(bindings: KeyBindings): void {
  useKeyboard.setState({ bindings });
}

/** What chooses the view or the step with this number, counted from 0; there are keys for five. */
export function numberedView(index: number): KeyActionId {
  return (['view-1', 'view-2', 'view-3', 'view-4', 'view-5'] as const)[index] ?? 'view-5';
}

/** The key of an action as it is written beside a button; undefined while it has none that works. */
export function useKeyHint(id: KeyActionId, language: Language): string | undefined {
  return keyNameOf(id, useKeyboard(), language);
}

/** What the keys of actions are called now, for a text that speaks of them by these names. */
export function useKeyNames<Name extends string>(
  ids: Readonly<Record<Name, KeyActionId>>,
): Readonly<Record<Name, string>> {
  const keyboard = useKeyboard();
  const { t, language } = useTexts();
  const names = Object.entries<KeyActionId>(ids).map(([name, id]) => [
    name,
    keyNameOf(id, keyboard, language) ?? t('keys.none'),
  ]);
  return Object.fromEntries(names) as Record<Name, string>;
}

/** What the first key of an action that works is called; undefined while it has none. */
export function keyNameOf(
  id: KeyActionId,
  { bindings, areSingleKeysOn }: Keyboard,
  language: Language,
): string | undefined {
  const keys = keysOf(id, bindings).find((each) => areSingleKeysOn || !isSingleKey(each));
  return keys === undefined ? undefined : keyLabel(keys, language);
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
  const { layers, areSingleKeysOn, bindings } = useKeyboard.getState();
  const isSingle = isSingleKey(stroke);
  if (isSingle && !areSingleKeysOn) return undefined;
  const isTyping = isTextField(event.target);
  // What is open over the page closes first, and alone.
  if (stroke === 'Escape' && isInPopup(event.target) && !layers.some(({ isModal }) => isModal))
    return undefined;
  // Enter and Space belong to the control that has the focus.
  if ((stroke === 'Enter' || stroke === 'Space') && isControl(event.target)) return undefined;
  if (stroke.startsWith('Arrow') && hasArrows(event.target)) return undefined;
  // A dialog without keys of its own covers the screen all the same: no key may act on what lies behind it.
  const isCovered = isInModal(event.target) && !layers.some(({ isModal }) => isModal);
  for (const layer of layers.toReversed().toSorted((a, b) => rankOf(b) - rankOf(a))) {
    if (isCovered && layer.scope === 'here') continue;
    const found = layer.shortcuts.find(
      (shortcut) =>
        keysOf(shortcut.id, bindings).includes(stroke) && (!isTyping || worksInText(stroke, shortcut)),
    );
    if (found !== undefined) return found;
    if (layer.isModal) return undefined;
  }
  return undefined;
}

function worksInText(stroke: string, { isInText = false }: Shortcut): boolean {
  if (isSingleKey(stroke)) return false;
  if (isInText || /^F\d+$/u.test(stroke)) return true;
  return stroke.startsWith('Mod+') && !EDITING.test(stroke);
}

/** Dialogs cover screens, and screens the frame, whichever of them was drawn last. */
function rankOf({ scope, isModal }: Layer): number {
  return isModal ? 2 : scope === 'here' ? 1 : 0;
}

/** What text fields do themselves with Ctrl or Cmd. */
const EDITING = /^Mod\+(?:Shift\+)?(?:[ACVXYZ]|Arrow\w+|Backspace|Delete|Home|End)$/u;

const MODIFIERS = [
  'Control',
  'Shift',
  'Alt',
  'Meta',
  'OS',
  'AltGraph',
  'CapsLock',
  'Dead',
  'Process',
  'Unidentified',
];

/** `Mod+Shift+O`, `Shift+?`, `J`, `Alt+ArrowUp`: letters in upper case, Ctrl (or Cmd on macOS) as `Mod`. */
export function strokeOf(
  event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'altKey' | 'shiftKey' | 'metaKey'>,
): string | undefined {
  const { key } = event;
  if (key === undefined || MODIFIERS.includes(key)) return undefined;
  // AltGr on Windows arrives as Ctrl+Alt: it types a character.
  if (event.ctrlKey && event.altKey) return undefined;
  // The system's own key, and Ctrl on a Mac, are other people's.
  if (IS_MAC ? event.ctrlKey : event.metaKey) return undefined;
  const name = nameOfKey(key);
  const mod = IS_MAC ? event.metaKey : event.ctrlKey;
  const isLetter = /^\p{L}$/u.test(name) || name.length > 1;
  // Shift is part of typing a sign such as `?`; only of letters and named keys it says something.
  const shift = event.shiftKey && (isLetter || mod);
  return `${mod ? 'Mod+' : ''}${event.altKey ? 'Alt+' : ''}${shift ? 'Shift+' : ''}${name}`;
}

/** Letters, digits and signs without Ctrl, Cmd or Alt (WCAG 2.1.4), one or several after each other. */
export function isSingleKey(stroke: string): boolean {
  return stroke.split(' ').every((part) => part.replace(/^Shift\+/u, '').length === 1);
}

function isInModal(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[aria-modal="true"]') !== null;
}

/** Whether it stands in a menu, a list of choices or a small dialog. */
function isInPopup(target: EventTarget | null): boolean {
  return (
    target instanceof Element && target.closest('[role="menu"], [role="listbox"], [role="dialog"]') !== null
  );
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

/** Whether the arrows choose inside of it already: among radio buttons, on a scale. */
function hasArrows(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest('input[type="radio"], input[type="range"], [role="radio"], [role="slider"]') !== null
  );
}

/** Keys as they stand on the keyboard of this machine and language; of a sequence one after the other. */
export function keyLabel(keys: string, language: Language): string {
  return keys
    .split(' ')
    .map((stroke) => strokeLabel(stroke, language))
    .join(' ');
}

function strokeLabel(stroke: string, language: Language): string {
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
  // The last part may be a plus itself.
  return stroke
    .split(/\+(?=.)/u)
    .map((part) => names[part] ?? part)
    .join(IS_MAC ? '' : '+');
}
