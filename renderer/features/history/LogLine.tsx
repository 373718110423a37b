// One Event as a line: its sequence in the gutter, when, what, and who. Where something begins with it, a line is drawn above, and it says so.
import { IconCamera, IconEraser, IconX } from '@tabler/icons-react';
import { memo } from 'react';
import type { EventRow, RefusedCommand } from '../../../core/contract/history.ts';
import { useTexts } from '../../i18n/i18n.ts';
import { formatFullInstant, formatInstant, formatUtc } from '../../ui/format.ts';

export const LogLine = memo(function LogLine(props: {
  readonly row: EventRow;
  /** The next older Event that is shown does not come right before it. */
  readonly isAfterGap: boolean;
  /** About now: days are told apart by it. */
  readonly nowMs: number;
}) {
  const { row, isAfterGap, nowMs } = props;
  const { t } = useTexts();
  return (
    <div className="history-line" data-gap={isAfterGap} data-mark={row.mark?.type}>
      <span className="history-gutter numbers" data-mark={row.mark?.type}>
        {row.sequence}
        {row.mark?.type === 'snapshot' && <IconCamera size={12} aria-hidden />}
      </span>
      <LineTime atMs={row.occurredAtMs} nowMs={nowMs} />
      <span className="history-kind ellipsis" title={row.kind}>
        {row.words.text}
      </span>
      {row.mark !== undefined ? (
        <MarkText mark={row.mark} />
      ) : row.takenBackAt === undefined ? (
        <span className="history-sentence ellipsis">{row.sentence ?? row.title ?? row.kind}</span>
      ) : (
        <span className="history-sentence history-gone">
          <IconEraser size={14} aria-hidden /> {t('history.takenBack', { at: row.takenBackAt })}
        </span>
      )}
      <span className="history-actor ellipsis muted">{row.actor.name}</span>
    </div>
  );
});

function MarkText(props: { readonly mark: NonNullable<EventRow['mark']> }) {
  const { mark } = props;
  const { t } = useTexts();
  const text =
    mark.type === 'coordinator-epoch'
      ? mark.fenced === ''
        ? t('history.mark.epoch', { epoch: mark.epoch })
        : t('history.mark.epochFenced', { epoch: mark.epoch, fenced: mark.fenced })
      : mark.type === 'snapshot'
        ? t('history.mark.snapshot', { through: mark.throughSequence })
        : t('history.mark.archived');
  return (
    <span className="history-sentence history-mark ellipsis" title={text}>
      {text}
    </span>
  );
}

/** Something that never became history: drawn apart, in words and in shape. */
export function RefusedLine(props: { readonly command: RefusedCommand; readonly nowMs: number }) {
  const { words, code, codeWords, refusedAtMs } = props.command;
  const { t } = useTexts();
  return (
    <div className="history-line history-refused">
      <span className="history-gutter">
        <IconX size={14} aria-hidden />
      </span>
      <LineTime atMs={refusedAtMs} nowMs={props.nowMs} />
      <span className="history-kind ellipsis">{t('history.notHistory')}</span>
      <span className="history-sentence ellipsis" title={codeWords.text}>
        {t('history.refusedRow', { command: words.text, code })}
      </span>
    </div>
  );
}

/** Stands for an Event that is on its way. */
export function WaitingLine(props: { readonly sequence: number | undefined }) {
  return (
    <div className="history-line" aria-busy>
      <span className="history-gutter numbers">{props.sequence ?? ''}</span>
      <span className="history-waiting" />
    </div>
  );
}

/** An instant without a tooltip of its own: hundreds of them come and go while somebody scrolls. The detail tells it in full. */
function LineTime(props: { readonly atMs: number; readonly nowMs: number }) {
  const { atMs, nowMs } = props;
  const { language } = useTexts();
  const utc = formatUtc(atMs);
  return (
    <time
      className="history-time numbers"
      dateTime={utc}
      title={`${formatFullInstant(atMs, language)}\n${utc}`}
    >
      {formatInstant(atMs, nowMs, language)}
    </time>
  );
}
