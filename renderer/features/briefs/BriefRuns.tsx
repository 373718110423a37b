// Briefs that run, and the questions that only a human can answer.
import { Button, Textarea } from '@mantine/core';
import { IconFileText } from '@tabler/icons-react';
import { useState } from 'react';
import type { BriefRunRow } from '../../../core/contract/briefs.ts';
import { go, hrefOf } from '../../app/route.ts';
import { useTexts } from '../../i18n/i18n.ts';
import { useDesk, useLive, useRequest } from '../../transport/desk.tsx';
import { drop } from '../../ui/drop.ts';
import { EmptyState, FaultNote, LostNote, Skeleton } from '../../ui/states.tsx';
import { StateWord } from '../../ui/StateWord.tsx';

type Question = BriefRunRow['questions'][number];

export function BriefRuns() {
  const { t } = useTexts();
  const list = useLive('briefs.follow');
  if (!list.isComplete) return <Skeleton />;
  if (list.rows.length === 0) {
    return <EmptyState icon={<IconFileText size={28} stroke={1.5} />} title={t('computer.briefs.noRuns')} />;
  }
  return (
    <div className="stack-wide">
      {list.rows.map((row) => (
        <Run key={row.id} row={row} />
      ))}
    </div>
  );
}

function Run(props: { readonly row: BriefRunRow }) {
  const { row } = props;
  const { connectionId, groupId, runId } = row;
  const { t } = useTexts();
  const desk = useDesk();
  const pause = useRequest(desk.briefs.pause);
  return (
    <article className="card stack-wide" aria-label={row.title}>
      <header className="line-apart">
        <div>
          <h3>{row.title}</h3>
          <span className="muted">
            {t(`computer.briefs.paces.${row.pace}.name`)}
            {' · '}
            {row.isPaused ? t('computer.briefs.paused') : row.phaseWords.text}
          </span>
        </div>
        <div className="line">
          <Button variant="default" onClick={() => go('mission', { connectionId, groupId })}>
            {t('computer.briefs.open')}
          </Button>
          {row.phase !== 'ended' && (
            <Button
              variant="default"
              loading={pause.isRunning}
              onClick={() => drop(() => pause.run({ runId, isPaused: !row.isPaused }))}
            >
              {row.isPaused ? t('computer.briefs.goOn') : t('computer.briefs.pause')}
            </Button>
          )}
        </div>
      </header>
      {pause.fault !== undefined && <FaultNote fault={pause.fault} />}
      {row.questions.map((question) => (
        <QuestionForm key={question.questionId} runId={runId} question={question} />
      ))}
      {row.obstacles.length > 0 && (
        <ul className="brief-work bad">
          {row.obstacles.map(({ key, text }) => (
            <li key={key + text}>{text}</li>
          ))}
        </ul>
      )}
      {row.workers.length > 0 && (
        <p className="muted">
          {t('computer.briefs.workers')}{' '}
          {row.workers.map(({ name, words }) => `${name} (${words.text})`).join(', ')}
        </p>
      )}
      <ul className="plain-list stack">
        {row.items.map((item) => (
          <li key={item.name} className="line-apart">
            <span>
              {item.object === undefined ? (
                item.name
              ) : (
                <a
                  href={hrefOf('work', {
                    connectionId,
                    groupId: item.object.groupId,
                    workItemId: item.object.id,
                  })}
                >
                  {item.name}
                </a>
              )}{' '}
              <span className="muted">
                {[item.worker, item.activity].filter((each) => each !== undefined).join(': ')}
                {item.attempts > 1 && ` · ${t('computer.briefs.attempts', { count: item.attempts })}`}
              </span>
            </span>
            <StateWord state={item.phase} words={item.words} />
          </li>
        ))}
      </ul>
    </article>
  );
}

function QuestionForm(props: { readonly runId: string; readonly question: Question }) {
  const { runId, question } = props;
  const { t } = useTexts();
  const desk = useDesk();
  const answer = useRequest(desk.briefs.answer);
  const [text, setText] = useState('');
  const wantsText = question.choices.some(({ needsText }) => needsText);
  return (
    <section className="brief-question" aria-label={t('computer.briefs.question')}>
      <p className="strong">{question.words.text}</p>
      {wantsText && (
        <Textarea
          aria-label={t('computer.briefs.answer')}
          placeholder={t('computer.briefs.answer')}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      )}
      {question.choices.length === 0 && (
        <div className="line">
          <Button variant="default" onClick={() => go('approvals', {})}>
            {t('computer.briefs.approvals')}
          </Button>
        </div>
      )}
      <div className="line">
        {question.choices.map(({ choice, words, needsText }) => (
          <Button
            key={choice}
            variant="default"
            disabled={needsText && text.trim() === ''}
            loading={answer.isRunning}
            onClick={() =>
              drop(() =>
                answer.run({
                  runId,
                  questionId: question.questionId,
                  choice,
                  ...(text.trim() === '' ? {} : { text: text.trim() }),
                }),
              )
            }
          >
            {words.text}
          </Button>
        ))}
      </div>
      {answer.fault !== undefined && <FaultNote fault={answer.fault} />}
      {answer.isLost && <LostNote />}
    </section>
  );
}
