// Planning in English.
import { amountIn, durationIn, timeIn } from './amounts.ts';
import type { PlanningWords } from './words.ts';

export const PLANNING_WORDS_EN: PlanningWords = {
  reasons: {
    'dependency-failed': (v) => `waits for ${v['subject']}, which has failed`,
    'dependency-cancelled': (v) => `waits for ${v['subject']}, which was given up and will never be verified`,
    'not-offered': () => 'everything it needs is there, and nobody was asked',
    'offer-ended': () => 'its offer has ended and nobody took it',
    'no-candidate': (v) =>
      v['subject'] === ''
        ? 'no single member has all the capabilities it asks for'
        : `no member has the capability ${v['subject']}`,
    'start-approval': () => 'its owner may not start before a human has approved',
    'start-missed': (v) => `${v['subject']} has not started by the time that was promised`,
    'lease-ended': (v) => `the Execution Lease of ${v['subject']} has ended`,
    'resolution-needed': (v) => `its Worker needs: ${v['subject']}`,
    'child-awaits-answer': () => 'its child Mission waits for our answer',
    'child-ended': () => 'its child Mission came to nothing',
    'review-waits': (v) => `the result of ${v['subject']} waits for a review`,
    'work-failed': () => 'it has failed and was not offered again',
    'budget-spent': (v) => `its budget is used up: ${v['subject']}`,
    'term-ended': (v, f) =>
      `the term of ${v['agentId']} ended at ${timeIn(v, 'endedAtMs', f)}; ${v['ownerId']} has to appoint a Coordinator`,
    'deadline-passed': (v, f) => `the deadline ${timeIn(v, 'deadlineAtMs', f)} has passed`,
    'mission-awaits-answer': () => 'the Mission waits for the answer of its owner',
    'no-work': () => 'there is no work with a result yet',
    'all-done': (v) => `all work is done: ${v['verified']} verified, ${v['cancelled']} given up`,
    'budget-within': (v, f) =>
      `${v['dimension']}: ${amountIn(v, 'expected', f)} of ${amountIn(v, 'limit', f)} expected`,
    'budget-tight': (v, f) =>
      `${v['dimension']} gets tight: ${amountIn(v, 'expected', f)} of ${amountIn(v, 'limit', f)} expected`,
    'budget-over': (v, f) =>
      `${v['dimension']} will not do: ${amountIn(v, 'expected', f)} expected, ${amountIn(v, 'limit', f)} allowed`,
    'ancestor-short': (v, f) =>
      `${v['dimension']}: ${v['accountId']} above has only ${amountIn(v, 'left', f)} left`,
    'term-renewal-due': (v, f) => `the term ends at ${timeIn(v, 'endsAtMs', f)} and is to be renewed`,
    'term-cannot-renew': (v, f) =>
      `the term ends at ${timeIn(v, 'endsAtMs', f)} and cannot be renewed: no connection or no key`,
    'term-over': (v, f) =>
      `the term of ${v['agentId']} ended at ${timeIn(v, 'endedAtMs', f)}; it cannot be renewed any more`,
    'sleep-ends-term': (v, f) =>
      `the term would end at ${timeIn(v, 'endsAtMs', f)}, during the sleep until ${timeIn(v, 'wakeAtMs', f)}`,
    'sleep-outlasts-term': (v, f) =>
      `the term cannot be made to last until ${timeIn(v, 'wakeAtMs', f)}: hand the Mission over before`,
    'sleep-ends-lease': (v, f) =>
      `a lease (${v['kind']}) ends at ${timeIn(v, 'endsAtMs', f)}, during the sleep`,
    'sleep-ends-offer': (v, f) => `an offer ends at ${timeIn(v, 'endsAtMs', f)}, during the sleep`,
    'sleep-ends-other': (v, f) => `${v['kind']} ends at ${timeIn(v, 'endsAtMs', f)}, during the sleep`,
    'sub-work-proposed': (v) => `${v['by']} proposes sub-work: ${v['goal']}`,
    'sub-work-open': (v) => `${v['count']} items below it are not done yet`,
    'owner-waits': (v) => `${v['agentId']} still holds it and waits: ${v['resolution']}`,
    'hold-ended': (v) => `${v['agentId']} does not hold it any more`,
    'another-worker': (v) => `${v['agentId']} could do it`,
    'nobody-else': () => 'nobody else here could do it',
    'forecast-in-time': (v, f) =>
      `by the estimates it is done at ${timeIn(v, 'endsAtMs', f)}, ${durationIn(v, 'slackMs', f)} before the deadline`,
    'forecast-past-deadline': (v, f) =>
      `by the estimates it is done at ${timeIn(v, 'endsAtMs', f)}, ${durationIn(v, 'slackMs', f)} after the deadline`,
    'forecast-unknown': (v) => `nobody has given an estimate for any of ${v['withoutEstimate']} items`,
    'item-past-deadline': (v, f) => `“${v['goal']}” misses its own deadline ${timeIn(v, 'deadlineAtMs', f)}`,
    'pattern-by-word': (v) =>
      `planned by the pattern “${v['pattern']}”, since the objective says “${v['word']}”`,
    'pattern-by-default': (v) => `planned by the pattern “${v['pattern']}”, since no other one fits`,
    'from-brief': () => 'as the brief says',
    'proves-criterion': (v) => `proves ${v['criterion']}: ${v['description']}`,
    'prepares-others': () => 'everything else begins with its result',
    'combines-results': () => 'makes one result of all the others',
    'capability-by-words': (v) => `${v['capability']} fits by the words: ${v['words']}`,
    'capability-only-one': (v) => `${v['capability']} is the only capability there is`,
    'capability-unknown': (v) => `which of ${v['known']} capabilities does this need: ${v['about']}`,
    'criterion-by-human': (v) => `only a human can confirm ${v['criterion']}: ${v['description']}`,
    'time-over': (v, f) => `nothing can be planned before the deadline ${timeIn(v, 'deadlineAtMs', f)}`,
    'no-budget': () => 'the Mission has no budget left',
    'from-message': (v) => `${v['authorId']} has said it; the text is quoted, nothing in it was obeyed`,
    'criteria-listed': (v) => `its ${v['count']} points became the acceptance criteria`,
    'criterion-whole': () => 'it lists no points: its goal is the one acceptance criterion',
    'deadline-of-mission': (v, f) =>
      `due a tenth of the time that is left before the Mission’s deadline ${timeIn(v, 'deadlineAtMs', f)}`,
    'budget-part': (v) => `gets ${v['percent']} % of what the Mission has free`,
    'contract-next-offer': (v) =>
      `the text becomes a change in version ${v['version']} of the contract, which goes out with the next offer`,
    'author-fits': (v) => `${v['agentId']} has every capability that the contract asks for`,
    'author-lacks': (v) => `${v['agentId']} lacks the capability ${v['capability']}`,
    'term-ended-before': (v, f) =>
      `the term of ${v['agentId']} (epoch ${v['epoch']}) ended at ${timeIn(v, 'endsAtMs', f)}`,
    'term-still-runs': (v, f) =>
      `${v['agentId']} still leads until ${timeIn(v, 'endsAtMs', f)} and is refused from the takeover on`,
    'children-move': (v) => `${v['count']} child Missions get the new Coordinator as their owner`,
    'grants-end': (v) => `${v['count']} Delegation Grants end with the term`,
    'package-missing': () => 'nobody has left a Context Package for the whole Mission',
    'package-found': (v) => `Context Package, version ${v['version']}`,
    'log-incomplete': () => 'the log is not complete or not verified here: read it first',
    'log-complete': () => 'the log is complete here',
  },
  waysOut: {
    offer: 'Offer the work',
    'find-worker': 'Find a Worker',
    'approve-start': 'Ask for the approval to start',
    resolve: 'Give what is needed',
    review: 'Review the result',
    'answer-child': 'Answer the child Mission',
    'replan-child': 'Plan anew after the child Mission',
    replace: 'Replace the work',
    'raise-budget': 'Make room in the budget',
    appoint: 'Appoint a Coordinator',
    plan: 'Plan work',
    submit: 'Submit for approval',
    'answer-submission': 'Wait for the owner',
    'follow-up': 'Ask the owner how to go on',
  },
  reconcile: {
    'dependency-open': 'waits for other work',
    'dependency-failed': 'waits for work that has failed',
    'dependency-cancelled': 'waits for work that was given up',
    'not-offered': 'not offered',
    'offer-ended': 'offer ended',
    'no-candidate': 'nobody can do it',
    'start-approval': 'waits for the approval to start',
    'start-missed': 'not started in time',
    'lease-ended': 'lease ended',
    'resolution-needed': 'blocked',
    'child-awaits-answer': 'child Mission waits for an answer',
    'child-ended': 'child Mission came to nothing',
    'review-waits': 'result waits for a review',
    'work-failed': 'failed',
    'budget-spent': 'budget used up',
    'ends-soon': 'its lease or offer ends soon',
    'question-open': 'a question is open',
    keep: 'goes on',
  },
};
