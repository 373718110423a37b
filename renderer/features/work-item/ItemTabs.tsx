// What the tabs of a WorkItem show.
import { Button } from '@mantine/core';
import { go } from '../../app/route.ts';
import { useTexts } from '../../i18n/i18n.ts';
import { useLive } from '../../transport/desk.tsx';
import { BudgetBars } from '../../ui/BudgetBars.tsx';
import { IdChip } from '../../ui/IdChip.tsx';
import { Instant } from '../../ui/Instant.tsx';
import { Section } from '../../ui/Pane.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { formOfContract } from '../contract-editor/contract-form.ts';
import { ContractView } from '../contract-editor/ContractView.tsx';
import { EvidenceList } from '../review/EvidenceList.tsx';
import { ContentVerdict } from '../review/IntegrityPart.tsx';
import type { ItemPlace } from '../review/review-model.ts';
import { StrangerText } from '../review/StrangerText.tsx';
import { EpochLanes } from './EpochLanes.tsx';
import { OfferTable } from './OfferTable.tsx';
import type { WorkItemModel } from './work-item-model.ts';
import '../approvals/approvals.css';
import '../review/review.css';
import './work-item.css';

interface TabProps {
  readonly place: ItemPlace;
  readonly model: WorkItemModel;
}

export function SummaryTab({ model }: TabProps) {
  const { t } = useTexts();
  const { header, contract, execution, artifacts } = model;
  const form = contract === undefined ? undefined : formOfContract(contract);
  return (
    <div className="stack-wide">
      {header.requiredResolution !== undefined && (
        <div className="obstacles">
          <div className="strong">{t('work.summary.blocked')}</div>
          <StrangerText text={header.requiredResolution} />
        </div>
      )}
      <Section title={t('work.summary.goal')}>
        {form === undefined ? (
          <p className="muted">{t('work.summary.noContract')}</p>
        ) : (
          <StrangerText text={form.goal} />
        )}
      </Section>
      {form !== undefined && (
        <Section title={t('work.summary.criteria')}>
          <ul className="plain-list">
            {form.criteria.map(({ criterionId, description }) => (
              <li key={criterionId}>
                <span className="mono muted">{criterionId}</span> <StrangerText text={description} isInline />
              </li>
            ))}
          </ul>
        </Section>
      )}
      <Section title={t('work.summary.progress')}>
        <Checkpoint checkpoint={execution?.checkpoint} />
      </Section>
      <Section title={t('work.summary.artifacts')}>
        {artifacts.length === 0 ? (
          <p className="muted">{t('work.summary.noArtifacts')}</p>
        ) : (
          <ul className="plain-list">
            {artifacts.map((artifact) => (
              <li key={artifact.artifactId} className="line">
                <ContentVerdict content={artifact.condition} />
                <span>{artifact.title}</span>
                <span className="muted">{artifact.mediaType}</span>
                <IdChip id={artifact.contentHash} />
              </li>
            ))}
          </ul>
        )}
      </Section>
    </div>
  );
}

function Checkpoint(props: { readonly checkpoint: NonNullable<WorkItemModel['execution']>['checkpoint'] }) {
  const { checkpoint } = props;
  const { t } = useTexts();
  if (checkpoint === undefined) return <p className="muted">{t('work.summary.nothing')}</p>;
  return (
    <dl className="facts">
      <dt>{t('work.summary.phase')}</dt>
      <dd>
        <StrangerText text={checkpoint.phase} isInline />
      </dd>
      <dt>{t('work.summary.done')}</dt>
      <dd>
        <StrangerText text={checkpoint.completedMilestones.join(', ')} isInline />
      </dd>
      {checkpoint.nextStep !== undefined && (
        <>
          <dt>{t('work.summary.next')}</dt>
          <dd>
            <StrangerText text={checkpoint.nextStep} isInline />
          </dd>
        </>
      )}
      {checkpoint.stateArtifactHash !== undefined && (
        <>
          <dt>{t('work.execution.stateArtifact')}</dt>
          <dd>
            <IdChip id={checkpoint.stateArtifactHash} />
          </dd>
        </>
      )}
    </dl>
  );
}

export function ContractTab({ model }: TabProps) {
  const { t } = useTexts();
  if (model.contract === undefined) return <p className="muted">{t('work.summary.noContract')}</p>;
  return <ContractView form={formOfContract(model.contract)} />;
}

export function OffersTab({ place, model }: TabProps) {
  const { t } = useTexts();
  const { offers } = model;
  if (offers === undefined) return <Skeleton rows={3} />;
  return (
    <div className="stack-wide">
      <Section
        title={t('work.offers.running')}
        aside={
          <Button variant="default" onClick={() => go('offer', place)}>
            {t('work.offers.compose')}
          </Button>
        }
      >
        <OfferTable offers={offers.offers} />
      </Section>
      <Section title={t('work.offers.candidates')}>
        <ul className="plain-list">
          {offers.candidates.map((candidate) => (
            <li key={candidate.agent.id} className="line">
              <span className="strong">{candidate.agent.name}</span>
              <span className="numbers muted">
                {candidate.matches}/{candidate.required}
              </span>
              <span className="muted">{candidate.obstacles.map(({ text }) => text).join(' ')}</span>
            </li>
          ))}
        </ul>
      </Section>
    </div>
  );
}

export function ExecutionTab({ model }: TabProps) {
  const { t } = useTexts();
  const { execution, header } = model;
  if (execution === undefined) return <Skeleton rows={4} />;
  const late = model.evidence.filter(({ isLate }) => isLate);
  return (
    <div className="stack-wide">
      <Section title={t('work.execution.lanes')}>
        <EpochLanes leases={execution.leases} currentEpoch={header.ownershipEpoch} />
      </Section>
      <Section title={t('work.execution.checkpoint')}>
        <Checkpoint checkpoint={execution.checkpoint} />
      </Section>
      <Section title={t('work.execution.late')}>
        {late.length === 0 ? (
          <p className="muted">{t('work.execution.lateNone')}</p>
        ) : (
          <div className="late-band">
            <p>{t('work.evidence.late')}</p>
            <EvidenceList evidence={late} />
          </div>
        )}
      </Section>
      {execution.approvalIds.length > 0 && (
        <Section title={t('work.execution.approvals')}>
          <span className="line">
            {execution.approvalIds.map((id) => (
              <IdChip key={id} id={id} />
            ))}
          </span>
        </Section>
      )}
    </div>
  );
}

export function EvidenceTab({ place, model }: TabProps) {
  const { t } = useTexts();
  const current = model.evidence.filter(({ isLate }) => !isLate);
  const late = model.evidence.filter(({ isLate }) => isLate);
  return (
    <div className="stack-wide">
      {model.header.state === 'submitted' && (
        <div>
          <Button onClick={() => go('review', place)}>{t('work.evidence.review')}</Button>
        </div>
      )}
      <EvidenceList evidence={current} />
      {late.length > 0 && (
        <div className="late-band">
          <p>{t('work.evidence.late')}</p>
          <EvidenceList evidence={late} />
        </div>
      )}
    </div>
  );
}

export function BudgetTab({ model }: TabProps) {
  const { budget } = model;
  return budget === undefined ? (
    <Skeleton rows={6} />
  ) : (
    <BudgetBars dimensions={budget.dimensions} currency={budget.currency} />
  );
}

export function HistoryTab({ place }: TabProps) {
  const { connectionId, groupId, workItemId } = place;
  const { t } = useTexts();
  const { rows, isComplete } = useLive('history.follow', { connectionId, groupId });
  const own = rows.filter((row) => row.workItemId === workItemId).toSorted((a, b) => b.sequence - a.sequence);
  return (
    <div className="stack">
      {!isComplete && <Skeleton rows={4} />}
      {isComplete && own.length === 0 && <p className="muted">{t('work.history.none')}</p>}
      <ol className="item-history">
        {own.map((row) => (
          <li key={row.eventId}>
            <span className="numbers muted">#{row.sequence}</span>
            <Instant atMs={row.occurredAtMs} />
            <span>{row.words.text}</span>
            <span className="muted">{row.actor.name}</span>
          </li>
        ))}
      </ol>
      <div>
        <Button variant="default" onClick={() => go('history', { connectionId, groupId })}>
          {t('work.history.all')}
        </Button>
      </div>
    </div>
  );
}
