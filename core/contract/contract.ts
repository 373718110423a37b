// Everything that a window may ask its host and hear from it. A window has no other way to anything.
import type { ContractRouterClient } from '@orpc/contract';
import { approvalsContract } from './approvals.ts';
import { artifactsContract } from './artifacts.ts';
import { assistantContract } from './assistant.ts';
import { attentionContract } from './attention.ts';
import { briefsContract } from './briefs.ts';
import { budgetContract } from './budget.ts';
import { childrenContract } from './children.ts';
import { connectionsContract } from './connections.ts';
import { conversationsContract } from './conversations.ts';
import { dataContract } from './data.ts';
import { demoContract } from './demo.ts';
import { diagnosticsContract } from './diagnostics.ts';
import { historyContract } from './history.ts';
import { viewsContract } from './views.ts';
import { intentsContract } from './intents.ts';
import { keysContract } from './keys.ts';
import { leasesContract } from './leases.ts';
import { missionsContract } from './missions.ts';
import { operatorContract } from './operator.ts';
import { noticesContract } from './notices.ts';
import { outboxContract } from './outbox.ts';
import { peopleContract } from './people.ts';
import { planContract } from './plan.ts';
import { policyContract } from './policy.ts';
import { recoveryContract } from './recovery.ts';
import { reviewContract } from './review.ts';
import { bundlesContract } from './bundles.ts';
import { searchContract } from './search.ts';
import { systemContract } from './system.ts';
import { takeoverContract } from './takeover.ts';
import { workContract } from './work.ts';

export const deskContract = {
  system: systemContract,
  assistant: assistantContract,
  attention: attentionContract,
  notices: noticesContract,
  outbox: outboxContract,
  intents: intentsContract,
  missions: missionsContract,
  plan: planContract,
  work: workContract,
  review: reviewContract,
  approvals: approvalsContract,
  leases: leasesContract,
  children: childrenContract,
  takeover: takeoverContract,
  budget: budgetContract,
  conversations: conversationsContract,
  people: peopleContract,
  policy: policyContract,
  history: historyContract,
  views: viewsContract,
  search: searchContract,
  bundles: bundlesContract,
  artifacts: artifactsContract,
  briefs: briefsContract,
  connections: connectionsContract,
  keys: keysContract,
  operator: operatorContract,
  data: dataContract,
  diagnostics: diagnosticsContract,
  recovery: recoveryContract,
  demo: demoContract,
};

/** What a window calls. */
export type DeskClient = ContractRouterClient<typeof deskContract>;
