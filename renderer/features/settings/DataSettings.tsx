// Where everything is kept, how it is backed up and restored, whether it is sound, and how to take it all along.
import { Button, NumberInput, PasswordInput, SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import type { BackupPlan, BackupRow, DataSummary } from '../../../core/contract/data.ts';
import { useTexts } from '../../i18n/i18n.ts';
import { useDesk, useLive, useRequest } from '../../transport/desk.tsx';
import { announce } from '../../ui/announce.ts';
import { drop } from '../../ui/drop.ts';
import { formatBytes } from '../../ui/format.ts';
import { Instant } from '../../ui/Instant.tsx';
import { Section } from '../../ui/Pane.tsx';
import { PathInput } from '../../ui/PathInput.tsx';
import { EmptyState, FaultNote, LostNote, Skeleton } from '../../ui/states.tsx';
import { MissingKeys } from '../keys/MissingKeys.tsx';
import { BackupLine } from './BackupLine.tsx';
import './settings.css';
import './data-settings.css';

const PERIODS = ['never', 'day', 'week'] as const;
/** What the host takes for a passphrase at all. */
const SHORTEST_PASSPHRASE = 8;

export function DataSettings() {
  const { t, language } = useTexts();
  const { rows, summary } = useLive('data.follow');
  if (summary === undefined) return <Skeleton />;
  const { location, sizes } = summary;
  return (
    <div className="settings">
      {/* What is under way, also when another window began it. */}
      <p className="data-running" role="status">
        {summary.running?.words.text ?? ''}
      </p>
      <Section title={t('data.location')}>
        <p className="mono data-path">{location}</p>
        <dl className="facts">
          {(['databases', 'artifacts', 'rest'] as const).map((name) => (
            <SizeFact key={name} name={t(`data.sizes.${name}`)} value={formatBytes(sizes[name], language)} />
          ))}
        </dl>
      </Section>
      <Section title={t('data.backups')}>
        <BackupPart summary={summary} rows={rows} />
      </Section>
      <Section title={t('data.checks')}>
        <CheckPart summary={summary} />
      </Section>
      <Section title={t('data.exportAll')}>
        <ExportPart />
      </Section>
    </div>
  );
}

function SizeFact(props: { readonly name: string; readonly value: string }) {
  return (
    <>
      <dt>{props.name}</dt>
      <dd className="numbers">{props.value}</dd>
    </>
  );
}

function BackupPart(props: { readonly summary: DataSummary; readonly rows: readonly BackupRow[] }) {
  const { summary, rows } = props;
  const { t } = useTexts();
  const { data } = useDesk();
  const backUp = useRequest(data.backUp);
  const [result, setResult] = useState<string>();
  const run = async (): Promise<void> => {
    setResult(undefined);
    const made = await backUp.run();
    if (made !== undefined) setResult(made.words.text);
  };
  return (
    <div className="stack-wide">
      <p className="muted">{t('data.backupHint')}</p>
      <PassphraseForm hasPassphrase={summary.hasPassphrase} />
      <PlanForm key={JSON.stringify(summary.plan)} plan={summary.plan} />
      {summary.lastFault !== undefined && (
        <p className="bad" role="alert">
          {t('data.lastFault')} {summary.lastFault.text}
        </p>
      )}
      <div className="line">
        <Button
          disabled={!summary.hasPassphrase || summary.running !== undefined}
          loading={backUp.isRunning}
          onClick={() => drop(run)}
        >
          {t('data.backUpNow')}
        </Button>
        {!summary.hasPassphrase && <span className="muted">{t('data.passphraseFirst')}</span>}
      </div>
      {result !== undefined && <p role="status">{result}</p>}
      <MissingKeys keys={summary.missingKeys ?? []} />
      {backUp.fault !== undefined && <FaultNote fault={backUp.fault} />}
      {backUp.isLost && <LostNote />}
      {rows.length === 0 ? (
        <EmptyState title={t('data.none')} body={t('data.noneBody')} />
      ) : (
        <ul className="plain-list data-backups" aria-label={t('data.backups')}>
          {rows.map((row) => (
            <BackupLine key={row.id} row={row} isBusy={summary.running !== undefined} />
          ))}
        </ul>
      )}
    </div>
  );
}

function PassphraseForm(props: { readonly hasPassphrase: boolean }) {
  const { t } = useTexts();
  const { data } = useDesk();
  const set = useRequest(data.setPassphrase);
  const [passphrase, setPassphrase] = useState('');
  const [repeated, setRepeated] = useState('');
  const isReady = passphrase.length >= SHORTEST_PASSPHRASE && passphrase === repeated;
  const submit = async (): Promise<void> => {
    if ((await set.run({ passphrase })) === undefined) return;
    setPassphrase('');
    setRepeated('');
    announce(t('data.passphraseKept'));
  };
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady) drop(submit);
      }}
    >
      <p className="muted">{t(props.hasPassphrase ? 'data.passphraseThere' : 'data.passphraseHint')}</p>
      <div className="rule-grid">
        <PasswordInput
          label={t(props.hasPassphrase ? 'data.passphraseNew' : 'data.passphrase')}
          autoComplete="new-password"
          value={passphrase}
          onChange={(event) => setPassphrase(event.currentTarget.value)}
        />
        <PasswordInput
          label={t('computer.keys.repeat')}
          autoComplete="new-password"
          value={repeated}
          error={repeated !== '' && repeated !== passphrase ? t('computer.keys.differ') : undefined}
          onChange={(event) => setRepeated(event.currentTarget.value)}
        />
        <Button type="submit" variant="default" disabled={!isReady} loading={set.isRunning}>
          {t('data.passphraseSet')}
        </Button>
      </div>
      {set.fault !== undefined && <FaultNote fault={set.fault} />}
      {set.isLost && <LostNote />}
    </form>
  );
}

function PlanForm(props: { readonly plan: BackupPlan }) {
  const { t } = useTexts();
  const { data } = useDesk();
  const change = useRequest(data.changePlan);
  const [plan, setPlan] = useState(props.plan);
  const isChanged = JSON.stringify(plan) !== JSON.stringify(props.plan);
  return (
    <div className="stack">
      <PathInput
        label={t('data.folder')}
        description={t('data.folderHint')}
        purpose="folder"
        path={plan.folder}
        onPath={(folder) => setPlan({ ...plan, folder })}
      />
      <div className="line data-plan">
        <SegmentedControl
          aria-label={t('data.schedule')}
          value={plan.every}
          data={PERIODS.map((name) => ({ value: name, label: t(`data.every.${name}`) }))}
          onChange={(every) => setPlan({ ...plan, every })}
        />
        <NumberInput
          label={t('data.keep')}
          w={160}
          min={1}
          max={365}
          allowDecimal={false}
          value={plan.keep}
          onChange={(keep) => setPlan({ ...plan, keep: typeof keep === 'number' ? keep : plan.keep })}
        />
        <Button
          variant="default"
          disabled={!isChanged}
          loading={change.isRunning}
          onClick={() => drop(() => change.run(plan))}
        >
          {t('data.planKeep')}
        </Button>
      </div>
      {change.fault !== undefined && <FaultNote fault={change.fault} />}
      {change.isLost && <LostNote />}
    </div>
  );
}

function CheckPart(props: { readonly summary: DataSummary }) {
  const { lastCheck, rebuildsAtStart, running } = props.summary;
  const { t } = useTexts();
  const { data } = useDesk();
  const check = useRequest(data.check);
  const rebuild = useRequest(data.rebuild);
  return (
    <div className="stack">
      <p className="muted">{t('data.checkHint')}</p>
      <div className="line">
        <Button
          variant="default"
          disabled={running !== undefined}
          loading={check.isRunning}
          onClick={() => drop(() => check.run())}
        >
          {t('data.checkNow')}
        </Button>
        <Button
          variant="default"
          loading={rebuild.isRunning}
          onClick={() => drop(() => rebuild.run({ isWanted: !rebuildsAtStart }))}
        >
          {t(rebuildsAtStart ? 'data.rebuildNot' : 'data.rebuild')}
        </Button>
      </div>
      {rebuildsAtStart && <p role="status">{t('data.rebuilds')}</p>}
      {lastCheck !== undefined && (
        <div className="stack">
          <p className={lastCheck.isSound ? 'good' : 'bad'} role="status">
            {lastCheck.words.text} <Instant atMs={lastCheck.atMs} isRelative isFocusable />
          </p>
          <table className="table">
            <caption className="visually-hidden">{t('data.checks')}</caption>
            <thead>
              <tr>
                <th scope="col">{t('data.database')}</th>
                <th scope="col">{t('data.events')}</th>
                <th scope="col">{t('data.verdict')}</th>
              </tr>
            </thead>
            <tbody>
              {lastCheck.verdicts.map(({ path, words, events, isSound, problems }) => (
                <tr key={path}>
                  <th scope="row">{words.text}</th>
                  <td className="numbers">{events}</td>
                  <td className={isSound ? 'good' : 'bad'}>
                    {isSound ? t('data.sound') : problems.join(' · ')}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {[check, rebuild].map(({ fault }) => fault && <FaultNote key={fault.code} fault={fault} />)}
      {(check.isLost || rebuild.isLost) && <LostNote />}
    </div>
  );
}

function ExportPart() {
  const { t } = useTexts();
  const { data } = useDesk();
  const exportAll = useRequest(data.exportAll);
  const [result, setResult] = useState<string>();
  const run = async (): Promise<void> => {
    const made = await exportAll.run({});
    if (made !== undefined) setResult(`${made.words.text} ${made.folder}`);
  };
  return (
    <div className="stack">
      <p className="muted">{t('data.exportHint')}</p>
      <div>
        <Button variant="default" loading={exportAll.isRunning} onClick={() => drop(run)}>
          {t('data.exportNow')}
        </Button>
      </div>
      {result !== undefined && (
        <p className="data-path" role="status">
          {result}
        </p>
      )}
      {exportAll.fault !== undefined && <FaultNote fault={exportAll.fault} />}
      {exportAll.isLost && <LostNote />}
    </div>
  );
}
