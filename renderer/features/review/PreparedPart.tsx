// What the assistant has prepared of this review: its verdict with the reasons in the protocol's order, what it checked itself, and
// drafts that open a sheet. The person decides; nothing is signed by looking at it.
import { Button } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconClock, IconUser, IconUserCheck } from '@tabler/icons-react';
import type { PreparedReviewModel } from '../../../core/contract/review.ts';
import { useTexts } from '../../i18n/i18n.ts';
import { ReasonList } from '../assistant/ReasonList.tsx';
import { evidenceTypeName } from './EvidenceList.tsx';
import type { ItemPlace, ReviewModel } from './review-model.ts';
import { groupByStep } from './review-model.ts';
import './review.css';

const SIGNS = {
  accept: IconCheck,
  'send-back': IconAlertTriangle,
  'ask-reviewer': IconUserCheck,
  escalate: IconUser,
  wait: IconClock,
} as const;

/** One line for the head of the page. */
export function PreparedLine(props: {
  readonly prepared: ReviewModel['prepared'];
  readonly onOpen: () => void;
}) {
  const { prepared, onOpen } = props;
  const { t } = useTexts();
  if (prepared === undefined) return null;
  const { review, isUnderWay } = prepared;
  if (review === undefined) {
    return isUnderWay ? <p className="muted">{t('review.prepared.underWay')}</p> : null;
  }
  return (
    <p className="prepared-line" data-verdict={review.verdict}>
      <Verdict review={review} />
      <button type="button" className="text-button" onClick={onOpen}>
        {t('review.prepared.why', { count: review.reasons.length })}
      </button>
      {isUnderWay && <span className="muted">{t('review.prepared.again')}</span>}
    </p>
  );
}

function Verdict(props: { readonly review: PreparedReviewModel }) {
  const { verdict, words } = props.review;
  const { t } = useTexts();
  const Sign = SIGNS[verdict];
  return (
    <span className="prepared-verdict" data-verdict={verdict}>
      <Sign size={16} aria-hidden /> {t('review.prepared.title')} <span className="strong">{words.text}</span>
    </span>
  );
}

export function PreparedPart(props: {
  readonly place: ItemPlace;
  readonly prepared: ReviewModel['prepared'];
  readonly onDraft: (draft: PreparedReviewModel['drafts'][number]) => void;
}) {
  const { place, prepared, onDraft } = props;
  const { t } = useTexts();
  const review = prepared?.review;
  if (review === undefined) return null;
  const [first, ...later] = review.drafts;
  return (
    <section className="prepared" aria-label={t('review.prepared.title')} data-verdict={review.verdict}>
      <Verdict review={review} />
      {groupByStep(review.reasons).map(({ step, reasons }) => (
        <div key={step} className="prepared-step">
          <h4>{t(`review.prepared.steps.${step}`)}</h4>
          <ReasonList
            connectionId={place.connectionId}
            reasons={reasons}
            label={t(`review.prepared.steps.${step}`)}
          />
        </div>
      ))}
      {review.ownChecks.length > 0 && (
        <div className="prepared-step">
          <h4>{t('review.prepared.ownChecks')}</h4>
          <ul className="plain-list own-checks">
            {review.ownChecks.map(({ criterionId, type, status, words }) => (
              <li key={`${criterionId} ${type}`}>
                <span className="mono">{criterionId}</span> {evidenceTypeName(t, type)}:{' '}
                <span className={status === 'passed' ? 'good' : status === 'failed' ? 'bad' : 'warn'}>
                  {words.text}
                </span>
              </li>
            ))}
          </ul>
        </div>
      )}
      {review.notes.length > 0 && (
        <details className="prepared-step">
          <summary>{t('review.prepared.notes', { count: review.notes.length })}</summary>
          <ReasonList connectionId={place.connectionId} reasons={review.notes} />
        </details>
      )}
      {first !== undefined && (
        <div className="line">
          <Button variant="default" onClick={() => onDraft(first)}>
            {t('review.prepared.open', { draft: first.words.text })}
          </Button>
          {later.map(({ words }) => (
            <span key={words.key} className="muted">
              {t('review.prepared.afterwards', { draft: words.text })}
            </span>
          ))}
        </div>
      )}
      <p className="muted small">{t('review.prepared.hint')}</p>
    </section>
  );
}
