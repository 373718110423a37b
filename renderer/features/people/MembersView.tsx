// Members by Mission: role, state, epoch, what they see, what they would leave behind. Whoever leads is added to, changed and ended
// through the command sheet.
import { Button } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { MemberRow } from '../../../core/contract/people.ts';
import { useRouteValue } from '../../app/route.ts';
import { useTexts } from '../../i18n/i18n.ts';
import { useLive } from '../../transport/desk.tsx';
import { Countdown } from '../../ui/Countdown.tsx';
import { useGroup } from '../../ui/GroupPicker.tsx';
import { ListPane } from '../../ui/ListPane.tsx';
import { Pane, Panes } from '../../ui/Pane.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { StateWord } from '../../ui/StateWord.tsx';
import { MemberForm } from './MemberForm.tsx';
import { MemberPane } from './MemberPane.tsx';
import { useMissionFilter } from './MissionFilter.tsx';

export function MembersView(props: { readonly toolbar: ReactNode }) {
  const { t } = useTexts();
  const filter = useMissionFilter();
  const first = useGroup();
  const list = useLive('people.members', filter);
  const [memberId, choose] = useRouteValue('member');
  const [form, openForm] = useRouteValue('form');
  // A link from elsewhere names the member alone, and its Mission by the filter.
  const selected =
    list.rows.find(({ id, member }) => id === memberId || member.id === memberId) ?? list.rows[0];
  const mission =
    filter.connectionId !== undefined && filter.groupId !== undefined
      ? { connectionId: filter.connectionId, groupId: filter.groupId }
      : selected === undefined
        ? first
        : { connectionId: selected.connectionId, groupId: selected.groupId };
  const isAdding = form === 'member' && mission !== undefined;
  return (
    <Panes
      listSize="middle"
      isDetailOpen={memberId !== undefined || isAdding}
      list={
        <ListPane
          title={t('people.members.title')}
          toolbar={props.toolbar}
          footer={
            <Button
              variant="default"
              disabled={mission === undefined}
              onClick={() => {
                choose(undefined);
                openForm('member');
              }}
            >
              {t('people.members.add')}
            </Button>
          }
          rows={list.rows}
          status={list.status}
          selectedId={selected?.id}
          onSelect={({ id }) => {
            openForm(undefined);
            choose(id);
          }}
          groupOf={({ connectionId, groupId, missionTitle }) => ({
            id: `${connectionId} ${groupId}`,
            title: missionTitle,
          })}
          textOf={({ member, roles, missionTitle }) =>
            `${member.name} ${missionTitle} ${roles.map(({ words }) => words.text).join(' ')}`
          }
          shortcuts={[
            {
              id: 'new',
              words: t('people.members.add'),
              run: () => openForm('member'),
              isOff: mission === undefined,
            },
          ]}
          rowHeight={52}
          empty={
            <EmptyState
              icon={<IconUsers size={28} stroke={1.5} />}
              title={t('people.members.none')}
              body={t('people.members.noneBody')}
            />
          }
          renderRow={(row) => <MemberLine row={row} />}
        />
      }
      detail={
        isAdding ? (
          <MemberForm
            key={`${mission.groupId} ${memberId ?? ''}`}
            mission={mission}
            memberId={memberId === undefined ? undefined : selected?.member.id}
            onDone={() => openForm(undefined)}
          />
        ) : selected === undefined ? (
          <Pane title={t('common.detail')}>
            <EmptyState icon={<IconUsers size={28} stroke={1.5} />} title={t('people.choose')} />
          </Pane>
        ) : (
          <MemberPane
            key={selected.id}
            row={selected}
            onChange={() => {
              choose(selected.id);
              openForm('member');
            }}
            onBack={() => choose(undefined)}
          />
        )
      }
    />
  );
}

function MemberLine(props: { readonly row: MemberRow }) {
  const { row } = props;
  const { t } = useTexts();
  return (
    <div className="row-two-lines">
      <div className="row-main">
        <span className="strong ellipsis">{row.member.name}</span>
        <span className="muted">{t(`common.actor.${row.member.type}`)}</span>
        <span className="row-end">
          <StateWord
            state={row.state}
            words={row.stateWords}
            {...(row.hasLapsed ? { byClock: { key: '', values: {}, text: t('people.members.lapsed') } } : {})}
          />
        </span>
      </div>
      <div className="row-aside">
        <span className="ellipsis">{row.roles.map(({ words }) => words.text).join(', ')}</span>
        <span className="row-end numbers">
          {row.provisionalEndsAtMs !== undefined && <Countdown endsAtMs={row.provisionalEndsAtMs} />}{' '}
          {t('people.members.epochShort', { epoch: row.membershipEpoch })}
        </span>
      </div>
    </div>
  );
}
