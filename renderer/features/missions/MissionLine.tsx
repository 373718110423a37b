// One Mission in the list.
import { IconCornerDownRight } from '@tabler/icons-react';
import { memo } from 'react';
import type { MissionRowModel } from '../../../core/contract/missions.ts';
import { useTexts } from '../../i18n/i18n.ts';
import { Instant } from '../../ui/Instant.tsx';
import { StateWord } from '../../ui/StateWord.tsx';
import './missions.css';

export const MissionLine = memo(function MissionLine(props: {
  readonly row: MissionRowModel;
  readonly connectionName: string;
}) {
  const { row, connectionName } = props;
  const { t } = useTexts();
  return (
    <>
      {row.parent !== undefined && (
        <span className="mission-line-child" title={t('missions.child')}>
          <IconCornerDownRight size={16} aria-label={t('missions.child')} />
        </span>
      )}
      <div className="row-two-lines">
        <div className="row-main">
          <span className="strong ellipsis">{row.title}</span>
          <span className="mission-health" data-health={row.health}>
            {row.healthWords.text}
          </span>
        </div>
        <div className="row-aside">
          <StateWord state={row.state} words={row.stateWords} />
          <span className="numbers">
            {t('missions.itemsVerified', { verified: row.items.verified, total: row.items.total })}
          </span>
          {row.items.failed > 0 && (
            <span className="numbers bad">{t('missions.itemsFailed', { count: row.items.failed })}</span>
          )}
          {row.unreadCount > 0 && (
            <span className="numbers">{t('missions.unread', { count: row.unreadCount })}</span>
          )}
        </div>
        <div className="row-aside">
          <span className="ellipsis">
            {row.coordinator.name} · {connectionName}
            {row.nextMoment !== undefined && ` · ${row.nextMoment.words.text}`}
          </span>
          {row.nextMoment !== undefined && <Instant atMs={row.nextMoment.atMs} isRelative />}
        </div>
      </div>
    </>
  );
});
