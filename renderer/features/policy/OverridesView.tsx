// Overrides from the refusal to the Event that consumed them, and the form to ask for one or to grant it.
import { Button } from '@mantine/core';
import { IconShieldPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { OverrideRow } from '../../../core/contract/policy.ts';
import { useRouteValue } from '../../app/route.ts';
import { useTexts } from '../../i18n/i18n.ts';
import { useLive } from '../../transport/desk.tsx';
import { Countdown } from '../../ui/Countdown.tsx';
import { useGroup } from '../../ui/GroupPicker.tsx';
import { ListPane } from '../../ui/ListPane.tsx';
import { Pane, Panes } from '../../ui/Pane.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { useMissionFilter } from '../people/MissionFilter.tsx';
import { OverrideForm } from './OverrideForm.tsx';
import { OverridePane } from './OverridePane.tsx';

export function OverridesView(props: { readonly toolbar: ReactNode }) {
  const { t } = useTexts();
  const filter = useMissionFilter();
  const first = useGroup();
  const list = useLive('policy.overrides', filter);
  const [actionId, choose] = useRouteValue('actionId');
  const [form, openForm] = useRouteValue('form');
  const selected = list.rows.find((row) => row.targetActionId === actionId) ?? list.rows[0];
  const mission =
    filter.connectionId !== undefined && filter.groupId !== undefined
      ? { connectionId: filter.connectionId, groupId: filter.groupId }
      : first;
  const isMaking = form === 'new' && mission !== undefined;
  const make = (): void => {
    choose(undefined);
    openForm('new');
  };
  return (
    <Panes
      listSize="middle"
      isDetailOpen={actionId !== undefined || isMaking}
      list={
        <ListPane
          title={t('policy.overrides.title')}
          toolbar={props.toolbar}
          footer={
            <Button variant="default" disabled={mission === undefined} onClick={make}>
              {t('policy.overrides.add')}
            </Button>
          }
          rows={list.rows}
          status={list.status}
          selectedId={selected?.id}
          onSelect={(row) => {
            openForm(undefined);
            choose(row.targetActionId);
          }}
          needsMe={({ actions, stage }) =>
            stage !== 'needed' && actions.some(({ id, isEnabled }) => id !== 'ask' && isEnabled)
          }
          textOf={({ policyWords, targetKindWords, beneficiary, missionTitle }) =>
            `${policyWords.text} ${targetKindWords.text} ${beneficiary.name} ${missionTitle}`
          }
          shortcuts={[
            { id: 'new', words: t('policy.overrides.add'), run: make, isOff: mission === undefined },
          ]}
          rowHeight={52}
          empty={
            <EmptyState
              icon={<IconShieldPlus size={28} stroke={1.5} />}
              title={t('policy.overrides.none')}
              body={t('policy.overrides.noneBody')}
            />
          }
          renderRow={(row) => <OverrideLine row={row} />}
        />
      }
      detail={
        isMaking ? (
          <OverrideForm key={mission.groupId} mission={mission} onDone={() => openForm(undefined)} />
        ) : selected === undefined ? (
          <Pane title={t('common.detail')}>
            <EmptyState
              icon={<IconShieldPlus size={28} stroke={1.5} />}
              title={t('policy.overrides.choose')}
            />
          </Pane>
        ) : (
          <OverridePane
            key={`${selected.id} ${selected.stage}`}
            row={selected}
            onBack={() => choose(undefined)}
          />
        )
      }
    />
  );
}

function OverrideLine(props: { readonly row: OverrideRow }) {
  const { row } = props;
  const isRunning = row.stage === 'asked' || row.stage === 'granted';
  return (
    <div className="row-two-lines">
      <div className="row-main">
        <span className="strong ellipsis">{row.targetKindWords.text}</span>
        <span className="muted ellipsis">{row.policyWords.text}</span>
        <span className="row-end">
          <span className={row.stage === 'needed' || row.stage === 'asked' ? 'warn' : ''}>
            {row.stageWords.text}
          </span>
        </span>
      </div>
      <div className="row-aside">
        <span className="ellipsis">
          {row.beneficiary.name} · {row.missionTitle}
        </span>
        <span className="row-end">{isRunning && <Countdown endsAtMs={row.expiresAtMs} />}</span>
      </div>
    </div>
  );
}
