// The final word about a Mission, or a child of one: the pinned revision and its Artifacts, what proves them, and the button
// that names the pin. It stays closed until every Artifact was checked.
import { Button, Checkbox, Textarea } from '@mantine/core';
import { useEffect, useState } from 'react';
import { go } from '../../app/route.ts';
import { type Texts, useTexts } from '../../i18n/i18n.ts';
import { useDesk } from '../../transport/desk.tsx';
import { BudgetBars } from '../../ui/BudgetBars.tsx';
import { openCommandSheet } from '../../ui/command-sheet-store.ts';
import { shortId } from '../../ui/IdChip.tsx';
import { Pane, Section } from '../../ui/Pane.tsx';
import { KeyHint } from '../../ui/KeyHint.tsx';
import { useShortcuts } from '../../ui/shortcuts.ts';
import { ArtifactPreview } from '../review/ArtifactPreview.tsx';
import { focusField, runInBackground } from '../review/background.ts';
import { reasonForm } from '../review/DecisionPart.tsx';
import { IntegrityPart } from '../review/IntegrityPart.tsx';
import { StrangerText } from '../review/StrangerText.tsx';
import {
  approveForm,
  approveObstacles,
  changesForm,
  type ResultApproval,
  standingOf,
} from './approval-model.ts';
import { ApprovalFacts, PathNote } from './ApprovalFacts.tsx';
import { changesSince, keepLook, type LookChange, readLook } from './last-look.ts';
import '../review/review.css';
import './approvals.css';

export function FinalApprovalPane(props: { readonly row: ResultApproval; readonly onBack: () => void }) {
  const { row, onBack } = props;
  const { connectionId, groupId } = row;
  const { t } = useTexts();
  const desk = useDesk();
  const [knownByHash, setKnownByHash] = useState<ReadonlySet<string>>(new Set());
  const [comments, setComments] = useState('');
  const [isAsking, setIsAsking] = useState(false);
  const [shownHash, setShownHash] = useState<string>();
  const [view, setView] = useState<string>();

  const obstacles = approveObstacles(row, knownByHash);
  const isClosed = row.path === 'none' || obstacles.length > 0;
  const checked = row.artifacts.filter((artifact) => standingOf(artifact, knownByHash) === 'checked').length;
  // The host judges without the ticks, so its reason is told and does not close the button; the sheet has the last word.
  const hostReason = row.actions.find(({ id, isEnabled }) => id === 'approve' && !isEnabled)?.reason?.text;
  const shown = row.artifacts.find(({ contentHash }) => contentHash === shownHash);
  const approve = (): void => {
    if (isClosed) return;
    const form = approveForm(row, comments, knownByHash);
    openCommandSheet({ connectionId, intent: { kind: 'mission.approve', groupId, form } });
  };
  const checkAll = async (): Promise<void> => {
    for (const { contentHash, content } of row.artifacts) {
      // One after another: the host fetches each, and rows tell what came of it.
      if (content !== 'intact') await desk.artifacts.check({ connectionId, groupId, contentHash });
    }
  };
  useShortcuts([{ id: 'decide', words: row.approveWords.text, run: approve, isOff: isClosed }]);
  return (
    <Pane
      title={`${t(row.type === 'child' ? 'approvals.final.childTitle' : 'approvals.final.title')} · ${row.title}`}
      subtitle={t('approvals.final.revision', { revision: row.submittedRevision })}
      onBack={onBack}
      footer={
        <div className="decision-foot">
          <Button disabled={isClosed} rightSection={<KeyHint id="decide" />} onClick={approve}>
            {row.approveWords.text}
          </Button>
          <Button
            variant="default"
            disabled={row.path === 'none'}
            aria-expanded={isAsking}
            onClick={() => setIsAsking(!isAsking)}
          >
            {t('approvals.final.requestChanges')}
          </Button>
          <Button variant="default" onClick={() => go('mission', { connectionId, groupId })}>
            {t('approvals.openMission')}
          </Button>
          <Button
            variant="default"
            disabled={row.path === 'none'}
            onClick={() =>
              openCommandSheet({
                connectionId,
                intent: { kind: 'mission.cancel', groupId, form: { reason: '' } },
                form: reasonForm(t('approvals.final.cancelReason'), t('approvals.final.cancelReasonHint')),
              })
            }
          >
            {t('approvals.final.cancelMission')}
          </Button>
        </div>
      }
    >
      <div className="decision-sheet">
        <PathNote path={row.path} />
        {isAsking && <ChangesForm row={row} onLeave={() => setIsAsking(false)} />}
        <dl className="facts">
          <dt>{t('approvals.final.pin')}</dt>
          <dd>
            <span className="strong">{row.approveWords.text}</span>
            <div className="muted">{t('approvals.final.noReopen')}</div>
            {row.currentRevision !== row.submittedRevision && (
              <div className="warn">
                {t('approvals.final.revisionMoved', {
                  submitted: row.submittedRevision,
                  current: row.currentRevision,
                })}
              </div>
            )}
          </dd>
          <ApprovalFacts row={row} />
          <dt>{t('approvals.final.changes')}</dt>
          <dd>
            <Changes row={row} />
          </dd>
        </dl>
        {row.summary !== undefined && (
          <Section
            title={t('approvals.final.summary')}
            aside={<span className="muted">{t('approvals.final.summaryMark')}</span>}
          >
            <StrangerText text={row.summary} />
          </Section>
        )}
        <Section
          title={t('approvals.final.artifacts')}
          aside={
            <span className="line">
              <span className="muted numbers">
                {t('approvals.final.artifactsChecked', { checked, count: row.artifacts.length })}
              </span>
              <Button variant="default" size="compact-sm" onClick={() => runInBackground(checkAll())}>
                {t('approvals.final.checkAll')}
              </Button>
            </span>
          }
        >
          <IntegrityPart
            place={row}
            artifacts={row.artifacts}
            shownHash={shown?.contentHash}
            onShow={({ contentHash }) => setShownHash(contentHash === shownHash ? undefined : contentHash)}
          />
          <ByHashAlone row={row} known={knownByHash} onChange={setKnownByHash} />
          {shown !== undefined && (
            <div className="approval-preview">
              <ArtifactPreview place={row} subject={shown} view={view} onView={setView} />
            </div>
          )}
        </Section>
        <Section title={t('approvals.final.criteria')}>
          <CriteriaTable row={row} />
        </Section>
        <Section title={t('approvals.final.items')}>
          <p className="numbers">
            {t('approvals.final.itemCounts', row.items)}
            {row.items.other > 0 && (
              <span className="warn"> · {t('approvals.final.itemsOther', { count: row.items.other })}</span>
            )}
          </p>
          <p>
            {t('approvals.final.overrides')}: <span className="numbers">{row.overridesUsed}</span>
          </p>
        </Section>
        <Section title={t('approvals.final.budget')}>
          <BudgetBars dimensions={row.budget} currency={row.currency} />
        </Section>
        <Section title={t('approvals.final.children')}>
          {row.children.length === 0 ? (
            <p className="muted">{t('approvals.final.noChildren')}</p>
          ) : (
            <ul className="plain-list">
              {row.children.map((child) => (
                <li key={child.groupId}>
                  {child.title} <span className="muted">{child.stateWords.text}</span>
                </li>
              ))}
            </ul>
          )}
        </Section>
        <Section title={t('approvals.final.decision')}>
          {obstacles.length > 0 && (
            <div className="obstacles" role="group" aria-label={t('approvals.final.cannot')}>
              <div className="strong">{t('approvals.final.cannot')}</div>
              <ul>
                {obstacles.map(({ id, count }) => (
                  <li key={id}>{t(`approvals.final.obstacles.${id}`, { count })}</li>
                ))}
              </ul>
            </div>
          )}
          {obstacles.length === 0 && hostReason !== undefined && <p className="warn">{hostReason}</p>}
          <Textarea
            label={t('approvals.final.comments')}
            description={t('approvals.final.commentsHint')}
            value={comments}
            onChange={(event) => setComments(event.currentTarget.value)}
          />
        </Section>
      </div>
    </Pane>
  );
}

/** A tick for each content that cannot be had; it is written into the comments that are signed. */
function ByHashAlone(props: {
  readonly row: ResultApproval;
  readonly known: ReadonlySet<string>;
  readonly onChange: (known: ReadonlySet<string>) => void;
}) {
  const { row, known, onChange } = props;
  const { t } = useTexts();
  const absent = row.artifacts.filter(({ content }) => content === 'unavailable');
  if (absent.length === 0) return null;
  return (
    <Checkbox.Group value={[...known]} onChange={(hashes) => onChange(new Set(hashes))}>
      <div className="name-choice">
        {absent.map(({ contentHash, title }) => (
          <Checkbox
            key={contentHash}
            value={contentHash}
            label={title}
            description={t('approvals.final.knownByHash')}
          />
        ))}
      </div>
    </Checkbox.Group>
  );
}

function CriteriaTable(props: { readonly row: ResultApproval }) {
  const { t } = useTexts();
  return (
    <table className="table">
      <tbody>
        {props.row.criteria.map(({ criterionId, description, status, evidenceIds }) => (
          <tr key={criterionId}>
            <th scope="row">
              <span className="mono muted">{criterionId}</span> {description}
            </th>
            <td>
              <span className="evidence-result" data-result={status === 'missing' ? 'inconclusive' : status}>
                {/* Work is judged by criteria of its own; that it serves this one, only Evidence can say. */}
                {t(status === 'missing' ? 'approvals.final.notNamed' : `facts.criterion.${status}`)}
              </span>
            </td>
            <td className="numbers muted">{t('approvals.final.evidence', { count: evidenceIds.length })}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function changeText(change: LookChange, t: Texts): string {
  if (change.id === 'revision') return t('approvals.final.changeRevision', change);
  if (change.id === 'new') return t('approvals.final.changeNew', change);
  return t('approvals.final.changeGone', { hash: shortId(change.hash) });
}

function Changes(props: { readonly row: ResultApproval }) {
  const { row } = props;
  const { t } = useTexts();
  const [before] = useState(() => readLook(localStorage, row));
  useEffect(() => keepLook(localStorage, row), [row]);
  if (before === undefined) return <span className="muted">{t('approvals.final.changesFirst')}</span>;
  const changes = changesSince(before, row);
  if (changes.length === 0) return <span className="muted">{t('approvals.final.changesNone')}</span>;
  return (
    <ul className="plain-list">
      {changes.map((change) => {
        const text = changeText(change, t);
        return <li key={text}>{text}</li>;
      })}
    </ul>
  );
}

function ChangesForm(props: { readonly row: ResultApproval; readonly onLeave: () => void }) {
  const { row, onLeave } = props;
  const { t } = useTexts();
  const [feedback, setFeedback] = useState('');
  const [conditions, setConditions] = useState('');
  const [isTried, setIsTried] = useState(false);
  const sign = (): void => {
    setIsTried(true);
    if (feedback.trim() === '') return;
    openCommandSheet({
      connectionId: row.connectionId,
      intent: {
        kind: 'mission.request_changes',
        groupId: row.groupId,
        form: changesForm(feedback, conditions),
      },
      onKept: onLeave,
    });
  };
  return (
    <section className="refusing" aria-label={t('approvals.final.changesTitle')}>
      <div className="strong">{t('approvals.final.changesTitle')}</div>
      <p>{t('approvals.final.changesExplain', { revision: row.currentRevision + 1 })}</p>
      <Textarea
        ref={focusField}
        label={t('approvals.final.feedback')}
        value={feedback}
        onChange={(event) => setFeedback(event.currentTarget.value)}
        {...(isTried && feedback.trim() === '' ? { error: t('approvals.final.feedbackMissing') } : {})}
      />
      <Textarea
        label={t('approvals.final.conditions')}
        value={conditions}
        onChange={(event) => setConditions(event.currentTarget.value)}
      />
      <div className="line">
        <Button onClick={sign}>{t('approvals.final.sign')}</Button>
        <Button variant="default" onClick={onLeave}>
          {t('common.cancel')}
        </Button>
      </div>
    </section>
  );
}
