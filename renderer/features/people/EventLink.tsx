// An Event by its sequence, as a link into the history.
import { hrefOf } from '../../app/route.ts';
import { useTexts } from '../../i18n/i18n.ts';

export function EventLink(props: {
  readonly connectionId: string;
  readonly groupId: string;
  readonly sequence: number;
  /** `#12` alone, where many stand side by side. */
  readonly isShort?: boolean;
}) {
  const { connectionId, groupId, sequence, isShort = false } = props;
  const { t } = useTexts();
  const words = t('people.event', { sequence });
  return (
    <a
      className="numbers"
      href={hrefOf('history', { connectionId, groupId, sequence: String(sequence) })}
      {...(isShort ? { 'aria-label': words } : {})}
    >
      {isShort ? `#${sequence}` : words}
    </a>
  );
}
