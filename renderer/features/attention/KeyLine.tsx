// The keys of this list in one line, as they are now; an action that has none is left out.
import { useTexts } from '../../i18n/i18n.ts';
import type { KeyActionId } from '../../ui/key-actions.ts';
import { keyNameOf, useKeyboard } from '../../ui/shortcuts.ts';

const ENTRIES = [
  { words: 'move', ids: ['next-row', 'previous-row'] },
  { words: 'peek', ids: ['peek-row'] },
  { words: 'open', ids: ['open-row'] },
  { words: 'done', ids: ['done'] },
  { words: 'snooze', ids: ['snooze'] },
  { words: 'mine', ids: ['next-for-me'] },
  { words: 'mark', ids: ['mark'] },
] as const satisfies readonly { readonly words: string; readonly ids: readonly KeyActionId[] }[];

export function KeyLine() {
  const { t, language } = useTexts();
  const keyboard = useKeyboard();
  const entries = ENTRIES.flatMap(({ words, ids }) => {
    const names = ids.flatMap((id) => keyNameOf(id, keyboard, language) ?? []);
    return names.length === 0 ? [] : [`${names.join('/')} ${t(`attention.keys.${words}`)}`];
  });
  if (entries.length === 0) return null;
  return (
    <ul className="plain-list attention-keys muted">
      {entries.map((entry) => (
        <li key={entry}>{entry}</li>
      ))}
    </ul>
  );
}
