// What each rule of the attention list means and what helps, and the names of what its rows speak of. English.
import type { AttentionRuleName } from '../attention/rules.ts';

export const ENGLISH_RULE_ADVICE: { readonly [Rule in AttentionRuleName]: string } = {
  'coordinator-lease-ends':
    'Without a renewal nobody leads the Mission after that moment. Renew it while this computer is connected.',
  'coordinator-lease-ended':
    'Nobody leads the Mission: offers and reviews are refused until the MissionOwner begins a new term.',
  'execution-lease-ends':
    'If the Worker does not renew in time, its work may be given to somebody else. Look at its last checkpoint.',
  'execution-lease-ended':
    'Time alone has ended it; no Event says so. The WorkItem stays active until you give it to somebody else.',
  'start-by-missed': 'The Worker holds the WorkItem and has not begun. Give it to somebody else, or wait.',
  'hold-ends':
    'When the reservation ends, the WorkItem may go to somebody else. Solve what it waits for before that.',
  'offer-ends': 'Nobody has accepted yet. Extend the offer, or prepare the next candidate.',
  'offer-ended': 'Time alone has ended it; no Event says so. Offer the WorkItem to the next candidate.',
  'all-declined': 'Nobody who was asked will do it. Ask others, or change the contract.',
  'submission-waits':
    'The work is done until somebody has looked. Review the result against the criteria, then accept it or send it back.',
  'start-approval-waits':
    'The contract lets nobody begin before a human has approved. Decide what may be done, for how long, and at what cost.',
  'start-approval-ends': 'The approval ends before the work has begun. Grant it again if it is still wanted.',
  'final-approval-waits':
    'The Mission waits for its owner. Look at the exact revision and its Artifacts, then approve or ask for changes.',
  'changes-requested': 'The owner wants more before approval. Plan WorkItems that bring it.',
  'item-blocked': 'The Worker cannot go on by itself. Bring what it needs, then unblock the WorkItem.',
  'question-open': 'Somebody waits for an answer before accepting. Answer in the Conversation.',
  'proposal-open': 'A proposal is no WorkItem until you make it one. Authorise it, write your own, or reply.',
  'item-failed': 'Nobody works on it any more. Offer it again, or replace it by another WorkItem.',
  'child-trouble': 'The parent WorkItem waits for this Child Mission. Replan, or end what cannot succeed.',
  'nothing-runs': 'Every open WorkItem waits for another one. Look at what all of them wait for.',
  'item-ready': 'Nothing stands in its way, and nobody was asked. Offer it.',
  'deadline-at-risk': 'By what is known now the deadline will not hold. Replan, or ask others.',
  'budget-mark':
    'Work stops where a limit is reached. Look at where it goes, and what can be done with less.',
  'evidence-gap':
    'Without the Evidence that its contract asks for, the result cannot be accepted. Send it back, or ask a reviewer.',
  'content-broken':
    'What cannot be compared with its hash is neither accepted nor approved. Fetch it again, or keep both for a report.',
  'command-refused':
    'The Authority has accepted nothing. See what was in the way, then drop it or issue it again.',
  'command-unanswered':
    'It may have been accepted, or not. Ask the Authority before you do anything a second time.',
  'epoch-stale':
    'Somebody else acts in your place now. Nothing signed under the old epoch is accepted; connect anew, or hand over your drafts.',
  'late-result':
    'It came from a former owner. It is kept, and does not count; see whether it is of use to the present one.',
  'log-trouble':
    'What you see of this Mission may be incomplete. Nothing is lost: the Authority is asked again.',
  'authority-unreachable':
    'What you have signed waits here and goes out in its turn. You can go on with drafts.',
  'override-needed':
    'A limit on cooperation stands in the way. The MissionOwner can lift it once, for exactly this Command.',
  'grant-ends':
    'After that the Agent can delegate nothing more. A Grant is not prolonged: give a new one if it is wanted.',
  'mission-ready': 'Nothing is left to do. Submit the Mission for approval by its owner.',
  'key-trouble':
    'Without a key that works nothing is signed, and without a backup it is gone with this computer.',
  mention: 'Somebody speaks to you. A Message is talk; it binds nobody.',
};

/** Names that the protocol has for machines, as a line of the list writes them. */
export const ENGLISH_NAMES: { readonly [name: string]: string } = {
  financialMicrounits: 'money',
  modelTokens: 'model tokens',
  toolCalls: 'tool calls',
  computeSeconds: 'compute time',
  wallClockSeconds: 'wall time',
  externalActions: 'external actions',
  message_rate: 'Messages per minute',
  proposal_rate: 'proposals per minute',
  delegation_depth: 'depth of delegation',
  queued_work_items: 'queued WorkItems',
  active_work_items: 'active WorkItems',
  artifact_integrity: 'integrity of the Artifact',
  schema_validation: 'schema validation',
  deterministic_test: 'test',
  business_rule: 'business rule',
  reviewer_assessment: 'assessment by a reviewer',
  human_review: 'review by a human',
  policy_check: 'policy check',
  locked: 'locked',
  missing: 'missing',
  'backend-changed': 'in another store than before',
  none: 'none',
  reversible: 'reversible',
  external: 'external',
  high_risk: 'high',
  destructive: 'destructive',
  usable: 'usable',
  not_required: 'none needed',
  policy_required: 'approval by the policy',
  human_required: 'approval by a human',
  rootApproval: 'approval by the owner of the root Mission',
  overrideReason: 'reason for the override',
  coordinator: 'Coordinator',
  worker: 'Worker',
  reviewer: 'reviewer',
  observer: 'observer',
  mission_owner: 'MissionOwner',
};
