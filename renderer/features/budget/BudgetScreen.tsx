// The budget of a Mission with everything below it, in six dimensions: what each account was given, has given away, has used, and will
// come to. Beside it the figures of one account, and the ways out where a limit is reached.
import { Button, Checkbox } from '@mantine/core';
import { IconAlertTriangle, IconCoins, IconPlayerPause } from '@tabler/icons-react';
import { useState } from 'react';
import type { AccountDimension, AccountRow } from '../../../core/contract/budget.ts';
import type { GroupAddress } from '../../app/last-group.ts';
import { go, goTo, useRouteValue } from '../../app/route.ts';
import { useTexts } from '../../i18n/i18n.ts';
import { useLive } from '../../transport/desk.tsx';
import { GroupPicker, useGroup } from '../../ui/GroupPicker.tsx';
import { ListPane } from '../../ui/ListPane.tsx';
import { Pane, Panes } from '../../ui/Pane.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { AccountPane } from './AccountPane.tsx';
import { DIMENSION_ORDER, hrefOfAccount, percentOf, shortAmount } from './budget-model.ts';
import '../review/review.css';
import './budget.css';

export function BudgetScreen() {
  const { t } = useTexts();
  const group = useGroup();
  if (group === undefined) {
    return (
      <Pane title={t('terms.budget.title')} toolbar={<GroupPicker place="budget" group={group} />}>
        <EmptyState
          icon={<IconCoins size={28} stroke={1.5} />}
          title={t('plan.noMission')}
          action={<Button onClick={() => go('missions', { create: 'new' })}>{t('missions.create')}</Button>}
        />
      </Pane>
    );
  }
  return <Budget key={`${group.connectionId} ${group.groupId}`} group={group} />;
}

function Budget(props: { readonly group: GroupAddress }) {
  const { group } = props;
  const { connectionId, groupId } = group;
  const { t } = useTexts();
  const list = useLive('budget.follow', { connectionId, groupId });
  const [chosenId, choose] = useRouteValue('account');
  const [isTight, setIsTight] = useState(false);
  const rows = isTight ? list.rows.filter((row) => row.level !== 'calm') : list.rows;
  const selected = rows.find(({ id }) => id === chosenId) ?? rows[0];
  return (
    <Panes
      listSize="wide"
      isDetailOpen={chosenId !== undefined}
      list={
        <ListPane
          title={t('terms.budget.title')}
          subtitle={list.summary?.currency}
          toolbar={
            <>
              <Checkbox
                size="xs"
                label={t('terms.budget.tight')}
                checked={isTight}
                onChange={(event) => setIsTight(event.currentTarget.checked)}
              />
              <GroupPicker place="budget" group={group} />
            </>
          }
          rows={rows}
          status={list.status}
          selectedId={selected?.id}
          onSelect={({ id }) => choose(id)}
          onOpen={(row) => goTo(hrefOfAccount(connectionId, row))}
          needsMe={({ pausedBy }) => pausedBy !== undefined}
          rowHeight={46}
          columns={
            <div className="account-row">
              <span>{t('terms.budget.account')}</span>
              {DIMENSION_ORDER.map((name) => (
                <span key={name} className="number" title={t(`facts.budget.${name}`)}>
                  {t(`terms.budget.short.${name}`)}
                </span>
              ))}
            </div>
          }
          empty={
            <EmptyState
              icon={<IconCoins size={28} stroke={1.5} />}
              title={t(isTight ? 'terms.budget.noneTight' : 'terms.budget.none')}
            />
          }
          renderRow={(row) => <AccountLine row={row} />}
        />
      }
      detail={
        selected === undefined ? (
          <Pane title={t('common.detail')}>
            <EmptyState icon={<IconCoins size={28} stroke={1.5} />} title={t('terms.budget.choose')} />
          </Pane>
        ) : (
          <AccountPane
            key={selected.id}
            group={group}
            row={selected}
            rows={list.rows}
            refusals={list.summary?.refusals ?? []}
            onBack={() => choose(undefined)}
          />
        )
      }
    />
  );
}

function AccountLine(props: { readonly row: AccountRow }) {
  const { row } = props;
  const { t } = useTexts();
  return (
    <div className="account-row" data-closed={row.isClosed}>
      <span className="account-name" style={{ paddingLeft: `${row.depth * 14}px` }}>
        <span className={row.type === 'item' ? 'ellipsis' : 'strong ellipsis'} title={row.title}>
          {row.type === 'child' && `${t('terms.budget.child')} `}
          {row.title}
        </span>
        <span className="account-state muted">
          {row.stateWords.text}
          {row.pausedBy !== undefined && (
            <span className="warn">
              {' '}
              <IconPlayerPause size={12} aria-hidden />{' '}
              {t('terms.budget.paused', { dimension: t(`facts.budget.${row.pausedBy}`) })}
            </span>
          )}
        </span>
      </span>
      {DIMENSION_ORDER.map((name) => (
        <Cell
          key={name}
          dimension={row.dimensions.find((each) => each.dimension === name)}
          currency={row.currency}
        />
      ))}
    </div>
  );
}

function Cell(props: {
  readonly dimension: AccountDimension | undefined;
  readonly currency: string | undefined;
}) {
  const { dimension } = props;
  const { t, language } = useTexts();
  if (dimension?.limit === undefined) return <span className="account-cell muted">–</span>;
  const { dimension: name, used, limit, level, share = 0 } = dimension;
  const amount = (value: string): string => shortAmount(name, value, language);
  return (
    <span className="account-cell" data-level={level}>
      <span className="numbers">{amount(used)}</span>
      <span className="numbers muted">/ {amount(limit)}</span>
      <span className="account-bar" aria-hidden>
        <span style={{ width: `${Math.min(100, share * 100)}%` }} />
      </span>
      {level !== 'calm' && (
        <span className="account-level">
          <IconAlertTriangle size={12} aria-hidden /> {percentOf(share)} %
          <span className="visually-hidden"> {t('terms.budget.gone')}</span>
        </span>
      )}
    </span>
  );
}
