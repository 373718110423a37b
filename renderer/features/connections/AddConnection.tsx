// Connects to the Authority of somebody else.
import { Button, MultiSelect, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { go } from '../../app/route.ts';
import { useTexts } from '../../i18n/i18n.ts';
import { useDesk, useLive, useRequest } from '../../transport/desk.tsx';
import { drop } from '../../ui/drop.ts';
import { Pane } from '../../ui/Pane.tsx';
import { PathInput } from '../../ui/PathInput.tsx';
import { FaultNote, LostNote } from '../../ui/states.tsx';

export function AddConnection(props: {
  readonly onBack: () => void;
  readonly onAdded: (connectionId: string) => void;
}) {
  const { t } = useTexts();
  const desk = useDesk();
  const keys = useLive('keys.follow');
  const add = useRequest(desk.connections.add);
  const [name, setName] = useState('');
  const [origin, setOrigin] = useState('');
  const [organizationId, setOrganizationId] = useState('');
  const [certificate, setCertificate] = useState('');
  const [certificateFile, setCertificateFile] = useState('');
  const [personName, setPersonName] = useState('');
  const [keyIds, setKeyIds] = useState<string[]>([]);
  const isReady =
    name.trim() !== '' && URL.canParse(origin) && organizationId.trim() !== '' && keyIds.length > 0;
  const submit = async (): Promise<void> => {
    const added = await add.run({
      name: name.trim(),
      origin: origin.trim(),
      organizationId: organizationId.trim(),
      keyIds,
      ...(certificate.trim() === '' ? {} : { certificate }),
      ...(certificateFile.trim() === '' ? {} : { certificateFile: certificateFile.trim() }),
      ...(personName.trim() === '' ? {} : { personName: personName.trim() }),
    });
    if (added !== undefined) props.onAdded(added.connectionId);
  };
  return (
    <Pane title={t('computer.connections.add')} onBack={props.onBack}>
      <form
        className="stack-wide connection-form"
        onSubmit={(event) => {
          event.preventDefault();
          drop(submit);
        }}
      >
        <TextInput
          label={t('computer.connections.form.name')}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <TextInput
          type="url"
          label={t('computer.connections.form.origin')}
          placeholder={t('computer.connections.form.originHint')}
          value={origin}
          onChange={(event) => setOrigin(event.currentTarget.value)}
        />
        <TextInput
          label={t('computer.connections.form.organizationId')}
          value={organizationId}
          onChange={(event) => setOrganizationId(event.currentTarget.value)}
        />
        {keys.isComplete && keys.rows.length === 0 ? (
          <div className="stack">
            <p className="muted">{t('computer.connections.form.noKeys')}</p>
            <div>
              <Button variant="default" onClick={() => go('keys', {})}>
                {t('computer.keys.create')}
              </Button>
            </div>
          </div>
        ) : (
          <MultiSelect
            label={t('computer.connections.form.keys')}
            data={keys.rows.map((row) => ({
              value: row.keyId,
              label: `${row.principal.name} · ${row.fingerprint}`,
            }))}
            value={keyIds}
            onChange={setKeyIds}
          />
        )}
        <TextInput
          label={t('computer.connections.form.personName')}
          description={t('computer.connections.form.personNameHint')}
          value={personName}
          onChange={(event) => setPersonName(event.currentTarget.value)}
        />
        <PathInput
          label={t('computer.connections.form.certificateFile')}
          description={t('computer.connections.form.certificateHint')}
          purpose="certificate"
          path={certificateFile}
          onPath={setCertificateFile}
        />
        <Textarea
          label={t('computer.connections.form.certificate')}
          value={certificate}
          classNames={{ input: 'mono' }}
          onChange={(event) => setCertificate(event.currentTarget.value)}
        />
        <Enrolment
          wanted={
            isReady ? { origin: origin.trim(), organizationId: organizationId.trim(), keyIds } : undefined
          }
        />
        {add.fault !== undefined && <FaultNote fault={add.fault} />}
        {add.isLost && <LostNote />}
        <div className="line">
          <Button variant="default" onClick={props.onBack}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" disabled={!isReady} loading={add.isRunning}>
            {t('computer.connections.form.submit')}
          </Button>
        </div>
      </form>
    </Pane>
  );
}

/** What is to be sent to whoever runs the Authority; shown when it is asked for. */
function Enrolment(props: {
  readonly wanted:
    | { readonly origin: string; readonly organizationId: string; readonly keyIds: string[] }
    | undefined;
}) {
  const { wanted } = props;
  const { t } = useTexts();
  const desk = useDesk();
  const ask = useRequest(desk.connections.enrolment);
  const [text, setText] = useState<string>();
  const show = async (): Promise<void> => {
    if (wanted === undefined) return;
    const answer = await ask.run({ ...wanted, agentName: t('computer.connections.form.agentName') });
    if (answer === undefined) return;
    const parts = answer.steps.flatMap(({ command, card }) =>
      card === undefined ? [command] : [`${card.fileName}:\n${card.text}`, command],
    );
    setText(parts.join('\n\n'));
  };
  return (
    <div className="stack">
      <p className="muted">{t('computer.connections.form.enrolHint')}</p>
      <div>
        <Button
          variant="default"
          disabled={wanted === undefined}
          loading={ask.isRunning}
          onClick={() => drop(show)}
        >
          {t('computer.connections.form.enrol')}
        </Button>
      </div>
      {ask.fault !== undefined && <FaultNote fault={ask.fault} />}
      {ask.isLost && <LostNote />}
      {text !== undefined && (
        <Textarea
          readOnly
          autosize
          maxRows={16}
          label={t('computer.connections.form.enrolText')}
          value={text}
          classNames={{ input: 'mono' }}
        />
      )}
    </div>
  );
}
