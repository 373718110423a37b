// Everything that waits for a decision of a person here: one queue, two kinds of sheets.
import { Button } from '@mantine/core';
import { IconSignature } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import type { ApprovalRow } from '../../../core/contract/approvals.ts';
import { go, useRoute } from '../../app/route.ts';
import { useTexts } from '../../i18n/i18n.ts';
import { useLive } from '../../transport/desk.tsx';
import { Instant } from '../../ui/Instant.tsx';
import { ListPane } from '../../ui/ListPane.tsx';
import { Pane, Panes } from '../../ui/Pane.tsx';
import { EmptyState, Skeleton } from '../../ui/states.tsx';
import { hasOwnerChanged, orderQueue, findApproval } from './approval-model.ts';
import { FinalApprovalPane } from './FinalApprovalPane.tsx';
import { StartApprovalPane } from './StartApprovalPane.tsx';
import '../review/review.css';
import './approvals.css';

export function ApprovalsScreen() {
  const { t } = useTexts();
  const { rows, status, isComplete } = useLive('approvals.follow');
  const queue = useMemo(() => orderQueue(rows), [rows]);
  const rowId = useRoute().values['row'];
  const selected = rowId === undefined ? undefined : findApproval(rows, rowId);
  const onSelect = (row: ApprovalRow): void => go('approvals', { row: row.id });
  const onBack = (): void => go('approvals', {});
  return (
    <Panes
      isDetailOpen={rowId !== undefined}
      listSize="narrow"
      list={
        <ListPane
          title={t('approvals.queue')}
          rows={queue}
          status={status}
          rowHeight={68}
          selectedId={selected?.id}
          onSelect={onSelect}
          textOf={(row) => `${row.title} ${row.missionTitle}`}
          needsMe={({ path }) => path !== 'none'}
          empty={
            <EmptyState
              icon={<IconSignature size={24} stroke={1.5} />}
              title={t('approvals.empty.title')}
              body={t('approvals.empty.body')}
              action={
                <Button variant="default" onClick={() => go('attention', {})}>
                  {t('approvals.empty.action')}
                </Button>
              }
            />
          }
          renderRow={(row) => (
            <span className="row-two-lines">
              <span className="row-main">
                <span className="approval-type">{t(`approvals.types.${row.type}`)}</span>
                <span className="ellipsis strong">{row.title}</span>
              </span>
              <span className="row-line">
                <span className="ellipsis">{row.words.text}</span>
              </span>
              <span className="row-line">
                {row.blocks.length > 0 && <span>{t('review.blocks', { count: row.blocks.length })}</span>}
                {row.isCritical && <span className="warn">{t('approvals.critical')}</span>}
                {row.waitsSinceMs !== undefined && (
                  <span className="row-line-end">
                    <Instant atMs={row.waitsSinceMs} isRelative />
                  </span>
                )}
              </span>
            </span>
          )}
        />
      }
      detail={
        rowId === undefined ? (
          <Pane title={t('approvals.title')}>
            <EmptyState
              icon={<IconSignature size={24} stroke={1.5} />}
              title={t('approvals.choose.title')}
              body={t('approvals.choose.body')}
            />
          </Pane>
        ) : (
          <OneApproval key={rowId} row={selected} rows={rows} isComplete={isComplete} onBack={onBack} />
        )
      }
    />
  );
}

/** The chosen one. When it closes under the eyes of a person it says why, and nothing of it can be signed any more. */
function OneApproval(props: {
  readonly row: ApprovalRow | undefined;
  readonly rows: readonly ApprovalRow[];
  readonly isComplete: boolean;
  readonly onBack: () => void;
}) {
  const { row, rows, isComplete, onBack } = props;
  const { t } = useTexts();
  /** As it was when it was first shown here. */
  const [seen, setSeen] = useState(row);
  if (seen === undefined && row !== undefined) setSeen(row);
  const isOther = row?.type === 'start' && seen?.type === 'start' && hasOwnerChanged(seen, row);
  if (row !== undefined && !isOther) {
    return row.type === 'start' ? (
      <StartApprovalPane row={row} onBack={onBack} />
    ) : (
      <FinalApprovalPane row={row} onBack={onBack} />
    );
  }
  if (!isComplete) {
    return (
      <Pane title={t('approvals.title')} onBack={onBack}>
        <Skeleton />
      </Pane>
    );
  }
  const next = rows.find(
    (each) =>
      each.type === 'start' &&
      seen?.type === 'start' &&
      each.workItemId === seen.workItemId &&
      hasOwnerChanged(seen, each),
  );
  return (
    <Pane title={t('approvals.title')} onBack={onBack}>
      <EmptyState
        title={t('approvals.gone.title')}
        body={
          next?.type === 'start' && seen?.type === 'start'
            ? t('approvals.gone.epoch', {
                epoch: next.ownershipEpoch,
                name: next.agent.name,
                before: seen.ownershipEpoch,
              })
            : t('approvals.gone.body')
        }
        action={
          next === undefined ? (
            <Button variant="default" onClick={onBack}>
              {t('approvals.gone.back')}
            </Button>
          ) : (
            <Button
              onClick={() => {
                setSeen(undefined);
                go('approvals', { row: next.id });
              }}
            >
              {t('approvals.gone.action')}
            </Button>
          )
        }
      />
    </Pane>
  );
}
