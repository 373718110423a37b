// The lead in English.
import { timeIn } from '../planning/amounts.ts';
import type { LeadWords } from './words.ts';

export const LEAD_WORDS_EN: LeadWords = {
  reasons: {
    'would-be-refused': (v) =>
      v['code'] === 'no-signer'
        ? 'nobody on this computer could sign it'
        : `the Authority would refuse it: ${v['code']} (${v['rule']})`,
    'plan-next': (v) => `it is planned, and the ${v['needs']} items that it needs exist`,
    'dependency-unplanned': (v) => `it needs ${v['needed']}, which is neither there nor planned`,
    'dependency-given-up': (v) => `it waits for ${v['needed']}, which was given up`,
    'failed-for-good': (v) =>
      `it has failed with ${v['failureCode']}, attempt ${v['attempts']} of ${v['maxAttempts']}; its retry policy says no (${v['because']})`,
    'start-needs-approval': (v) =>
      `${v['agentId']} may not start before a human has approved (risk: ${v['risk']})`,
    'blocker-rule': (v) =>
      `a rule answers “${v['contains']}” with ${v['act']}; its Worker needs: ${v['resolution']}`,
    'no-blocker-rule': (v) => `no rule answers what its Worker needs: ${v['resolution']}`,
    'review-pointless': (v) => `what it was to review in ${v['reviewedItemId']} is settled`,
    'review-not-independent': (v) => `whoever has it is not independent of ${v['reviewedItemId']}`,
    'child-coordinator-back': (v) => `the term of ${v['agentId']} has ended, and it is there`,
    'child-coordinator-gone': (v) => `the term of ${v['agentId']} has ended, and nobody hears it`,
    'changes-wanted': (v) =>
      `the MissionOwner wants changes, under ${v['conditions']} conditions: ${v['comments']}`,
    'correct-result': (v) => `the result is made anew as the MissionOwner wants it: ${v['goal']}`,
    'all-work-done': (v) => `${v['verified']} of ${v['of']} items are verified, and none is open`,
    'no-result': (v, f) =>
      `all work is over and there is no result; the deadline is ${timeIn(v, 'deadlineAtMs', f)}`,
    'mission-late': (v, f) => `the deadline ${timeIn(v, 'deadlineAtMs', f)} has passed and work is open`,
  },
  areas: {
    term: 'Term',
    'child-answer': 'Answer to a child Mission',
    review: 'Review',
    blocker: 'Blocked work',
    offer: 'Offer',
    plan: 'Plan',
    child: 'Child Mission',
    submit: 'Result of the Mission',
  },
  standing: {
    'not-allowed': 'The assistant may not sign this alone.',
    refused: 'The Authority has refused it, and nothing has changed since.',
    'not-ready': 'There is no connection or no key to sign it now.',
  },
};
