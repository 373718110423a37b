// A budget in its six dimensions: bars for the eye, and the same amounts as text, exact as the ledger has them.
import { IconAlertTriangle } from '@tabler/icons-react';
import type { BudgetDimension, Language } from '../../core/contract/values.ts';
import { useTexts } from '../i18n/i18n.ts';
import { formatAmount, formatDuration } from './format.ts';
import './budget-bars.css';

const ORDER = [
  'money',
  'modelTokens',
  'toolCalls',
  'computeSeconds',
  'wallClockSeconds',
  'externalActions',
] as const;

/** From here on somebody should look. */
const WARNING_SHARE = 0.75;

export function formatBudget(
  dimension: BudgetDimension['dimension'],
  amount: string,
  language: Language,
  currency: string | undefined,
): string {
  if (dimension === 'money') return formatAmount(amount, language, currency);
  if (dimension === 'computeSeconds' || dimension === 'wallClockSeconds') {
    const seconds = Number(amount);
    return seconds === 0 ? formatAmount(amount, language) : formatDuration(seconds * 1_000, language);
  }
  return formatAmount(amount, language);
}

export function BudgetBars(props: {
  readonly dimensions: readonly BudgetDimension[];
  readonly currency?: string | undefined;
}) {
  const { dimensions, currency } = props;
  const { t, language } = useTexts();
  return (
    <div className="budget-box">
      <dl className="budget" aria-label={t('facts.budget.title')}>
        {ORDER.map((name) => {
          const dimension = dimensions.find((each) => each.dimension === name);
          const amount = (value: string): string => formatBudget(name, value, language, currency);
          const { used, reserved, limit, free, share } = dimension ?? { used: '0', reserved: '0' };
          const level =
            share === undefined ? 'calm' : share >= 1 ? 'over' : share >= WARNING_SHARE ? 'warning' : 'calm';
          const isNever = dimension === undefined || limit === undefined;
          return (
            <div key={name} className="budget-row" data-level={level}>
              <dt>{t(`facts.budget.${name}`)}</dt>
              <dd>
                <div className="budget-bar" aria-hidden data-is-never={isNever}>
                  {!isNever && (
                    <>
                      <span className="budget-used" style={{ width: percent(used, limit) }} />
                      <span className="budget-reserved" style={{ width: percent(reserved, limit) }} />
                    </>
                  )}
                </div>
                <span className="budget-text numbers">
                  {isNever
                    ? dimension === undefined
                      ? t('facts.budget.noLimit')
                      : t('facts.budget.lineNoLimit', { used: amount(used), reserved: amount(reserved) })
                    : t('facts.budget.line', {
                        used: amount(used),
                        reserved: amount(reserved),
                        limit: amount(limit),
                      })}
                </span>
                <span className="budget-free numbers">
                  {level !== 'calm' && <IconAlertTriangle size={13} aria-hidden />}
                  {level === 'over'
                    ? t('facts.budget.over')
                    : free === undefined
                      ? ''
                      : t('facts.budget.lineFree', { free: amount(free) })}
                </span>
              </dd>
            </div>
          );
        })}
      </dl>
    </div>
  );
}

/** Width of a part of the bar. The amounts are decimal texts; for drawing, doubles are exact enough. */
function percent(part: string, limit: string): string {
  const whole = Number(limit);
  if (!(whole > 0)) return Number(part) > 0 ? '100%' : '0%';
  return `${Math.min(100, (Number(part) / whole) * 100)}%`;
}
