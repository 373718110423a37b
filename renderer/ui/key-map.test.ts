// Which keys may stand for an action, and the map of keys as text.
import { describe, expect, it } from 'vitest';
import { KEY_ACTION_IDS, KEY_ACTIONS, keysOf } from './key-actions.ts';
import { bind, faultOfKeys, isEverywhere, keyMapText, readKeyMap, takenFrom, unbind } from './key-map.ts';
import { isSingleKey, keyLabel, strokeOf } from './shortcuts.ts';

describe('the usual keys', () => {
  it('stand for one action each, and none cuts a sequence short', () => {
    const twice = KEY_ACTION_IDS.flatMap((id) =>
      KEY_ACTIONS[id].keys.flatMap((keys) =>
        takenFrom(keys, id, {}).map((other) => `${keys}: ${id}, ${other}`),
      ),
    );
    expect(twice).toEqual([]);
  });

  it('never need AltGr on a German keyboard, and are never Ctrl+Alt', () => {
    for (const id of KEY_ACTION_IDS) {
      const { keys } = KEY_ACTIONS[id];
      // A sign such as `/` or `?` may be there beside a key that every keyboard has.
      const easy = keys.filter((each) => isEverywhere(each) && !/^[/?]$/u.test(each));
      expect([id, easy.length > 0]).toEqual([id, true]);
      expect(keys.filter((each) => each.includes('Mod+Alt'))).toEqual([]);
    }
  });

  it('give nothing that ends something a single key', () => {
    expect(keysOf('abandon', {}).filter(isSingleKey)).toEqual([]);
  });
});

describe('binding keys', () => {
  it('names who has the keys, also where they are the beginning of a sequence', () => {
    expect(takenFrom('J', 'review', {})).toEqual(['next-row']);
    expect(takenFrom('G', 'review', {})).toContain('go-missions');
    expect(takenFrom('G A', 'review', {})).toEqual(['go-attention']);
    expect(takenFrom('Y', 'review', {})).toEqual([]);
    expect(takenFrom('J', 'review', { 'next-row': ['ArrowDown'] })).toEqual([]);
  });

  it('takes keys from whoever had them, and writes down what is not usual only', () => {
    const bound = bind({}, 'review', ['J']);
    expect(bound).toEqual({ review: ['J'], 'next-row': ['ArrowDown'] });
    expect(unbind(bound, 'next-row')).toEqual({ review: [] });
    expect(unbind(unbind(bound, 'next-row'), 'review')).toEqual({});
  });

  it.each([
    ['Mod+Alt+K', 'alt-gr'],
    ['Tab', 'taken'],
    ['Mod+C', 'taken'],
    ['j', 'not-a-key'],
    ['G A B', 'not-a-key'],
    ['', 'not-a-key'],
    ['Mod+Shift+K', undefined],
    ['G J', undefined],
    ['Ä', undefined],
    ['Mod++', undefined],
    ['F8', undefined],
  ])('judges %s: %s', (keys, fault) => {
    expect(faultOfKeys(keys)).toBe(fault);
  });

  it('knows the keys that are hard to reach on a German keyboard', () => {
    expect(['[', 'Mod+]', '@', 'Mod+\\', '`'].some(isEverywhere)).toBe(false);
    expect(['Ä', '#', 'Mod+,'].every(isEverywhere)).toBe(true);
  });
});

describe('a map as text', () => {
  it('is read back as it was written', () => {
    const bindings = bind(bind(bind({}, 'review', ['Y', 'Mod+J']), 'mute', []), 'plan-zoom-in', [
      'Mod++',
      '+',
    ]);
    expect(readKeyMap(keyMapText(bindings))).toEqual({ ok: true, bindings });
    expect(readKeyMap(keyMapText({}))).toEqual({ ok: true, bindings: {} });
  });

  it('names the line and the reason of everything that is wrong, and takes nothing over', () => {
    const text = '# mine\nreview = Tab\nno-such = J\nnonsense\nmute = J\n';
    expect(readKeyMap(text)).toEqual({
      ok: false,
      faults: [
        { line: 2, reason: 'taken', text: 'Tab' },
        { line: 3, reason: 'not-an-action', text: 'no-such' },
        { line: 4, reason: 'no-equals', text: 'nonsense' },
        { line: 5, reason: 'twice', text: 'next-row' },
      ],
    });
  });
});

describe('a stroke', () => {
  const press = (
    key: string,
    held: Partial<Record<'ctrlKey' | 'altKey' | 'shiftKey' | 'metaKey', boolean>> = {},
  ) => strokeOf({ key, ctrlKey: false, altKey: false, shiftKey: false, metaKey: false, ...held });

  it('is nothing with Ctrl+Alt, which is AltGr, and with keys that are not ours', () => {
    expect(press('q', { ctrlKey: true, altKey: true })).toBeUndefined();
    expect(press('l', { metaKey: true })).toBeUndefined();
    expect(press('Shift', { shiftKey: true })).toBeUndefined();
  });

  it('is written in one way', () => {
    expect(press('j')).toBe('J');
    expect(press('ö')).toBe('Ö');
    expect(press('ß')).toBe('ß');
    expect(press('?', { shiftKey: true })).toBe('?');
    expect(press('O', { ctrlKey: true, shiftKey: true })).toBe('Mod+Shift+O');
    expect(press('ArrowUp', { altKey: true })).toBe('Alt+ArrowUp');
    expect(press(' ')).toBe('Space');
  });

  it('is shown as it stands on the keyboard', () => {
    expect(keyLabel('Mod+Shift+O', 'de')).toBe('Strg+Umschalt+O');
    expect(keyLabel('Mod++', 'en')).toBe('Ctrl++');
    expect(keyLabel('G A', 'en')).toBe('G A');
    const single: readonly string[] = ['J', 'Shift+N', 'G A', '?', '1'];
    expect(single.every(isSingleKey)).toBe(true);
    expect(['Mod+1', 'F1', 'ArrowUp', 'Enter'].some(isSingleKey)).toBe(false);
  });
});
