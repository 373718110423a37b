// The connections to Authorities, and how the log of each Group stands.
import { Button } from '@mantine/core';
import { IconPlugConnected, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import type { ConnectionRow } from '../../../core/contract/connections.ts';
import { useRouteValue } from '../../app/route.ts';
import { useTexts } from '../../i18n/i18n.ts';
import { useLive } from '../../transport/desk.tsx';
import { ListPane } from '../../ui/ListPane.tsx';
import { Pane, Panes } from '../../ui/Pane.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { StateWord } from '../../ui/StateWord.tsx';
import { AddConnection } from './AddConnection.tsx';
import { ConnectionPane } from './ConnectionPane.tsx';

/** Of `StateWord`: sign and colour. */
const STATES: { readonly [Status in ConnectionRow['status']]: string } = {
  online: 'verified',
  connecting: 'sent',
  offline: 'blocked',
  replaced: 'failed',
  'working-offline': 'blocked',
};

export function ConnectionsScreen() {
  const { t } = useTexts();
  const list = useLive('connections.follow');
  const [chosenId, choose] = useRouteValue('connectionId');
  const [isAdding, setIsAdding] = useState(false);
  const selected = list.rows.find(({ id }) => id === chosenId) ?? list.rows[0];
  const add = (
    <Button leftSection={<IconPlus size={14} />} onClick={() => setIsAdding(true)}>
      {t('computer.connections.add')}
    </Button>
  );
  const back = (): void => {
    setIsAdding(false);
    choose(undefined);
  };
  return (
    <Panes
      listSize="narrow"
      isDetailOpen={isAdding || chosenId !== undefined}
      list={
        <ListPane
          title={t('computer.connections.title')}
          toolbar={add}
          rows={list.rows}
          status={list.status}
          selectedId={isAdding ? undefined : selected?.id}
          onSelect={({ id }) => {
            setIsAdding(false);
            choose(id);
          }}
          rowHeight={46}
          renderRow={(row) => (
            <div className="row-two-lines">
              <div className="row-main">
                <span className="strong ellipsis">{row.name}</span>
                {row.kind === 'demo' && <span className="demo-mark">{t('frame.demo')}</span>}
              </div>
              <div className="row-aside">
                <StateWord
                  state={STATES[row.status]}
                  words={{ key: row.status, values: {}, text: t(`frame.status.${row.status}`) }}
                />
                <span className="ellipsis">{t(`computer.connections.kinds.${row.kind}`)}</span>
              </div>
            </div>
          )}
          empty={
            <EmptyState
              icon={<IconPlugConnected size={28} stroke={1.5} />}
              title={t('computer.connections.empty')}
              body={t('computer.connections.emptyBody')}
              action={add}
            />
          }
        />
      }
      detail={
        isAdding ? (
          <AddConnection
            onBack={back}
            onAdded={(connectionId) => {
              setIsAdding(false);
              choose(connectionId);
            }}
          />
        ) : selected === undefined ? (
          <Pane title={t('common.detail')}>
            <EmptyState
              icon={<IconPlugConnected size={28} stroke={1.5} />}
              title={t('computer.connections.choose')}
            />
          </Pane>
        ) : (
          <ConnectionPane key={selected.id} row={selected} onBack={back} />
        )
      }
    />
  );
}
