// The key of an action beside its words; nothing while it has none.
import { useTexts } from '../i18n/i18n.ts';
import type { KeyActionId } from './key-actions.ts';
import { useKeyHint } from './shortcuts.ts';

export function KeyHint(props: { readonly id: KeyActionId; readonly className?: string }) {
  const { id, className = 'key-hint' } = props;
  const { language } = useTexts();
  const keys = useKeyHint(id, language);
  return keys === undefined ? null : <kbd className={className}>{keys}</kbd>;
}
