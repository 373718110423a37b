// Policy and overrides: limits that are lifted once, the log of what was decided beyond the ordinary, and how far limits are used.
import { SegmentedControl } from '@mantine/core';
import { useRouteValue } from '../../app/route.ts';
import { useTexts } from '../../i18n/i18n.ts';
import { useShortcuts } from '../../ui/shortcuts.ts';
import { MissionFilter } from '../people/MissionFilter.tsx';
import { LimitsView } from './LimitsView.tsx';
import { OverridesView } from './OverridesView.tsx';
import { PolicyLogView } from './PolicyLogView.tsx';
import '../people/people.css';
import './policy.css';

const VIEWS = ['overrides', 'log', 'limits'] as const;

export function PolicyScreen() {
  const { t } = useTexts();
  const [chosen, choose] = useRouteValue('view');
  const view = VIEWS.find((each) => each === chosen) ?? 'overrides';
  const show = (value: string): void => choose(value === 'overrides' ? undefined : value);
  useShortcuts([
    { id: 'view-1', words: t('policy.views.overrides'), run: () => show('overrides') },
    { id: 'view-2', words: t('policy.views.log'), run: () => show('log') },
    { id: 'view-3', words: t('policy.views.limits'), run: () => show('limits') },
  ]);
  const toolbar = (
    <>
      <SegmentedControl
        size="xs"
        aria-label={t('policy.view')}
        data={VIEWS.map((value) => ({ value, label: t(`policy.views.${value}`) }))}
        value={view}
        onChange={show}
      />
      <MissionFilter place="policy" />
    </>
  );
  if (view === 'log') return <PolicyLogView toolbar={toolbar} />;
  if (view === 'limits') return <LimitsView toolbar={toolbar} />;
  return <OverridesView toolbar={toolbar} />;
}
