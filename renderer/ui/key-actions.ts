// Every action that a key stands for, with the keys that it has until a person says otherwise (screens A). One key stands for
// one action wherever it works, so that nobody has to know where they are; a screen gives an action its own words.
// Keys that need AltGr on a German keyboard never stand alone for an action, and nothing is bound to Ctrl+Alt, which is AltGr.

export const IS_MAC = typeof navigator !== 'undefined' && /mac/iu.test(navigator.platform);

export const KEY_GROUPS = ['frame', 'places', 'list', 'decide', 'edit', 'plan', 'outbox'] as const;

export type KeyGroup = (typeof KEY_GROUPS)[number];

interface KeyAction {
  readonly group: KeyGroup;
  readonly keys: readonly string[];
}

function action(group: KeyGroup, ...keys: string[]): KeyAction {
  return { group, keys };
}

const TABLE = {
  palette: action('frame', 'Mod+K'),
  'search-everything': action('frame', 'Mod+Shift+F'),
  shortcuts: action('frame', 'F1', '?'),
  'next-pane': action('frame', 'F6'),
  'previous-pane': action('frame', 'Shift+F6'),
  // On a German keyboard of a Mac the brackets need Option.
  back: IS_MAC ? action('frame', 'Mod+[', 'Mod+ArrowLeft') : action('frame', 'Alt+ArrowLeft'),
  forward: IS_MAC ? action('frame', 'Mod+]', 'Mod+ArrowRight') : action('frame', 'Alt+ArrowRight'),
  settings: action('frame', 'Mod+,'),
  'lock-keys': action('frame', 'Mod+Shift+L'),
  'work-offline': action('frame', 'Mod+Shift+O'),
  'stop-assistant': action('frame', 'Mod+.'),
  // Z for Zulu, as UTC is called.
  'signed-times': action('frame', 'Z'),

  'go-attention': action('places', 'G A'),
  'go-missions': action('places', 'G M'),
  'go-review': action('places', 'G R'),
  'go-approvals': action('places', 'G P'),
  'go-outbox': action('places', 'G O'),
  'go-assistant': action('places', 'G I'),
  'go-plan': action('places', 'G L'),
  'go-timeline': action('places', 'G W'),
  'go-children': action('places', 'G N'),
  'go-budget': action('places', 'G B'),
  'go-leases': action('places', 'G E'),
  'go-conversations': action('places', 'G T'),
  'go-agents': action('places', 'G U'),
  'go-policy': action('places', 'G Y'),
  'go-history': action('places', 'G H'),
  'go-artifacts': action('places', 'G F'),
  'go-connections': action('places', 'G C'),
  'go-keys': action('places', 'G K'),
  'go-settings': action('places', 'G S'),
  'go-operator': action('places', 'G D'),
  'rail-1': action('places', 'Mod+1'),
  'rail-2': action('places', 'Mod+2'),
  'rail-3': action('places', 'Mod+3'),
  'rail-4': action('places', 'Mod+4'),
  'rail-5': action('places', 'Mod+5'),
  'rail-6': action('places', 'Mod+6'),
  'rail-7': action('places', 'Mod+7'),
  'rail-8': action('places', 'Mod+8'),
  'rail-9': action('places', 'Mod+9'),

  'next-row': action('list', 'J', 'ArrowDown'),
  'previous-row': action('list', 'K', 'ArrowUp'),
  'peek-row': action('list', 'Enter'),
  'open-row': action('list', 'Shift+Enter'),
  preview: action('list', 'Space'),
  close: action('list', 'Escape'),
  filter: action('list', 'Mod+F', '/'),
  mark: action('list', 'X'),
  'mark-next': action('list', 'Shift+ArrowDown'),
  'mark-previous': action('list', 'Shift+ArrowUp'),
  'mark-all': action('list', 'Mod+A'),
  'object-actions': action('list', '.'),
  'view-1': action('list', '1'),
  'view-2': action('list', '2'),
  'view-3': action('list', '3'),
  'view-4': action('list', '4'),
  'view-5': action('list', '5'),

  'next-for-me': action('decide', 'N'),
  'previous-for-me': action('decide', 'Shift+N'),
  done: action('decide', 'E'),
  snooze: action('decide', 'H'),
  mute: action('decide', 'M'),
  review: action('decide', 'R'),
  decide: action('decide', 'A'),
  accept: action('decide', 'V'),
  'send-back': action('decide', 'B'),
  'ask-reviewer': action('decide', 'Q'),
  offer: action('decide', 'O'),
  fix: action('decide', 'F'),
  link: action('decide', 'L'),
  diff: action('decide', 'D'),
  comment: action('decide', 'C'),
  effects: action('decide', 'Shift+C'),
  why: action('decide', 'W'),
  sequence: action('decide', 'Mod+G'),
  earlier: action('decide', 'Alt+ArrowUp'),
  later: action('decide', 'Alt+ArrowDown'),

  new: action('edit', 'Mod+N'),
  'new-child': action('edit', 'Mod+Shift+N'),
  sign: action('edit', 'Mod+Enter'),
  'save-draft': action('edit', 'Mod+S'),
  undo: action('edit', 'Mod+Z'),

  'plan-next': action('plan', 'ArrowRight'),
  'plan-previous': action('plan', 'ArrowLeft'),
  'plan-fit': action('plan', '0'),
  'plan-zoom-in': action('plan', '+'),
  'plan-zoom-out': action('plan', '-'),

  'next-refused': action('outbox', 'Shift+F'),
  'send-now': action('outbox', 'S'),
  'ask-authority': action('outbox', 'U'),
  abandon: action('outbox', 'Delete'),
} as const satisfies Readonly<Record<string, KeyAction>>;

export type KeyActionId = keyof typeof TABLE;

export const KEY_ACTIONS: { readonly [Id in KeyActionId]: KeyAction } = TABLE;

/** In the order of the table. */
export const KEY_ACTION_IDS = Object.keys(TABLE) as readonly KeyActionId[];

/** Keys that a person has chosen; an action that is not in it has its usual ones, and one with none has no key. */
export type KeyBindings = Readonly<Record<string, readonly string[]>>;

export function keysOf(id: KeyActionId, bindings: KeyBindings): readonly string[] {
  return bindings[id] ?? KEY_ACTIONS[id].keys;
}

export function isKeyAction(id: string): id is KeyActionId {
  return Object.hasOwn(TABLE, id);
}

/** How a key is written down: letters in upper case, where they have one; `Space` for the space bar. */
export function nameOfKey(key: string): string {
  if (key === ' ') return 'Space';
  const upper = key.toUpperCase();
  return key.length === 1 && upper.length === 1 ? upper : key;
}
