// English texts of the desk.
import type { CodeWords, DeskWords } from './desk-words.ts';
import { ENGLISH_NAMES, ENGLISH_RULE_ADVICE } from './attention-words-en.ts';
import { ENGLISH_FIX_WORDS } from './fix-words-en.ts';
import { numberOf, textOf } from './desk-words.ts';

const times = (count: unknown, one: string, many: string) =>
  numberOf(count) === 1 ? `1 ${one}` : `${numberOf(count)} ${many}`;

/** A name of the protocol as a word of a line. */
function nameOf(value: unknown): string {
  const name = textOf(value);
  return ENGLISH_NAMES[name] ?? name;
}

/** What a refusal means, without its full stop. */
function causeOf(code: unknown): string {
  return codeWords[textOf(code)]?.cause.replace(/\.$/u, '') ?? textOf(code);
}

const codeWords: { readonly [code: string]: CodeWords } = ENGLISH_FIX_WORDS.codes;

export const ENGLISH_DESK_WORDS: DeskWords = {
  ...ENGLISH_FIX_WORDS,
  severities: { now: 'Now', decide: 'Decide', watch: 'Watch' },
  nothing: 'Nothing needs you.',
  nextMoment: (what, at, label) => `Next known moment: ${what} of ${label}, ${at}.`,
  ends: {
    'coordinator-lease': 'coordinator lease ends',
    'ownership-lease': 'ownership lease ends',
    'execution-lease': 'Execution Lease ends',
    'blocked-lease': 'hold on blocked work ends',
    offer: 'offer ends',
    membership: 'provisional Membership ends',
    'execution-approval': 'start approval ends',
    grant: 'Delegation Grant ends',
    override: 'override ends',
    deadline: 'deadline',
  },
  rules: {
    'coordinator-lease-ends': {
      name: 'Coordinator lease ends',
      detail: ({ endsAt, canRenew }, { time }) =>
        `${time(numberOf(endsAt))}${canRenew === true ? '' : ' · cannot be renewed from here now'}`,
    },
    'coordinator-lease-ended': {
      name: 'Coordinator lease ended',
      detail: ({ endedAt, agentId }, { time }) => `${textOf(agentId)} · since ${time(numberOf(endedAt))}`,
    },
    'execution-lease-ends': {
      name: 'Execution Lease ends',
      detail: ({ endsAt, agentId, renewals }, { time }) =>
        `${time(numberOf(endsAt))} · ${textOf(agentId)} · renewed ${times(renewals, 'time', 'times')}`,
    },
    'execution-lease-ended': {
      name: 'Execution Lease ended',
      detail: ({ endsAt, agentId, graceEndsAt }, { time }) =>
        `${textOf(agentId)} · since ${time(numberOf(endsAt))}${
          graceEndsAt === undefined ? '' : ` · grace until ${time(numberOf(graceEndsAt))}`
        }`,
    },
    'start-by-missed': {
      name: 'Not started in time',
      detail: ({ endsAt, agentId }, { time }) =>
        `${textOf(agentId)} · was to start by ${time(numberOf(endsAt))}`,
    },
    'hold-ends': {
      name: 'Hold ends',
      detail: ({ endsAt, agentId }, { time }) => `${textOf(agentId)} · ${time(numberOf(endsAt))}`,
    },
    'offer-ends': {
      name: 'Offer ends',
      detail: ({ endsAt, declined, candidates }, { time }) =>
        `${time(numberOf(endsAt))} · ${numberOf(declined)} of ${numberOf(candidates)} declined`,
    },
    'offer-ended': {
      name: 'Offer ended',
      detail: ({ endsAt, candidates }, { time }) =>
        `${time(numberOf(endsAt))} · ${times(candidates, 'candidate', 'candidates')}, no acceptance`,
    },
    'all-declined': {
      name: 'All declined',
      detail: ({ candidates, isRecorded }) =>
        `${times(candidates, 'candidate', 'candidates')}${isRecorded === true ? '' : ' · said, not recorded'}`,
    },
    'submission-waits': {
      name: 'Review',
      detail: ({ covered, criteria }) => `${numberOf(covered)}/${numberOf(criteria)} criteria have Evidence`,
    },
    'start-approval-waits': {
      name: 'Start approval',
      detail: ({ agentId, risk, ownershipEndsAt }, { time }) =>
        `${textOf(agentId)} · risk ${nameOf(risk)} · ownership ends ${time(numberOf(ownershipEndsAt))}`,
    },
    'start-approval-ends': {
      name: 'Start approval ends unused',
      detail: ({ agentId, endsAt }, { time }) => `${textOf(agentId)} · ${time(numberOf(endsAt))}`,
    },
    'final-approval-waits': {
      name: 'Final approval',
      detail: ({ revision, artifacts }) =>
        `revision ${numberOf(revision)} · ${times(artifacts, 'Artifact', 'Artifacts')}`,
    },
    'changes-requested': { name: 'Changes requested', detail: ({ feedback }) => textOf(feedback) },
    'item-blocked': {
      name: 'Blocked',
      detail: ({ agentId, resolution }) => `${textOf(agentId)} needs: ${textOf(resolution)}`,
    },
    'question-open': { name: 'Open question', detail: ({ by }) => `asked by ${textOf(by)}` },
    'proposal-open': { name: 'Proposal', detail: ({ by, goal }) => `${textOf(by)}: ${textOf(goal)}` },
    'item-failed': {
      name: 'Failed',
      detail: ({ attempts, because }) =>
        `${times(attempts, 'attempt', 'attempts')}${textOf(because) === '' ? '' : ` · ${textOf(because)}`}`,
    },
    'child-trouble': {
      name: 'Child Mission needs you',
      detail: ({ because, state, dimension, percent, count }) =>
        because === 'budget'
          ? `${nameOf(dimension)} at ${numberOf(percent)} %`
          : because === 'blocked'
            ? `${times(count, 'item is', 'items are')} blocked`
            : `ended: ${ENGLISH_MISSION_STATES[textOf(state)] ?? textOf(state)}`,
    },
    'nothing-runs': {
      name: 'Nothing can run',
      detail: ({ waiting, root }) => `${times(waiting, 'item waits', 'items wait')} on "${textOf(root)}"`,
    },
    'item-ready': { name: 'Ready, not offered', detail: () => 'everything that it waits for is verified' },
    'deadline-at-risk': {
      name: 'Deadline at risk',
      detail: ({ deadlineAt, forecastAt, withoutEstimate }, { time }) =>
        [
          `deadline ${time(numberOf(deadlineAt))}`,
          forecastAt === undefined ? '' : `forecast ${time(numberOf(forecastAt))}`,
          numberOf(withoutEstimate) === 0
            ? ''
            : `${times(withoutEstimate, 'item has', 'items have')} no estimate`,
        ]
          .filter((part) => part !== '')
          .join(' · '),
    },
    'budget-mark': {
      name: 'Budget',
      detail: ({ dimension, percent, forecast, limit }, { number }) =>
        forecast === undefined
          ? `${nameOf(dimension)} at ${numberOf(percent)} %`
          : `${nameOf(dimension)} forecast ${number(numberOf(forecast))} of ${number(numberOf(limit))}`,
    },
    'evidence-gap': {
      name: 'Evidence missing or failed',
      detail: ({ missing, failed, first }) =>
        `${numberOf(failed)} failed, ${numberOf(missing)} missing · ${textOf(first).split(' ').map(nameOf).join(' ')}`,
    },
    'content-broken': {
      name: 'Artifact',
      detail: ({ condition }) => (condition === 'differs' ? 'hash differs' : 'content unavailable'),
    },
    'command-refused': {
      name: 'Refused',
      detail: ({ code, kind, expectedRevision, currentRevision }) =>
        `${textOf(kind)} · ${causeOf(code)}${
          currentRevision === undefined
            ? ''
            : ` · revision ${numberOf(expectedRevision)}, now ${numberOf(currentRevision)}`
        }`,
    },
    'command-unanswered': { name: 'No answer', detail: ({ kind }) => textOf(kind) },
    'epoch-stale': {
      name: 'Replaced',
      detail: ({ code, coordinator }) =>
        `${causeOf(code)}${coordinator === undefined ? '' : ` · now ${textOf(coordinator)}`}`,
    },
    'late-result': {
      name: 'Late result',
      detail: ({ agentId, epoch, currentEpoch }) =>
        `${textOf(agentId)} · stored, not counted: epoch ${numberOf(epoch)}, current ${numberOf(currentEpoch)}`,
    },
    'log-trouble': {
      name: 'History',
      detail: ({ because, fromSequence, toSequence }) =>
        because === 'gap'
          ? `missing ${numberOf(fromSequence)}–${numberOf(toSequence)}`
          : because === 'cursor'
            ? 'too far behind; a snapshot is needed'
            : 'verification failed',
    },
    'authority-unreachable': {
      name: 'Authority unreachable',
      detail: ({ waiting }) => times(waiting, 'Command waits', 'Commands wait'),
    },
    'override-needed': {
      name: 'Limit reached',
      detail: ({ policyName, grantId }) =>
        `${nameOf(policyName)}${grantId === undefined ? '' : ' · override granted, ready to send'}`,
    },
    'grant-ends': {
      name: 'Delegation Grant ends',
      detail: ({ agentId, endsAt, dimension }, { time }) =>
        `${textOf(agentId)} · ${dimension === undefined ? time(numberOf(endsAt)) : `${nameOf(dimension)} nearly used up`}`,
    },
    'mission-ready': {
      name: 'Ready to submit',
      detail: ({ verified }) => `${times(verified, 'item', 'items')} verified, nothing left`,
    },
    'key-trouble': {
      name: 'Key',
      detail: ({ because, endsAt, waiting }, { time }) =>
        because === 'expiry'
          ? `ends ${time(numberOf(endsAt))}`
          : because === 'backup'
            ? 'no tested backup'
            : `${nameOf(because)}${numberOf(waiting) === 0 ? '' : ` · ${times(waiting, 'Command waits', 'Commands wait')}`}`,
    },
    mention: { name: 'Mention', detail: ({ by }) => `by ${textOf(by)}` },
  },
  ruleAdvice: ENGLISH_RULE_ADVICE,
  names: ENGLISH_NAMES,
  attentionActions: {
    'renew-coordinator': 'Renew',
    'replace-coordinator': 'Replace Coordinator',
    'open-item': 'Open',
    reassign: 'Reassign',
    'resolve-or-extend': 'Resolve or extend',
    'extend-offer': 'Extend offer',
    'next-candidate': 'Next candidate',
    'widen-offer': 'Widen or change contract',
    review: 'Review',
    'grant-start': 'Decide',
    'answer-submission': 'Decide',
    'plan-corrections': 'Plan corrective items',
    unblock: 'Unblock',
    'answer-question': 'Answer',
    'authorize-proposal': 'Authorise or reply',
    'offer-again': 'New offer or replacement',
    replan: 'Replan',
    'show-why': 'Show why',
    offer: 'Offer',
    'open-budget': 'Budget',
    'send-back': 'Send back',
    'ask-reviewer': 'Ask reviewer',
    'open-artifact': 'Artifact',
    fix: 'Fix',
    'ask-authority': 'Ask authority',
    reconnect: 'Reconnect',
    'hand-over': 'Hand over drafts',
    'open-history': 'History',
    'open-connections': 'Connections',
    'ask-override': 'Ask owner for an override',
    'send-with-override': 'Send with override',
    'renew-grant': 'New Grant',
    'submit-mission': 'Submit for approval',
    'open-keys': 'Keys',
    'read-message': 'Read',
  },
  itemActions: {
    offer: 'Offer',
    'edit-contract': 'Edit contract',
    'add-dependency': 'Add dependency',
    promote: 'Promote to Child Mission',
    cancel: 'Cancel item',
    fail: 'Declare failed',
    'override-offer': 'Emergency override offer',
    'extend-offer': 'Replace or extend offer',
    reassign: 'Reassign',
    'grant-start': 'Grant start approval',
    message: 'Message',
    unblock: 'Unblock',
    review: 'Review',
    'accept-result': 'Accept result',
    'send-back': 'Send back',
    'offer-again': 'New offer',
    'replace-item': 'Replacement item',
    'follow-up-item': 'Follow-up item',
  },
  proposalActions: {
    'authorize-as-proposed': 'Authorise as proposed',
    'write-own': 'Write my own',
    reply: 'Reply',
  },
  missionActions: {
    'new-item': 'New item',
    'propose-item': 'Propose item',
    'submit-mission': 'Submit for approval',
    'renew-coordinator': 'Renew Coordinator lease',
    'replace-coordinator': 'Replace Coordinator',
    terminate: 'Terminate Mission',
    'cancel-mission': 'Cancel Mission',
    approve: 'Approve',
    'request-changes': 'Request changes',
    'change-members': 'Change members',
    'grant-delegation': 'Grant delegation',
    'grant-override': 'Grant override',
    'post-message': 'Message',
    'follow-up': 'Create follow-up',
  },
  actionReasons: {
    state: ({ state }) => `The item is ${ENGLISH_STATES[textOf(state)] ?? textOf(state)}.`,
    'owner-holds': ({ until }, { time }) => `Its owner holds it until ${time(numberOf(until))}.`,
    'child-runs': () => 'A Child Mission is at work on it.',
    'had-child': () => 'It had a Child Mission already.',
    'nothing-submitted': () => 'Nothing was submitted for approval.',
    'work-unfinished': (left) =>
      `Still unfinished: ${Object.entries(left)
        .map(([state, count]) => `${numberOf(count)} ${ENGLISH_STATES[state] ?? state}`)
        .join(', ')}.`,
    'no-work': () => 'The Mission has no WorkItem.',
    'mission-not-active': ({ state }) =>
      `The Mission is ${ENGLISH_MISSION_STATES[textOf(state)] ?? textOf(state)}.`,
    'mission-ended': ({ state }) =>
      `The Mission is ${ENGLISH_MISSION_STATES[textOf(state)] ?? textOf(state)}.`,
    'mission-not-approved': () => 'Only an approved Mission has a follow-up.',
    'not-coordinator': ({ agentId }) =>
      `${textOf(agentId)} is the Coordinator, and has no key on this computer.`,
    'not-owner': ({ ownerId }) => `${textOf(ownerId)} is the MissionOwner, and has no key on this computer.`,
    'not-human-owner': () => 'Only a human MissionOwner does this.',
    'not-member': () => 'No identity on this computer is a member.',
    'coordinator-lease-ended': () =>
      'The Coordinator lease has ended; only the MissionOwner can begin a new term.',
    'no-approval-needed': () => 'The contract needs no start approval.',
    'hold-ended': () => 'Nobody holds the item any more.',
    'proposal-closed': () => 'The proposal was answered already.',
    archived: () => 'The Group is archived.',
  },
  warnings: {
    'unsafe-point': 'The work is under way and stops where it stands.',
    'fences-owner': 'Its owner loses the item.',
    'two-steps':
      'Two steps: the item becomes failed, then it is offered again. There is no request for changes to an item.',
    audited: 'An emergency override is marked and audited.',
    'becomes-queued': 'The item goes back into the queue of its owner.',
    'becomes-open': 'Ownership has ended, so the item becomes open.',
    'ends-work': 'Unfinished items and Child Missions end with it.',
  },
  itemStates: {
    open: 'open',
    offered: 'offered',
    queued: 'queued',
    active: 'active',
    blocked: 'blocked',
    submitted: 'submitted',
    verified: 'verified',
    failed: 'failed',
    cancelled: 'cancelled',
  },
  offerEnded: 'offer ended',
  missionStates: {
    active: 'active',
    awaiting_approval: 'awaiting approval',
    approved: 'approved',
    failed: 'failed',
    cancelled: 'cancelled',
  },
  childMission: 'Child Mission',
};

const ENGLISH_STATES: { readonly [state: string]: string } = ENGLISH_DESK_WORDS.itemStates;
const ENGLISH_MISSION_STATES: { readonly [state: string]: string } = ENGLISH_DESK_WORDS.missionStates;
