// The review desk: what waits for review, and one submission beside it.
import { Button } from '@mantine/core';
import { IconChecklist } from '@tabler/icons-react';
import { go, useRoute } from '../../app/route.ts';
import { useTexts } from '../../i18n/i18n.ts';
import { useLive } from '../../transport/desk.tsx';
import { Instant } from '../../ui/Instant.tsx';
import { ListPane } from '../../ui/ListPane.tsx';
import { Pane, Panes } from '../../ui/Pane.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { ReviewDesk } from './ReviewDesk.tsx';
import './review.css';

export function ReviewScreen() {
  const { t } = useTexts();
  const { rows, status } = useLive('review.queue');
  const { connectionId, groupId, workItemId } = useRoute().values;
  const place =
    connectionId === undefined || groupId === undefined || workItemId === undefined
      ? undefined
      : { connectionId, groupId, workItemId };
  const selected = rows.find((row) => row.workItemId === workItemId && row.groupId === groupId);
  const onSelect = (row: (typeof rows)[number]): void =>
    go('review', { connectionId: row.connectionId, groupId: row.groupId, workItemId: row.workItemId });
  return (
    <Panes
      isDetailOpen={place !== undefined}
      listSize="narrow"
      list={
        <ListPane
          title={t('review.queue')}
          rows={rows}
          status={status}
          rowHeight={68}
          selectedId={selected?.id}
          onSelect={onSelect}
          textOf={(row) => `${row.title} ${row.missionTitle} ${row.submitter?.name ?? ''}`}
          needsMe={() => true}
          empty={
            <EmptyState
              icon={<IconChecklist size={24} stroke={1.5} />}
              title={t('review.empty.title')}
              body={t('review.empty.body')}
              action={
                <Button variant="default" onClick={() => go('attention', {})}>
                  {t('review.empty.action')}
                </Button>
              }
            />
          }
          renderRow={(row) => (
            <span className="row-two-lines">
              <span className="row-main">
                <span className="ellipsis strong">{row.title}</span>
                {row.prepared !== undefined && (
                  <span className="row-line-end muted">{row.prepared.text}</span>
                )}
              </span>
              <span className="row-line">
                <span className="ellipsis">{row.missionTitle}</span>
                {row.submittedAtMs !== undefined && (
                  <span className="row-line-end">
                    <Instant atMs={row.submittedAtMs} isRelative />
                  </span>
                )}
              </span>
              <span className="row-line">
                <span className="numbers">
                  {t('review.queueRow', { proven: row.criteria.proven, total: row.criteria.total })}
                </span>
                {row.blocksCount > 0 && <span>{t('review.blocks', { count: row.blocksCount })}</span>}
              </span>
            </span>
          )}
        />
      }
      detail={
        place === undefined ? (
          <Pane title={t('review.title')}>
            <EmptyState
              icon={<IconChecklist size={24} stroke={1.5} />}
              title={t('review.choose.title')}
              body={t('review.choose.body')}
            />
          </Pane>
        ) : (
          <ReviewDesk
            key={`${place.connectionId} ${place.groupId} ${place.workItemId}`}
            place={place}
            queue={rows}
            onBack={() => go('review', {})}
          />
        )
      }
    />
  );
}
