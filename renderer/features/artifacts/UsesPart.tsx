// Who approved exactly this content, in which submissions it stands, whose input it is, and which Evidence names it.
import type { ArtifactDetail } from '../../../core/contract/artifacts.ts';
import { hrefOf } from '../../app/route.ts';
import { useTexts } from '../../i18n/i18n.ts';
import { Instant } from '../../ui/Instant.tsx';
import { Section } from '../../ui/Pane.tsx';

export function UsesPart(props: { readonly detail: ArtifactDetail }) {
  const { approvedBy, submittedIn, inputOf, evidence } = props.detail;
  const { t } = useTexts();
  return (
    <div className="stack-wide">
      <Section title={t('artifacts.uses.approved')}>
        {approvedBy.length === 0 && <p className="muted">{t('artifacts.uses.noApproval')}</p>}
        <ul className="plain-list stack">
          {approvedBy.map((each) => (
            <li key={each.approvalId} data-standing={each.isStanding}>
              <span className="strong">{each.words.text}</span> · {each.approver.name} ·{' '}
              <Instant atMs={each.atMs} isFocusable />
              <div className="muted">
                {t('artifacts.uses.pins', { revision: each.missionRevision, mission: each.missionTitle })}
                <EventLink {...each} />
              </div>
            </li>
          ))}
        </ul>
      </Section>
      <Section title={t('artifacts.uses.submitted')}>
        {submittedIn.length === 0 && <p className="muted">{t('artifacts.uses.noSubmission')}</p>}
        <ul className="plain-list stack">
          {submittedIn.map((each) => (
            <li key={`${each.groupId} ${each.workItemId ?? ''} ${each.sequence ?? ''}`}>
              <a
                href={
                  each.workItemId === undefined
                    ? hrefOf('mission', each)
                    : hrefOf('work', {
                        connectionId: each.connectionId,
                        groupId: each.groupId,
                        workItemId: each.workItemId,
                      })
                }
              >
                {each.title}
              </a>{' '}
              <span className="muted">
                {each.words.text} · {t(each.isCurrent ? 'artifacts.uses.current' : 'artifacts.uses.replaced')}
                {each.atMs !== undefined && (
                  <>
                    {' · '}
                    <Instant atMs={each.atMs} />
                  </>
                )}
                <EventLink {...each} />
              </span>
            </li>
          ))}
        </ul>
      </Section>
      <Section title={t('artifacts.uses.inputs')}>
        {inputOf.length === 0 && <p className="muted">{t('artifacts.uses.noInput')}</p>}
        <ul className="plain-list">
          {inputOf.map(({ connectionId, groupId, workItemId, title }) => (
            <li key={workItemId}>
              <a href={hrefOf('work', { connectionId, groupId, workItemId })}>{title}</a>
            </li>
          ))}
        </ul>
      </Section>
      <Section title={t('artifacts.uses.evidence')}>
        {evidence.length === 0 && <p className="muted">{t('artifacts.uses.noEvidence')}</p>}
        <ul className="plain-list">
          {evidence.map((each) => (
            <li key={each.evidenceId}>
              {each.type} ·{' '}
              <span className="evidence-result" data-result={each.result}>
                {t(`review.evidence.${each.result}`)}
              </span>{' '}
              <span className="muted">
                {each.by.name} · <Instant atMs={each.atMs} />
              </span>
            </li>
          ))}
        </ul>
      </Section>
    </div>
  );
}

function EventLink(props: {
  readonly connectionId: string;
  readonly groupId: string;
  readonly sequence?: number | undefined;
}) {
  const { connectionId, groupId, sequence } = props;
  const { t } = useTexts();
  if (sequence === undefined) return null;
  return (
    <>
      {' · '}
      <a href={hrefOf('history', { connectionId, groupId, sequence: String(sequence) })}>
        {t('artifacts.facts.event', { sequence })}
      </a>
    </>
  );
}
