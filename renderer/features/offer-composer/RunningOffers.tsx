// Offers that can still be accepted, and what can be done while they run: v0.1 has no Command to withdraw one (F4).
import { Button } from '@mantine/core';
import { useTexts } from '../../i18n/i18n.ts';
import { openCommandSheet } from '../../ui/command-sheet-store.ts';
import { Section } from '../../ui/Pane.tsx';
import type { ItemPlace } from '../review/review-model.ts';
import { OfferTable } from '../work-item/OfferTable.tsx';
import type { WorkItemModel } from '../work-item/work-item-model.ts';
import { FIRST_CHOICE, isRunning, nextCandidate, rankedCandidates } from './offer-model.ts';
import './offer-composer.css';

export function RunningOffers(props: {
  readonly place: ItemPlace;
  readonly model: WorkItemModel;
  readonly onToSet: () => void;
  readonly onNext: (agentId: string) => void;
}) {
  const { place, model, onToSet, onNext } = props;
  const { connectionId, groupId, workItemId } = place;
  const { t } = useTexts();
  const offers = model.offers?.offers ?? [];
  const running = offers.filter(isRunning);
  const next = nextCandidate(rankedCandidates(model.offers?.candidates ?? [], []), offers);
  return (
    <Section title={t('offer.running.title')}>
      <OfferTable offers={offers} />
      <div className="line">
        <Button
          variant="default"
          onClick={() =>
            openCommandSheet({
              connectionId,
              intent: {
                kind: 'work.offer',
                groupId,
                form: {
                  workItemId,
                  candidates: running.map(({ agent }) => ({ agentId: agent.id })),
                  offerSeconds: FIRST_CHOICE.offerMinutes * 60,
                },
              },
            })
          }
        >
          {t('offer.running.extend')}
        </Button>
        {next !== undefined && (
          <Button variant="default" onClick={() => onNext(next.agent.id)}>
            {t('offer.running.next', { name: next.agent.name })}
          </Button>
        )}
        <Button variant="default" onClick={onToSet}>
          {t('offer.running.toSet')}
        </Button>
      </div>
      <p className="muted small">{t('offer.running.noWithdraw')}</p>
    </Section>
  );
}
