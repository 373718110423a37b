// Whether the rows of a time axis are items or Agents.
import { SegmentedControl } from '@mantine/core';
import { useTexts } from '../../i18n/i18n.ts';
import { type Side, SIDES } from './PlanTimeline.tsx';

/** Items are what stands there without a choice, so that choosing them takes it out of the address. */
export function SideChoice(props: {
  readonly side: Side;
  readonly onSide: (side: string | undefined) => void;
}) {
  const { t } = useTexts();
  return (
    <SegmentedControl
      aria-label={t('plan.side')}
      value={props.side}
      data={SIDES.map((value) => ({ value, label: t(`plan.sides.${value}`) }))}
      onChange={(value) => props.onSide(value === 'items' ? undefined : value)}
    />
  );
}
