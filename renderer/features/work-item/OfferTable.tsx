// The offers of an item with their answers: what was recorded, what was only said, and what has ended by the clock alone.
import { IconClock } from '@tabler/icons-react';
import { useTexts } from '../../i18n/i18n.ts';
import { Countdown } from '../../ui/Countdown.tsx';
import { Instant } from '../../ui/Instant.tsx';
import { isRunning } from '../offer-composer/offer-model.ts';
import type { ItemOffers } from './work-item-model.ts';
import '../outbox/outbox.css';
import './work-item.css';

export function OfferTable(props: { readonly offers: ItemOffers['offers'] }) {
  const { offers } = props;
  const { t } = useTexts();
  if (offers.length === 0) return <p className="muted">{t('work.offers.none')}</p>;
  return (
    <div className="comparison">
      <table className="table">
        <thead>
          <tr>
            <th scope="col">{t('work.offers.agent')}</th>
            <th scope="col">{t('work.offers.status')}</th>
            <th scope="col">{t('work.offers.ends')}</th>
          </tr>
        </thead>
        <tbody>
          {offers.map((offer) => (
            <tr key={offer.offerId}>
              <th scope="row">{offer.agent.name}</th>
              <td>
                {offer.words.text}
                {offer.declineReason !== undefined && (
                  <div className="muted">{t('work.offers.declined', { reason: offer.declineReason })}</div>
                )}
                {offer.hasSaidNo && <div className="warn">{t('work.offers.saidNo')}</div>}
                {offer.isOverByClock && (
                  <div className="by-clock">
                    <IconClock size={13} aria-hidden /> {t('work.offers.ended')}
                  </div>
                )}
              </td>
              <td>
                {isRunning(offer) ? (
                  <Countdown endsAtMs={offer.endsAtMs} />
                ) : (
                  <Instant atMs={offer.endsAtMs} />
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
