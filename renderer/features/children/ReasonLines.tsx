// What was checked, line by line: a sign and a word for what came of it, and what it is.
import { IconAlertTriangle, IconCheck, IconQuestionMark } from '@tabler/icons-react';
import type { ReasonLine } from '../../../core/contract/children.ts';
import { useTexts } from '../../i18n/i18n.ts';

const SIGNS = { met: IconCheck, unmet: IconAlertTriangle, unknown: IconQuestionMark } as const;
const TONES = { met: 'good', unmet: 'warn', unknown: 'muted' } as const;

export function ReasonLines(props: { readonly lines: readonly ReasonLine[]; readonly label: string }) {
  const { lines, label } = props;
  const { t } = useTexts();
  return (
    <ul className="plain-list reason-lines" aria-label={label}>
      {lines.map(({ words, verdict }) => {
        const Sign = SIGNS[verdict];
        return (
          <li key={`${words.key} ${words.text}`}>
            <span className={TONES[verdict]}>
              <Sign size={15} aria-hidden />
              <span className="visually-hidden">{t(`terms.verdicts.${verdict}`)}: </span>
            </span>
            <span>{words.text}</span>
          </li>
        );
      })}
    </ul>
  );
}
