// A history by WorkItem: how much there is of each, from where to where, and what came last.
import { Button } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ItemDigestModel } from '../../../core/contract/history.ts';
import type { GroupAddress } from '../../app/last-group.ts';
import { useTexts } from '../../i18n/i18n.ts';
import { useDesk } from '../../transport/desk.tsx';
import { Instant } from '../../ui/Instant.tsx';
import { ListPane } from '../../ui/ListPane.tsx';
import { EmptyState, FaultNote } from '../../ui/states.tsx';

interface ItemRow extends ItemDigestModel {
  readonly id: string;
}

export function ItemsView(props: {
  readonly group: GroupAddress;
  readonly filter: string;
  readonly onChoose: (sequence: number) => void;
  readonly onOnly: (workItemId: string | undefined) => void;
}) {
  const { group, filter, onOnly } = props;
  const { connectionId, groupId } = group;
  const { t, language } = useTexts();
  const desk = useDesk();
  const [chosenId, setChosenId] = useState<string>();
  const { data } = useQuery({
    queryKey: ['history', connectionId, groupId, 'items', filter, language],
    queryFn: () => desk.history.items({ connectionId, groupId, filter }),
    placeholderData: keepPreviousData,
  });
  if (data?.ok === false) return <FaultNote fault={data.fault} />;
  const rows = (data?.value.items ?? []).map((each): ItemRow =>
    Object.assign({ id: each.workItemId ?? '' }, each),
  );
  return (
    <ListPane
      title={t('history.items.title')}
      isBare
      rows={rows}
      status={data === undefined ? 'loading' : 'live'}
      selectedId={chosenId}
      onSelect={(row) => {
        setChosenId(row.id);
        props.onChoose(row.lastSequence);
      }}
      onOpen={({ workItemId }) => onOnly(workItemId)}
      rowHeight={46}
      renderRow={(row, { isSelected }) => (
        <>
          <div className="row-two-lines">
            <div className="row-main">
              <span className="strong ellipsis">
                {row.workItemId === undefined ? t('history.items.mission') : row.title}
              </span>
            </div>
            <div className="row-aside">
              <span className="numbers">
                {t('history.items.range', { from: row.firstSequence, to: row.lastSequence })}
              </span>
              <span className="ellipsis">{row.last?.sentence ?? row.last?.words.text}</span>
            </div>
          </div>
          <div className="row-end">
            <span className="numbers muted">{t('history.events', { count: row.count })}</span>
            <Instant atMs={row.lastAtMs} />
            {row.workItemId !== undefined && (
              <Button variant="subtle" tabIndex={isSelected ? 0 : -1} onClick={() => onOnly(row.workItemId)}>
                {t('history.items.only')}
              </Button>
            )}
          </div>
        </>
      )}
      empty={<EmptyState title={t('history.nothingFits')} />}
    />
  );
}
