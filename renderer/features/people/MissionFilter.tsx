// One Mission or all of them: chosen in the address, so that a link leads to the same list.
import { Select } from '@mantine/core';
import { goTo, hrefOf, useRoute } from '../../app/route.ts';
import type { MissionFilter as Filter } from '../../../core/contract/people.ts';
import { useTexts } from '../../i18n/i18n.ts';
import { useLive } from '../../transport/desk.tsx';

/** The filter that the address names; empty for all Missions. */
export function useMissionFilter(): Filter {
  const { connectionId, groupId } = useRoute().values;
  return connectionId === undefined || groupId === undefined ? {} : { connectionId, groupId };
}

export function MissionFilter(props: { readonly place: 'agents' | 'policy' }) {
  const { t } = useTexts();
  const { rows } = useLive('missions.follow');
  const { values } = useRoute();
  const { connectionId, groupId } = useMissionFilter();
  const keyOf = (mission: { readonly connectionId: string; readonly groupId: string }): string =>
    `${mission.connectionId} ${mission.groupId}`;
  return (
    <Select
      size="xs"
      w={200}
      aria-label={t('people.mission')}
      allowDeselect={false}
      data={[
        { value: '', label: t('people.allMissions') },
        ...rows.map((row) => ({ value: keyOf(row), label: row.title })),
      ]}
      value={connectionId === undefined || groupId === undefined ? '' : keyOf({ connectionId, groupId })}
      onChange={(key) => {
        const row = rows.find((each) => keyOf(each) === key);
        const mission = row === undefined ? {} : { connectionId: row.connectionId, groupId: row.groupId };
        const view = values['view'] === undefined ? {} : { view: values['view'] };
        goTo(hrefOf(props.place, { ...view, ...mission }), 'replace');
      }}
    />
  );
}
