// What the choice is based on, exactly as it goes into history.
import { Button, Collapse } from '@mantine/core';
import { useState } from 'react';
import type { RankingSummary } from '../../../core/contract/work.ts';
import { useTexts } from '../../i18n/i18n.ts';
import { formatAmount } from '../../ui/format.ts';
import { Instant } from '../../ui/Instant.tsx';
import { Section } from '../../ui/Pane.tsx';
import type { SelectionBasis } from './offer-model.ts';

export function BasisPart(props: {
  readonly basis: SelectionBasis | undefined;
  readonly isByRanking: boolean;
  readonly weights: RankingSummary['weights'] | undefined;
  readonly currency: string | undefined;
}) {
  const { basis, isByRanking, weights, currency } = props;
  const { t, language } = useTexts();
  const [isOpen, setIsOpen] = useState(false);
  const names = (list: SelectionBasis['requiredCapabilities']): string =>
    list.map(({ id, version }) => `${id} ${version}`).join(', ');
  return (
    <Section title={t('offer.basis.title')}>
      {basis === undefined ? (
        <p className="muted">{t('offer.basis.none')}</p>
      ) : (
        <>
          <p className={isByRanking ? 'muted' : 'warn'}>
            {t(isByRanking ? 'offer.basis.byRanking' : 'offer.basis.byHand')}
          </p>
          <dl className="facts">
            <dt>{t('offer.basis.capabilities')}</dt>
            <dd className="mono">{names(basis.requiredCapabilities)}</dd>
            <dt>{t('offer.basis.matches')}</dt>
            <dd className="mono">{names(basis.verifiedMatches)}</dd>
            <dt>{t('offer.basis.eligible')}</dt>
            <dd>{t(basis.authorizationEligible ? 'offer.yes' : 'offer.no')}</dd>
            <dt>{t('offer.basis.available')}</dt>
            <dd>
              <Instant atMs={Date.parse(basis.availabilityEstimate)} />
            </dd>
            <dt>{t('offer.basis.cost')}</dt>
            <dd className="numbers">{formatAmount(String(basis.expectedCost), language, currency)}</dd>
            <dt>{t('offer.basis.evidence')}</dt>
            <dd>{t('offer.basis.events', { count: basis.reliabilityEvidence.length })}</dd>
            <dt>{t('offer.basis.rules')}</dt>
            <dd>
              <ul className="plain-list">
                {basis.policyRulesApplied.map((rule) => (
                  <li key={rule} className="mono basis-rule">
                    {rule}
                  </li>
                ))}
              </ul>
            </dd>
          </dl>
        </>
      )}
      <div>
        <Button variant="subtle" color="gray" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {t('offer.basis.explain')}
        </Button>
      </div>
      <Collapse expanded={isOpen}>
        <p>{t('offer.basis.explanation')}</p>
        {weights !== undefined && <p>{t('offer.basis.weights', weights)}</p>}
        <p className="muted">{t('offer.costNote')}</p>
      </Collapse>
    </Section>
  );
}
