// What can be done with an Artifact: fetch, check, attach, show, export, compare, use. None of it is a Command.
import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ArtifactDetail, ArtifactRow } from '../../../core/contract/artifacts.ts';
import { go } from '../../app/route.ts';
import { useTexts } from '../../i18n/i18n.ts';
import { useDesk, useRequest } from '../../transport/desk.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { announce } from '../../ui/announce.ts';
import { drop } from '../../ui/drop.ts';
import { formatBytes } from '../../ui/format.ts';
import { PathInput } from '../../ui/PathInput.tsx';
import { useShortcuts } from '../../ui/shortcuts.ts';
import { FaultNote, LostNote } from '../../ui/states.tsx';
import { KeepBoth } from './KeepBoth.tsx';

export function ArtifactActs(props: {
  readonly row: ArtifactRow;
  readonly detail: ArtifactDetail | undefined;
  readonly onCompare: () => void;
}) {
  const { row, detail, onCompare } = props;
  const { connectionId, groupId, contentHash } = row;
  const address = { connectionId, groupId, contentHash };
  const { t } = useTexts();
  const desk = useDesk();
  const check = useRequest(desk.artifacts.check);
  const fetch = useRequest(desk.artifacts.fetch);
  const forget = useRequest(desk.artifacts.forget);
  const [dialog, setDialog] = useState<'attach' | 'export'>();
  const runCheck = async (): Promise<void> => {
    const verdict = await check.run(address);
    if (verdict !== undefined) announce(t(`artifacts.content.${verdict.content}`), 'polite');
  };
  const runFetch = async (): Promise<void> => {
    const verdict = await fetch.run(address);
    if (verdict !== undefined) announce(t(`artifacts.content.${verdict.content}`), 'polite');
  };
  useShortcuts([{ id: 'accept', words: t('artifacts.acts.checkAgain'), run: () => drop(runCheck) }]);
  const requests = [check, fetch, forget];
  const fault = requests.find((each) => each.fault !== undefined)?.fault;
  const { heddleDesktop } = window;
  const copyPath = detail?.copyPath;
  return (
    <div className="stack">
      <div className="line artifact-acts" role="group" aria-label={t('artifacts.acts.label')}>
        {row.hasCopy ? (
          <Button
            variant="default"
            loading={forget.isRunning}
            onClick={() => drop(() => forget.run(address))}
          >
            {t('artifacts.acts.forget')}
          </Button>
        ) : (
          <Button loading={fetch.isRunning || row.isFetching} onClick={() => drop(runFetch)}>
            {t('artifacts.acts.fetch')}
          </Button>
        )}
        <Button variant="default" loading={check.isRunning} onClick={() => drop(runCheck)}>
          {t(row.content === 'unchecked' ? 'artifacts.acts.check' : 'artifacts.acts.checkAgain')}
        </Button>
        <Button variant="default" onClick={() => setDialog('attach')}>
          {t('artifacts.acts.attach')}
        </Button>
        {copyPath !== undefined && heddleDesktop?.showFile !== undefined && (
          <Button variant="default" onClick={() => drop(async () => heddleDesktop.showFile?.(copyPath))}>
            {t('artifacts.acts.reveal')}
          </Button>
        )}
        <Button variant="default" onClick={() => setDialog('export')}>
          {t('artifacts.acts.export')}
        </Button>
        <Button variant="default" onClick={onCompare}>
          {t('artifacts.acts.compare')}
        </Button>
        <Button
          variant="default"
          onClick={() => go('contract', { connectionId, groupId, input: contentHash })}
        >
          {t('artifacts.acts.useAsInput')}
        </Button>
      </div>
      {fault !== undefined && <FaultNote fault={fault} />}
      {requests.some(({ isLost }) => isLost) && <LostNote />}
      <Dialog
        opened={dialog !== undefined}
        onClose={() => setDialog(undefined)}
        title={dialog === undefined ? '' : t(`artifacts.${dialog}.title`)}
      >
        {dialog === 'attach' && <AttachForm row={row} />}
        {dialog === 'export' && <ExportForm row={row} />}
      </Dialog>
    </div>
  );
}

function AttachForm(props: { readonly row: ArtifactRow }) {
  const { row } = props;
  const { connectionId, groupId, contentHash } = row;
  const { t, language } = useTexts();
  const attach = useRequest(useDesk().artifacts.attach);
  const [path, setPath] = useState('');
  const [found, setFound] = useState<{
    isSame: boolean;
    foundHash: string;
    sizeBytes: number;
    path: string;
  }>();
  const run = async (): Promise<void> => {
    const wanted = path.trim();
    setFound(undefined);
    const answer = await attach.run({ connectionId, groupId, contentHash, path: wanted });
    if (answer !== undefined) setFound({ ...answer, path: wanted });
  };
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        drop(run);
      }}
    >
      <p className="muted">{t('artifacts.attach.about')}</p>
      <PathInput label={t('artifacts.attach.path')} purpose="artifact" path={path} onPath={setPath} />
      {found !== undefined && (
        <p role="status" className={found.isSame ? 'good' : 'warn'}>
          {found.isSame
            ? t('artifacts.attach.same')
            : t('artifacts.attach.other', {
                hash: found.foundHash,
                size: formatBytes(found.sizeBytes, language),
              })}
        </p>
      )}
      {found?.isSame === false && <KeepBoth row={row} path={found.path} />}
      {attach.fault !== undefined && <FaultNote fault={attach.fault} />}
      {attach.isLost && <LostNote />}
      <div>
        <Button type="submit" loading={attach.isRunning} disabled={path.trim() === ''}>
          {t('artifacts.attach.compare')}
        </Button>
      </div>
    </form>
  );
}

function ExportForm(props: { readonly row: ArtifactRow }) {
  const { row } = props;
  const { connectionId, groupId, contentHash } = row;
  const { t, language } = useTexts();
  const write = useRequest(useDesk().artifacts.export);
  const [path, setPath] = useState('');
  const [written, setWritten] = useState<{ readonly path: string; readonly sizeBytes: number }>();
  const run = async (): Promise<void> => {
    const target = path.trim() === '' ? {} : { path: path.trim() };
    const made = await write.run({ connectionId, groupId, contentHash, ...target });
    if (made !== undefined) setWritten(made);
  };
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        drop(run);
      }}
    >
      <p className="muted">{t('artifacts.export.about')}</p>
      {row.isPreviewForbidden && <p className="warn">{t('artifacts.export.restricted')}</p>}
      <PathInput
        label={t('artifacts.export.path')}
        description={t('artifacts.export.pathHint')}
        purpose="artifact-export"
        path={path}
        onPath={setPath}
      />
      {written !== undefined && (
        <p role="status">
          {t('artifacts.export.written', { size: formatBytes(written.sizeBytes, language) })}{' '}
          <span className="mono artifact-hash">{written.path}</span>
        </p>
      )}
      {write.fault !== undefined && <FaultNote fault={write.fault} />}
      {write.isLost && <LostNote />}
      <div>
        <Button type="submit" loading={write.isRunning}>
          {t('artifacts.export.write')}
        </Button>
      </div>
    </form>
  );
}
