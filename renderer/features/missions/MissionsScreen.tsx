// All Missions: the list, with the overview of the chosen one beside it; or the wizard for a new one.
import { Button, SegmentedControl } from '@mantine/core';
import { IconFileText, IconPlus, IconTargetArrow } from '@tabler/icons-react';
import type { MissionRowModel } from '../../../core/contract/missions.ts';
import { go, useRouteValue, useRouteView } from '../../app/route.ts';
import { useTexts } from '../../i18n/i18n.ts';
import { useLive } from '../../transport/desk.tsx';
import { ListPane } from '../../ui/ListPane.tsx';
import { Pane, Panes } from '../../ui/Pane.tsx';
import { SavedViews } from '../../ui/SavedViews.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { OverviewPane } from '../mission/OverviewPane.tsx';
import { CreateMission } from './CreateMission.tsx';
import { MissionLine } from './MissionLine.tsx';

const VIEWS = ['all', 'owner', 'coordinator', 'archived'] as const;
type View = (typeof VIEWS)[number];

function isIn(view: View, { isArchived, myRoles }: MissionRowModel): boolean {
  if (view === 'archived') return isArchived;
  if (isArchived) return false;
  return view === 'all' || myRoles.includes(view);
}

export function MissionsScreen() {
  const [create] = useRouteValue('create');
  return create === undefined ? <MissionsList /> : <CreateMission key={create} start={create} />;
}

function MissionsList() {
  const { t } = useTexts();
  const list = useLive('missions.follow');
  const connections = useLive('connections.follow').rows;
  const connectionName = (connectionId: string): string =>
    connections.find((row) => row.connectionId === connectionId)?.name ?? connectionId;
  const [selectedId, setSelectedId] = useRouteValue('mission');
  const [viewName, setView] = useRouteValue('view');
  const view = VIEWS.find((name) => name === viewName) ?? 'all';
  const applyView = useRouteView();
  const rows = list.rows.filter((row) => isIn(view, row));
  const selected = rows.find(({ id }) => id === selectedId) ?? rows[0];
  const create = (
    <Button leftSection={<IconPlus size={14} />} onClick={() => go('missions', { create: 'new' })}>
      {t('missions.create')}
    </Button>
  );
  return (
    <Panes
      isDetailOpen={selectedId !== undefined}
      list={
        <ListPane
          title={t('missions.title')}
          toolbar={create}
          rows={rows}
          status={list.status}
          selectedId={selected?.id}
          onSelect={(row) => setSelectedId(row.id)}
          onOpen={({ connectionId, groupId }) => go('mission', { connectionId, groupId })}
          textOf={(row) => `${row.title} ${row.coordinator.name} ${connectionName(row.connectionId)}`}
          needsMe={({ health }) => health === 'waits-for-me'}
          rowHeight={62}
          renderRow={(row) => <MissionLine row={row} connectionName={connectionName(row.connectionId)} />}
          shortcuts={[
            {
              id: 'new',
              words: t('frame.shortcuts.newMission'),
              run: () => go('missions', { create: 'new' }),
            },
          ]}
          empty={
            list.rows.length === 0 ? (
              <EmptyState
                icon={<IconTargetArrow size={28} stroke={1.5} />}
                title={t('missions.empty')}
                body={t('missions.emptyBody')}
                action={
                  <div className="line">
                    {create}
                    <Button
                      variant="default"
                      leftSection={<IconFileText size={14} />}
                      onClick={() => go('briefs', {})}
                    >
                      {t('missions.fromBrief')}
                    </Button>
                  </div>
                }
              />
            ) : (
              <EmptyState icon={<IconTargetArrow size={28} stroke={1.5} />} title={t('missions.emptyView')} />
            )
          }
          footer={
            <div className="line">
              <SegmentedControl
                aria-label={t('missions.view')}
                value={view}
                data={VIEWS.map((name) => ({ value: name, label: t(`missions.views.${name}`) }))}
                onChange={(name) => setView(name === 'all' ? undefined : name)}
              />
              <SavedViews place="missions" values={{ view: viewName }} onApply={applyView} />
            </div>
          }
        />
      }
      detail={
        selected === undefined ? (
          <Pane title={t('common.detail')}>
            <EmptyState icon={<IconTargetArrow size={28} stroke={1.5} />} title={t('missions.choose')} />
          </Pane>
        ) : (
          <OverviewPane
            key={selected.id}
            group={{ connectionId: selected.connectionId, groupId: selected.groupId }}
            onBack={() => setSelectedId(undefined)}
          />
        )
      }
    />
  );
}
