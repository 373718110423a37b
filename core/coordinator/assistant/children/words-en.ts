// Child Missions in English.
import { amountIn, durationIn, timeIn } from '../planning/amounts.ts';
import type { ChildWords } from './words.ts';

export const CHILD_WORDS_EN: ChildWords = {
  reasons: {
    'many-criteria': (v) => `it has ${v['count']} acceptance criteria (from ${v['from']} on)`,
    'many-deliverables': (v) => `it hands in ${v['count']} results (from ${v['from']} on)`,
    'large-budget': (v) => `it takes ${v['percent']} % of the Mission’s money (from ${v['from']} % on)`,
    'many-sub-items': (v) => `${v['count']} items lie below it (from ${v['from']} on)`,
    'deep-work': (v) => `the work below it is nested ${v['depth']} deep (from ${v['from']} on)`,
    'long-work': (v, f) =>
      v['isEstimate'] === true
        ? `it takes ${durationIn(v, 'durationMs', f)} by its estimate`
        : `it may take ${durationIn(v, 'durationMs', f)}, until its deadline`,
    'capability-missing': (v) => `nobody here has ${v['capabilities']}`,
    'no-single-worker': (v) => `nobody alone has all of ${v['capabilities']}`,
    'small-work': (v) => `${v['speaking']} reasons speak for a child Mission, ${v['needed']} are needed`,
    'state-forbids': (v) => `an item that is ${v['state']} cannot become a child Mission`,
    'mission-not-active': (v) => `the Mission is ${v['state']}`,
    'child-lives': () => 'a child Mission is at work on it already',
    'depth-limit': (v) =>
      `it would be ${v['depth']} deep, and ${v['limit']} is the limit: an override is needed`,
    'owner-loses-work': (v) => `${v['agentId']} loses the item, which is ${v['state']}`,
    'budget-narrows': (v, f) =>
      `${v['dimension']}: ${amountIn(v, 'wanted', f)} of the ${amountIn(v, 'allowed', f)} that ${v['accountId']} has left`,
    'budget-widens': (v, f) =>
      `${v['dimension']}: ${amountIn(v, 'wanted', f)} is more than the ${amountIn(v, 'allowed', f)} that ${v['accountId']} has left`,
    'budget-inexact': (v) => `${v['amount']} has no exact form in millionths of the currency`,
    'currency-differs': (v) => `the budget is in “${v['currency']}”, the Mission’s in “${v['expected']}”`,
    'deadline-narrows': (v, f) =>
      `it ends ${timeIn(v, 'deadlineAtMs', f)}, not after the ${v['of']} (${timeIn(v, 'allowedAtMs', f)})`,
    'deadline-widens': (v, f) =>
      `it ends ${timeIn(v, 'deadlineAtMs', f)}, after the ${v['of']} (${timeIn(v, 'allowedAtMs', f)})`,
    'deadline-passed': (v, f) => `its deadline ${timeIn(v, 'deadlineAtMs', f)} has passed`,
    'permission-narrows': (v) => `“${v['permission']}” is permitted to the parent too`,
    'permission-widens': (v) =>
      `“${v['permission']}” is not permitted to the parent; it has: ${v['allowed']}`,
    'depth-within': (v) => `depth ${v['depth']} of ${v['limit']}`,
    'depth-exceeded': (v) => `depth ${v['depth']}, and ${v['limit']} is the limit`,
    'coordinator-has-capabilities': (v) =>
      `${v['agentId']} coordinates: it has ${v['capabilities']} of ${v['required']} capabilities and holds ${v['held']} items`,
    'coordinator-is-free': (v) => `${v['agentId']} coordinates: it holds ${v['held']} items`,
    'coordinator-is-parents': (v) => `${v['agentId']} coordinates the parent too; nobody else can be had`,
    'no-coordinator': (v) =>
      v['wished'] === ''
        ? 'no Agent can be had as its Coordinator'
        : `${v['wished']} cannot be its Coordinator`,
    'policy-block': (v) =>
      `when it fails, the item stays blocked for a decision (${v['waiting']} items wait for it)`,
    'policy-fail-item': () => 'when it fails, the item fails and can be offered anew',
    'policy-fail-mission': () =>
      'when it fails, the whole Mission fails: the contract calls it indispensable',
    'human-for-risk': (v) => `the human at the root approves as well: the risk is ${v['risk']}`,
    'human-for-own-output': () =>
      'the human at the root approves as well: nobody reviews its own output alone',
    'child-ended-badly': (v) => `the child Mission is ${v['state']}`,
    'child-awaits-approval': (v) =>
      `${v['artifacts']} Artifacts wait for your answer (revision ${v['revision']})`,
    'child-term-ended': (v, f) => `the term of ${v['agentId']} ended at ${timeIn(v, 'endedAtMs', f)}`,
    'child-past-deadline': (v, f) =>
      `done at ${timeIn(v, 'endsAtMs', f)} by its estimates; its deadline is ${timeIn(v, 'deadlineAtMs', f)}`,
    'child-cannot-go-on': (v) => `nothing in it can go on (${v['cause']}, ${v['count']} in all)`,
    'child-budget': (v) => `${v['percent']} % of ${v['dimension']} are used`,
    'child-needs-human': () => 'the human at the root has to approve as well',
    'child-unseen': () => 'its Group cannot be seen from here',
    'content-intact': (v) => `${v['contentHash']}: the content is what the hash says`,
    'content-differs': (v) => `${v['contentHash']}: the content is not what the hash says`,
    'content-unseen': (v) => `${v['contentHash']}: the content was not looked at yet`,
    'manifest-missing': (v) => `${v['contentHash']}: no manifest of it was published`,
    'revision-moved': (v) => `revision ${v['submitted']} was submitted, the Mission is at ${v['revision']}`,
    'criterion-proven': (v) => `${v['criterion']}: ${v['type']} passed`,
    'criterion-failed': (v) => `${v['criterion']}: ${v['type']} is ${v['result']}`,
    'criterion-unproven': (v) => `${v['criterion']}: there is no ${v['type']}`,
    'criterion-own-word': (v) => `${v['criterion']}: ${v['agentId']} reviews what it made itself`,
    'human-proves': (v) => `${v['criterion']}: a human confirms it by approving`,
    'human-must-approve': (v) => `${v['humanId']} has to approve as well`,
    'own-output': (v) => `owner and Coordinator are the same Agent: ${v['humanId']} has to approve as well`,
    'human-has-approved': (v) => `${v['humanId']} has approved`,
    'answer-late': (v, f) => `its deadline ${timeIn(v, 'deadlineAtMs', f)} has passed meanwhile`,
    'nobody-waits': () => 'no WorkItem waits for this result any more',
    'parent-covered': (v) => `proves ${v['criterion']} of the parent’s item`,
    'parent-uncovered': (v) =>
      `nothing in it proves ${v['criterion']} of the parent’s item: ${v['description']}`,
    'child-failed': (v) => `the child Mission ${v['missionId']} has failed`,
    'child-cancelled': (v) => `the child Mission ${v['missionId']} was cancelled`,
    'attempts-left': (v) => `${v['used']} of ${v['allowed']} tries are used`,
    'attempts-spent': (v) => `all ${v['allowed']} tries are used`,
    'results-kept': (v) => `${v['count']} of its Artifacts can be inputs of what follows`,
    'time-left': (v, f) => `there is time until ${timeIn(v, 'deadlineAtMs', f)}`,
    'time-gone': (v, f) => `the deadline ${timeIn(v, 'deadlineAtMs', f)} has passed`,
    'work-waits': (v) => `${v['count']} items wait for it`,
    'worker-found': (v) => `${v['agentId']} can do it`,
    'no-worker': (v) =>
      v['capabilities'] === '' ? 'no single member can do it' : `no member has ${v['capabilities']}`,
    'mission-failed': () => 'the Mission has failed with it and cannot be opened again',
    'failure-climbs': (v) => `the failure has reached ${v['workItemId']} of the Mission above: decide there`,
  },
  advice: {
    promote: 'Make it a child Mission',
    keep: 'Leave it as it is',
    impossible: 'It cannot become a child Mission',
  },
  reviews: {
    approve: 'Approve the result',
    'send-back': 'Ask for changes',
    wait: 'Look at the contents first',
    'ask-human': 'Ask the human at the root',
    late: 'The result comes too late',
  },
  replans: {
    'replacement-child': 'Another child Mission',
    'own-work': 'Do it in this Mission',
    'offer-again': 'Offer it again',
    'give-up': 'Give it up',
    'new-mission': 'Begin a new Mission',
    'look-above': 'Decide in the Mission above',
  },
};
