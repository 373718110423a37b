// Before a WorkItem is given to somebody else: where the next one begins, what is lost, what stays, who is fenced. Then the offer
// composer makes the offer that does it.
import { Button } from '@mantine/core';
import { IconArrowRight, IconHourglass } from '@tabler/icons-react';
import type { ReassignRow } from '../../../core/contract/leases.ts';
import type { Words } from '../../../core/contract/values.ts';
import { go, hrefOf } from '../../app/route.ts';
import { useTexts } from '../../i18n/i18n.ts';
import { useLive } from '../../transport/desk.tsx';
import { Countdown } from '../../ui/Countdown.tsx';
import { IdChip } from '../../ui/IdChip.tsx';
import { Instant } from '../../ui/Instant.tsx';
import { Pane, Section } from '../../ui/Pane.tsx';
import { useShortcuts } from '../../ui/shortcuts.ts';
import { StateWord } from '../../ui/StateWord.tsx';
import type { ItemPlace } from '../review/review-model.ts';
import { StrangerText } from '../review/StrangerText.tsx';
import { ItemMissing, ItemScreen } from '../work-item/ItemScreen.tsx';
import '../approvals/approvals.css';
import '../review/review.css';
import './leases.css';

export function ReassignScreen() {
  const { t } = useTexts();
  return (
    <ItemScreen title={t('terms.reassign.title')}>
      {(place) => <Loaded key={place.workItemId} place={place} />}
    </ItemScreen>
  );
}

function Loaded(props: { readonly place: ItemPlace }) {
  const { place } = props;
  const { t } = useTexts();
  const { rows, isComplete } = useLive('leases.reassign', place);
  const [row] = rows;
  if (row !== undefined) return <Wizard place={place} row={row} />;
  return (
    <ItemMissing
      title={t('terms.reassign.title')}
      isComplete={isComplete}
      icon={<IconHourglass size={24} stroke={1.5} />}
    />
  );
}

function Wizard(props: { readonly place: ItemPlace; readonly row: ReassignRow }) {
  const { place, row } = props;
  const { t } = useTexts();
  const canGo = row.action?.isEnabled === true;
  const compose = (): void => {
    if (canGo) go('offer', place);
  };
  const composing = {
    words: t('terms.reassign.compose', { epoch: row.nextEpoch }),
    run: compose,
    isOff: !canGo,
  };
  useShortcuts([
    { id: 'offer', ...composing },
    { id: 'sign', ...composing },
  ]);
  return (
    <Pane
      title={`${t('terms.reassign.title')} · ${row.title}`}
      subtitle={<StateWord state={row.state} words={row.stateWords} />}
      footer={
        <div className="decision-foot">
          <Button rightSection={<IconArrowRight size={14} />} disabled={!canGo} onClick={compose}>
            {t('terms.reassign.compose', { epoch: row.nextEpoch })}
          </Button>
          <Button variant="default" onClick={() => go('work', { ...place, tab: 'execution' })}>
            {t('terms.reassign.leave')}
          </Button>
          {!canGo && row.action?.reason !== undefined && (
            <span className="warn">{row.action.reason.text}</span>
          )}
          {canGo && (
            <span className={row.candidates === 0 ? 'warn' : 'muted'}>
              {t('terms.reassign.candidates', { count: row.candidates })}
            </span>
          )}
        </div>
      }
    >
      <div className="reassign">
        <p>
          <a href={hrefOf('work', place)}>{row.title}</a> · {row.missionTitle} ·{' '}
          {row.holder === undefined
            ? t('terms.reassign.nobody')
            : t('terms.reassign.holder', { name: row.holder.name, epoch: row.ownershipEpoch })}{' '}
          · {t('terms.reassign.attempts', { count: row.attempts, max: row.maxAttempts })}
        </p>
        {row.heldUntilMs !== undefined && (
          <p className="warning-line">
            {t('terms.reassign.held')} <Countdown endsAtMs={row.heldUntilMs} />
          </p>
        )}
        {row.graceEndsAtMs !== undefined && (
          <p className="warning-line">
            {t('terms.reassign.grace')} <Countdown endsAtMs={row.graceEndsAtMs} />
          </p>
        )}
        <ol className="reassign-steps">
          <Step title={t('terms.reassign.checkpoint')}>
            <CheckpointFacts row={row} />
          </Step>
          <Step title={t('terms.reassign.lost')}>
            <Lines lines={row.lost} none={t('terms.reassign.nothingLost')} />
            {row.kept.length > 0 && (
              <>
                <div className="label">{t('terms.reassign.kept')}</div>
                <Lines lines={row.kept} none="" />
              </>
            )}
          </Step>
          <Step title={t('terms.reassign.late')}>
            <p>{row.lateRule.text}</p>
          </Step>
          <Step title={t('terms.reassign.fences')}>
            <Lines lines={row.fences} none="" />
            {(row.action?.warnings ?? []).map(({ key, text }) => (
              <p key={key} className="warn">
                {text}
              </p>
            ))}
          </Step>
        </ol>
      </div>
    </Pane>
  );
}

function Step(props: { readonly title: string; readonly children: React.ReactNode }) {
  return (
    <li>
      <Section title={props.title}>{props.children}</Section>
    </li>
  );
}

function Lines(props: { readonly lines: readonly Words[]; readonly none: string }) {
  if (props.lines.length === 0) return <p className="muted">{props.none}</p>;
  return (
    <ul className="reassign-lines">
      {props.lines.map(({ text }) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );
}

function CheckpointFacts(props: { readonly row: ReassignRow }) {
  const { t } = useTexts();
  const { checkpoint } = props.row;
  if (checkpoint === undefined) return <p className="muted">{t('terms.reassign.noCheckpoint')}</p>;
  return (
    <dl className="facts">
      <dt>{t('work.summary.phase')}</dt>
      <dd>
        {checkpoint.phase}
        {checkpoint.atMs !== undefined && (
          <>
            {' · '}
            <Instant atMs={checkpoint.atMs} isFocusable /> (<Instant atMs={checkpoint.atMs} isRelative />)
          </>
        )}
      </dd>
      <dt>{t('work.summary.done')}</dt>
      <dd>{checkpoint.completedMilestones.join(', ') || t('common.none')}</dd>
      {checkpoint.nextStep !== undefined && (
        <>
          <dt>{t('work.summary.next')}</dt>
          <dd>
            <StrangerText text={checkpoint.nextStep} />
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
