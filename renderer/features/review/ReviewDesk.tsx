// One submission in the protocol's order of review (13.2): integrity, criteria against Evidence, what machines judged, what
// reviewers say, the decision. The Artifact stands beside it.
import { ActionIcon, Button } from '@mantine/core';
import { IconChevronDown, IconChevronUp, IconX } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import type { ArtifactCheck, MatrixCell, ReviewQueueRow } from '../../../core/contract/review.ts';
import { go, useRouteValue } from '../../app/route.ts';
import { useTexts } from '../../i18n/i18n.ts';
import { useLive } from '../../transport/desk.tsx';
import { EvidenceMatrix, type MatrixRow } from '../../ui/EvidenceMatrix.tsx';
import { Instant } from '../../ui/Instant.tsx';
import { Pane, Section } from '../../ui/Pane.tsx';
import { numberedView, useShortcuts } from '../../ui/shortcuts.ts';
import { EmptyState, FaultNote, Skeleton } from '../../ui/states.tsx';
import { StateWord } from '../../ui/StateWord.tsx';
import { ArtifactPreview } from './ArtifactPreview.tsx';
import { canAccept, actionOf, DecisionPart } from './DecisionPart.tsx';
import { EvidenceList, evidenceTypeName } from './EvidenceList.tsx';
import { useEvidenceDrafts } from './evidence-drafts.ts';
import { IntegrityPart } from './IntegrityPart.tsx';
import { useReviewActs } from './review-acts.ts';
import { draftFor, type EvidenceDraft, REVIEWER_TYPES } from './review-forms.ts';
import {
  evidenceOfCell,
  type ItemPlace,
  neighbourOf,
  REVIEW_STEPS,
  type ReviewModel,
  type ReviewStep,
  reviewModelOf,
  splitByJudge,
} from './review-model.ts';
import { PreparedLine, PreparedPart } from './PreparedPart.tsx';
import { ReviewerEvidence } from './ReviewerEvidence.tsx';
import './review.css';

export function ReviewDesk(props: {
  readonly place: ItemPlace;
  readonly queue: readonly ReviewQueueRow[];
  readonly onBack: () => void;
}) {
  const { place, queue, onBack } = props;
  const { t } = useTexts();
  const { rows, isComplete } = useLive('review.follow', place);
  const model = reviewModelOf(rows);
  if (model !== undefined) return <Submission place={place} model={model} queue={queue} onBack={onBack} />;
  return (
    <Pane title={t('review.title')} onBack={onBack}>
      {isComplete ? (
        <EmptyState
          title={t('review.gone.title')}
          body={t('review.gone.body')}
          action={<Button onClick={() => go('work', place)}>{t('review.gone.action')}</Button>}
        />
      ) : (
        <Skeleton />
      )}
    </Pane>
  );
}

interface OpenCell {
  readonly criterionId: string;
  readonly type: MatrixCell['type'];
}

function Submission(props: {
  readonly place: ItemPlace;
  readonly model: ReviewModel;
  readonly queue: readonly ReviewQueueRow[];
  readonly onBack: () => void;
}) {
  const { place, model, queue, onBack } = props;
  const { t } = useTexts();
  const [shown, setShown] = useRouteValue('artifact');
  const [view, setView] = useRouteValue('view');
  const [openCell, setOpenCell] = useState<OpenCell>();
  const [edited, setEdited] = useState<EvidenceDraft>();
  const evidence = useEvidenceDrafts(place);
  const acts = useReviewActs(place, model, evidence);
  const body = useRef<HTMLDivElement>(null);

  const { submission, artifacts, criteria } = model;
  const preview =
    artifacts.find(({ contentHash }) => contentHash === shown) ??
    artifacts.find(({ mediaType }) => mediaType.startsWith('text/')) ??
    artifacts[0];
  const earlier = earlierContent(
    model,
    preview,
    t('review.earlier.row', { sequence: model.earlier[0]?.sequence ?? 0 }),
  );
  const row = queue.find(
    ({ workItemId, groupId }) => workItemId === place.workItemId && groupId === place.groupId,
  );
  const index = row === undefined ? -1 : queue.indexOf(row);
  const leadTo = (step: -1 | 1): void => {
    const next = row === undefined ? undefined : neighbourOf(queue, row.id, step);
    if (next === undefined) return;
    const { connectionId, groupId, workItemId } = next;
    go('review', { connectionId, groupId, workItemId });
  };
  const jump = (step: ReviewStep): void => {
    const part = body.current?.querySelector<HTMLElement>(`[data-step="${step}"]`);
    part?.scrollIntoView({ block: 'start' });
    part?.querySelector<HTMLElement>('button, [tabindex="0"]')?.focus();
  };
  const isOpen = (id: string): boolean => actionOf(model, id)?.isEnabled === true;
  useShortcuts([
    {
      id: 'accept',
      words: t('review.decision.accept'),
      run: acts.accept,
      isOff: !canAccept(model, evidence.drafts),
    },
    {
      id: 'send-back',
      words: t('review.decision.sendBack'),
      isOff: !isOpen('send-back'),
      run: () => {
        acts.openSendBack();
        jump('decision');
      },
    },
    { id: 'ask-reviewer', words: t('review.decision.ask'), run: acts.askReviewer, isOff: !acts.canAsk },
    { id: 'comment', words: t('review.decision.conversation'), run: acts.comment },
    {
      id: 'diff',
      words: t('review.preview.diff'),
      run: () => setView(view === 'difference' ? undefined : 'difference'),
      isOff: earlier === undefined,
    },
    ...REVIEW_STEPS.map((step, number) => ({
      id: numberedView(number),
      words: t(`review.steps.${step}`),
      run: () => jump(step),
    })),
    { id: 'earlier', words: t('review.previous'), run: () => leadTo(-1) },
    { id: 'later', words: t('review.next'), run: () => leadTo(1) },
  ]);

  const { machines, reviewers } = splitByJudge(model.evidence);
  const worth = model.prepared?.review?.evidence ?? [];
  return (
    <Pane
      title={submission.title}
      onBack={onBack}
      subtitle={
        <span className="review-facts">
          <StateWord state={submission.state} words={submission.stateWords} />
          <span>{submission.missionTitle}</span>
          <span>{t('review.facts.contract', { version: submission.contractVersion })}</span>
          {submission.submitter !== undefined && (
            <span>{t('review.facts.by', { name: submission.submitter.name })}</span>
          )}
          <span>{t('review.facts.epoch', { epoch: submission.ownershipEpoch })}</span>
          {submission.submittedAtMs !== undefined && (
            <Instant atMs={submission.submittedAtMs} isRelative isFocusable />
          )}
        </span>
      }
      toolbar={
        index === -1 ? undefined : (
          <>
            <span className="muted numbers">
              {t('review.position', { index: index + 1, count: queue.length })}
            </span>
            <ActionIcon aria-label={t('review.previous')} disabled={index === 0} onClick={() => leadTo(-1)}>
              <IconChevronUp size={16} />
            </ActionIcon>
            <ActionIcon
              aria-label={t('review.next')}
              disabled={index === queue.length - 1}
              onClick={() => leadTo(1)}
            >
              <IconChevronDown size={16} />
            </ActionIcon>
          </>
        )
      }
    >
      <div className="review-ground">
        <div className="review-desk" ref={body}>
          <div className="review-head">
            <PreparedLine prepared={model.prepared} onOpen={() => jump('decision')} />
            <div data-step="integrity">
              <Section title={`1 · ${t('review.steps.integrity')}`}>
                <IntegrityPart
                  place={place}
                  artifacts={artifacts}
                  shownHash={preview?.contentHash}
                  onShow={({ contentHash }) => setShown(contentHash)}
                />
              </Section>
            </div>
          </div>
          <aside className="review-preview" aria-label={t('review.preview.title')} tabIndex={0}>
            {preview === undefined ? (
              <p className="muted">{t('review.integrity.none')}</p>
            ) : (
              <ArtifactPreview
                place={place}
                subject={preview}
                earlier={earlier}
                view={view}
                onView={setView}
              />
            )}
          </aside>
          <div className="review-steps">
            <div data-step="matrix">
              <Section title={`2 · ${t('review.steps.matrix')}`}>
                {criteria.length === 0 ? (
                  <p className="muted">{t('review.matrix.none')}</p>
                ) : (
                  <>
                    <EvidenceMatrix
                      rows={criteria}
                      isNarrow
                      onOpen={(criterion, cell) =>
                        setOpenCell({ criterionId: criterion.criterionId, type: cell.type })
                      }
                    />
                    <p className="muted small">{t('review.matrix.hint')}</p>
                  </>
                )}
                {openCell !== undefined && (
                  <CellPanel
                    model={model}
                    open={openCell}
                    onClose={() => setOpenCell(undefined)}
                    onAdd={(draft) => {
                      setEdited(draft);
                      jump('reviewers');
                    }}
                  />
                )}
              </Section>
            </div>
            {model.late.length > 0 && (
              <div className="late-band">
                <div className="strong">{t('review.late.title')}</div>
                <p>{t('review.late.body', { epoch: submission.ownershipEpoch })}</p>
                <EvidenceList evidence={model.late} worth={worth} />
              </div>
            )}
            <div data-step="tests">
              <Section title={`3 · ${t('review.steps.tests')}`}>
                <EvidenceList evidence={machines} worth={worth} />
              </Section>
            </div>
            <div data-step="reviewers">
              <Section title={`4 · ${t('review.steps.reviewers')}`}>
                <EvidenceList evidence={reviewers} worth={worth} />
                <h4 className="review-mine">{t('review.mine.title')}</h4>
                <ReviewerEvidence
                  criteria={criteria}
                  drafts={evidence.drafts}
                  edited={edited}
                  onEdit={setEdited}
                  onDrafts={evidence.change}
                />
                {evidence.fault !== undefined && <FaultNote fault={evidence.fault} />}
              </Section>
            </div>
            <div data-step="decision">
              <Section title={`5 · ${t('review.steps.decision')}`}>
                <PreparedPart place={place} prepared={model.prepared} onDraft={acts.openDraft} />
                <DecisionPart place={place} model={model} drafts={evidence.drafts} acts={acts} />
              </Section>
            </div>
            {model.earlier.length > 0 && (
              <Section title={t('review.earlier.title')}>
                <ul className="plain-list">
                  {model.earlier.map((each) => (
                    <li key={each.sequence} className="line">
                      <span className="numbers muted">
                        {t('review.earlier.row', { sequence: each.sequence })}
                      </span>
                      <Instant atMs={each.submittedAtMs} />
                      <span>{each.words.text}</span>
                      <span className="muted">
                        {t('review.earlier.artifacts', { count: each.artifactHashes.length })}
                      </span>
                    </li>
                  ))}
                </ul>
              </Section>
            )}
          </div>
        </div>
      </div>
    </Pane>
  );
}

/** What the shown Artifact is compared with: the content at its place in the submission before, where there is one. */
function earlierContent(
  model: ReviewModel,
  shown: ArtifactCheck | undefined,
  label: string,
): { readonly label: string; readonly contentHash: string } | undefined {
  const before = model.earlier[0];
  if (before === undefined || shown === undefined) return undefined;
  const contentHash = before.artifactHashes[model.artifacts.indexOf(shown)];
  return contentHash === undefined || contentHash === shown.contentHash ? undefined : { label, contentHash };
}

function CellPanel(props: {
  readonly model: ReviewModel;
  readonly open: OpenCell;
  readonly onClose: () => void;
  readonly onAdd: (draft: EvidenceDraft) => void;
}) {
  const { model, open, onClose, onAdd } = props;
  const { t } = useTexts();
  const row: MatrixRow | undefined = model.criteria.find(
    ({ criterionId }) => criterionId === open.criterionId,
  );
  const cell = row?.cells.find(({ type }) => type === open.type);
  if (row === undefined || cell === undefined) return null;
  const evidence = evidenceOfCell(model, cell);
  const addable = REVIEWER_TYPES.find((type) => type === cell.type);
  return (
    <section className="cell-panel" aria-live="polite" aria-label={row.description}>
      <div className="line-apart line">
        <div>
          <div className="strong">
            {t('review.cell.title', { type: evidenceTypeName(t, cell.type), criterion: row.criterionId })}
          </div>
          <div className="muted">{cell.words.text}</div>
        </div>
        <ActionIcon aria-label={t('review.cell.close')} onClick={onClose}>
          <IconX size={16} />
        </ActionIcon>
      </div>
      {evidence.length === 0 ? (
        <p className="muted">{t('review.cell.none')}</p>
      ) : (
        <EvidenceList evidence={evidence} />
      )}
      {addable !== undefined && cell.status !== 'passed' && (
        <div>
          <Button
            variant="default"
            onClick={() => onAdd({ ...draftFor(addable, model.criteria), criterionIds: [row.criterionId] })}
          >
            {t('review.cell.add')}
          </Button>
        </div>
      )}
    </section>
  );
}
