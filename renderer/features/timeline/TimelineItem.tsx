// The chosen item of the timeline in words: whose it is, when, and where to go from here.
import { ActionIcon, Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { TimelineRowModel } from '../../../core/contract/plan.ts';
import { go } from '../../app/route.ts';
import { useTexts } from '../../i18n/i18n.ts';
import { formatPercent } from '../../ui/format.ts';
import { IdChip } from '../../ui/IdChip.tsx';
import { Instant } from '../../ui/Instant.tsx';
import { Pane, Section } from '../../ui/Pane.tsx';
import { StateWord } from '../../ui/StateWord.tsx';
import { timeFacts } from '../plan/time-facts.ts';

export function TimelineItem(props: {
  readonly row: TimelineRowModel;
  readonly nowMs: number;
  readonly onOpen: () => void;
  readonly onClose: () => void;
}) {
  const { row, nowMs } = props;
  const { connectionId, groupId, workItemId } = row;
  const { t, language } = useTexts();
  return (
    <Pane
      title={row.title}
      subtitle={row.missionTitle}
      toolbar={
        <>
          <IdChip id={workItemId} link={{ connectionId, kind: row.type }} />
          <ActionIcon aria-label={t('common.close')} onClick={props.onClose}>
            <IconX size={16} />
          </ActionIcon>
        </>
      }
    >
      <div className="stack">
        <StateWord state={row.state} words={row.stateWords} byClock={row.byClock} pending={row.pending} />
        <div className="line">
          <Button onClick={props.onOpen}>{t('plan.openItem')}</Button>
          <Button
            variant="default"
            onClick={() => go('plan', { connectionId, groupId, item: workItemId, view: 'graph' })}
          >
            {t('plan.all.toPlan')}
          </Button>
        </div>
      </div>
      <Section title={t('plan.all.times')}>
        <table className="table">
          <thead>
            <tr>
              <th>{t('plan.times.what')}</th>
              <th>{t('plan.times.from')}</th>
              <th>{t('plan.times.to')}</th>
            </tr>
          </thead>
          <tbody>
            {timeFacts([row], nowMs).map((fact) => (
              <tr key={fact.id}>
                <td>
                  {t(`plan.times.kinds.${fact.kind}`)}
                  {fact.holder !== undefined && fact.toMs !== undefined && (
                    <div className="muted">{fact.holder.name}</div>
                  )}
                  {fact.confidence !== undefined && (
                    <div className="muted">
                      {t('plan.confidence', { percent: formatPercent(fact.confidence, language) })}
                    </div>
                  )}
                </td>
                <td>
                  <Instant atMs={fact.fromMs} />
                </td>
                <td>
                  {fact.isOpen ? t('plan.now') : fact.toMs !== undefined && <Instant atMs={fact.toMs} />}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Section>
      <Section title={t('common.detail')}>
        <dl className="facts">
          <dt>{t('plan.owner')}</dt>
          <dd>{row.owner?.name ?? t('plan.nobody')}</dd>
          <dt>{t('plan.risk')}</dt>
          <dd>{row.risk}</dd>
          {row.isCritical && (
            <>
              <dt>{t('plan.slack')}</dt>
              <dd>{t('plan.noSlack')}</dd>
            </>
          )}
        </dl>
      </Section>
    </Pane>
  );
}
