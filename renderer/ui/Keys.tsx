// Keys of an action as a person sees them, each stroke of a sequence by itself.
import { useTexts } from '../i18n/i18n.ts';
import { keyLabel } from './shortcuts.ts';

export function Keys(props: { readonly keys: readonly string[] }) {
  const { t, language } = useTexts();
  if (props.keys.length === 0) return <span className="muted">{t('keys.none')}</span>;
  return props.keys.map((keys) => (
    <span key={keys} className="shortcut-stroke">
      {keys.split(' ').map((stroke, index) => (
        <span key={stroke + String(index)}>
          {index > 0 && <span className="muted"> {t('frame.shortcuts.thenKey')} </span>}
          <kbd>{keyLabel(stroke, language)}</kbd>
        </span>
      ))}
    </span>
  ));
}
