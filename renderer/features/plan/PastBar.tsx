// Above a plan of the past: of which Event it is and when that was, a slider over the log, and the way back to now.
import { ActionIcon, Button, NumberInput, Slider, Tooltip } from '@mantine/core';
import { IconArrowBackUp, IconChevronLeft, IconChevronRight, IconHistory } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import type { PastPlan } from '../../../core/contract/plan.ts';
import type { GroupAddress } from '../../app/last-group.ts';
import { hrefOf } from '../../app/route.ts';
import { useTexts } from '../../i18n/i18n.ts';
import { formatNumber } from '../../ui/format.ts';
import { Instant } from '../../ui/Instant.tsx';
import { useShortcuts } from '../../ui/shortcuts.ts';

/** How long the slider rests before the state is asked for. */
const RESTING_MS = 120;

export function PastBar(props: {
  readonly group: GroupAddress;
  readonly plan: PastPlan;
  readonly isBehind: boolean;
  readonly onGo: (sequence: number) => void;
  /** Undefined where there is no present: in a file. */
  readonly onLeave: (() => void) | undefined;
}) {
  const { plan, onGo, onLeave } = props;
  const { connectionId, groupId } = props.group;
  const { fromSequence, throughSequence, sequence } = plan;
  const { t, language } = useTexts();
  const field = useRef<HTMLInputElement>(null);
  const [at, setAt] = useState(sequence);
  const [known, setKnown] = useState(sequence);
  if (known !== sequence) {
    setKnown(sequence);
    // Whoever has moved on meanwhile stays where they are.
    if (at === known) setAt(sequence);
  }
  useEffect(() => {
    if (at === sequence) return undefined;
    const timer = setTimeout(() => onGo(at), RESTING_MS);
    return () => clearTimeout(timer);
  }, [at, sequence, onGo]);
  const step = (by: number): void =>
    setAt((from) => Math.min(throughSequence, Math.max(fromSequence - 1, from + by)));
  useShortcuts([
    { id: 'earlier', words: t('plan.past.earlier'), run: () => step(-1) },
    { id: 'later', words: t('plan.past.later'), run: () => step(1) },
    { id: 'sequence', words: t('history.keys.goto'), run: () => field.current?.focus() },
  ]);
  return (
    <section className="plan-past" aria-label={t('plan.past.title')} aria-busy={props.isBehind}>
      <p className="plan-past-words" role="status">
        <IconHistory size={16} aria-hidden />
        <span className="strong">
          {t('plan.past.asOf', { sequence: formatNumber(sequence, language) })}, <Instant atMs={plan.atMs} />
        </span>
        <span className="ellipsis" title={plan.eventWords}>
          {plan.eventWords}
        </span>
        <span className="muted">{t('plan.past.readOnly')}</span>
      </p>
      <div className="plan-past-tools">
        <Tooltip label={t('plan.past.earlier')}>
          <ActionIcon
            variant="default"
            aria-label={t('plan.past.earlier')}
            disabled={at < fromSequence}
            onClick={() => step(-1)}
          >
            <IconChevronLeft size={16} />
          </ActionIcon>
        </Tooltip>
        <Slider
          className="grow"
          size="sm"
          min={fromSequence - 1}
          max={Math.max(throughSequence, fromSequence)}
          value={at}
          label={(value) => `#${value}`}
          thumbLabel={t('plan.past.slider')}
          onChange={setAt}
        />
        <Tooltip label={t('plan.past.later')}>
          <ActionIcon
            variant="default"
            aria-label={t('plan.past.later')}
            disabled={at >= throughSequence}
            onClick={() => step(1)}
          >
            <IconChevronRight size={16} />
          </ActionIcon>
        </Tooltip>
        <NumberInput
          ref={field}
          w={96}
          size="xs"
          aria-label={t('plan.past.sequence')}
          min={fromSequence - 1}
          max={throughSequence}
          allowDecimal={false}
          allowNegative={false}
          hideControls
          value={at}
          onChange={(value) => {
            if (typeof value === 'number' && value <= throughSequence)
              setAt(Math.max(fromSequence - 1, value));
          }}
        />
        <a href={hrefOf('history', { connectionId, groupId, sequence: String(sequence) })}>
          {t('plan.past.event')}
        </a>
        {onLeave !== undefined && (
          <Button variant="default" leftSection={<IconArrowBackUp size={14} />} onClick={onLeave}>
            {t('plan.past.leave')}
          </Button>
        )}
      </div>
      {plan.isPartial && <p className="muted">{t('history.past.partial')}</p>}
      {plan.moreCount > 0 && <p className="muted">{t('history.past.more', { count: plan.moreCount })}</p>}
    </section>
  );
}
