// The first run: three doors. None of them is a trap; the window can be looked around in before any.
import { Button, PasswordInput, TextInput } from '@mantine/core';
import { IconFlask, IconHome, IconPlugConnected } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { go } from '../../app/route.ts';
import { useInstallation } from '../../app/settings.tsx';
import { useTexts } from '../../i18n/i18n.ts';
import { useDesk, useLive, useRequest } from '../../transport/desk.tsx';
import { drop } from '../../ui/drop.ts';
import { FaultNote, LostNote } from '../../ui/states.tsx';
import './welcome.css';

export function WelcomeScreen() {
  const { t } = useTexts();
  const { capabilities, change } = useInstallation();
  const desk = useDesk();
  const startDemo = useRequest(desk.demo.start);
  const { features } = capabilities;
  const pass = (): void => change({ isFirstRunDone: true });
  const tryDemo = async (): Promise<void> => {
    const started = await startDemo.run();
    if (started === undefined) return;
    pass();
    go('demo', {});
  };
  return (
    <div className="welcome">
      <div className="welcome-inner">
        <header className="welcome-head">
          <h2>{t('computer.welcome.title')}</h2>
          <p>{t('computer.welcome.body')}</p>
        </header>
        <div className="welcome-doors">
          {features.demo && (
            <Door
              icon={<IconFlask size={24} stroke={1.5} />}
              title={t('computer.welcome.demo')}
              body={t('computer.welcome.demoBody')}
            >
              {startDemo.fault !== undefined && <FaultNote fault={startDemo.fault} />}
              {startDemo.isLost && <LostNote />}
              {startDemo.isRunning && <p role="status">{t('computer.welcome.starting')}</p>}
              <Button size="sm" loading={startDemo.isRunning} onClick={() => drop(tryDemo)}>
                {t('computer.welcome.demoAction')}
              </Button>
            </Door>
          )}
          {features.embeddedAuthority && (
            <Door
              icon={<IconHome size={24} stroke={1.5} />}
              title={t('computer.welcome.create')}
              body={t('computer.welcome.createBody')}
            >
              <BeginHere onBegun={pass} />
            </Door>
          )}
          <Door
            icon={<IconPlugConnected size={24} stroke={1.5} />}
            title={t('computer.welcome.connect')}
            body={t('computer.welcome.connectBody')}
          >
            <Button
              size="sm"
              variant="default"
              onClick={() => {
                pass();
                go('connections', {});
              }}
            >
              {t('computer.welcome.connectAction')}
            </Button>
          </Door>
        </div>
        <div>
          <Button
            variant="subtle"
            onClick={() => {
              pass();
              go('attention', {});
            }}
          >
            {t('computer.welcome.skip')}
          </Button>
        </div>
      </div>
    </div>
  );
}

function BeginHere(props: { readonly onBegun: () => void }) {
  const { t } = useTexts();
  const desk = useDesk();
  const keyStore = useLive('keys.follow').summary;
  const create = useRequest(desk.connections.createLocal);
  const unlock = useRequest(desk.keys.unlock);
  const [personName, setPersonName] = useState('');
  const [name, setName] = useState('');
  const [passphrase, setPassphrase] = useState('');
  const [repeated, setRepeated] = useState('');
  const wantsPassphrase = keyStore?.wantsPassphrase === true;
  // The first passphrase makes the file, and nobody can look it up later.
  const isNewPassphrase = wantsPassphrase && keyStore.condition === 'missing';
  const isReady =
    keyStore !== undefined &&
    personName.trim() !== '' &&
    name.trim() !== '' &&
    (!wantsPassphrase || passphrase !== '') &&
    (!isNewPassphrase || repeated === passphrase);
  const begin = async (): Promise<void> => {
    if (wantsPassphrase && (await unlock.run({ passphrase })) === undefined) return;
    setPassphrase('');
    setRepeated('');
    const made = await create.run({ name: name.trim(), personName: personName.trim() });
    if (made === undefined) return;
    props.onBegun();
    go('missions', {});
  };
  const isRunning = unlock.isRunning || create.isRunning;
  const fault = unlock.fault ?? create.fault;
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady && !isRunning) drop(begin);
      }}
    >
      <TextInput
        label={t('computer.welcome.yourName')}
        value={personName}
        maxLength={200}
        onChange={(event) => setPersonName(event.currentTarget.value)}
      />
      <TextInput
        label={t('computer.welcome.organizationName')}
        value={name}
        maxLength={200}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      {wantsPassphrase && (
        <PasswordInput
          label={t('computer.keys.passphrase')}
          description={t(
            isNewPassphrase ? 'computer.welcome.newPassphrase' : 'computer.welcome.knownPassphrase',
          )}
          autoComplete={isNewPassphrase ? 'new-password' : 'current-password'}
          value={passphrase}
          onChange={(event) => setPassphrase(event.currentTarget.value)}
        />
      )}
      {isNewPassphrase && (
        <PasswordInput
          label={t('computer.keys.repeat')}
          autoComplete="new-password"
          value={repeated}
          error={repeated !== '' && repeated !== passphrase ? t('computer.keys.differ') : undefined}
          onChange={(event) => setRepeated(event.currentTarget.value)}
        />
      )}
      {fault !== undefined && <FaultNote fault={fault} />}
      {(unlock.isLost || create.isLost) && <LostNote />}
      <Button size="sm" type="submit" variant="default" disabled={!isReady} loading={isRunning}>
        {t('computer.welcome.createAction')}
      </Button>
    </form>
  );
}

function Door(props: {
  readonly icon: ReactNode;
  readonly title: string;
  readonly body: string;
  readonly children: ReactNode;
}) {
  return (
    <section className="welcome-door" aria-label={props.title}>
      <span className="welcome-icon" aria-hidden>
        {props.icon}
      </span>
      <h3>{props.title}</h3>
      <p className="muted">{props.body}</p>
      <div className="welcome-act">{props.children}</div>
    </section>
  );
}
