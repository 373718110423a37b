// The terms under which a WorkItem becomes a child Mission: every check, who leads it, what its failure would do. The sheet comes last.
import { Button, Checkbox, Radio, Select } from '@mantine/core';
import { IconArrowRight, IconSitemap } from '@tabler/icons-react';
import { useState } from 'react';
import type { PromotionRow, PromotionWish } from '../../../core/contract/children.ts';
import { go, hrefOf } from '../../app/route.ts';
import { useTexts } from '../../i18n/i18n.ts';
import { useLive } from '../../transport/desk.tsx';
import { formatBudget } from '../../ui/BudgetBars.tsx';
import { openCommandSheet } from '../../ui/command-sheet-store.ts';
import { Instant } from '../../ui/Instant.tsx';
import { Pane, Section } from '../../ui/Pane.tsx';
import { useShortcuts } from '../../ui/shortcuts.ts';
import type { ItemPlace } from '../review/review-model.ts';
import { ItemMissing, ItemScreen } from '../work-item/ItemScreen.tsx';
import { ReasonLines } from './ReasonLines.tsx';
import '../approvals/approvals.css';
import '../review/review.css';
import './children.css';

export function PromoteScreen() {
  const { t } = useTexts();
  return (
    <ItemScreen title={t('terms.promote.title')}>
      {(place) => <Loaded key={place.workItemId} place={place} />}
    </ItemScreen>
  );
}

function Loaded(props: { readonly place: ItemPlace }) {
  const { place } = props;
  const { t } = useTexts();
  const [wish, setWish] = useState<PromotionWish>({});
  const { rows, isComplete } = useLive('children.promotion', { ...place, wish });
  const [shown, setShown] = useState<PromotionRow>();
  const [row] = rows;
  // A changed wish is another query: what was there stays until its answer has come.
  if (row !== undefined && row !== shown) setShown(row);
  const current = row ?? shown;
  if (current !== undefined)
    return <Terms place={place} row={current} wish={wish} onWish={setWish} isSettled={row !== undefined} />;
  return (
    <ItemMissing
      title={t('terms.promote.title')}
      isComplete={isComplete}
      icon={<IconSitemap size={24} stroke={1.5} />}
    />
  );
}

function Terms(props: {
  readonly place: ItemPlace;
  readonly row: PromotionRow;
  readonly wish: PromotionWish;
  readonly onWish: (wish: PromotionWish) => void;
  readonly isSettled: boolean;
}) {
  const { place, row, wish, onWish, isSettled } = props;
  const { connectionId, groupId, workItemId } = place;
  const { t } = useTexts();
  const canSign = isSettled && row.intent !== undefined && (row.faults.length === 0 || row.needsOverride);
  const sign = (): void => {
    if (!canSign || row.intent === undefined) return;
    openCommandSheet({
      connectionId,
      intent: row.intent,
      onKept: () => go('children', { connectionId, groupId }),
    });
  };
  useShortcuts([{ id: 'sign', words: t('terms.promote.sign'), run: sign, isInText: true, isOff: !canSign }]);
  return (
    <Pane
      title={`${t('terms.promote.title')} · ${row.title}`}
      subtitle={row.missionTitle}
      footer={
        <div className="decision-foot">
          <Button rightSection={<IconArrowRight size={14} />} disabled={!canSign} onClick={sign}>
            {t(row.needsOverride ? 'terms.promote.override' : 'terms.promote.sign')}
          </Button>
          <Button
            variant="default"
            onClick={() => go('missions', { create: `child ${connectionId} ${groupId} ${workItemId}` })}
          >
            {t('terms.promote.all')}
          </Button>
          {row.faults.length > 0 && (
            <span className={row.needsOverride ? 'warn' : 'bad'} role="status">
              {row.faults[0]?.text}
            </span>
          )}
        </div>
      }
    >
      <div className="promote">
        <p>
          <a href={hrefOf('work', place)}>{row.title}</a>
        </p>
        {row.loses !== undefined && <p className="warning-line">{row.loses.text}</p>}
        {row.needsOverride && (
          <p className="warning-line">
            {t('terms.promote.depth', { depth: row.depth, limit: row.depthLimit })}
          </p>
        )}
        <div className="promote-columns">
          <div className="stack-wide">
            <Section title={t('terms.promote.advice')} aside={row.adviceWords.text}>
              <ReasonLines lines={row.adviceReasons} label={t('terms.promote.advice')} />
            </Section>
            <Coordinators row={row} wish={wish} onWish={onWish} />
            <Limits row={row} wish={wish} onWish={onWish} />
          </div>
          <div className="stack-wide">
            <FailurePolicies row={row} wish={wish} onWish={onWish} />
            <Section title={t('terms.promote.checks')}>
              <ReasonLines lines={row.checks} label={t('terms.promote.checks')} />
            </Section>
          </div>
        </div>
      </div>
    </Pane>
  );
}

type PartProps = Pick<Parameters<typeof Terms>[0], 'row' | 'wish' | 'onWish'>;

function Coordinators({ row, wish, onWish }: PartProps) {
  const { t } = useTexts();
  const chosen = row.coordinators.find(({ isChosen }) => isChosen);
  return (
    <Section title={t('terms.promote.coordinator')}>
      {row.coordinators.length === 0 ? (
        <p className="bad">{t('terms.promote.nobody')}</p>
      ) : (
        <Select
          aria-label={t('terms.promote.coordinator')}
          data={row.coordinators.map(({ agent }) => ({ value: agent.id, label: agent.name }))}
          value={chosen?.agent.id ?? null}
          onChange={(id) => {
            if (id !== null) onWish({ ...wish, coordinatorAgentId: id });
          }}
        />
      )}
      {chosen !== undefined && <p className="muted">{chosen.words.text}</p>}
      <Checkbox
        label={t('terms.promote.human')}
        checked={row.finalHumanApproval}
        onChange={(event) => onWish({ ...wish, finalHumanApproval: event.currentTarget.checked })}
      />
      {row.humanReasons.map(({ key, text }) => (
        <p key={key} className="muted">
          {text}
        </p>
      ))}
    </Section>
  );
}

const PERCENTS = [100, 75, 50, 25, 10] as const;
const HOUR_MS = 3_600_000;
/** Of the time until the latest possible end. */
const EARLIER_HOURS = [0, 1, 2, 4, 8, 24] as const;

function Limits({ row, wish, onWish }: PartProps) {
  const { t, language } = useTexts();
  const percent = wish.budgetPercent ?? 100;
  return (
    <Section title={t('terms.promote.limits')}>
      <div className="line">
        <Select
          className="promote-choice"
          label={t('terms.promote.share')}
          value={String(percent)}
          data={PERCENTS.map((each) => ({ value: String(each), label: `${each} %` }))}
          onChange={(value) => {
            if (value !== null) onWish({ ...wish, budgetPercent: Number(value) });
          }}
        />
        <Select
          className="promote-choice"
          label={t('terms.promote.earlier')}
          placeholder={t('terms.promote.byRule')}
          value={
            wish.deadlineAtMs === undefined
              ? null
              : String((row.latestDeadlineAtMs - wish.deadlineAtMs) / HOUR_MS)
          }
          data={EARLIER_HOURS.map((each) => ({
            value: String(each),
            label: each === 0 ? t('terms.promote.latest') : t('terms.promote.hours', { count: each }),
          }))}
          onChange={(value) => {
            if (value !== null)
              onWish({ ...wish, deadlineAtMs: row.latestDeadlineAtMs - Number(value) * HOUR_MS });
          }}
        />
        <span>
          {t('terms.promote.ends')} <Instant atMs={row.deadlineAtMs} isFocusable />
        </span>
      </div>
      <table className="table promote-budget">
        <caption className="visually-hidden">{t('terms.promote.limits')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('terms.budget.dimension')}</th>
            <th scope="col" className="number">
              {t('terms.promote.given')}
            </th>
            <th scope="col" className="number">
              {t('terms.promote.room')}
            </th>
          </tr>
        </thead>
        <tbody>
          {row.budget.map(({ dimension, given, room }) => (
            <tr key={dimension}>
              <th scope="row">{t(`facts.budget.${dimension}`)}</th>
              <td className="number">{formatBudget(dimension, given, language, row.currency)}</td>
              <td className="number">{formatBudget(dimension, room, language, row.currency)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {row.permissions.length > 0 && (
        <Checkbox.Group
          label={t('terms.promote.permissions')}
          value={row.permissions.filter(({ isChosen }) => isChosen).map(({ name }) => name)}
          onChange={(permissions) => onWish({ ...wish, permissions })}
        >
          <div className="line">
            {row.permissions.map(({ name }) => (
              <Checkbox key={name} value={name} label={name} />
            ))}
          </div>
        </Checkbox.Group>
      )}
    </Section>
  );
}

function FailurePolicies({ row, wish, onWish }: PartProps) {
  const { t } = useTexts();
  const chosen = row.policies.find(({ isChosen }) => isChosen);
  return (
    <Section title={t('terms.promote.policy')}>
      <Radio.Group
        aria-label={t('terms.promote.policy')}
        value={chosen?.id ?? ''}
        onChange={(value) => {
          const policy = row.policies.find(({ id }) => id === value);
          if (policy !== undefined) onWish({ ...wish, failurePolicy: policy.id });
        }}
      >
        <div className="stack">
          {row.policies.map(({ id, words }) => (
            <Radio key={id} value={id} label={words.text} />
          ))}
        </div>
      </Radio.Group>
      {chosen !== undefined && (
        <ol className="promote-picture" aria-label={t('terms.promote.picture')} aria-live="polite">
          {chosen.picture.map(({ key, text }) => (
            <li key={key}>{text}</li>
          ))}
        </ol>
      )}
    </Section>
  );
}
