// Making, importing, backing up and restoring keys. Files are named by their path: the host reads and writes them, and
// nothing of them comes into the window. A passphrase goes to the host and is forgotten here at once.
import { Button, PasswordInput, SegmentedControl, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { MissingKey } from '../../../core/contract/keys.ts';
import { useTexts } from '../../i18n/i18n.ts';
import { type Request, useDesk, useRequest } from '../../transport/desk.tsx';
import { announce } from '../../ui/announce.ts';
import { drop } from '../../ui/drop.ts';
import { PathInput } from '../../ui/PathInput.tsx';
import { FaultNote, LostNote } from '../../ui/states.tsx';
import { focusField } from '../review/background.ts';
import { MissingKeys } from './MissingKeys.tsx';

/** A form with its button, and why the last try was refused. */
function TaskForm(props: {
  readonly submit: () => Promise<void>;
  readonly button: string;
  readonly isReady: boolean;
  readonly requests: readonly Pick<Request<never[], unknown>, 'fault' | 'isLost' | 'isRunning'>[];
  readonly onEnd: () => void;
  readonly children: ReactNode;
}) {
  const { requests } = props;
  const { t } = useTexts();
  const fault = requests.find((request) => request.fault !== undefined)?.fault;
  return (
    <form
      className="stack-wide"
      onSubmit={(event) => {
        event.preventDefault();
        if (props.isReady) drop(props.submit);
      }}
    >
      {props.children}
      {fault !== undefined && <FaultNote fault={fault} />}
      {requests.some(({ isLost }) => isLost) && <LostNote />}
      <div className="line">
        <Button variant="default" onClick={props.onEnd}>
          {t('common.close')}
        </Button>
        <Button type="submit" disabled={!props.isReady} loading={requests.some(({ isRunning }) => isRunning)}>
          {props.button}
        </Button>
      </div>
    </form>
  );
}

function PrincipalFields(props: {
  readonly type: 'human' | 'agent';
  readonly id: string;
  readonly onType: (type: 'human' | 'agent') => void;
  readonly onId: (id: string) => void;
}) {
  const { t } = useTexts();
  return (
    <>
      <div className="stack">
        <span className="label">{t('computer.keys.principalType')}</span>
        <div>
          <SegmentedControl
            aria-label={t('computer.keys.principalType')}
            value={props.type}
            data={[
              { value: 'human', label: t('computer.keys.human') },
              { value: 'agent', label: t('computer.keys.agent') },
            ]}
            onChange={(type) => props.onType(type)}
          />
        </div>
      </div>
      <TextInput
        label={t('computer.keys.principalId')}
        value={props.id}
        classNames={{ input: 'mono' }}
        onChange={(event) => props.onId(event.currentTarget.value)}
      />
    </>
  );
}

export function CreateKeyForm(props: {
  readonly onEnd: () => void;
  readonly onMade: (keyId: string) => void;
}) {
  const { t } = useTexts();
  const desk = useDesk();
  const create = useRequest(desk.keys.create);
  const [type, setType] = useState<'human' | 'agent'>('human');
  const [id, setId] = useState('');
  const submit = async (): Promise<void> => {
    const made = await create.run({ principal: { type, id: id.trim() } });
    if (made === undefined) return;
    announce(t('computer.keys.created'));
    props.onEnd();
    props.onMade(made.keyId);
  };
  return (
    <TaskForm
      submit={submit}
      button={t('computer.keys.createNow')}
      isReady={id.trim() !== ''}
      requests={[create]}
      onEnd={props.onEnd}
    >
      <p className="muted">{t('computer.keys.emptyBody')}</p>
      <PrincipalFields type={type} id={id} onType={setType} onId={setId} />
    </TaskForm>
  );
}

export function ImportForm(props: { readonly onEnd: () => void; readonly onMade: (keyId: string) => void }) {
  const { t } = useTexts();
  const desk = useDesk();
  const importFile = useRequest(desk.keys.importFile);
  const [type, setType] = useState<'human' | 'agent'>('human');
  const [id, setId] = useState('');
  const [path, setPath] = useState('');
  const submit = async (): Promise<void> => {
    const made = await importFile.run({ path: path.trim(), principal: { type, id: id.trim() } });
    if (made === undefined) return;
    props.onEnd();
    props.onMade(made.keyId);
  };
  return (
    <TaskForm
      submit={submit}
      button={t('computer.keys.importNow')}
      isReady={path.trim() !== '' && id.trim() !== ''}
      requests={[importFile]}
      onEnd={props.onEnd}
    >
      <PathInput label={t('computer.keys.path')} purpose="key-import" path={path} onPath={setPath} />
      <PrincipalFields type={type} id={id} onType={setType} onId={setId} />
    </TaskForm>
  );
}

export function BackupForm(props: { readonly onEnd: () => void; readonly folder: string }) {
  const { t } = useTexts();
  const desk = useDesk();
  const backUp = useRequest(desk.keys.backUp);
  const test = useRequest(desk.keys.testBackup);
  const [passphrase, setPassphrase] = useState('');
  const [repeated, setRepeated] = useState('');
  const [result, setResult] = useState<string>();
  const [missing, setMissing] = useState<readonly MissingKey[]>([]);
  const submit = async (): Promise<void> => {
    const written = await backUp.run({ passphrase });
    if (written === undefined) return;
    setMissing(written.missingKeys);
    const verdict = await test.run({ path: written.path, passphrase });
    setPassphrase('');
    setRepeated('');
    if (verdict === undefined) return;
    setResult(
      `${t('computer.keys.backedUp', { path: written.path })} ${t('computer.keys.verdict', {
        covered: verdict.covered.length,
        absent: verdict.absent.length,
      })}`,
    );
  };
  const isDifferent = repeated !== '' && repeated !== passphrase;
  return (
    <TaskForm
      submit={submit}
      button={t('computer.keys.backUpNow')}
      isReady={passphrase !== '' && repeated === passphrase}
      requests={[backUp, test]}
      onEnd={props.onEnd}
    >
      <p className="muted">{t('computer.keys.backUpHint', { folder: props.folder })}</p>
      <PasswordInput
        label={t('computer.keys.passphrase')}
        autoComplete="new-password"
        value={passphrase}
        onChange={(event) => setPassphrase(event.currentTarget.value)}
      />
      <PasswordInput
        label={t('computer.keys.repeat')}
        autoComplete="new-password"
        value={repeated}
        error={isDifferent ? t('computer.keys.differ') : undefined}
        onChange={(event) => setRepeated(event.currentTarget.value)}
      />
      {result !== undefined && <p role="status">{result}</p>}
      <MissingKeys keys={missing} />
    </TaskForm>
  );
}

export function RestoreForm(props: { readonly onEnd: () => void }) {
  const { t } = useTexts();
  const desk = useDesk();
  const restore = useRequest(desk.keys.restore);
  const [path, setPath] = useState('');
  const [passphrase, setPassphrase] = useState('');
  const [result, setResult] = useState<string>();
  const submit = async (): Promise<void> => {
    const restored = await restore.run({ path: path.trim(), passphrase });
    setPassphrase('');
    if (restored === undefined) return;
    setResult(
      t('computer.keys.restored', {
        restored: restored.restored.length,
        there: restored.alreadyThere.length,
        conflicting: restored.conflicting.length,
      }),
    );
  };
  return (
    <TaskForm
      submit={submit}
      button={t('computer.keys.restoreNow')}
      isReady={path.trim() !== '' && passphrase !== ''}
      requests={[restore]}
      onEnd={props.onEnd}
    >
      <PathInput label={t('computer.keys.path')} purpose="key-restore" path={path} onPath={setPath} />
      <PasswordInput
        label={t('computer.keys.passphrase')}
        autoComplete="current-password"
        value={passphrase}
        onChange={(event) => setPassphrase(event.currentTarget.value)}
      />
      {result !== undefined && <p role="status">{result}</p>}
    </TaskForm>
  );
}

export function UnlockForm(props: { readonly onEnd: () => void; readonly wantsPassphrase: boolean }) {
  const { t } = useTexts();
  const desk = useDesk();
  const unlock = useRequest(desk.keys.unlock);
  const [passphrase, setPassphrase] = useState('');
  const submit = async (): Promise<void> => {
    const done = await unlock.run(passphrase === '' ? {} : { passphrase });
    setPassphrase('');
    if (done !== undefined) props.onEnd();
  };
  return (
    <TaskForm
      submit={submit}
      button={t('computer.keys.unlock')}
      isReady={!props.wantsPassphrase || passphrase !== ''}
      requests={[unlock]}
      onEnd={props.onEnd}
    >
      <p className="muted">{t('computer.keys.lockedNote')}</p>
      {props.wantsPassphrase && (
        <PasswordInput
          ref={focusField}
          label={t('computer.keys.passphrase')}
          autoComplete="current-password"
          value={passphrase}
          onChange={(event) => setPassphrase(event.currentTarget.value)}
        />
      )}
    </TaskForm>
  );
}
