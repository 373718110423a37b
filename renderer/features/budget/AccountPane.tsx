// One account: every figure in words, the last usage with its Event, what is paused, and the ways out at the limit.
import { Button } from '@mantine/core';
import type { AccountDimension, AccountRow, BudgetSummary } from '../../../core/contract/budget.ts';
import type { GroupAddress } from '../../app/last-group.ts';
import { go, goTo, hrefOf } from '../../app/route.ts';
import { useTexts } from '../../i18n/i18n.ts';
import { formatBudget } from '../../ui/BudgetBars.tsx';
import { Instant } from '../../ui/Instant.tsx';
import { Pane, Section } from '../../ui/Pane.tsx';
import { StateWord } from '../../ui/StateWord.tsx';
import { DIMENSION_ORDER, holdersOf, hrefOfAccount, pausedBelow, percentOf } from './budget-model.ts';

/** More than these make no list that a person reads. */
const MAX_HOLDERS = 5;

export function AccountPane(props: {
  readonly group: GroupAddress;
  readonly row: AccountRow;
  readonly rows: readonly AccountRow[];
  readonly refusals: BudgetSummary['refusals'];
  readonly onBack: () => void;
}) {
  const { group, row, rows, onBack } = props;
  const { connectionId } = group;
  const { t } = useTexts();
  // A limit of the whole Mission is its owner's matter wherever it was hit.
  const refusals = props.refusals.filter(
    ({ accountId }) => accountId === undefined || accountId === row.id || row.type === 'mission',
  );
  const reached = row.dimensions.filter(({ level }) => level === 'reached');
  return (
    <Pane
      title={row.title}
      subtitle={<StateWord state={row.state} words={row.stateWords} />}
      onBack={onBack}
      toolbar={
        <Button size="xs" variant="default" onClick={() => goTo(hrefOfAccount(connectionId, row))}>
          {t('common.open')}
        </Button>
      }
    >
      <div className="stack-wide">
        {refusals.map(({ actionId, words }) => (
          <p key={actionId} className="warn">
            {words.text}{' '}
            <a href={hrefOf('outbox', { connectionId, actionId })}>{t('terms.budget.toOutbox')}</a>
          </p>
        ))}
        {row.isClosed && <p className="muted">{t('terms.budget.closed')}</p>}
        <Figures row={row} />
        <p>
          <span className="label">{t('terms.budget.lastUsage')}</span>{' '}
          {row.lastUsage === undefined ? (
            <span className="muted">{t('terms.budget.neverUsed')}</span>
          ) : (
            <>
              <Instant atMs={row.lastUsage.atMs} isFocusable /> ·{' '}
              <a
                href={hrefOf('history', {
                  connectionId,
                  groupId: row.groupId,
                  sequence: String(row.lastUsage.sequence),
                })}
              >
                {t('terms.budget.event', { sequence: row.lastUsage.sequence })}
              </a>
            </>
          )}
        </p>
        {reached.map((dimension) => (
          <WaysOut key={dimension.dimension} group={group} row={row} rows={rows} dimension={dimension} />
        ))}
        <p className="muted">{t('terms.budget.basis')}</p>
      </div>
    </Pane>
  );
}

function Figures(props: { readonly row: AccountRow }) {
  const { row } = props;
  const { t } = useTexts();
  return (
    <ul className="plain-list account-figures" aria-label={t('facts.budget.title')}>
      {DIMENSION_ORDER.map((name) => {
        const each = row.dimensions.find(({ dimension }) => dimension === name);
        return each === undefined ? null : <Figure key={name} row={row} dimension={each} />;
      })}
    </ul>
  );
}

function Figure(props: { readonly row: AccountRow; readonly dimension: AccountDimension }) {
  const { row, dimension } = props;
  const { dimension: name, limit, allocated, used, reserved, free, forecast, level, share } = dimension;
  const { t, language } = useTexts();
  const amount = (value: string): string => formatBudget(name, value, language, row.currency);
  const figures = [
    ['used', used],
    ['limit', limit],
    ['free', free],
    ['allocated', allocated],
    ['held', reserved],
    ['forecast', forecast],
  ] as const;
  return (
    <li data-level={level}>
      <div className="line-apart">
        <span className="strong">{t(`facts.budget.${name}`)}</span>
        {share !== undefined && (
          <span className={level === 'calm' ? 'muted' : 'account-level'}>{percentOf(share)} %</span>
        )}
      </div>
      {limit === undefined ? (
        <span className="muted">{t('facts.budget.noLimit')}</span>
      ) : (
        <dl className="account-figure">
          {figures.map(([figure, value]) =>
            value === undefined ? null : (
              <div key={figure}>
                <dt>{t(`terms.budget.columns.${figure}`)}</dt>
                <dd className={figure === 'forecast' && Number(value) > Number(limit) ? 'warn' : ''}>
                  {amount(value)}
                </dd>
              </div>
            ),
          )}
        </dl>
      )}
    </li>
  );
}

/** A limit is never raised: room comes from what others hold, from the owner, or from less work (BUD-006). */
function WaysOut(props: {
  readonly group: GroupAddress;
  readonly row: AccountRow;
  readonly rows: readonly AccountRow[];
  readonly dimension: AccountDimension;
}) {
  const { group, row, rows, dimension } = props;
  const { connectionId } = group;
  const { t, language } = useTexts();
  const name = dimension.dimension;
  const paused = pausedBelow(rows, row, name);
  const holders = holdersOf(rows, row, name).slice(0, MAX_HOLDERS);
  const { groupId, workItemId } = row;
  return (
    <Section title={t('terms.budget.reached', { dimension: t(`facts.budget.${name}`) })}>
      <p>
        {paused.length === 0
          ? t('terms.budget.nothingPaused')
          : t('terms.budget.pauses', { titles: paused.map(({ title }) => title).join(', ') })}
      </p>
      <div className="label">{t('terms.budget.ways')}</div>
      <ul className="budget-ways">
        {holders.map(({ row: holder, unused }) => (
          <li key={holder.id}>
            <a
              href={hrefOf('contract', {
                connectionId,
                groupId: holder.groupId,
                ...(holder.workItemId === undefined ? {} : { workItemId: holder.workItemId }),
              })}
            >
              {t('terms.budget.lower', { title: holder.title })}
            </a>{' '}
            <span className="muted">
              {t('terms.budget.unused', {
                amount: formatBudget(name, String(unused), language, row.currency),
              })}
            </span>
          </li>
        ))}
        <li>
          <a href={hrefOf('conversations', { connectionId, groupId: group.groupId })}>
            {t('terms.budget.askOwner')}
          </a>{' '}
          <span className="muted">{t('terms.budget.askOwnerHint')}</span>
        </li>
        {workItemId !== undefined && (
          <li>
            <Button
              size="compact-sm"
              variant="subtle"
              color="red"
              onClick={() => go('work', { connectionId, groupId, workItemId })}
            >
              {t('terms.budget.cancel')}
            </Button>
          </li>
        )}
      </ul>
    </Section>
  );
}
