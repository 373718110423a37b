// What a check of a brief has found: its faults with their places, or the plan that it would become.
import { Button, Radio, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { BriefFaultModel, BriefPace, BriefSummary } from '../../../core/contract/briefs.ts';
import { useTexts } from '../../i18n/i18n.ts';
import { useDesk, useRequest } from '../../transport/desk.tsx';
import { BudgetBars } from '../../ui/BudgetBars.tsx';
import { drop } from '../../ui/drop.ts';
import { Instant } from '../../ui/Instant.tsx';
import { Section } from '../../ui/Pane.tsx';
import { FaultNote, LostNote } from '../../ui/states.tsx';
import { clearBriefText } from './brief-file.ts';

export type Verdict =
  | { readonly kind: 'faults'; readonly faults: readonly BriefFaultModel[] }
  | { readonly kind: 'plan'; readonly plan: BriefSummary };

interface Brief {
  readonly connectionId: string;
  readonly text: string;
  readonly format: 'yaml' | 'json';
  readonly folder?: string | undefined;
}

const PACES: readonly BriefPace[] = ['by-hand', 'by-itself'];

export function BriefVerdict(props: Brief & { readonly verdict: Verdict }) {
  const { verdict, ...brief } = props;
  const { t } = useTexts();
  if (verdict.kind === 'plan') return <Plan plan={verdict.plan} brief={brief} />;
  return (
    <section className="brief-faults" role="alert">
      <h3>{t('computer.briefs.faults', { count: verdict.faults.length })}</h3>
      <ul className="plain-list stack">
        {verdict.faults.map((fault) => (
          <li key={`${fault.path} ${fault.words.text}`}>
            {fault.words.text}{' '}
            <span className="muted">
              {fault.line !== undefined && t('computer.briefs.line', { line: fault.line })}{' '}
              <span className="mono">{fault.path}</span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Plan(props: { readonly plan: BriefSummary; readonly brief: Brief }) {
  const { plan, brief } = props;
  const { t } = useTexts();
  const desk = useDesk();
  const run = useRequest(desk.briefs.run);
  const [inputs, setInputs] = useState<Readonly<Record<string, string>>>({});
  const [pace, setPace] = useState<BriefPace>('by-hand');
  const starts = plan.workers.filter(({ config }) => config !== undefined);
  const isReady =
    plan.obstacles.length === 0 && plan.inputs.every(({ name }) => (inputs[name] ?? '').trim() !== '');
  const start = async (): Promise<void> => {
    const started = await run.run({ ...brief, pace, inputs: { ...inputs } });
    if (started !== undefined) clearBriefText();
  };
  return (
    <div className="card">
      <Section title={`${t('computer.briefs.plan')}: ${plan.title}`}>
        <p>{plan.objective}</p>
        <dl className="facts">
          <dt>{t('computer.briefs.deadline')}</dt>
          <dd>
            <Instant atMs={plan.deadlineAtMs} isFocusable />
          </dd>
          <dt>{t('computer.briefs.work')}</dt>
          <dd>
            <ol className="brief-work">
              {plan.work.map((item) => (
                <li key={item.name}>
                  <span className="strong">{item.name}</span> {item.goal}{' '}
                  <span className="muted">
                    {item.worker !== undefined && t('computer.briefs.by', { name: item.worker })}
                    {item.needs.length > 0 &&
                      `, ${t('computer.briefs.needs', { names: item.needs.join(', ') })}`}
                  </span>
                </li>
              ))}
            </ol>
          </dd>
          {starts.length > 0 && (
            <>
              <dt>{t('computer.briefs.starts')}</dt>
              <dd>
                <ul className="brief-work">
                  {starts.map(({ name, config }) => (
                    <li key={name}>
                      <span className="strong">{name}</span> <span className="mono muted">{config}</span>
                    </li>
                  ))}
                </ul>
              </dd>
            </>
          )}
        </dl>
        <BudgetBars dimensions={plan.budget} />
      </Section>
      {plan.inputs.length > 0 && (
        <Section title={t('computer.briefs.inputs')}>
          {plan.inputs.map(({ name, description }) => (
            <TextInput
              key={name}
              label={name}
              description={description}
              placeholder={t('computer.briefs.inputHint')}
              classNames={{ input: 'mono' }}
              value={inputs[name] ?? ''}
              onChange={(event) => setInputs({ ...inputs, [name]: event.currentTarget.value })}
            />
          ))}
        </Section>
      )}
      <Section title={t('computer.briefs.pace')}>
        <div className="stack" role="radiogroup" aria-label={t('computer.briefs.pace')}>
          {PACES.map((each) => (
            <Radio
              key={each}
              name="brief-pace"
              checked={pace === each}
              label={t(`computer.briefs.paces.${each}.name`)}
              description={t(`computer.briefs.paces.${each}.body`)}
              onChange={() => setPace(each)}
            />
          ))}
        </div>
      </Section>
      {plan.obstacles.length > 0 && (
        <Section title={t('computer.briefs.obstacles')}>
          <ul className="brief-work bad">
            {plan.obstacles.map(({ key, text }) => (
              <li key={key + text}>{text}</li>
            ))}
          </ul>
        </Section>
      )}
      {run.fault !== undefined && <FaultNote fault={run.fault} />}
      {run.isLost && <LostNote />}
      <div className="brief-run">
        <Button size="sm" disabled={!isReady} loading={run.isRunning} onClick={() => drop(start)}>
          {t('computer.briefs.run')}
        </Button>
      </div>
    </div>
  );
}
