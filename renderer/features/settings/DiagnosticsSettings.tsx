// What runs here, whether it still does what the protocol says, and a report whose exact text is seen before it is saved.
import { Button, SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { LOG_LEVELS, type SelfTest } from '../../../core/contract/diagnostics.ts';
import { useTexts } from '../../i18n/i18n.ts';
import { useDesk, useRequest } from '../../transport/desk.tsx';
import { announce } from '../../ui/announce.ts';
import { drop } from '../../ui/drop.ts';
import { Instant } from '../../ui/Instant.tsx';
import { Section } from '../../ui/Pane.tsx';
import { FaultNote, LostNote, Skeleton } from '../../ui/states.tsx';
import { ReportText } from './ReportText.tsx';
import './settings.css';
import './data-settings.css';

export function DiagnosticsSettings() {
  const { t, language } = useTexts();
  const { diagnostics, search } = useDesk();
  const query = useQuery({ queryKey: ['diagnostics.state'], queryFn: () => diagnostics.state() });
  const health = useQuery({ queryKey: ['search.health', language], queryFn: () => search.health() });
  const setLevel = useRequest(diagnostics.setLogLevel);
  const safeMode = useRequest(diagnostics.safeMode);
  const [isSafeWanted, setIsSafeWanted] = useState(false);
  const state = query.data;
  if (state === undefined) return <Skeleton />;
  const toggleSafe = async (): Promise<void> => {
    if ((await safeMode.run({ isWanted: !isSafeWanted })) !== undefined) setIsSafeWanted(!isSafeWanted);
  };
  return (
    <div className="settings">
      <Section title={t('data.versions')}>
        <dl className="facts">
          {state.versions.map(({ name, value }) => (
            <Fact key={name} name={name} value={value} />
          ))}
        </dl>
      </Section>
      <Section title={t('data.selfTest')}>
        <SelfTestPart last={state.selfTest} />
      </Section>
      <Section title={t('data.indexHealth')}>
        <table className="table">
          <caption className="visually-hidden">{t('data.indexHealth')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('data.connection')}</th>
              <th scope="col">{t('data.events')}</th>
              <th scope="col">{t('data.indexed')}</th>
              <th scope="col">{t('data.madeAnew')}</th>
            </tr>
          </thead>
          <tbody>
            {health.data?.connections.map(({ connectionId, name, events, indexed, rebuilds }) => (
              <tr key={connectionId}>
                <th scope="row">{name}</th>
                <td className="numbers">{events}</td>
                <td className="numbers">{indexed}</td>
                <td className="numbers">{rebuilds}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Section>
      <Section title={t('data.log')}>
        <p className="muted">{t('data.logHint')}</p>
        <div className="line">
          <SegmentedControl
            aria-label={t('data.log')}
            value={state.logLevel}
            data={LOG_LEVELS.map((name) => ({ value: name, label: t(`data.levels.${name}`) }))}
            onChange={(level) =>
              drop(async () => {
                await setLevel.run({ level });
                await query.refetch();
              })
            }
          />
          <span className="muted">{t('data.logLines', { count: state.logLines })}</span>
        </div>
      </Section>
      <Section title={t('data.report')}>
        <ReportPart />
      </Section>
      <Section title={t('data.safeMode')}>
        <p className="muted">{t('data.safeModeHint')}</p>
        {state.isSafeMode && <p role="status">{t('data.safeModeIs')}</p>}
        <div className="line">
          <Button variant="default" loading={safeMode.isRunning} onClick={() => drop(toggleSafe)}>
            {t(isSafeWanted ? 'data.safeModeNot' : 'data.safeModeNext')}
          </Button>
          {isSafeWanted && <span role="status">{t('data.safeModeWanted')}</span>}
        </div>
      </Section>
      {[setLevel, safeMode].map(({ fault }) => fault && <FaultNote key={fault.code} fault={fault} />)}
      {(setLevel.isLost || safeMode.isLost || query.isError || health.isError) && <LostNote />}
    </div>
  );
}

function Fact(props: { readonly name: string; readonly value: string }) {
  return (
    <>
      <dt>{props.name}</dt>
      <dd className="mono">{props.value}</dd>
    </>
  );
}

function SelfTestPart(props: { readonly last: SelfTest | undefined }) {
  const { t } = useTexts();
  const { diagnostics } = useDesk();
  const run = useRequest(diagnostics.selfTest);
  const [found, setFound] = useState(props.last);
  const test = async (): Promise<void> => {
    const result = await run.run();
    if (result !== undefined) setFound(result);
  };
  return (
    <div className="stack">
      <p className="muted">{t('data.selfTestHint')}</p>
      <div>
        <Button variant="default" loading={run.isRunning} onClick={() => drop(test)}>
          {t('data.selfTestNow')}
        </Button>
      </div>
      {found !== undefined && (
        <p className={found.failed === 0 ? 'good' : 'bad'} role="status">
          {found.words.text} <Instant atMs={found.atMs} isRelative isFocusable />
        </p>
      )}
      {found?.failures.map((name) => (
        <p key={name} className="mono bad">
          {name}
        </p>
      ))}
      {run.fault !== undefined && <FaultNote fault={run.fault} />}
      {run.isLost && <LostNote />}
    </div>
  );
}

function ReportPart() {
  const { t } = useTexts();
  const { diagnostics } = useDesk();
  const save = useRequest(diagnostics.save);
  const [preview, setPreview] = useState<{ readonly previewId: string; readonly text: string }>();
  const [path, setPath] = useState<string>();
  const [isLost, setIsLost] = useState(false);
  const show = async (): Promise<void> => {
    setPath(undefined);
    setIsLost(false);
    try {
      setPreview(await diagnostics.preview());
    } catch {
      setIsLost(true);
    }
  };
  const write = async (previewId: string): Promise<void> => {
    const saved = await save.run({ previewId });
    if (saved === undefined) return;
    setPath(saved.path);
    announce(t('data.reportSaved'));
  };
  return (
    <div className="stack">
      <p className="muted">{t('data.reportHint')}</p>
      <div className="line">
        <Button variant="default" onClick={() => drop(show)}>
          {t('data.reportShow')}
        </Button>
        <Button
          disabled={preview === undefined}
          loading={save.isRunning}
          onClick={() => drop(async () => preview && write(preview.previewId))}
        >
          {t('data.reportSave')}
        </Button>
      </div>
      {preview !== undefined && <ReportText text={preview.text} />}
      {path !== undefined && (
        <p className="data-path" role="status">
          {t('data.reportSaved')} <span className="mono">{path}</span>
        </p>
      )}
      {save.fault !== undefined && <FaultNote fault={save.fault} />}
      {(save.isLost || isLost) && <LostNote />}
    </div>
  );
}
