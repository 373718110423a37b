// One backup: what is in it, a trial that restores it and throws the result away, and a restore into a folder of its own.
import { Button, PasswordInput } from '@mantine/core';
import { useState } from 'react';
import type { BackupRow } from '../../../core/contract/data.ts';
import { useTexts } from '../../i18n/i18n.ts';
import { useDesk, useRequest } from '../../transport/desk.tsx';
import { drop } from '../../ui/drop.ts';
import { formatBytes } from '../../ui/format.ts';
import { Instant } from '../../ui/Instant.tsx';
import { PathInput } from '../../ui/PathInput.tsx';
import { FaultNote, LostNote } from '../../ui/states.tsx';
import { focusField } from '../review/background.ts';

export function BackupLine(props: { readonly row: BackupRow; readonly isBusy: boolean }) {
  const { row, isBusy } = props;
  const { t, language } = useTexts();
  const [task, setTask] = useState<'try' | 'restore'>();
  return (
    <li className="data-backup">
      <div className="line-apart">
        <div>
          <div className="strong">
            {row.createdAtMs === undefined ? (
              row.name
            ) : (
              <>
                <Instant atMs={row.createdAtMs} isFocusable /> · {formatBytes(row.bytes, language)}
              </>
            )}
          </div>
          <div className={row.state === 'damaged' ? 'bad' : 'muted'}>{row.words.text}</div>
        </div>
        {row.state !== 'damaged' && (
          <div className="line">
            <Button variant="default" disabled={isBusy} onClick={() => setTask('try')}>
              {t('data.try')}
            </Button>
            <Button variant="default" disabled={isBusy} onClick={() => setTask('restore')}>
              {t('data.restore')}
            </Button>
          </div>
        )}
      </div>
      {task !== undefined && (
        <TaskForm key={task} task={task} path={row.path} onEnd={() => setTask(undefined)} />
      )}
    </li>
  );
}

function TaskForm(props: {
  readonly task: 'try' | 'restore';
  readonly path: string;
  readonly onEnd: () => void;
}) {
  const { task, path } = props;
  const { t } = useTexts();
  const { data } = useDesk();
  const tryBackup = useRequest(data.tryBackup);
  const restore = useRequest(data.restore);
  const [passphrase, setPassphrase] = useState('');
  const [folder, setFolder] = useState('');
  const [result, setResult] = useState<string>();
  const isReady = passphrase !== '' && (task === 'try' || folder.trim() !== '');
  const submit = async (): Promise<void> => {
    setResult(undefined);
    const done =
      task === 'try'
        ? await tryBackup.run({ path, passphrase })
        : await restore.run({ path, passphrase, folder: folder.trim() });
    setPassphrase('');
    if (done !== undefined) setResult(done.words.text);
  };
  const fault = tryBackup.fault ?? restore.fault;
  return (
    <form
      className="stack data-task"
      aria-label={t(`data.${task}`)}
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady) drop(submit);
      }}
    >
      <p className="muted">{t(task === 'try' ? 'data.tryHint' : 'data.restoreHint')}</p>
      {task === 'restore' && (
        <PathInput label={t('data.restoreFolder')} purpose="folder" path={folder} onPath={setFolder} />
      )}
      <PasswordInput
        ref={focusField}
        label={t('data.passphrase')}
        autoComplete="current-password"
        value={passphrase}
        onChange={(event) => setPassphrase(event.currentTarget.value)}
      />
      <div className="line">
        <Button variant="default" onClick={props.onEnd}>
          {t('common.close')}
        </Button>
        <Button type="submit" disabled={!isReady} loading={tryBackup.isRunning || restore.isRunning}>
          {t(task === 'try' ? 'data.tryNow' : 'data.restoreNow')}
        </Button>
      </div>
      {result !== undefined && <p role="status">{result}</p>}
      {fault !== undefined && <FaultNote fault={fault} />}
      {(tryBackup.isLost || restore.isLost) && <LostNote />}
    </form>
  );
}
