// Keys and identities. This window names keys and never holds one: all that is secret stays in the key store of the host.
import { Button } from '@mantine/core';
import { IconKey, IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { KeyStoreSummary } from '../../../core/contract/keys.ts';
import { useRouteValue } from '../../app/route.ts';
import { useTexts } from '../../i18n/i18n.ts';
import { useDesk, useLive, useRequest } from '../../transport/desk.tsx';
import { drop } from '../../ui/drop.ts';
import { ListPane } from '../../ui/ListPane.tsx';
import { Pane, Panes } from '../../ui/Pane.tsx';
import { EmptyState, FaultNote, LostNote } from '../../ui/states.tsx';
import { StateWord } from '../../ui/StateWord.tsx';
import { BackupForm, CreateKeyForm, ImportForm, RestoreForm, UnlockForm } from './KeyForms.tsx';
import { KeyPane } from './KeyPane.tsx';
import './keys.css';

/** Of `StateWord`: sign and colour. */
const CONDITION_STATES: { readonly [Condition in KeyStoreSummary['condition']]: string } = {
  unchecked: 'open',
  available: 'verified',
  locked: 'blocked',
  denied: 'failed',
  missing: 'failed',
  changed: 'failed',
  damaged: 'failed',
};

const TASKS = ['create', 'import', 'restore', 'backUp', 'unlock'] as const;
type Task = (typeof TASKS)[number];

export function KeysScreen() {
  const { t } = useTexts();
  const list = useLive('keys.follow');
  const [chosenId, choose] = useRouteValue('keyId');
  // Other places lead here for one of the tasks, most of all to unlock.
  const [named, setNamed] = useRouteValue('task');
  const task = TASKS.find((each) => each === named);
  const setTask = (next: Task | undefined): void => setNamed(next);
  const selected = list.rows.find(({ keyId }) => keyId === chosenId) ?? list.rows[0];
  const { summary } = list;
  const end = (): void => setTask(undefined);
  const create = (
    <Button leftSection={<IconPlus size={14} />} onClick={() => setTask('create')}>
      {t('computer.keys.create')}
    </Button>
  );
  const forms: { readonly [Name in Task]: () => ReactNode } = {
    create: () => <CreateKeyForm onEnd={end} onMade={choose} />,
    import: () => <ImportForm onEnd={end} onMade={choose} />,
    restore: () => <RestoreForm onEnd={end} />,
    backUp: () => <BackupForm onEnd={end} folder={summary?.backupFolder ?? ''} />,
    unlock: () => <UnlockForm onEnd={end} wantsPassphrase={summary?.wantsPassphrase === true} />,
  };
  const titles: { readonly [Name in Task]: string } = {
    create: t('computer.keys.create'),
    import: t('computer.keys.import'),
    restore: t('computer.keys.restore'),
    backUp: t('computer.keys.backup'),
    unlock: t('computer.keys.unlock'),
  };
  return (
    <Panes
      isDetailOpen={task !== undefined || chosenId !== undefined}
      list={
        <ListPane
          title={t('computer.keys.title')}
          toolbar={create}
          rows={list.rows}
          status={list.status}
          selectedId={task === undefined ? selected?.id : undefined}
          onSelect={({ keyId }) => {
            end();
            choose(keyId);
          }}
          rowHeight={46}
          needsMe={({ condition }) => condition !== 'available' && condition !== 'unchecked'}
          renderRow={(row) => (
            <>
              <div className="row-two-lines">
                <div className="row-main">
                  <span className="strong ellipsis">{row.principal.name}</span>
                  <span className="muted">{t(`common.actor.${row.principal.type}`)}</span>
                </div>
                <div className="row-aside">
                  <span className="mono">{row.fingerprint}</span>
                  <span className="ellipsis">{row.connections.map(({ name }) => name).join(', ')}</span>
                </div>
              </div>
              <div className="row-end">
                <StateWord
                  state={CONDITION_STATES[row.condition]}
                  words={{
                    key: row.condition,
                    values: {},
                    text: t(`computer.keys.condition.${row.condition}`),
                  }}
                />
              </div>
            </>
          )}
          empty={
            <EmptyState
              icon={<IconKey size={28} stroke={1.5} />}
              title={t('computer.keys.empty')}
              body={t('computer.keys.emptyBody')}
              action={create}
            />
          }
          footer={<StoreLine summary={summary} onTask={setTask} />}
        />
      }
      detail={
        task !== undefined ? (
          <Pane title={titles[task]} onBack={end}>
            <div className="key-form">{forms[task]()}</div>
          </Pane>
        ) : selected === undefined ? (
          <Pane title={t('common.detail')}>
            <EmptyState icon={<IconKey size={28} stroke={1.5} />} title={t('computer.keys.choose')} />
          </Pane>
        ) : (
          <KeyPane
            key={selected.id}
            row={selected}
            onBack={() => choose(undefined)}
            onBackUp={() => setTask('backUp')}
            onRotated={choose}
          />
        )
      }
    />
  );
}

function StoreLine(props: {
  readonly summary: KeyStoreSummary | undefined;
  readonly onTask: (task: Task) => void;
}) {
  const { summary, onTask } = props;
  const { t } = useTexts();
  const desk = useDesk();
  const lock = useRequest(desk.keys.lock);
  if (summary === undefined) return null;
  const isLocked = summary.condition === 'locked' || summary.wantsPassphrase;
  return (
    <div className="stack">
      <div className="line-apart">
        <span>
          <span className="muted">{t('computer.keys.store')}: </span>
          {summary.words.text}
        </span>
        {isLocked ? (
          <Button onClick={() => onTask('unlock')}>{t('computer.keys.unlock')}</Button>
        ) : (
          <Button variant="default" loading={lock.isRunning} onClick={() => drop(() => lock.run())}>
            {t('computer.keys.lock')}
          </Button>
        )}
      </div>
      {isLocked && <p className="muted">{t('computer.keys.lockedNote')}</p>}
      {summary.condition === 'changed' && <p className="bad">{t('computer.keys.changedNote')}</p>}
      {lock.fault !== undefined && <FaultNote fault={lock.fault} />}
      {lock.isLost && <LostNote />}
      <div className="line">
        <Button variant="default" onClick={() => onTask('backUp')}>
          {t('computer.keys.backUp')}
        </Button>
        <Button variant="subtle" color="gray" onClick={() => onTask('restore')}>
          {t('computer.keys.restore')}
        </Button>
        <Button variant="subtle" color="gray" onClick={() => onTask('import')}>
          {t('computer.keys.import')}
        </Button>
      </div>
    </div>
  );
}
