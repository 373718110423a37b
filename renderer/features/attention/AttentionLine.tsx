// One row of the attention list.
import { Button } from '@mantine/core';
import { memo } from 'react';
import type { AttentionRowModel } from '../../../core/contract/attention.ts';
import { useTexts } from '../../i18n/i18n.ts';
import { Countdown } from '../../ui/Countdown.tsx';
import { Instant } from '../../ui/Instant.tsx';
import { takeBestAction } from './open-row.ts';

export const AttentionLine = memo(function AttentionLine(props: {
  readonly row: AttentionRowModel;
  readonly isSelected: boolean;
}) {
  const { row, isSelected } = props;
  const { t } = useTexts();
  return (
    <>
      <div className="row-two-lines">
        <div className="row-main">
          <span className="strong ellipsis">{row.title}</span>
          {row.missionTitle !== undefined && row.missionTitle !== row.title && (
            <span className="muted ellipsis">{row.missionTitle}</span>
          )}
        </div>
        <div className="row-aside">
          <span className="ellipsis">{row.words.text}</span>
          {row.blocksCount > 0 && (
            <span className="numbers">{t('attention.blocks', { count: row.blocksCount })}</span>
          )}
        </div>
      </div>
      <div className="row-end">
        {row.endsAtMs !== undefined ? (
          <Countdown endsAtMs={row.endsAtMs} />
        ) : row.sinceMs !== undefined ? (
          <span className="muted">
            <Instant atMs={row.sinceMs} isRelative />
          </span>
        ) : null}
        <Button
          className="attention-action"
          size="compact-sm"
          variant={isSelected ? 'filled' : row.severity === 'watch' ? 'default' : 'light'}
          tabIndex={isSelected ? 0 : -1}
          onClick={(event) => {
            event.stopPropagation();
            takeBestAction(row);
          }}
        >
          {row.action.words.text}
        </Button>
      </div>
    </>
  );
});
