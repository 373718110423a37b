// What the assistant would do with this item now, and why: a person may do something else.
import { Button } from '@mantine/core';
import type { RankingSummary } from '../../../core/contract/work.ts';
import { useTexts } from '../../i18n/i18n.ts';
import { Instant } from '../../ui/Instant.tsx';
import { Section } from '../../ui/Pane.tsx';
import { ReasonList } from '../assistant/ReasonList.tsx';
import './offer-composer.css';

export function PlanPart(props: {
  readonly connectionId: string;
  readonly plan: NonNullable<RankingSummary['plan']>;
  /** Takes the plan's candidates over. */
  readonly onTake: (agentIds: readonly string[]) => void;
}) {
  const { connectionId, plan, onTake } = props;
  const { t } = useTexts();
  const offered = plan.steps.find(({ kind }) => kind === 'work.offer')?.agents ?? [];
  return (
    <Section
      title={t('offer.plan.title', { verdict: plan.words.text })}
      aside={
        offered.length > 0 ? (
          <Button size="compact-xs" variant="default" onClick={() => onTake(offered.map(({ id }) => id))}>
            {t('offer.plan.take')}
          </Button>
        ) : undefined
      }
    >
      <ReasonList connectionId={connectionId} reasons={plan.reasons} />
      {plan.steps.length > 0 && (
        <ol className="plan-steps">
          {plan.steps.map(({ kind, words, agents }) => (
            <li key={`${kind} ${agents.map(({ id }) => id).join(' ')}`}>{words.text}</li>
          ))}
        </ol>
      )}
      {plan.recheckAtMs !== undefined && (
        <p className="muted">
          {t('offer.plan.recheck')} <Instant atMs={plan.recheckAtMs} isFocusable />
        </p>
      )}
    </Section>
  );
}
