// Evidence in words: who says what about which criteria, how it was found out, and whose claim it is. Texts of it are those of
// strangers.
import { IconAlertTriangle, IconCheck, IconQuestionMark, IconX } from '@tabler/icons-react';
import type { EvidenceRow } from '../../../core/contract/work.ts';
import { EVIDENCE_TYPES, type PreparedReviewModel } from '../../../core/contract/review.ts';
import { type Texts, useTexts } from '../../i18n/i18n.ts';
import { IdChip } from '../../ui/IdChip.tsx';
import { Instant } from '../../ui/Instant.tsx';
import { StrangerText } from './StrangerText.tsx';
import './review.css';

const SIGNS = { passed: IconCheck, failed: IconX, inconclusive: IconQuestionMark } as const;

/** The name of a type of Evidence; one that this window does not know keeps its own. */
export function evidenceTypeName(t: Texts, type: string): string {
  const known = EVIDENCE_TYPES.find((each) => each === type);
  return known === undefined ? type : t(`facts.evidence.${known}`);
}

export function EvidenceResult(props: { readonly result: EvidenceRow['result'] }) {
  const { t } = useTexts();
  const Sign = SIGNS[props.result];
  return (
    <span className="evidence-result" data-result={props.result}>
      <Sign size={14} aria-hidden />
      {t(`review.evidence.${props.result}`)}
    </span>
  );
}

/** What the prepared review says of pieces of Evidence. */
type Worth = PreparedReviewModel['evidence'];

export function EvidenceList(props: { readonly evidence: readonly EvidenceRow[]; readonly worth?: Worth }) {
  const { t } = useTexts();
  if (props.evidence.length === 0) return <p className="muted">{t('review.evidence.none')}</p>;
  return (
    <ul className="evidence-list">
      {props.evidence.map((row) => (
        <EvidenceCard
          key={row.evidenceId}
          row={row}
          worth={props.worth?.find(({ evidenceId }) => evidenceId === row.evidenceId)}
        />
      ))}
    </ul>
  );
}

function EvidenceCard(props: { readonly row: EvidenceRow; readonly worth: Worth[number] | undefined }) {
  const { row, worth } = props;
  const { t } = useTexts();
  return (
    <li className="evidence-card" data-late={row.isLate}>
      <div className="evidence-head">
        <EvidenceResult result={row.result} />
        <span className="strong">{evidenceTypeName(t, row.type)}</span>
        <span className="mono muted">{row.criterionIds.join(' ')}</span>
        <span className="evidence-end">
          <Instant atMs={row.createdAtMs} isFocusable />
          <IdChip id={row.evidenceId} />
        </span>
      </div>
      <StrangerText text={row.method} />
      {typeof row.details?.['text'] === 'string' && <StrangerText text={row.details['text']} />}
      <div className="evidence-facts">
        <span>
          {t('review.evidence.producer')} <span className="strong">{row.producer.name}</span> (
          {t(`common.actor.${row.producer.type}`)})
        </span>
        {row.toolVersion !== undefined && (
          <span>
            {t('review.evidence.tool')} <StrangerText text={row.toolVersion} isInline />
          </span>
        )}
        {row.modelVersion !== undefined && (
          <span>
            {t('review.evidence.model')} <StrangerText text={row.modelVersion} isInline />
          </span>
        )}
        {worth === undefined ? (
          <span>{t('review.evidence.verified')}</span>
        ) : (
          <span className={worth.counts ? 'good' : 'warn'}>
            {t('review.prepared.worth', { standing: worth.words.text })}
          </span>
        )}
      </div>
      {row.isByProducerOfResult && (
        <div className="evidence-claim">
          <IconAlertTriangle size={13} aria-hidden /> {t('review.evidence.claimed')}
          {' · '}
          {t('review.evidence.sameAgent')}
        </div>
      )}
    </li>
  );
}
