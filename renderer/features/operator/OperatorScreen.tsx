// An Authority that one administers: chosen above, its parts below. Without the keys of its services all of it can be read.
import { Button, NativeSelect } from '@mantine/core';
import { IconFolderPlus, IconServerCog } from '@tabler/icons-react';
import { useState } from 'react';
import type { AdministeredRow } from '../../../core/contract/operator.ts';
import { useRouteValue } from '../../app/route.ts';
import { useTexts } from '../../i18n/i18n.ts';
import { useDesk, useLive, useRequest } from '../../transport/desk.tsx';
import { drop } from '../../ui/drop.ts';
import { DetailTabs, Pane } from '../../ui/Pane.tsx';
import { BrokenState, EmptyState, FaultNote, LostNote, Skeleton } from '../../ui/states.tsx';
import { AddFolder } from './AddFolder.tsx';
import { AdmissionsPart } from './AdmissionsPart.tsx';
import { AgentsPart } from './AgentsPart.tsx';
import { BackupsPart } from './BackupsPart.tsx';
import { HealthPart } from './HealthPart.tsx';
import { KeysPart } from './KeysPart.tsx';
import { PolicyLogPart } from './PolicyLogPart.tsx';
import { PolicyPart } from './PolicyPart.tsx';
import { SessionsPart } from './SessionsPart.tsx';
import './operator.css';

const PARTS = {
  agents: AgentsPart,
  keys: KeysPart,
  policy: PolicyPart,
  sessions: SessionsPart,
  admissions: AdmissionsPart,
  'policy-log': PolicyLogPart,
  health: HealthPart,
  backups: BackupsPart,
} as const;

type PartName = keyof typeof PARTS;

export function OperatorScreen() {
  const { t } = useTexts();
  const { rows, status } = useLive('operator.follow');
  const [authorityId, choose] = useRouteValue('authorityId');
  const [section, setSection] = useRouteValue('section');
  const [isAdding, setAdding] = useState(false);
  const chosen = rows.find((row) => row.authorityId === authorityId) ?? rows[0];
  const add = (
    <Button variant="default" leftSection={<IconFolderPlus size={14} />} onClick={() => setAdding(true)}>
      {t('operator.add')}
    </Button>
  );
  if (status === 'loading' && rows.length === 0) return <Skeleton />;
  if (isAdding) {
    return (
      <Pane title={t('operator.add')} onBack={() => setAdding(false)}>
        <AddFolder
          onEnd={(added) => {
            setAdding(false);
            if (added !== undefined) choose(added);
          }}
        />
      </Pane>
    );
  }
  if (chosen === undefined) {
    return (
      <Pane title={t('operator.title')}>
        <EmptyState
          icon={<IconServerCog size={28} stroke={1.5} />}
          title={t('operator.empty')}
          body={
            <>
              <p>{t('operator.emptyBody')}</p>
              <p>{t('operator.remoteNote')}</p>
            </>
          }
          action={add}
        />
      </Pane>
    );
  }
  return (
    <Pane
      title={t('operator.title')}
      subtitle={<Standing row={chosen} />}
      isFlush
      toolbar={
        <>
          <NativeSelect
            aria-label={t('operator.choose')}
            value={chosen.authorityId}
            data={rows.map((row) => ({ value: row.authorityId, label: row.name }))}
            onChange={(event) => choose(event.currentTarget.value)}
          />
          {add}
          {chosen.kind === 'folder' && <RemoveButton row={chosen} onRemoved={() => choose(undefined)} />}
        </>
      }
    >
      {chosen.state !== 'open' && (
        <p className="operator-note" role="status" data-state={chosen.state}>
          {chosen.words.text}
        </p>
      )}
      {chosen.state === 'broken' ? (
        <BrokenState title={t('operator.state.broken')} why={chosen.words.text} />
      ) : (
        <div className="operator-parts">
          <DetailTabs
            tab={section}
            onTab={(id) => setSection(id === 'agents' ? undefined : id)}
            tabs={(Object.keys(PARTS) as PartName[]).map((id) => {
              const Part = PARTS[id];
              return {
                id,
                words: t(`operator.section.${id}`),
                content: () => <Part key={chosen.authorityId} authority={chosen} />,
              };
            })}
          />
        </div>
      )}
    </Pane>
  );
}

function Standing(props: { readonly row: AdministeredRow }) {
  const { row } = props;
  const { t } = useTexts();
  return (
    <span title={row.folder}>
      {t(`operator.kind.${row.kind}`)} · {t(`operator.database.${row.database}`)} ·{' '}
      {t(`operator.state.${row.state}`)}
    </span>
  );
}

function RemoveButton(props: { readonly row: AdministeredRow; readonly onRemoved: () => void }) {
  const { t } = useTexts();
  const desk = useDesk();
  const remove = useRequest(desk.operator.remove);
  const run = async (): Promise<void> => {
    if ((await remove.run({ authorityId: props.row.authorityId })) !== undefined) props.onRemoved();
  };
  return (
    <>
      <Button
        variant="subtle"
        color="gray"
        title={t('operator.removeHint')}
        loading={remove.isRunning}
        onClick={() => drop(run)}
      >
        {t('operator.remove')}
      </Button>
      {remove.fault !== undefined && <FaultNote fault={remove.fault} />}
      {remove.isLost && <LostNote />}
    </>
  );
}
