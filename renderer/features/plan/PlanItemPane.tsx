// The chosen item of a plan, in words: what it waits for, and what it unblocks.
import { ActionIcon, Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { PlanRow } from '../../../core/contract/plan.ts';
import type { GroupAddress } from '../../app/last-group.ts';
import { go } from '../../app/route.ts';
import { useTexts } from '../../i18n/i18n.ts';
import { Countdown } from '../../ui/Countdown.tsx';
import { formatDuration } from '../../ui/format.ts';
import { IdChip } from '../../ui/IdChip.tsx';
import { Instant } from '../../ui/Instant.tsx';
import { Pane, Section } from '../../ui/Pane.tsx';
import { StateWord } from '../../ui/StateWord.tsx';
import { type PlanGraph, unblockedBy } from './plan-graph.ts';

export function PlanItemPane(props: {
  readonly group: GroupAddress;
  readonly row: PlanRow;
  readonly graph: PlanGraph;
  readonly onSelect: (id: string) => void;
  readonly onClose: () => void;
  /** As it was once: nothing runs out, and what it opens is as it is now. */
  readonly isPast?: boolean;
}) {
  const { group, row, graph, onSelect, onClose, isPast = false } = props;
  const ends = (endsAtMs: number) =>
    isPast ? <Instant atMs={endsAtMs} /> : <Countdown endsAtMs={endsAtMs} />;
  const { t, language } = useTexts();
  const before = row.dependsOn.flatMap((id) => graph.byId.get(id) ?? []);
  const after = unblockedBy(graph, row.workItemId);
  const endsAtMs = row.lease?.endsAtMs;
  const { childGroupId } = row;
  return (
    <Pane
      title={row.title}
      toolbar={
        <>
          <IdChip id={row.workItemId} link={{ connectionId: group.connectionId, kind: row.type }} />
          <ActionIcon aria-label={t('common.close')} onClick={onClose}>
            <IconX size={16} />
          </ActionIcon>
        </>
      }
    >
      <div className="stack-wide">
        <StateWord state={row.state} words={row.stateWords} byClock={row.byClock} pending={row.pending} />
        <div className="line">
          <Button
            disabled={group.connectionId.startsWith('file:')}
            onClick={() => go('work', { ...group, workItemId: row.workItemId })}
          >
            {t(isPast ? 'plan.past.openNow' : 'plan.openItem')}
          </Button>
          {row.type === 'proposal' && <span className="muted">{t('plan.proposal')}</span>}
          {childGroupId !== undefined && (
            <Button
              variant="default"
              onClick={() => go('mission', { connectionId: group.connectionId, groupId: childGroupId })}
            >
              {t('plan.openChild')}
            </Button>
          )}
        </div>
      </div>
      <Section title={t('plan.waitsFor')}>
        {before.length === 0 && <p className="muted">{t('plan.nothing')}</p>}
        <ul className="plain-list stack">
          {before.map((each) => (
            <li key={each.workItemId} className="line-apart">
              <ItemLink row={each} onSelect={onSelect} />
              <StateWord state={each.state} words={each.stateWords} />
            </li>
          ))}
        </ul>
      </Section>
      <Section title={t('plan.unblocks')}>
        {after.length === 0 && <p className="muted">{t('plan.nothing')}</p>}
        <ul className="plain-list stack">
          {after.map(({ row: each, others }) => (
            <li key={each.workItemId}>
              <ItemLink row={each} onSelect={onSelect} />
              <div className="muted">
                {others.length === 0
                  ? t('plan.onlyThis')
                  : t('plan.alsoWaits', {
                      title: each.title,
                      others: others.map(({ title }) => title).join(', '),
                    })}
              </div>
            </li>
          ))}
        </ul>
      </Section>
      <Section title={t('common.detail')}>
        <dl className="facts">
          <dt>{t('plan.owner')}</dt>
          <dd>{row.owner?.name ?? t('plan.nobody')}</dd>
          {endsAtMs !== undefined && (
            <>
              <dt>{t('plan.lease')}</dt>
              <dd className="line">
                {row.lease?.type} {ends(endsAtMs)}
              </dd>
            </>
          )}
          {row.offerEndsAtMs !== undefined && (
            <>
              <dt>{t('plan.offer')}</dt>
              <dd>{ends(row.offerEndsAtMs)}</dd>
            </>
          )}
          <dt>{t('plan.risk')}</dt>
          <dd>{row.risk}</dd>
          <dt>{t('plan.deadline')}</dt>
          <dd>
            <Instant atMs={row.deadlineAtMs} isFocusable />
          </dd>
          {row.slackMs !== undefined && (
            <>
              <dt>{t('plan.slack')}</dt>
              <dd>{row.isCritical ? t('plan.noSlack') : formatDuration(row.slackMs, language)}</dd>
            </>
          )}
          <dt>{t('plan.contract')}</dt>
          <dd>{t('plan.version', { version: row.contractVersion })}</dd>
          <dt>{t('plan.attempts')}</dt>
          <dd>{row.attempts}</dd>
        </dl>
      </Section>
    </Pane>
  );
}

function ItemLink(props: { readonly row: PlanRow; readonly onSelect: (id: string) => void }) {
  return (
    <button type="button" className="plan-link" onClick={() => props.onSelect(props.row.workItemId)}>
      {props.row.title}
    </button>
  );
}
