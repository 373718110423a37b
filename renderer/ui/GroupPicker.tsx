// Which Mission a place is about: from its address, else the one that was looked at last, else the first one.
import { Select } from '@mantine/core';
import { useEffect } from 'react';
import { type GroupAddress, rememberGroup, useLastGroup } from '../app/last-group.ts';
import { go, useRoute } from '../app/route.ts';
import { useTexts } from '../i18n/i18n.ts';
import { useLive } from '../transport/desk.tsx';

type GroupPlaceName = 'budget' | 'children' | 'plan' | 'conversations' | 'history' | 'artifacts';

/** The Mission of this place; undefined while none is known. */
export function useGroup(): GroupAddress | undefined {
  const { values } = useRoute();
  const { group: last } = useLastGroup();
  const { rows } = useLive('missions.follow');
  const { connectionId, groupId } = values;
  const isNamed = connectionId !== undefined && groupId !== undefined;
  useEffect(() => {
    // A file that was opened is no Mission to go on with elsewhere.
    if (isNamed && !connectionId.startsWith('file:')) rememberGroup({ connectionId, groupId });
  }, [isNamed, connectionId, groupId]);
  if (isNamed) return { connectionId, groupId };
  if (last !== undefined) return last;
  const [first] = rows;
  return first === undefined ? undefined : { connectionId: first.connectionId, groupId: first.groupId };
}

/** Chooses another Mission for the place. */
export function GroupPicker(props: {
  readonly place: GroupPlaceName;
  readonly group: GroupAddress | undefined;
}) {
  const { t } = useTexts();
  const { rows } = useLive('missions.follow');
  const keyOf = (group: GroupAddress): string => `${group.connectionId} ${group.groupId}`;
  return (
    <Select
      size="xs"
      w={210}
      aria-label={t('frame.chooseMission')}
      placeholder={t('frame.chooseMission')}
      data={rows.map((row) => ({ value: keyOf(row), label: row.title }))}
      value={props.group === undefined ? null : keyOf(props.group)}
      onChange={(key) => {
        const row = rows.find((each) => keyOf(each) === key);
        if (row !== undefined) go(props.place, { connectionId: row.connectionId, groupId: row.groupId });
      }}
    />
  );
}
