// One child Mission as its parent looks at it: where it stands, what it needs, the answer to its result, and what follows a failure.
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ChildRowModel } from '../../../core/contract/children.ts';
import { go, hrefOf } from '../../app/route.ts';
import { useTexts } from '../../i18n/i18n.ts';
import { useLive } from '../../transport/desk.tsx';
import { formatBudget } from '../../ui/BudgetBars.tsx';
import { IdChip } from '../../ui/IdChip.tsx';
import { Instant } from '../../ui/Instant.tsx';
import { Pane, Section } from '../../ui/Pane.tsx';
import { useShortcuts } from '../../ui/shortcuts.ts';
import { StateWord } from '../../ui/StateWord.tsx';
import { ReasonLines } from './ReasonLines.tsx';
import { ReplanPart } from './ReplanPart.tsx';

export function ChildPane(props: { readonly row: ChildRowModel; readonly onBack: () => void }) {
  const { row, onBack } = props;
  const { connectionId, groupId, item } = row;
  const { t } = useTexts();
  const isFailed = row.state === 'failed' || row.state === 'cancelled';
  const decide = (): void => go('approvals', { row: groupId });
  useShortcuts([
    { id: 'decide', words: t('terms.children.decide'), run: decide, isOff: !row.isMineToAnswer },
  ]);
  return (
    <Pane
      title={row.title}
      subtitle={row.isSeen ? <StateWord state={row.state} words={row.stateWords} /> : undefined}
      toolbar={<IdChip id={row.missionId} link={{ connectionId, kind: 'mission' }} />}
      onBack={onBack}
      {...(row.isMineToAnswer
        ? {
            footer: (
              <Button onClick={decide} data-testid="child-decide">
                {t('terms.children.decide')}
              </Button>
            ),
          }
        : {})}
    >
      <div className="stack-wide">
        {!row.isSeen && <p className="warning-line">{t('terms.children.unseenBody')}</p>}
        {row.needs.length > 0 && (
          <ul className="child-needs">
            {row.needs.map(({ text }) => (
              <li key={text} className="warn">
                {text}
              </li>
            ))}
          </ul>
        )}
        {row.isSeen && <Facts row={row} />}
        {row.isSeen && (
          <div className="line">
            <Button variant="default" onClick={() => go('mission', { connectionId, groupId })}>
              {t('terms.children.openChild')}
            </Button>
            <Button variant="default" onClick={() => go('plan', { connectionId, groupId })}>
              {t('frame.place.plan')}
            </Button>
            <Button variant="default" onClick={() => go('history', { connectionId, groupId })}>
              {t('frame.place.history')}
            </Button>
          </div>
        )}
        {row.state === 'awaiting_approval' && <Answer row={row} />}
        {isFailed && item !== undefined && <ReplanPart child={row} workItemId={item.workItemId} />}
      </div>
    </Pane>
  );
}

function Facts(props: { readonly row: ChildRowModel }) {
  const { row } = props;
  const { item, worstBudget: worst } = row;
  const { t, language } = useTexts();
  const facts: readonly (readonly [string, ReactNode])[] = [
    ...(item === undefined
      ? []
      : [[t('terms.children.facts.item'), <ItemLink key="item" row={row} item={item} />] as const]),
    ...(row.coordinator === undefined
      ? []
      : [[t('terms.children.facts.coordinator'), row.coordinator.name] as const]),
    [t('terms.children.facts.revision'), row.revision],
    ...(row.deadlineAtMs === undefined
      ? []
      : [
          [
            t('terms.children.facts.deadline'),
            <Instant key="deadline" atMs={row.deadlineAtMs} isFocusable />,
          ] as const,
        ]),
    ...(row.forecastAtMs === undefined
      ? []
      : [
          [
            t('terms.children.facts.forecast'),
            <span key="forecast" className={(row.slackMs ?? 0) < 0 ? 'warn' : ''}>
              <Instant atMs={row.forecastAtMs} isFocusable />
              {row.withoutEstimate > 0 &&
                ` · ${t('terms.children.withoutEstimate', { count: row.withoutEstimate })}`}
            </span>,
          ] as const,
        ]),
    [
      t('terms.children.facts.items'),
      t('terms.children.itemCounts', {
        verified: row.items.verified,
        total: row.items.total,
        blocked: row.items.blocked,
      }),
    ],
    ...(worst?.limit === undefined
      ? []
      : [
          [
            t('terms.children.facts.budget'),
            `${t(`facts.budget.${worst.dimension}`)}: ${formatBudget(worst.dimension, worst.used, language, row.currency)} / ${formatBudget(worst.dimension, worst.limit, language, row.currency)}`,
          ] as const,
        ]),
    ...(row.awaits.length === 0
      ? []
      : [[t('terms.children.facts.awaits'), row.awaits.map(({ name }) => name).join(', ')] as const]),
    [t('terms.children.facts.policy'), row.failurePolicyWords.text],
    [
      t('terms.children.facts.depth'),
      t('terms.children.depthOf', { depth: row.depth, limit: row.depthLimit }),
    ],
  ];
  return (
    <dl className="facts">
      {facts.map(([name, value]) => (
        <div key={name} className="child-fact">
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function ItemLink(props: { readonly row: ChildRowModel; readonly item: NonNullable<ChildRowModel['item']> }) {
  const { row, item } = props;
  const { t } = useTexts();
  // It lies in the Group of the parent, which the link finds.
  return (
    <span className="line">
      <a href={hrefOf('open', { connectionId: row.connectionId, kind: 'work', id: item.workItemId })}>
        {item.title}
      </a>
      <StateWord state={item.state} words={item.stateWords} />
      {!item.isWaiting && <span className="muted">{t('terms.children.notWaiting')}</span>}
    </span>
  );
}

/** What the assistant has found, and what an approval would do. The decision itself is made where all approvals are. */
function Answer(props: { readonly row: ChildRowModel }) {
  const { connectionId, groupId } = props.row;
  const { t } = useTexts();
  const { rows } = useLive('children.review', { connectionId, groupId });
  const [review] = rows;
  if (review === undefined) return null;
  return (
    <Section title={t('terms.children.answer')}>
      <p>{review.result.text}</p>
      <p>
        <span className="label">{t('terms.children.proposal')}</span>{' '}
        <span className="strong">{review.words.text}</span>
      </p>
      <ReasonLines lines={review.reasons} label={t('terms.children.checked')} />
    </Section>
  );
}
