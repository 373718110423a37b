// Limits on cooperation with their use now, and from where on it is said that one is near.
import { Checkbox } from '@mantine/core';
import { IconAlertTriangle, IconGauge } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import type { LimitRow } from '../../../core/contract/policy.ts';
import { useRouteValue } from '../../app/route.ts';
import { useTexts } from '../../i18n/i18n.ts';
import { useLive } from '../../transport/desk.tsx';
import { ListPane } from '../../ui/ListPane.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { useMissionFilter } from '../people/MissionFilter.tsx';

const COLUMNS = ['limit', 'who', 'use', 'state', 'basis'] as const;

export function LimitsView(props: { readonly toolbar: ReactNode }) {
  const { t } = useTexts();
  const list = useLive('policy.limits', useMissionFilter());
  const [limitId, choose] = useRouteValue('limit');
  const [isNear, setIsNear] = useState(false);
  const rows = isNear ? list.rows.filter(({ level }) => level === 'soft' || level === 'reached') : list.rows;
  return (
    <ListPane
      title={t('policy.limits.title')}
      toolbar={
        <>
          <Checkbox
            size="xs"
            label={t('policy.limits.onlyNear')}
            checked={isNear}
            onChange={(event) => setIsNear(event.currentTarget.checked)}
          />
          {props.toolbar}
        </>
      }
      footer={
        <p className="muted" role="note">
          {list.summary?.basis.text}
        </p>
      }
      rows={rows}
      status={list.status}
      selectedId={limitId ?? rows[0]?.id}
      onSelect={({ id }) => choose(id)}
      textOf={({ words, who, missionTitle }) => `${words.text} ${who?.name ?? ''} ${missionTitle ?? ''}`}
      columns={
        <div className="limit-row">
          {COLUMNS.map((name) => (
            <span key={name} data-column={name}>
              {t(`policy.limits.columns.${name}`)}
            </span>
          ))}
        </div>
      }
      rowHeight={44}
      empty={
        <EmptyState
          icon={<IconGauge size={28} stroke={1.5} />}
          title={t(isNear ? 'policy.limits.noneNear' : 'policy.limits.none')}
          body={t('policy.limits.noneBody')}
        />
      }
      renderRow={(row) => <LimitLine row={row} />}
    />
  );
}

function LimitLine(props: { readonly row: LimitRow }) {
  const { row } = props;
  const { t } = useTexts();
  const { used, limit, softAt, level } = row;
  const share = limit === undefined || limit === 0 ? 0 : Math.min(1, used / limit);
  const isNear = level === 'soft' || level === 'reached';
  return (
    <div className="limit-row" data-level={level}>
      <span data-column="limit" className="policy-cell">
        <span className="strong ellipsis">{row.words.text}</span>
        <span className="muted ellipsis">{row.missionTitle ?? t('policy.limits.everywhere')}</span>
      </span>
      <span data-column="who" className="ellipsis">
        {row.who?.name ?? t('policy.limits.wholeMission')}
      </span>
      <span data-column="use" className="policy-cell">
        <span className="numbers">
          {limit === undefined ? t('policy.limits.used', { used }) : t('policy.limits.use', { used, limit })}
        </span>
        {limit !== undefined && (
          <span className="limit-bar" aria-hidden>
            <span style={{ width: `${share * 100}%` }} />
          </span>
        )}
      </span>
      <span data-column="state" className="policy-cell">
        <span className={isNear ? 'warn' : 'muted'}>
          {isNear && <IconAlertTriangle size={12} aria-hidden />} {row.levelWords.text}
        </span>
        {softAt !== undefined && (
          <span className="muted numbers">{t('policy.limits.soft', { soft: softAt })}</span>
        )}
      </span>
      <span data-column="basis" className="muted limit-basis" title={row.basis.text}>
        {row.basis.text}
      </span>
    </div>
  );
}
