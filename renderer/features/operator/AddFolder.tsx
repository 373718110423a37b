// Adds the folder of an Organization on this computer to what is administered here.
import { Button, NumberInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '../../i18n/i18n.ts';
import { useDesk, useRequest } from '../../transport/desk.tsx';
import { drop } from '../../ui/drop.ts';
import { PathInput } from '../../ui/PathInput.tsx';
import { FaultNote, LostNote } from '../../ui/states.tsx';

export function AddFolder(props: { readonly onEnd: (authorityId: string | undefined) => void }) {
  const { t } = useTexts();
  const desk = useDesk();
  const add = useRequest(desk.operator.add);
  const [name, setName] = useState('');
  const [folder, setFolder] = useState('');
  const [databaseUrl, setDatabaseUrl] = useState('');
  const [port, setPort] = useState<number>();
  const isReady = name.trim() !== '' && folder.trim() !== '';
  const run = async (): Promise<void> => {
    const added = await add.run({
      name: name.trim(),
      folder: folder.trim(),
      ...(databaseUrl.trim() === '' ? {} : { databaseUrl: databaseUrl.trim() }),
      ...(port === undefined ? {} : { metricsPort: port }),
    });
    if (added !== undefined) props.onEnd(added.authorityId);
  };
  return (
    <form
      className="stack-wide operator-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady) drop(run);
      }}
    >
      <p className="muted">{t('operator.addHint')}</p>
      <TextInput
        label={t('operator.name')}
        value={name}
        maxLength={120}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <PathInput
        label={t('operator.folder')}
        placeholder="/srv/heddle/organization"
        purpose="folder"
        path={folder}
        onPath={setFolder}
      />
      <TextInput
        label={t('operator.databaseUrl')}
        description={t('operator.databaseUrlHint')}
        classNames={{ input: 'mono' }}
        autoComplete="off"
        spellCheck={false}
        value={databaseUrl}
        onChange={(event) => setDatabaseUrl(event.currentTarget.value)}
      />
      <NumberInput
        label={t('operator.metricsPort')}
        description={t('operator.metricsPortHint')}
        min={1}
        max={65_535}
        allowDecimal={false}
        value={port ?? ''}
        onChange={(value) => setPort(typeof value === 'number' ? value : undefined)}
      />
      <p className="muted">{t('operator.remoteNote')}</p>
      {add.fault !== undefined && <FaultNote fault={add.fault} />}
      {add.isLost && <LostNote />}
      <div className="line">
        <Button variant="default" onClick={() => props.onEnd(undefined)}>
          {t('common.cancel')}
        </Button>
        <Button type="submit" disabled={!isReady} loading={add.isRunning}>
          {t('operator.add')}
        </Button>
      </div>
    </form>
  );
}
