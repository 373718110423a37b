// Keys that a backup lacks, each with the way to what is the matter with it.
import type { MissingKey } from '../../../core/contract/keys.ts';
import { hrefOf } from '../../app/route.ts';
import { useTexts } from '../../i18n/i18n.ts';

export function MissingKeys(props: { readonly keys: readonly MissingKey[] }) {
  const { keys } = props;
  const { t } = useTexts();
  if (keys.length === 0) return null;
  return (
    <div className="stack" role="alert">
      <p className="bad">{t('computer.keys.notInBackup', { count: keys.length })}</p>
      <ul className="plain-list stack">
        {keys.map(({ keyId, words }) => (
          <li key={keyId}>
            <a href={hrefOf('keys', { keyId })}>{words.text}</a>
          </li>
        ))}
      </ul>
    </div>
  );
}
