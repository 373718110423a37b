// What a place in the ranking follows from: the terms of the score with their weights and the Events behind every number, and the
// filters that nobody gets past by points.
import type { RankedRow } from '../../../core/contract/work.ts';
import { useTexts } from '../../i18n/i18n.ts';
import { ReasonList } from '../assistant/ReasonList.tsx';
import { FigureLink } from '../assistant/SourceLinks.tsx';
import './offer-composer.css';

export function ScorePart(props: { readonly connectionId: string; readonly row: RankedRow }) {
  const { connectionId, row } = props;
  const { terms, tier, score, reasons, agent } = row;
  const { t } = useTexts();
  return (
    <div className="score-part">
      {terms.length > 0 && (
        <div>
          <table className="table score-terms">
            <caption className="visually-hidden">{t('offer.score.of', { name: agent.name, score })}</caption>
            <thead>
              <tr>
                <th scope="col">{t('offer.score.term')}</th>
                <th scope="col">{t('offer.score.points')}</th>
                <th scope="col">{t('offer.score.weight')}</th>
                <th scope="col">{t('offer.score.adds')}</th>
                <th scope="col">{t('offer.score.from')}</th>
              </tr>
            </thead>
            <tbody>
              {terms.map((term) => (
                <tr key={term.id}>
                  <th scope="row">{term.words.text}</th>
                  <td className="numbers">
                    {term.points}
                    {!term.isKnown && <span className="warn"> {t('offer.score.assumed')}</span>}
                  </td>
                  <td className="numbers">{term.weight}</td>
                  <td className="numbers">{term.adds}</td>
                  <td>
                    <span className="figures">
                      {term.figures.map((figure) => (
                        <FigureLink key={figure.words.key} connectionId={connectionId} figure={figure} />
                      ))}
                    </span>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          {tier > 0 && (
            <p className="muted small">
              {t(tier % 2 === 1 ? 'offer.score.tierUnheard' : 'offer.score.tierAsked')}
            </p>
          )}
        </div>
      )}
      <ReasonList
        connectionId={connectionId}
        reasons={reasons}
        label={t('offer.score.filters', { name: agent.name })}
      />
    </div>
  );
}
