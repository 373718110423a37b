// The Policy Logs of all Groups, or of one: who was allowed what beyond the ordinary.
import { Button } from '@mantine/core';
import { IconGavel } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import type { AdministeredRow, PolicyLogEntryRow } from '../../../core/contract/operator.ts';
import { useTexts } from '../../i18n/i18n.ts';
import { useDesk, useRequest } from '../../transport/desk.tsx';
import { drop } from '../../ui/drop.ts';
import { IdChip } from '../../ui/IdChip.tsx';
import { Instant } from '../../ui/Instant.tsx';
import { ListPane } from '../../ui/ListPane.tsx';
import { Pane, Panes } from '../../ui/Pane.tsx';
import { EmptyState, FaultNote, LostNote } from '../../ui/states.tsx';

const PAGE_ROWS = 100;

interface Pages {
  readonly rows: readonly PolicyLogEntryRow[];
  readonly cursor: string | undefined;
}

export function PolicyLogPart(props: { readonly authority: AdministeredRow }) {
  const { authorityId } = props.authority;
  const { t } = useTexts();
  const desk = useDesk();
  const ask = useRequest(desk.operator.policyLog);
  const [groupId, setGroupId] = useState<string>();
  const [pages, setPages] = useState<Pages>();
  const [chosenId, choose] = useState<string>();
  const load = async (before: Pages | undefined): Promise<void> => {
    const found = await ask.run({
      authorityId,
      limit: PAGE_ROWS,
      ...(groupId === undefined ? {} : { groupId }),
      ...(before?.cursor === undefined ? {} : { cursor: before.cursor }),
    });
    if (found === undefined) return;
    setPages({ rows: [...(before?.rows ?? []), ...found.rows], cursor: found.cursor });
  };
  useEffect(() => {
    drop(() => load(undefined));
    // Anew for another Authority or Group; afterwards only when somebody asks.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [authorityId, groupId]);
  const rows = pages?.rows ?? [];
  const selected = rows.find(({ id }) => id === chosenId) ?? rows[0];
  return (
    <Panes
      isDetailOpen={chosenId !== undefined}
      list={
        <ListPane
          title={t('operator.section.policy-log')}
          rows={rows}
          status={pages === undefined && ask.isRunning ? 'loading' : 'live'}
          selectedId={selected?.id}
          onSelect={({ id }) => choose(id)}
          rowHeight={46}
          groupOf={(row) => ({ id: row.groupId, title: row.missionTitle })}
          toolbar={
            groupId === undefined ? undefined : (
              <Button variant="default" onClick={() => setGroupId(undefined)}>
                {t('operator.policyLog.allGroups')}
              </Button>
            )
          }
          renderRow={(row) => (
            <div className="row-two-lines">
              <div className="row-main">
                <span className="strong ellipsis">{row.decisionWords.text}</span>
              </div>
              <div className="row-aside">
                <Instant atMs={row.atMs} />
                <span className="ellipsis">{row.actor.name}</span>
              </div>
            </div>
          )}
          empty={
            <EmptyState
              icon={<IconGavel size={28} stroke={1.5} />}
              title={t('operator.policyLog.empty')}
              body={t('operator.policyLog.emptyBody')}
            />
          }
          footer={
            <>
              {ask.fault !== undefined && <FaultNote fault={ask.fault} />}
              {ask.isLost && <LostNote onRetry={() => drop(() => load(undefined))} />}
              {pages !== undefined &&
                (pages.cursor === undefined ? (
                  <span className="muted">{t('operator.policyLog.end')}</span>
                ) : (
                  <Button variant="default" loading={ask.isRunning} onClick={() => drop(() => load(pages))}>
                    {t('operator.policyLog.older')}
                  </Button>
                ))}
            </>
          }
        />
      }
      detail={
        selected === undefined ? (
          <Pane title={t('common.detail')}>
            <EmptyState icon={<IconGavel size={28} stroke={1.5} />} title={t('operator.policyLog.empty')} />
          </Pane>
        ) : (
          <Pane title={selected.decisionWords.text} onBack={() => choose(undefined)}>
            <div className="stack-wide">
              <dl className="facts">
                <dt>{t('operator.admissions.at')}</dt>
                <dd>
                  <Instant atMs={selected.atMs} isFocusable />
                </dd>
                <dt>{t('operator.admissions.actor')}</dt>
                <dd>
                  {selected.actor.name} <IdChip id={selected.actor.id} />
                </dd>
                <dt>{t('operator.policyLog.mission')}</dt>
                <dd>
                  {selected.missionTitle} <IdChip id={selected.groupId} />
                </dd>
                {selected.details.map(({ name, value }) => (
                  <Detail key={name} name={name} value={value} />
                ))}
              </dl>
              {groupId === undefined && (
                <div>
                  <Button variant="default" onClick={() => setGroupId(selected.groupId)}>
                    {t('operator.policyLog.oneGroup')}
                  </Button>
                </div>
              )}
            </div>
          </Pane>
        )
      }
    />
  );
}

function Detail(props: { readonly name: string; readonly value: string }) {
  return (
    <>
      <dt className="mono">{props.name}</dt>
      <dd className="mono">{props.value}</dd>
    </>
  );
}
