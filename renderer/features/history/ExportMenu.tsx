// Writes a history into a file: as a bundle that proves itself, or as a report to be read.
import { ActionIcon, Button, Menu, Tooltip } from '@mantine/core';
import { IconFileExport } from '@tabler/icons-react';
import { useState } from 'react';
import type { GroupAddress } from '../../app/last-group.ts';
import { go } from '../../app/route.ts';
import { useTexts } from '../../i18n/i18n.ts';
import { useDesk, useRequest } from '../../transport/desk.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { drop } from '../../ui/drop.ts';
import { formatNumber } from '../../ui/format.ts';
import { PathInput } from '../../ui/PathInput.tsx';
import { FaultNote, LostNote } from '../../ui/states.tsx';
import { PrintReport } from './PrintReport.tsx';
import { isFile } from './use-history-log.ts';

type Kind = 'bundle' | 'markdown' | 'html';

interface Written {
  readonly path: string;
  readonly events: number;
}

export function ExportMenu(props: { readonly group: GroupAddress; readonly filter: string }) {
  const { group, filter } = props;
  const { t } = useTexts();
  const [kind, setKind] = useState<Kind>();
  const [isPrinting, setIsPrinting] = useState(false);
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Tooltip label={t('history.export.title')}>
            <ActionIcon variant="default" aria-label={t('history.export.title')}>
              <IconFileExport size={16} />
            </ActionIcon>
          </Tooltip>
        </Menu.Target>
        <Menu.Dropdown>
          {!isFile(group) && (
            <Menu.Item onClick={() => setKind('bundle')}>{t('history.export.bundle')}</Menu.Item>
          )}
          <Menu.Item onClick={() => setKind('markdown')}>{t('history.export.markdown')}</Menu.Item>
          <Menu.Item onClick={() => setKind('html')}>{t('history.export.html')}</Menu.Item>
          <Menu.Item onClick={() => setIsPrinting(true)}>{t('history.export.print')}</Menu.Item>
          <Menu.Divider />
          <Menu.Item onClick={() => go('files', {})}>{t('history.export.open')}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isPrinting && <PrintReport group={group} filter={filter} onClose={() => setIsPrinting(false)} />}
      <Dialog
        opened={kind !== undefined}
        onClose={() => setKind(undefined)}
        title={kind === undefined ? '' : t(`history.export.${kind}`)}
      >
        {kind !== undefined && (
          <ExportForm key={kind} group={group} kind={kind} onDone={() => setKind(undefined)} />
        )}
      </Dialog>
    </>
  );
}

function ExportForm(props: {
  readonly group: GroupAddress;
  readonly kind: Kind;
  readonly onDone: () => void;
}) {
  const { group, kind } = props;
  const { connectionId, groupId } = group;
  const { t, language } = useTexts();
  const desk = useDesk();
  const [path, setPath] = useState('');
  const [written, setWritten] = useState<Written>();
  const bundle = useRequest(desk.bundles.write);
  const report = useRequest(desk.bundles.report);
  const begin = async (): Promise<void> => {
    const target = path.trim() === '' ? {} : { path: path.trim() };
    const made =
      kind === 'bundle'
        ? await bundle.run({ connectionId, groupId, ...target })
        : await report.run({ connectionId, groupId, format: kind, ...target });
    if (made !== undefined) setWritten(made);
  };
  const fault = bundle.fault ?? report.fault;
  if (written !== undefined) {
    return (
      <div className="stack">
        <p role="status">
          {t('history.export.written', {
            count: written.events,
            events: formatNumber(written.events, language),
          })}
        </p>
        <p className="mono history-hash">{written.path}</p>
        {kind === 'bundle' && <p className="muted">{t('history.export.proves')}</p>}
        <div>
          <Button onClick={props.onDone}>{t('common.close')}</Button>
        </div>
      </div>
    );
  }
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        drop(begin);
      }}
    >
      <p className="muted">{t(`history.export.about.${kind}`)}</p>
      <PathInput
        label={t('history.export.path')}
        description={t('history.export.pathHint')}
        purpose="export"
        path={path}
        onPath={setPath}
      />
      {fault !== undefined && <FaultNote fault={fault} />}
      {(bundle.isLost || report.isLost) && <LostNote />}
      <div>
        <Button type="submit" loading={bundle.isRunning || report.isRunning}>
          {t('history.export.write')}
        </Button>
      </div>
    </form>
  );
}
