// Histories as files: opened ones, to be read and verified without any connection, and a way to open another.
import { Button } from '@mantine/core';
import { IconFileSearch, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import type { OpenedFile } from '../../../core/contract/bundles.ts';
import { go, hrefOf, useRouteValue } from '../../app/route.ts';
import { useTexts } from '../../i18n/i18n.ts';
import { useDesk, useLive, useRequest } from '../../transport/desk.tsx';
import { formatNumber } from '../../ui/format.ts';
import { drop } from '../../ui/drop.ts';
import { Instant } from '../../ui/Instant.tsx';
import { ListPane } from '../../ui/ListPane.tsx';
import { Pane, Panes, Section } from '../../ui/Pane.tsx';
import { PathInput } from '../../ui/PathInput.tsx';
import { EmptyState, FaultNote, LostNote } from '../../ui/states.tsx';
import './files.css';

const SHOWN_FINDINGS = 20;

export function FilesScreen() {
  const { t } = useTexts();
  const { rows, status } = useLive('bundles.follow');
  const [chosenId, choose] = useRouteValue('file');
  const chosen = rows.find(({ connectionId }) => connectionId === chosenId) ?? rows.at(-1);
  return (
    <Panes
      listSize="middle"
      isDetailOpen={chosenId !== undefined}
      list={
        <ListPane
          title={t('files.title')}
          rows={rows}
          status={status}
          selectedId={chosen?.id}
          onSelect={({ connectionId }) => choose(connectionId)}
          onOpen={(row) => openFirst(row)}
          rowHeight={46}
          renderRow={(row) => (
            <div className="row-two-lines">
              <div className="row-main">
                <span className="strong ellipsis">{row.name}</span>
              </div>
              <div className="row-aside">
                <span className="files-verdict ellipsis" data-verdict={row.verdict}>
                  {row.words.text}
                </span>
              </div>
            </div>
          )}
          empty={
            <EmptyState
              icon={<IconFileSearch size={28} stroke={1.5} />}
              title={t('files.empty')}
              body={t('files.emptyBody')}
            />
          }
          footer={<OpenFile />}
        />
      }
      detail={<FilePane file={chosen} onBack={() => choose(undefined)} />}
    />
  );
}

function openFirst({ connectionId, groups }: OpenedFile): void {
  const [first] = groups;
  if (first !== undefined) go('history', { connectionId, groupId: first.groupId });
}

function OpenFile() {
  const { t } = useTexts();
  const desk = useDesk();
  const [path, setPath] = useState('');
  const open = useRequest(desk.bundles.open);
  const begin = async (): Promise<void> => {
    const found = await open.run({ path: path.trim() });
    if (found === undefined) return;
    setPath('');
    go('files', { file: found.connectionId });
  };
  return (
    <form
      className="stack grow"
      onSubmit={(event) => {
        event.preventDefault();
        drop(begin);
      }}
    >
      <PathInput
        label={t('files.path')}
        placeholder="/home/ada/history.mwpbundle"
        purpose="bundle"
        path={path}
        onPath={setPath}
      />
      <div>
        <Button type="submit" loading={open.isRunning} disabled={path.trim() === ''}>
          {t('files.open')}
        </Button>
      </div>
      {open.fault !== undefined && <FaultNote fault={open.fault} />}
      {open.isLost && <LostNote />}
    </form>
  );
}

function FilePane(props: { readonly file: OpenedFile | undefined; readonly onBack: () => void }) {
  const { file, onBack } = props;
  const { t, language } = useTexts();
  const desk = useDesk();
  const close = useRequest(desk.bundles.close);
  if (file === undefined) {
    return (
      <Pane title={t('common.detail')}>
        <EmptyState icon={<IconFileSearch size={28} stroke={1.5} />} title={t('files.choose')} />
      </Pane>
    );
  }
  const { connectionId, groups, findings } = file;
  return (
    <Pane
      title={file.name}
      subtitle={t('files.readOnly')}
      onBack={onBack}
      toolbar={
        <Button
          variant="default"
          leftSection={<IconX size={14} />}
          onClick={() => drop(() => close.run({ connectionId }))}
        >
          {t('files.close')}
        </Button>
      }
    >
      <div className="stack-wide">
        <p className="files-verdict" data-verdict={file.verdict} role="status">
          {file.words.text}
        </p>
        <dl className="facts">
          <dt>{t('files.pathFact')}</dt>
          <dd className="mono files-path">{file.path}</dd>
          {file.organizationId !== undefined && (
            <>
              <dt>{t('files.organization')}</dt>
              <dd className="mono files-path">{file.organizationId}</dd>
            </>
          )}
          {file.createdAtMs !== undefined && (
            <>
              <dt>{t('files.createdAt')}</dt>
              <dd>
                <Instant atMs={file.createdAtMs} isFocusable />
              </dd>
            </>
          )}
          <dt>{t('files.events')}</dt>
          <dd className="numbers">{formatNumber(file.events, language)}</dd>
        </dl>
        {file.verdict !== 'failed' && file.state === 'open' && (
          <p className="muted">{t(`files.means.${file.verdict ?? 'consistent'}`)}</p>
        )}
        <Section title={t('files.groups')}>
          <ul className="plain-list stack">
            {groups.map((group) => (
              <li key={group.groupId} className="files-group">
                <a href={hrefOf('history', { connectionId, groupId: group.groupId })}>{group.title}</a>
                <span className="muted numbers">
                  #{group.firstSequence}–#{group.lastSequence}
                  {group.missionWords !== undefined && ` · ${group.missionWords.text}`}
                </span>
              </li>
            ))}
          </ul>
        </Section>
        {findings.length > 0 && (
          <Section title={t('files.findings')}>
            <ol className="plain-list stack">
              {findings.slice(0, SHOWN_FINDINGS).map((finding) => (
                <li key={`${finding.line ?? ''} ${finding.problem} ${finding.detail}`}>
                  <span className="strong numbers">
                    {finding.line === undefined ? t('files.whole') : t('files.line', { line: finding.line })}
                  </span>{' '}
                  {finding.words.text} <span className="muted">{finding.detail}</span>
                </li>
              ))}
            </ol>
            {findings.length > SHOWN_FINDINGS && (
              <p className="muted">{t('files.more', { count: findings.length - SHOWN_FINDINGS })}</p>
            )}
          </Section>
        )}
      </div>
    </Pane>
  );
}
