// Six amounts to fill in, each with what is free above it.
import { TextInput } from '@mantine/core';
import type { BudgetDimension } from '../../../core/contract/values.ts';
import { useTexts } from '../../i18n/i18n.ts';
import { formatBudget } from '../../ui/BudgetBars.tsx';
import { type AmountFault, type BudgetTexts, DIMENSIONS, type DimensionName } from './approval-budget.ts';
import './approvals.css';

const UNITS: Partial<Record<DimensionName, string>> = { computeSeconds: 's', wallClockSeconds: 's' };

export function BudgetFields(props: {
  readonly budget: BudgetTexts;
  readonly onChange: (budget: BudgetTexts) => void;
  /** What is free above; undefined when nothing above is known. */
  readonly above: readonly BudgetDimension[] | undefined;
  readonly currency: string | undefined;
  readonly faultOf: (dimension: DimensionName) => AmountFault | undefined;
}) {
  const { budget, onChange, above, currency, faultOf } = props;
  const { t, language } = useTexts();
  return (
    <div className="budget-fields">
      {DIMENSIONS.map((dimension) => {
        const limit = above?.find((each) => each.dimension === dimension);
        const ceiling = limit?.free ?? limit?.limit;
        const fault = faultOf(dimension);
        const unit = dimension === 'money' ? currency : UNITS[dimension];
        const description =
          above === undefined
            ? undefined
            : ceiling === undefined
              ? t('approvals.start.neverSet')
              : t('approvals.start.ceiling', {
                  amount: formatBudget(dimension, ceiling, language, currency),
                });
        return (
          <TextInput
            key={dimension}
            label={t(`facts.budget.${dimension}`)}
            inputMode={dimension === 'money' ? 'decimal' : 'numeric'}
            value={budget[dimension]}
            onChange={(event) => onChange({ ...budget, [dimension]: event.currentTarget.value })}
            {...(description === undefined ? {} : { description })}
            {...(unit === undefined ? {} : { rightSection: <span className="muted">{unit}</span> })}
            {...(fault === undefined ? {} : { error: t(`approvals.start.faults.${fault}`) })}
          />
        );
      })}
    </div>
  );
}
