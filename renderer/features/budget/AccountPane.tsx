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
          <p key={actionId} className="warning-line">
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
  const { t, language } = useTexts();
  return (
    <div className="comparison">
      <table className="table account-figures">
        <caption className="visually-hidden">{t('facts.budget.title')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('terms.budget.dimension')}</th>
            {(['limit', 'allocated', 'used', 'held', 'free', 'forecast'] as const).map((name) => (
              <th key={name} scope="col" className="number">
                {t(`terms.budget.columns.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {DIMENSION_ORDER.map((name) => {
            const each = row.dimensions.find(({ dimension }) => dimension === name);
            if (each === undefined) return null;
            const amount = (value: string | undefined): string =>
              value === undefined ? '–' : formatBudget(name, value, language, row.currency);
            const isOver =
              each.forecast !== undefined &&
              each.limit !== undefined &&
              Number(each.forecast) > Number(each.limit);
            return (
              <tr key={name} data-level={each.level}>
                <th scope="row">
                  {t(`facts.budget.${name}`)}
                  {each.level !== 'calm' && (
                    <span className="account-level"> {percentOf(each.share ?? 0)} %</span>
                  )}
                </th>
                <td className="number">
                  {each.limit === undefined ? t('facts.budget.noLimit') : amount(each.limit)}
                </td>
                <td className="number">{amount(each.allocated)}</td>
                <td className="number">{amount(each.used)}</td>
                <td className="number">{amount(each.reserved)}</td>
                <td className="number">{amount(each.free)}</td>
                <td className={isOver ? 'number warn' : 'number'}>{amount(each.forecast)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
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
