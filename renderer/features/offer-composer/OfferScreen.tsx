// The offer composer: ranking, mode, end, what the choice is based on, and the chain of Commands that an offer takes.
import { Button, NumberInput, Radio, Select, Textarea, TextInput } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import type { DraftRow } from '../../../core/contract/intents.ts';
import { go } from '../../app/route.ts';
import { useTexts } from '../../i18n/i18n.ts';
import { useLive } from '../../transport/desk.tsx';
import { useAuthorityNow } from '../../ui/clock.tsx';
import { Instant } from '../../ui/Instant.tsx';
import { Pane, Section } from '../../ui/Pane.tsx';
import { useShortcuts } from '../../ui/shortcuts.ts';
import { EmptyState, FaultNote } from '../../ui/states.tsx';
import { formOfContract } from '../contract-editor/contract-form.ts';
import type { ItemPlace } from '../review/review-model.ts';
import { ItemMissing, ItemScreen } from '../work-item/ItemScreen.tsx';
import { type WorkItemModel, workItemModelOf } from '../work-item/work-item-model.ts';
import { BasisPart } from './BasisPart.tsx';
import { CandidateTable } from './CandidateTable.tsx';
import { contextOf, type ContextTexts, openStep } from './offer-chain.ts';
import { PlanPart } from './PlanPart.tsx';
import { useComposedOffer } from './use-composed-offer.ts';
import { RunningOffers } from './RunningOffers.tsx';
import {
  basisOfDocument,
  candidatesOfOffer,
  chainOf,
  type ChainStep,
  FIRST_CHOICE,
  isRunning,
  nextStep,
  type OfferChoice,
  offerFaults,
  offerForm,
  rankedCandidates,
} from './offer-model.ts';
import '../approvals/approvals.css';
import '../contract-editor/contract-editor.css';
import '../review/review.css';
import './offer-composer.css';

export function OfferScreen() {
  const { t } = useTexts();
  return (
    <ItemScreen title={t('offer.title')}>
      {(place) => <OneOffer key={place.workItemId} place={place} />}
    </ItemScreen>
  );
}

function OneOffer(props: { readonly place: ItemPlace }) {
  const { place } = props;
  const { t } = useTexts();
  const { rows, isComplete } = useLive('work.follow', place);
  const model = workItemModelOf(rows);
  if (model === undefined || model.offers === undefined) {
    return <ItemMissing title={t('offer.title')} isComplete={isComplete} icon={undefined} />;
  }
  return <Composer place={place} model={model} offers={model.offers} />;
}

const MINUTES = [5, 10, 20, 30, 60, 120, 240];

/** A corrected contract that waits for its offer, or whom somebody thought of. */
function useOfferDraft(place: ItemPlace) {
  const { rows } = useLive('intents.followDrafts');
  return rows.find(
    ({ groupId, intent }) =>
      groupId === place.groupId &&
      intent.kind === 'work.offer' &&
      intent.form['workItemId'] === place.workItemId,
  );
}

/** Whom the draft names, until a person chooses. */
function firstChoice(draft: DraftRow | undefined): OfferChoice {
  const named = draft?.intent.form['candidates'];
  const agentIds = Array.isArray(named) ? named.map((each) => asDocument(each)?.['agentId']) : [];
  const chosen = new Set(agentIds.filter((each) => typeof each === 'string'));
  return { ...FIRST_CHOICE, chosen };
}

function asDocument(value: unknown): Record<string, unknown> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined;
}

function Composer(props: {
  readonly place: ItemPlace;
  readonly model: WorkItemModel;
  readonly offers: NonNullable<WorkItemModel['offers']>;
}) {
  const { place, model, offers } = props;
  const { t } = useTexts();
  const nowMs = useAuthorityNow();
  const [changedChoice, setChoice] = useState<OfferChoice>();
  const [byHand, setByHand] = useState<readonly string[]>([]);
  /** What a person has written; the proposal of the host stands until then. */
  const [written, setContext] = useState<ContextTexts>();
  const [override, setOverride] = useState('');
  const [isTried, setIsTried] = useState(false);
  /** Asked for before the host had said what goes into the log: it goes on as soon as that is here. */
  const isAskedFor = useRef(false);
  /** Steps that were signed here; the rows say when they are accepted. */
  const [signed, setSigned] = useState<ReadonlySet<string>>(new Set());
  const draft = useOfferDraft(place);
  const [isDraftDropped, setIsDraftDropped] = useState(false);
  const choice = changedChoice ?? firstChoice(draft);

  const corrected = isDraftDropped ? undefined : asDocument(draft?.intent.form['contract']);
  const contract = formOfContract(corrected ?? model.contract ?? {});
  const ranking = useLive('work.ranking', place);
  const { summary } = ranking;
  const ranked = rankedCandidates(ranking.rows, byHand);
  const running = offers.offers.filter(isRunning);
  const offered = candidatesOfOffer(ranked, choice);
  const faults = offerFaults(ranked, choice, byHand.length > 0);
  const endsAtMs = nowMs + choice.offerMinutes * 60_000;
  const composed = useComposedOffer(place, offered, choice, byHand.length > 0, ranking.rows);
  const context = written ?? contextOf(composed.value?.context);
  const chain = chainOf(offered, false);
  const step = nextStep(chain);
  const needsContext = step?.type === 'membership' && context.summary.trim() === '';
  const isOverride =
    model.actions.some(({ id, isEnabled }) => id === 'override-offer' && isEnabled) &&
    !model.actions.some(
      ({ id, isEnabled }) => isEnabled && ['offer', 'offer-again', 'extend-offer', 'reassign'].includes(id),
    );
  const off = offReason(model);
  const nameOf = (each: ChainStep): string =>
    each.type === 'membership'
      ? t('offer.chain.membership', { name: each.agent.name })
      : t('offer.chain.offer', { names: offered.map(({ agent }) => agent.name).join(', ') });
  const open = (): void => {
    isAskedFor.current = false;
    if (step === undefined || off !== undefined || faults.length > 0) return;
    if (composed.value === undefined || composed.isOld) {
      isAskedFor.current = composed.fault === undefined;
      return;
    }
    if (needsContext) return;
    const plain = offerForm(place.workItemId, offered, choice, composed.value.basis, corrected);
    openStep(
      step,
      {
        place,
        endsAtMs,
        context,
        artifactHashes: composed.value.context.artifactHashes,
        offer: isOverride ? { ...plain, overrideReason: override.trim() } : plain,
        draftId: isDraftDropped ? undefined : draft?.draftId,
        causationId: isDraftDropped ? undefined : draft?.intent.causationId,
        offered,
      },
      () => {
        setSigned(new Set([...signed, step.id]));
        if (step.type === 'offer') go('work', { ...place, tab: 'offers' });
      },
    );
  };
  const proceed = (): void => {
    setIsTried(true);
    open();
  };
  const isReady = composed.value !== undefined && !composed.isOld;
  useEffect(() => {
    if (isAskedFor.current && isReady) open();
  });
  useShortcuts([{ id: 'sign', words: t('offer.title'), run: proceed, isInText: true }]);

  if (ranking.isComplete && ranking.rows.length === 0) {
    return (
      <Pane title={`${t('offer.title')} · ${model.header.title}`}>
        <EmptyState
          icon={<IconUsers size={24} stroke={1.5} />}
          title={t('offer.none.title')}
          body={t('offer.none.body')}
          action={<Button onClick={() => go('agents', {})}>{t('offer.none.action')}</Button>}
        />
      </Pane>
    );
  }
  return (
    <Pane
      title={`${t('offer.title')} · ${model.header.title}`}
      subtitle={t('offer.subtitle', {
        capabilities: contract.capabilities.map(({ id, version }) => `${id} ${version}`).join(', '),
      })}
      footer={
        <div className="decision-foot">
          <Button disabled={off !== undefined || composed.isOld} onClick={proceed} data-testid="offer-go">
            {step === undefined || offered.length === 0
              ? t('offer.title')
              : t('offer.chain.go', { step: nameOf(step) })}
          </Button>
          {isTried &&
            faults.map((fault) => (
              <span key={fault} className="bad" role="alert">
                {t(`offer.faults.${fault}`)}
              </span>
            ))}
          {isTried && faults.length === 0 && needsContext && (
            <span className="bad" role="alert">
              {t('offer.context.needed')}
            </span>
          )}
        </div>
      }
    >
      <div className="offer-composer">
        {off !== undefined && <p className="warning-line">{t('offer.off', { reason: off })}</p>}
        {corrected !== undefined && (
          <div className="contract-material">
            {t('offer.contractChanged', { version: contract.contractVersion })}{' '}
            <Button size="compact-xs" variant="default" onClick={() => setIsDraftDropped(true)}>
              {t('offer.contractDrop')}
            </Button>
          </div>
        )}
        {running.length > 0 && (
          <RunningOffers
            place={place}
            model={model}
            onToSet={() =>
              setChoice({ ...choice, mode: 'set', chosen: new Set(running.map(({ agent }) => agent.id)) })
            }
            onNext={(agentId) => setChoice({ ...choice, mode: 'sequential', chosen: new Set([agentId]) })}
          />
        )}
        {summary?.plan !== undefined && (
          <PlanPart
            connectionId={place.connectionId}
            plan={summary.plan}
            onTake={(agentIds) => {
              setByHand([]);
              setChoice({
                ...choice,
                mode: agentIds.length > 1 ? 'set' : 'sequential',
                chosen: new Set(agentIds),
                orderRule: '',
              });
            }}
          />
        )}
        {summary !== undefined && (
          <p className="muted">
            {t('offer.counts', { eligible: summary.eligible, considered: summary.considered })}
          </p>
        )}
        <CandidateTable
          connectionId={place.connectionId}
          ranked={ranked}
          chosen={choice.chosen}
          onChoose={(chosen) => setChoice({ ...choice, chosen })}
          onOrder={setByHand}
        />
        {byHand.length > 0 && (
          <div className="line">
            <TextInput
              className="grow"
              label={t('offer.orderRule')}
              description={t('offer.orderRuleHint')}
              value={choice.orderRule}
              maxLength={160}
              onChange={(event) => setChoice({ ...choice, orderRule: event.currentTarget.value })}
            />
            <Button
              variant="default"
              onClick={() => {
                setByHand([]);
                setChoice({ ...choice, orderRule: '' });
              }}
            >
              {t('offer.orderReset')}
            </Button>
          </div>
        )}
        <div className="offer-columns">
          <Section title={t('offer.mode.title')}>
            <Radio.Group
              aria-label={t('offer.mode.title')}
              value={choice.mode}
              onChange={(value) => setChoice({ ...choice, mode: value === 'set' ? 'set' : 'sequential' })}
            >
              <div className="name-choice">
                <Radio
                  value="sequential"
                  label={t('offer.mode.sequential')}
                  description={t('offer.mode.sequentialHint')}
                />
                <Radio value="set" label={t('offer.mode.set')} description={t('offer.mode.setHint')} />
              </div>
            </Radio.Group>
            {choice.mode === 'set' && (
              <div className="line offer-set">
                <NumberInput
                  className="minutes"
                  label={t('offer.mode.max')}
                  min={1}
                  max={10}
                  value={choice.maxAtOnce}
                  onChange={(value) => setChoice({ ...choice, maxAtOnce: Math.max(1, Number(value) || 1) })}
                />
                <TextInput
                  className="grow"
                  label={t('offer.mode.reason')}
                  value={choice.setReason}
                  maxLength={160}
                  onChange={(event) => setChoice({ ...choice, setReason: event.currentTarget.value })}
                />
              </div>
            )}
          </Section>
          <Section title={t('offer.ends.title')}>
            <div className="line">
              <Select
                className="minutes"
                aria-label={t('offer.ends.title')}
                value={String(choice.offerMinutes)}
                data={MINUTES.map((count) => ({
                  value: String(count),
                  label: t('offer.ends.minutes', { count }),
                }))}
                onChange={(value) => {
                  if (value !== null) setChoice({ ...choice, offerMinutes: Number(value) });
                }}
              />
              <span>
                {t('offer.ends.at')} <Instant atMs={endsAtMs} isFocusable />
              </span>
              <span className="by-clock">{t('offer.ends.byClock')}</span>
            </div>
          </Section>
        </div>
        {isOverride && (
          <Section title={t('offer.override.title')}>
            <p className="warn">{t('offer.override.hint')}</p>
            <Textarea
              label={t('offer.override.reason')}
              value={override}
              onChange={(event) => setOverride(event.currentTarget.value)}
            />
          </Section>
        )}
        {chain.some(({ type, isDone }) => type === 'membership' && !isDone) && (
          <Section title={t('offer.context.title')}>
            <p className="muted">{t('offer.context.hint')}</p>
            <div className="stack">
              <Textarea
                label={t('offer.context.summary')}
                value={context.summary}
                onChange={(event) => setContext({ ...context, summary: event.currentTarget.value })}
              />
              <div className="offer-columns">
                <Textarea
                  label={t('offer.context.constraints')}
                  value={context.constraints}
                  onChange={(event) => setContext({ ...context, constraints: event.currentTarget.value })}
                />
                <Textarea
                  label={t('offer.context.questions')}
                  value={context.questions}
                  onChange={(event) => setContext({ ...context, questions: event.currentTarget.value })}
                />
              </div>
            </div>
          </Section>
        )}
        {composed.fault !== undefined && <FaultNote fault={composed.fault} />}
        <BasisPart
          basis={composed.value === undefined ? undefined : basisOfDocument(composed.value.basis)}
          isByRanking={composed.value?.isByRanking ?? true}
          weights={summary?.weights}
          currency={contract.currency === '' ? undefined : contract.currency}
        />
        {offered.length > 0 && (
          <Section title={t('offer.chain.title')}>
            <p className="muted">{t('offer.chain.hint')}</p>
            <ol className="chain">
              {chain.map((each) => {
                const state = each.isDone ? 'done' : each.id === step?.id ? 'now' : 'later';
                return (
                  <li key={each.id} data-state={state}>
                    {nameOf(each)}{' '}
                    <span className="chain-state">
                      {!each.isDone && signed.has(each.id)
                        ? t('common.notAccepted')
                        : t(`offer.chain.${state}`)}
                    </span>
                  </li>
                );
              })}
            </ol>
          </Section>
        )}
      </div>
    </Pane>
  );
}

/** Why none of the ways to offer is open, as the host says it; undefined while one is. */
function offReason({ actions }: WorkItemModel): string | undefined {
  const ways = actions.filter(({ id }) =>
    ['offer', 'offer-again', 'extend-offer', 'reassign', 'override-offer'].includes(id),
  );
  return ways.length === 0 || ways.some(({ isEnabled }) => isEnabled) ? undefined : ways[0]?.reason?.text;
}
