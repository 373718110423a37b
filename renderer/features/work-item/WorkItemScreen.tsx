// One WorkItem: what it is, who holds it and until when, and everything that can be done with it in the state that it is in.
import { Button } from '@mantine/core';
import { IconSitemap } from '@tabler/icons-react';
import { useState } from 'react';
import type { ActionModel } from '../../../core/contract/values.ts';
import { go, hrefOf, useRoute, useRouteValue } from '../../app/route.ts';
import { type Texts, useTexts } from '../../i18n/i18n.ts';
import { useLive } from '../../transport/desk.tsx';
import { ActionBar } from '../../ui/ActionBar.tsx';
import { announce } from '../../ui/announce.ts';
import { Countdown } from '../../ui/Countdown.tsx';
import { IdChip } from '../../ui/IdChip.tsx';
import { Instant } from '../../ui/Instant.tsx';
import { type DetailTab, DetailTabs, Pane } from '../../ui/Pane.tsx';
import type { KeyActionId } from '../../ui/key-actions.ts';
import { useShortcuts } from '../../ui/shortcuts.ts';
import { EmptyState, Skeleton } from '../../ui/states.tsx';
import { StateWord } from '../../ui/StateWord.tsx';
import { riskName } from '../approvals/risk-name.ts';
import type { ItemPlace } from '../review/review-model.ts';
import { DependencyPanel } from './DependencyPanel.tsx';
import { actOnItem } from './item-acts.tsx';
import { ItemTalk, useItemConversation } from './ItemTalk.tsx';
import {
  BudgetTab,
  ContractTab,
  EvidenceTab,
  ExecutionTab,
  HistoryTab,
  OffersTab,
  SummaryTab,
} from './ItemTabs.tsx';
import {
  ITEM_TABS,
  type ItemHeader,
  type ItemTab,
  type WorkItemModel,
  workItemModelOf,
} from './work-item-model.ts';
import './work-item.css';

export function WorkItemScreen() {
  const { connectionId, groupId, workItemId } = useRoute().values;
  if (connectionId === undefined || groupId === undefined || workItemId === undefined) return <Gone />;
  return <OneItem key={workItemId} place={{ connectionId, groupId, workItemId }} />;
}

function Gone() {
  const { t } = useTexts();
  return (
    <Pane title={t('work.title')}>
      <EmptyState
        icon={<IconSitemap size={24} stroke={1.5} />}
        title={t('work.gone.title')}
        body={t('work.gone.body')}
        action={<Button onClick={() => go('plan', {})}>{t('work.gone.action')}</Button>}
      />
    </Pane>
  );
}

/** What usually comes next; whatever ends something is never the natural step. */
const NEXT_STEPS = [
  'authorize-as-proposed',
  'review',
  'grant-start',
  'unblock',
  'offer',
  'offer-again',
  'extend-offer',
  'reassign',
];

function OneItem(props: { readonly place: ItemPlace }) {
  const { place } = props;
  const { t } = useTexts();
  const { rows, isComplete } = useLive('work.follow', place);
  const model = workItemModelOf(rows);
  // A proposal that was authorized meanwhile is the WorkItem that it has become.
  if (model !== undefined) {
    return <Item place={{ ...place, workItemId: model.header.workItemId }} model={model} />;
  }
  if (isComplete) return <Gone />;
  return (
    <Pane title={t('work.title')}>
      <Skeleton />
    </Pane>
  );
}

function Item(props: { readonly place: ItemPlace; readonly model: WorkItemModel }) {
  const { place, model } = props;
  const { t } = useTexts();
  const [tab, setTab] = useRouteValue('tab');
  const [isLinking, setIsLinking] = useState(false);
  const conversationId = useItemConversation(place);
  const { header, actions } = model;
  const act = (action: ActionModel): void => {
    const isDone = actOnItem(action, {
      place,
      model,
      conversationId,
      t,
      openDependency: () => setIsLinking(true),
    });
    if (!isDone) announce(t('work.notHere'), 'assertive');
  };
  const key = (id: KeyActionId, ...ids: readonly string[]) => {
    const action = actions.find((each) => each.isEnabled && ids.includes(each.id));
    return {
      id,
      words: action?.words.text ?? '',
      isOff: action === undefined,
      run: () => {
        if (action !== undefined) act(action);
      },
    };
  };
  const shortcuts = [
    key('offer', 'offer', 'offer-again', 'reassign', 'extend-offer'),
    key('review', 'review'),
    key('decide', 'grant-start'),
    key('link', 'add-dependency'),
    key('comment', 'message', 'reply'),
    key('new-child', 'promote'),
    { id: 'why' as const, words: t('keys.actions.why'), isOff: false, run: () => setTab('summary') },
  ];
  useShortcuts(shortcuts.filter(({ isOff }) => !isOff));
  return (
    <Pane
      title={header.title}
      subtitle={
        <StateWord
          state={header.state}
          words={header.stateWords}
          byClock={header.byClock}
          pending={header.pending}
        />
      }
      toolbar={<IdChip id={header.workItemId} link={{ connectionId: place.connectionId, kind: 'work' }} />}
    >
      <div className="item">
        <ItemFacts place={place} header={header} t={t} />
        {actions.length > 0 && <ActionBar actions={sortActions(actions)} onAct={act} mainIds={NEXT_STEPS} />}
        {isLinking && <DependencyPanel place={place} onLeave={() => setIsLinking(false)} />}
        <DetailTabs tabs={tabsOf(place, model, t)} tab={tab} onTab={setTab} />
      </div>
    </Pane>
  );
}

/** What can be done stands first; the host's order breaks ties. */
function sortActions(actions: readonly ActionModel[]): readonly ActionModel[] {
  return actions.toSorted((a, b) => Number(b.isEnabled) - Number(a.isEnabled));
}

function tabsOf(place: ItemPlace, model: WorkItemModel, t: Texts): readonly DetailTab[] {
  const contents: { readonly [Tab in ItemTab]: Omit<DetailTab, 'id' | 'words'> } = {
    summary: { content: () => <SummaryTab place={place} model={model} /> },
    contract: { content: () => <ContractTab place={place} model={model} /> },
    offers: {
      count: model.offers?.offers.length ?? 0,
      content: () => <OffersTab place={place} model={model} />,
    },
    execution: { content: () => <ExecutionTab place={place} model={model} /> },
    evidence: {
      count: model.evidence.length,
      content: () => <EvidenceTab place={place} model={model} />,
    },
    conversation: { content: () => <ItemTalk place={place} /> },
    budget: { content: () => <BudgetTab place={place} model={model} /> },
    history: { content: () => <HistoryTab place={place} model={model} /> },
  };
  return ITEM_TABS.map((id) => Object.assign({ id, words: t(`work.tabs.${id}`) }, contents[id]));
}

const LEASES = ['ownership', 'execution', 'blocked'] as const;

function ItemFacts(props: { readonly place: ItemPlace; readonly header: ItemHeader; readonly t: Texts }) {
  const { place, header, t } = props;
  const { connectionId, groupId } = place;
  const lease = LEASES.find((type) => type === header.lease?.type) ?? 'other';
  return (
    <div className="item-facts">
      <a href={hrefOf('mission', { connectionId, groupId })}>{header.missionTitle}</a>
      <span>
        {header.owner === undefined
          ? t('work.header.nobody')
          : t('work.header.owner', { name: header.owner.name, epoch: header.ownershipEpoch })}
      </span>
      {header.lease !== undefined && (
        <span>
          {t(`work.header.lease.${lease}`)} <Countdown endsAtMs={header.lease.endsAtMs} />
        </span>
      )}
      <span>
        {t('work.header.deadline')} <Instant atMs={header.deadlineAtMs} isFocusable />
      </span>
      <span>{t('work.header.contract', { version: header.contractVersion })}</span>
      <span>{t('work.header.revision', { revision: header.revision })}</span>
      <span>{t('work.header.risk', { risk: riskName(header.risk, t) })}</span>
      {header.attempts > 1 && <span>{t('work.header.attempts', { count: header.attempts })}</span>}
      {header.proposalId !== undefined && <span className="warn">{t('work.header.proposal')}</span>}
      {header.childGroupId !== undefined && (
        <a href={hrefOf('mission', { connectionId, groupId: header.childGroupId })}>
          {t('work.header.child')}
        </a>
      )}
      {header.parentWorkItemId !== undefined && (
        <a href={hrefOf('work', { connectionId, groupId, workItemId: header.parentWorkItemId })}>
          {t('work.header.parent')}
        </a>
      )}
    </div>
  );
}
