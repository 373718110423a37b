// English texts of a brief's run.
import { describeOfferReason, describeReview } from './assistant-texts.ts';
import type { RunWords } from './run-words.ts';

const list = (names: readonly string[]) => names.join(', ');

export const ENGLISH_RUN_WORDS: RunWords = {
  reasons: {
    'begin-mission': ({ title }) => `The Mission "${title}" begins.`,
    'renew-term': ({ leftSeconds }) => `The Coordinator's term is renewed, ${leftSeconds} s before its end.`,
    'restore-coordinator': () => "The Coordinator's term had run out and begins anew.",
    'plan-work': ({ item }) => `"${item}" is planned.`,
    'propose-work': ({ item }) => `"${item}" is proposed.`,
    'invite-worker': ({ item, worker }) => `"${worker}" is invited for "${item}".`,
    'offer-work': ({ item, workers }) => `"${item}" is offered to ${list(workers)}.`,
    'offer-again': ({ item, workers, because }) =>
      `"${item}" is offered to ${list(workers)}, because ${
        {
          'offer-ended': 'the former offer has run out',
          declined: 'the former offer was declined',
          'lease-lapsed': 'its Worker has let the lease run out',
          failed: 'it failed',
          rejected: 'the result was sent back',
        }[because]
      }.`,
    'begin-child': ({ item }) => `"${item}" becomes a Mission of its own.`,
    'accept-result': ({ item, criteria }) => `The result of "${item}" is accepted: ${list(criteria)}.`,
    'reject-result': ({ item, findings, because }) =>
      `"${item}" has failed: ${because.length > 0 ? describeReview(because, 'en') : findings.join('; ')}`,
    'unblock-work': ({ item, answer }) => `"${item}" goes on: ${answer}`,
    'drop-work': ({ item }) => `"${item}" is not needed any more.`,
    'allow-execution': ({ item }) => `The execution of "${item}" is approved.`,
    'submit-mission': ({ criteria }) => `The result is submitted: ${list(criteria)}.`,
    'approve-mission': () => 'The result is approved.',
    'request-changes': ({ items }) =>
      items.length === 0 ? 'The result is sent back.' : `The result is sent back: ${list(items)}.`,
    'cancel-mission': () => 'The Mission is cancelled.',
    'give-up': ({ missing }) => `The Mission cannot be completed. ${missing.join('; ')}`,
    'deadline-over': ({ deadline }) => `The deadline ${deadline} is over.`,
  },
  questions: {
    'final-approval': ({ item, artifactHashes, criteria }) =>
      `${item === undefined ? 'The Mission' : `"${item}"`} is done: ${criteria.length} criteria, ${artifactHashes.length} Artifacts. Do you approve exactly this result?`,
    'execution-approval': ({ item, risk, operations, resources }) =>
      `"${item}" (risk ${risk}) wants to begin: ${list(operations)} on ${list(resources) || 'nothing'}. May it?`,
    'human-review': ({ item, criteria, because }) =>
      [
        ...(because.length === 0
          ? []
          : [`The review of "${item}" leaves open: ${describeReview(because, 'en')}.`]),
        `Please look at the result of "${item}". Is this so? ${criteria.map(({ text }) => text).join(' ')}`,
      ].join(' '),
    blocked: ({ item, resolution }) => `"${item}" cannot go on: ${resolution}`,
    failed: ({ item, failureCode, detail, attempts }) =>
      `"${item}" has failed for good after ${attempts === 1 ? 'one attempt' : `${attempts} attempts`} (${failureCode}): ${detail}`,
  },
  choices: {
    approve: 'approve',
    'request-changes': 'ask for changes',
    cancel: 'cancel the Mission',
    deny: 'deny',
    unblock: 'it is resolved, go on',
    stop: 'stop the Mission',
    retry: 'try once more',
    'retry-with-more': 'try once more with a larger budget',
  },
  obstacles: {
    replaced: () => 'another Agent coordinates the Mission by now',
    'no-worker': ({ capability }) => `no Worker of the brief that may do it offers ${capability}`,
    'nobody-eligible': ({ capability, refusals }) =>
      `nobody can be asked for ${capability} now: ${refusals.map(({ worker, because }) => `${worker}: ${describeOfferReason(because, 'en')}`).join('; ')}`,
    'no-offer': ({ because }) => `cannot be offered: ${describeOfferReason(because, 'en')}`,
    refused: ({ kind, error, message }) => `${kind} was refused: ${error}: ${message}`,
    'would-be-refused': ({ kind, rejection }) => `${kind} is not possible now: ${rejection.message}`,
    'content-unavailable': ({ contentHash, problem }) => `${contentHash} cannot be fetched: ${problem}`,
  },
  phases: {
    planned: 'planned',
    proposed: 'waits to be authorized',
    waiting: 'waits for other work',
    ready: 'ready',
    offered: 'offered',
    queued: 'accepted',
    'awaiting-approval': 'waits for an Approval',
    active: 'at work',
    blocked: 'blocked',
    'in-child': 'in its own Mission',
    'in-review': 'in review',
    pausing: 'pauses before the next attempt',
    verified: 'done',
    failed: 'failed',
    cancelled: 'cancelled',
  },
};
