// Long work on the database: begun here, followed wherever one is, and stopped.
import { Button, Progress } from '@mantine/core';
import { useEffect, useRef } from 'react';
import type { AdministeredRow, OperatorJob } from '../../../core/contract/operator.ts';
import { useTexts } from '../../i18n/i18n.ts';
import { useDesk, useLive, useRequest } from '../../transport/desk.tsx';
import { formatNumber } from '../../ui/format.ts';
import { drop } from '../../ui/drop.ts';
import { FaultNote, LostNote } from '../../ui/states.tsx';

type Task = OperatorJob['task'];

export function JobPart(props: {
  readonly authority: AdministeredRow;
  readonly tasks: readonly Exclude<Task, 'check-backup'>[];
  readonly onEnd?: () => Promise<unknown>;
}) {
  const { authority, tasks, onEnd } = props;
  const { authorityId } = authority;
  const { t } = useTexts();
  const desk = useDesk();
  const { summary } = useLive('operator.backups', { authorityId });
  const run = useRequest(desk.operator.run);
  const stop = useRequest(desk.operator.stop);
  const job = summary?.job;
  const isRunning = job?.state === 'running';
  const wasRunning = useRef(false);
  useEffect(() => {
    if (wasRunning.current && !isRunning && onEnd !== undefined) drop(onEnd);
    wasRunning.current = isRunning;
  }, [isRunning, onEnd]);
  const names: { readonly [Each in Exclude<Task, 'check-backup'>]: string } = {
    integrity: t('operator.health.integrity'),
    verify: t('operator.health.verify'),
    backup: t('operator.backups.now'),
  };
  return (
    <div className="stack">
      <div className="line">
        {tasks.map((task) => (
          <Button
            key={task}
            variant={task === 'backup' ? 'filled' : 'default'}
            disabled={isRunning || (task === 'backup' && summary?.canBackUp !== true)}
            loading={run.isRunning}
            onClick={() => drop(() => run.run({ authorityId, task }))}
          >
            {names[task]}
          </Button>
        ))}
      </div>
      {run.fault !== undefined && <FaultNote fault={run.fault} />}
      {(run.isLost || stop.isLost) && <LostNote />}
      {job !== undefined && (
        <Job job={job} onStop={() => drop(() => stop.run({ authorityId }))} isStopping={stop.isRunning} />
      )}
    </div>
  );
}

const TONES: { readonly [Each in OperatorJob['state']]: string } = {
  running: '',
  good: 'good',
  bad: 'bad',
  failed: 'warn',
};

function Job(props: {
  readonly job: OperatorJob;
  readonly onStop: () => void;
  readonly isStopping: boolean;
}) {
  const { job } = props;
  const { t, language } = useTexts();
  const { done, total } = job;
  return (
    <section className="card stack" aria-label={t('operator.backups.job')}>
      <p role="status" className={TONES[job.state]}>
        {job.words.text}
      </p>
      {job.state === 'running' && (
        <div className="line">
          {done !== undefined && total !== undefined && (
            <>
              <Progress
                className="grow"
                value={total === 0 ? 100 : (100 * done) / total}
                aria-label={t('operator.backups.job')}
              />
              <span className="numbers">
                {t('operator.backups.progress', {
                  done: formatNumber(done, language),
                  total: formatNumber(total, language),
                })}
              </span>
            </>
          )}
          <Button variant="default" loading={props.isStopping} onClick={props.onStop}>
            {t('operator.backups.stop')}
          </Button>
        </div>
      )}
      {job.findings.length > 0 && (
        <ul className="operator-effects">
          {job.findings.map((finding) => (
            <li key={finding}>{finding}</li>
          ))}
        </ul>
      )}
    </section>
  );
}
