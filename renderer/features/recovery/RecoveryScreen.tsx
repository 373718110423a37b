// The window on a profile that could not be opened: what is wrong, and the ways out. It stands alone: there is no desk behind it.
import { Button, PasswordInput, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { RecoveryState } from '../../../core/contract/recovery.ts';
import { useTexts } from '../../i18n/i18n.ts';
import { useAuthorityNow } from '../../ui/clock.tsx';
import { useDesk, useRequest } from '../../transport/desk.tsx';
import { drop } from '../../ui/drop.ts';
import { formatInstant } from '../../ui/format.ts';
import { PathInput } from '../../ui/PathInput.tsx';
import { FaultNote, LostNote, Skeleton } from '../../ui/states.tsx';
import { ReportText } from '../settings/ReportText.tsx';
import './recovery.css';

/** What an answer says, and that the window is to load anew when there is a host after all. */
type Acted = { readonly isStarted: boolean; readonly words: { readonly text: string } } | undefined;

export function RecoveryScreen() {
  const { t, language } = useTexts();
  const { recovery } = useDesk();
  const query = useQuery({ queryKey: ['recovery.state', language], queryFn: () => recovery.state() });
  const [said, setSaid] = useState<string>();
  const state = query.data;
  const hear = async (acted: Acted): Promise<void> => {
    if (acted === undefined) return;
    setSaid(acted.words.text);
    if (acted.isStarted) location.reload();
    else await query.refetch();
  };
  return (
    <main className="recovery">
      <h1>{t('data.recovery.title')}</h1>
      <p className="muted">{t('data.recovery.body')}</p>
      {state === undefined ? (
        <Skeleton rows={3} />
      ) : (
        <>
          <ProblemList state={state} />
          <p role="status" className="recovery-said">
            {said ?? ''}
          </p>
          <StartPart hear={hear} />
          <RestorePart state={state} hear={hear} />
          <SavePart />
        </>
      )}
      {query.isError && <LostNote />}
    </main>
  );
}

function ProblemList(props: { readonly state: RecoveryState }) {
  const { t } = useTexts();
  const { problems, location: folder } = props.state;
  return (
    <section aria-label={t('data.recovery.problems')} className="stack">
      {problems.map(({ code, words, advice, detail }) => (
        <div key={code + words.text} className="recovery-problem">
          <div className="strong">{words.text}</div>
          <div>{advice.text}</div>
          <div className="mono muted recovery-detail">{detail}</div>
        </div>
      ))}
      <p className="muted">
        {t('data.location')}: <span className="mono recovery-detail">{folder}</span>
      </p>
    </section>
  );
}

function StartPart(props: { readonly hear: (acted: Acted) => Promise<void> }) {
  const { hear } = props;
  const { t } = useTexts();
  const { recovery } = useDesk();
  const retry = useRequest(recovery.retry);
  const safeMode = useRequest(recovery.safeMode);
  const rebuild = useRequest(recovery.rebuild);
  const isBusy = retry.isRunning || safeMode.isRunning || rebuild.isRunning;
  const ways = [
    ['retry', retry],
    ['safeMode', safeMode],
    ['rebuild', rebuild],
  ] as const;
  return (
    <section className="stack-wide" aria-label={t('data.recovery.start')}>
      <h2>{t('data.recovery.start')}</h2>
      {ways.map(([name, request], index) => (
        <div key={name} className="recovery-way">
          <Button
            variant={index === 0 ? 'filled' : 'default'}
            disabled={isBusy}
            loading={request.isRunning}
            onClick={() => drop(async () => hear(await request.run()))}
          >
            {t(`data.recovery.${name}`)}
          </Button>
          <span className="muted">{t(`data.recovery.${name}Hint`)}</span>
        </div>
      ))}
      {ways.map(([name, { fault }]) => fault && <FaultNote key={name} fault={fault} />)}
      {(retry.isLost || safeMode.isLost || rebuild.isLost) && <LostNote />}
    </section>
  );
}

function RestorePart(props: {
  readonly state: RecoveryState;
  readonly hear: (acted: Acted) => Promise<void>;
}) {
  const { backups, backupFolder, asideFolder } = props.state;
  const { t, language } = useTexts();
  const { recovery } = useDesk();
  const restore = useRequest(recovery.restore);
  const nowMs = useAuthorityNow(60_000);
  const usable = backups.filter(({ state }) => state !== 'damaged');
  const [path, setPath] = useState(usable[0]?.path ?? '');
  const [passphrase, setPassphrase] = useState('');
  const isReady = path.trim() !== '' && passphrase !== '';
  const submit = async (): Promise<void> => {
    const acted = await restore.run({ path: path.trim(), passphrase });
    setPassphrase('');
    await props.hear(acted);
  };
  return (
    <section aria-label={t('data.recovery.restore')}>
      <h2>{t('data.recovery.restore')}</h2>
      <form
        className="stack recovery-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady) drop(submit);
        }}
      >
        <p className="muted recovery-detail">{t('data.recovery.restoreHint', { folder: asideFolder })}</p>
        {usable.length > 0 && (
          <Select
            label={t('data.recovery.backup')}
            data={usable.map(({ path: value, name, createdAtMs, words }) => ({
              value,
              label: `${createdAtMs === undefined ? name : formatInstant(createdAtMs, nowMs, language)} · ${words.text}`,
            }))}
            value={usable.some((each) => each.path === path) ? path : null}
            onChange={(value) => setPath(value ?? '')}
          />
        )}
        <PathInput
          label={t('data.recovery.path')}
          description={usable.length === 0 ? t('data.recovery.noBackups', { folder: backupFolder }) : ''}
          purpose="folder"
          path={path}
          onPath={setPath}
        />
        <PasswordInput
          label={t('data.passphrase')}
          autoComplete="current-password"
          value={passphrase}
          onChange={(event) => setPassphrase(event.currentTarget.value)}
        />
        <div>
          <Button type="submit" disabled={!isReady} loading={restore.isRunning}>
            {t('data.recovery.restoreNow')}
          </Button>
        </div>
        {restore.fault !== undefined && <FaultNote fault={restore.fault} />}
        {restore.isLost && <LostNote />}
      </form>
    </section>
  );
}

function SavePart() {
  const { t } = useTexts();
  const { recovery } = useDesk();
  const raw = useRequest(recovery.exportRaw);
  const save = useRequest(recovery.saveReport);
  const [text, setText] = useState<string>();
  const [said, setSaid] = useState<string>();
  const [isLost, setIsLost] = useState(false);
  const show = async (): Promise<void> => {
    try {
      setText((await recovery.previewReport()).text);
    } catch {
      setIsLost(true);
    }
  };
  return (
    <section className="stack" aria-label={t('data.recovery.save')}>
      <h2>{t('data.recovery.save')}</h2>
      <p className="muted">{t('data.recovery.saveHint')}</p>
      <div className="line">
        <Button
          variant="default"
          loading={raw.isRunning}
          onClick={() => drop(async () => setSaid((await raw.run({}))?.words.text))}
        >
          {t('data.recovery.exportRaw')}
        </Button>
        <Button variant="default" onClick={() => drop(show)}>
          {t('data.reportShow')}
        </Button>
        <Button
          variant="default"
          disabled={text === undefined}
          loading={save.isRunning}
          onClick={() => drop(async () => setSaid((await save.run({}))?.path))}
        >
          {t('data.reportSave')}
        </Button>
      </div>
      {said !== undefined && (
        <p role="status" className="recovery-detail">
          {said}
        </p>
      )}
      {text !== undefined && <ReportText text={text} />}
      {[raw, save].map(({ fault }) => fault && <FaultNote key={fault.code} fault={fault} />)}
      {(raw.isLost || save.isLost || isLost) && <LostNote />}
    </section>
  );
}
