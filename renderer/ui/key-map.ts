// A map of keys while a person changes it: which keys can be used at all, what they would take from other actions, and the map
// as text to keep or to hand on.
import {
  isKeyAction,
  KEY_ACTION_IDS,
  KEY_ACTIONS,
  type KeyActionId,
  type KeyBindings,
  keysOf,
  nameOfKey,
} from './key-actions.ts';

/**
 * - `alt-gr`: Ctrl+Alt types characters on many keyboards;
 * - `taken`: the system, text fields or moving the focus need it;
 * - `not-a-key`: no name of a key.
 */
export type KeyFault = 'alt-gr' | 'taken' | 'not-a-key';

/** What editing text, moving the focus and closing things cannot do without, and what programs around the window keep. */
const TAKEN = new Set([
  'Tab',
  'Shift+Tab',
  'Mod+C',
  'Mod+X',
  'Mod+V',
  'Mod+Y',
  'Mod+Q',
  'Mod+W',
  'Mod+T',
  'Mod+R',
  'Mod+Shift+R',
  'Mod+Shift+T',
  'Mod+Shift+W',
  'Mod+Shift+Z',
  'Alt+F4',
  'F5',
  'F11',
  'F12',
]);

const NAMED = /^(?:[A-Z][A-Za-z0-9]+|\S)$/u;

/** Why a key, or a sequence such as `G A`, cannot stand for an action; undefined when it can. */
export function faultOfKeys(keys: string): KeyFault | undefined {
  const strokes = keys.split(' ');
  if (strokes.length > 2 || strokes.some((stroke) => nameOf(stroke) === undefined)) return 'not-a-key';
  if (
    strokes.some(
      (stroke) => stroke.includes('Mod+Alt+') || (stroke.includes('Ctrl+') && stroke.includes('Alt+')),
    )
  )
    return 'alt-gr';
  return strokes.some((stroke) => TAKEN.has(stroke)) ? 'taken' : undefined;
}

/** The key without what is held with it. */
function nameOf(stroke: string): string | undefined {
  const name = stroke.replace(/^(?:Mod\+|Ctrl\+)?(?:Alt\+)?(?:Shift\+)?/u, '');
  return NAMED.test(name) && name === nameOfKey(name) ? name : undefined;
}

/** Keys that can be typed on every keyboard that Heddle is made for; the others need AltGr on a German one. */
export function isEverywhere(keys: string): boolean {
  return !keys.split(' ').some((stroke) => /[[\]{}@\\`~|]$/u.test(stroke));
}

/** Which actions have these keys now, or would be cut short by them: `G` takes `G A` away. */
export function takenFrom(keys: string, own: KeyActionId, bindings: KeyBindings): readonly KeyActionId[] {
  return KEY_ACTION_IDS.filter(
    (id) => id !== own && keysOf(id, bindings).some((other) => areInTheWay(keys, other)),
  );
}

function areInTheWay(a: string, b: string): boolean {
  return a === b || a.startsWith(`${b} `) || b.startsWith(`${a} `);
}

/** The map with keys for an action; whoever had them loses them. The usual keys of an action are not written down. */
export function bind(bindings: KeyBindings, id: KeyActionId, keys: readonly string[]): KeyBindings {
  const next: Record<string, readonly string[]> = { ...bindings, [id]: keys };
  for (const wanted of keys) {
    for (const other of takenFrom(wanted, id, bindings)) {
      next[other] = keysOf(other, next).filter((each) => !areInTheWay(wanted, each));
    }
  }
  return withoutUsual(next);
}

function withoutUsual(bindings: KeyBindings): KeyBindings {
  return Object.fromEntries(
    Object.entries(bindings).filter(
      ([id, keys]) => !isKeyAction(id) || KEY_ACTIONS[id].keys.join('\n') !== keys.join('\n'),
    ),
  );
}

/** Gives an action its usual keys back. */
export function unbind(bindings: KeyBindings, id: KeyActionId): KeyBindings {
  return bind(bindings, id, KEY_ACTIONS[id].keys);
}

const HEAD = '# Heddle keys 1';
const OR = ' or ';
const NO_KEY = 'none';

/** All actions with their keys: `next-row = J or ArrowDown`. */
export function keyMapText(bindings: KeyBindings): string {
  const lines = KEY_ACTION_IDS.map((id) => {
    const keys = keysOf(id, bindings);
    return `${id} = ${keys.length === 0 ? NO_KEY : keys.join(OR)}`;
  });
  return `${[HEAD, ...lines].join('\n')}\n`;
}

export interface KeyMapFault {
  /** From 1. */
  readonly line: number;
  readonly reason: KeyFault | 'not-an-action' | 'no-equals' | 'twice';
  /** What stands there, and for `twice` the action that has the keys already. */
  readonly text: string;
}

/** Reads a map; actions that it does not name have their usual keys. */
export function readKeyMap(
  text: string,
):
  | { readonly ok: true; readonly bindings: KeyBindings }
  | { readonly ok: false; readonly faults: readonly KeyMapFault[] } {
  const faults: KeyMapFault[] = [];
  const bindings: Record<string, readonly string[]> = {};
  const lineOf = new Map<string, number>();
  for (const [index, whole] of text.split(/\r?\n/u).entries()) {
    const line = index + 1;
    const content = whole.trim();
    if (content === '' || content.startsWith('#')) continue;
    const [, name = '', value = ''] = /^([a-z0-9-]+)\s*=\s*(.+)$/u.exec(content) ?? [];
    if (name === '') {
      faults.push({ line, reason: 'no-equals', text: content });
      continue;
    }
    if (!isKeyAction(name)) {
      faults.push({ line, reason: 'not-an-action', text: name });
      continue;
    }
    const keys = value === NO_KEY ? [] : value.split(OR).map((each) => each.trim());
    for (const each of keys) {
      // What everybody begins with is right as it is.
      const reason = KEY_ACTIONS[name].keys.includes(each) ? undefined : faultOfKeys(each);
      if (reason !== undefined) faults.push({ line, reason, text: each });
    }
    bindings[name] = keys;
    lineOf.set(name, line);
  }
  for (const id of KEY_ACTION_IDS) {
    for (const keys of keysOf(id, bindings)) {
      const [other] = takenFrom(keys, id, bindings);
      const line = lineOf.get(id);
      if (other !== undefined && line !== undefined) faults.push({ line, reason: 'twice', text: other });
    }
  }
  return faults.length > 0 ? { ok: false, faults } : { ok: true, bindings: withoutUsual(bindings) };
}
