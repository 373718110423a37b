// Reasons of the assistant: each with what it found, in words and with a sign, and links to what it rests on.
import { IconCheck, IconQuestionMark, IconX } from '@tabler/icons-react';
import type { ReasonModel } from '../../../core/contract/reasons.ts';
import { useTexts } from '../../i18n/i18n.ts';
import { SourceLinks } from './SourceLinks.tsx';
import './assistant.css';

const SIGNS = { met: IconCheck, unmet: IconX, unknown: IconQuestionMark } as const;

export function ReasonList(props: {
  readonly connectionId: string;
  readonly reasons: readonly ReasonModel[];
  readonly label?: string;
}) {
  const { connectionId, reasons, label } = props;
  const { t } = useTexts();
  return (
    <ul className="reason-list" {...(label === undefined ? {} : { 'aria-label': label })}>
      {reasons.map(({ id, verdict, words, sources, more }, index) => {
        const Sign = SIGNS[verdict];
        return (
          // A reason may stand there for several criteria: its place tells it apart.
          <li key={`${id} ${String(index)}`} data-verdict={verdict}>
            <Sign size={14} aria-label={t(`assistant.verdict.${verdict}`)} role="img" />
            <span className="reason-words">
              {words.text} <SourceLinks connectionId={connectionId} sources={sources} more={more} />
            </span>
          </li>
        );
      })}
    </ul>
  );
}
