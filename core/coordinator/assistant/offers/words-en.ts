// English texts about offers.
import { numberOf, textOf } from '../../desk/words/desk-words.ts';
import type { OfferFormat, OfferWords } from './words.ts';

type Value = string | number | boolean | undefined;

const times = (count: Value, one: string, many: string) =>
  numberOf(count) === 1 ? `1 ${one}` : `${numberOf(count)} ${many}`;

const term = (name: string, points: Value, weight: Value, what: string) =>
  `${name}: ${numberOf(points)} of 1000, weight ${numberOf(weight)} · ${what}`;

const DIMENSIONS: Readonly<Record<string, string>> = {
  financialMicrounits: 'money',
  modelTokens: 'model tokens',
  toolCalls: 'tool calls',
  computeSeconds: 'compute time',
  wallClockSeconds: 'wall time',
  externalActions: 'external actions',
};

function dimensionName(dimension: Value): string {
  return DIMENSIONS[textOf(dimension)] ?? textOf(dimension);
}

function amount(dimension: Value, value: Value, { money, number }: OfferFormat): string {
  return dimension === 'financialMicrounits' ? money(numberOf(value)) : number(numberOf(value));
}

export const ENGLISH_OFFER_WORDS: OfferWords = {
  plans: {
    offer: 'To be offered now',
    wait: 'Nothing to do yet',
    escalate: 'A person has to decide',
    nothing: 'There is no offer to make',
  },
  reasons: {
    'card-active': ({ cardVersion }) => `Agent Card ${numberOf(cardVersion)} holds`,
    'card-unknown': () => 'no Agent Card is known',
    'card-revoked': ({ cardVersion }) => `Agent Card ${numberOf(cardVersion)} is revoked`,
    'card-deprecated': ({ cardVersion }) => `Agent Card ${numberOf(cardVersion)} gets no new work`,
    'card-expired': ({ cardVersion, endedAtMs }, { time }) =>
      `Agent Card ${numberOf(cardVersion)} ended ${time(numberOf(endedAtMs))}`,
    'capability-met': ({ capability, offered, required }) =>
      `${textOf(capability)} ${textOf(offered)} does for ${textOf(required)}`,
    'capability-missing': ({ capability, required }) => `lacks ${textOf(capability)} ${textOf(required)}`,
    'capability-version': ({ capability, offered, required }) =>
      `has ${textOf(capability)} ${textOf(offered)}, which does not do for ${textOf(required)}`,
    'is-coordinator': () => 'coordinates this Mission itself',
    member: ({ membershipEpoch }) => `member of the Group, epoch ${numberOf(membershipEpoch)}`,
    'member-provisional': ({ endsAtMs }, { time }) => `provisional member until ${time(numberOf(endsAtMs))}`,
    'membership-needed': () => 'becomes a provisional member with the offer',
    'scopes-hold': () => 'its Membership lets it do such work',
    'scope-missing': ({ scope }) => `its Membership does not allow ${textOf(scope)}`,
    present: ({ status }) => `is there (${textOf(status)})`,
    'presence-unknown': () => 'was never heard: whether it is there is unknown',
    'presence-stale': ({ heardAtMs }, { time }) =>
      `was last heard ${time(numberOf(heardAtMs))}: whether it is there is unknown`,
    'presence-away': ({ status }) => `says that it takes nothing new (${textOf(status)})`,
    'capability-unavailable': ({ capability }) => `says that ${textOf(capability)} is not available now`,
    'free-slots': ({ availableSlots, maxSlots }) =>
      `${numberOf(availableSlots)} of ${numberOf(maxSlots)} slots free`,
    queues: () => 'no slot is free; it would queue the work',
    'no-slot': ({ queuedItems, held }) => `no slot is free and ${numberOf(queuedItems ?? held)} already wait`,
    'slots-unknown': ({ held }) => `free slots unknown; holds ${numberOf(held)} in this Group`,
    'queue-full': ({ queued, limit }) => `${numberOf(queued)} items queued, ${numberOf(limit)} is the limit`,
    'deadline-met': ({ endAtMs, deadlineAtMs }, { time }) =>
      `done by about ${time(numberOf(endAtMs))}, due ${time(numberOf(deadlineAtMs))}`,
    'deadline-unknown': ({ deadlineAtMs }, { time }) =>
      `when it would be done is unknown; due ${time(numberOf(deadlineAtMs))}`,
    'deadline-missed': ({ endAtMs, deadlineAtMs }, { time }) =>
      `done by about ${time(numberOf(endAtMs))}, too late for ${time(numberOf(deadlineAtMs))}`,
    'budget-met': () => 'such work of it fits into every budget above',
    'budget-unknown': () => 'what such work of it costs is unknown',
    'budget-overflow': ({ dimension, expected, left, accountId }, format) =>
      `expected ${amount(dimension, expected, format)} of ${dimensionName(dimension)}, ${amount(dimension, left, format)} left in ${format.name(textOf(accountId))}`,
    independent: () => 'had no part in what is to be reviewed',
    'is-producer': ({ reviewedItemId }, { name }) =>
      `made what is to be reviewed: ${name(textOf(reviewedItemId))}`,
    'same-owner': ({ reviewedItemId }, { name }) =>
      `the same owner answers for it and for the producer of ${name(textOf(reviewedItemId))}`,
    'producer-unknown': () => 'the log does not show who made what is to be reviewed',
    'never-asked': () => 'was not asked yet',
    'asked-before': ({ count, most }) => `was asked ${times(count, 'time', 'times')} of ${numberOf(most)}`,
    'asked-enough': ({ count }) => `was asked ${times(count, 'time', 'times')} without a result`,
    declined: ({ untilMs }, { time }) =>
      untilMs === undefined
        ? 'has said no'
        : `has no room, and may be asked again ${time(numberOf(untilMs))}`,
    'term-deadlineFit': ({ points, weight, durationMs, items }, { duration }) =>
      term(
        'Time',
        points,
        weight,
        numberOf(items) === 0
          ? 'unknown'
          : `${duration(numberOf(durationMs))} on average of ${numberOf(items)}`,
      ),
    'term-cost': ({ points, weight, microunits }, { money }) =>
      term(
        'Cost',
        points,
        weight,
        numberOf(microunits) === 0 ? 'unknown' : `${money(numberOf(microunits))} on average`,
      ),
    'term-reliability': ({ points, weight, accepted, late, failed, lostLease, declined }) =>
      term(
        'Reliability',
        points,
        weight,
        `${numberOf(accepted)} accepted, ${numberOf(late)} late, ${numberOf(failed)} failed, ${numberOf(lostLease)} lost, ${numberOf(declined)} declined`,
      ),
    'term-load': ({ points, weight, held, slots }) =>
      term('Load', points, weight, `holds ${numberOf(held)} with ${times(slots, 'slot', 'slots')}`),
    'term-fairness': ({ points, weight, assigned, window }) =>
      term('Fairness', points, weight, `${numberOf(assigned)} of the last ${numberOf(window)} assignments`),
    'mission-not-active': ({ state }) => `the Mission is ${textOf(state) || 'not known here'}`,
    'item-over': ({ state }) => `the item is ${textOf(state)}`,
    'item-owned': ({ agentId, endsAtMs }, { name, time }) =>
      `${name(textOf(agentId))} holds it until ${time(numberOf(endsAtMs))}`,
    'item-submitted': () => 'a result waits for its review',
    'item-has-child': () => 'a child Mission carries it out',
    'item-waits': ({ count, first }, { name }) =>
      `waits for ${times(count, 'item', 'items')}, first ${name(textOf(first))}`,
    'deadline-passed': ({ deadlineAtMs }, { time }) => `was due ${time(numberOf(deadlineAtMs))}`,
    'deadline-too-near': ({ deadlineAtMs }, { time }) =>
      `is due ${time(numberOf(deadlineAtMs))}: nobody could answer in time`,
    'parent-over': ({ parentWorkItemId }, { name }) =>
      `it has failed, and ${name(textOf(parentWorkItemId))} above it is over`,
    'budget-reserved': ({ dimension, accountId }, { name }) =>
      `what it gave back is taken: no ${dimensionName(dimension)} left in ${name(textOf(accountId))}`,
    'budget-exhausted': ({ dimension, accountId }, { name }) =>
      `${dimensionName(dimension)} used up in ${name(textOf(accountId))}`,
    'attempts-spent': ({ count, most }) => `${numberOf(count)} of ${numberOf(most)} attempts came to nothing`,
    'offer-running': ({ agentId, endsAtMs }, { name, time }) =>
      `${name(textOf(agentId))} may answer until ${time(numberOf(endsAtMs))}`,
    'asks-spent': ({ count, most }) =>
      `${numberOf(count)} offers of at most ${numberOf(most)} came to nothing`,
    'nobody-eligible': ({ considered }) => `none of ${times(considered, 'Agent', 'Agents')} may be asked now`,
    'first-offer': () => 'it was offered to nobody yet',
    'next-after-expiry': ({ agentId, endedAtMs }, { name, time }) =>
      `${name(textOf(agentId))} did not answer by ${time(numberOf(endedAtMs))}`,
    'next-after-decline': ({ agentId }, { name }) => `${name(textOf(agentId))} has said no`,
    'after-failure': ({ count }) => `it has failed: ${times(count, 'attempt', 'attempts')} without a result`,
    'after-lost-lease': ({ agentId, ownershipEpoch }, { name }) =>
      `the lease of ${name(textOf(agentId))} has ended, ownership epoch ${numberOf(ownershipEpoch)}`,
    'resume-checkpoint': ({ phase, nextStep }) =>
      `goes on at the checkpoint "${textOf(phase)}"${nextStep === undefined ? '' : `, next: ${textOf(nextStep)}`}`,
    'resume-from-start': () => 'no checkpoint: the work begins anew',
    'one-at-a-time': ({ eligible }) => `one after another, the first of ${numberOf(eligible)}`,
    'set-at-once': ({ size, most }) => `urgent: ${numberOf(size)} at once, at most ${numberOf(most)}`,
    'membership-granted': ({ agentId, role, endsAtMs }, { name, time }) =>
      `${name(textOf(agentId))} becomes ${textOf(role)}, provisionally until ${time(numberOf(endsAtMs))}`,
    'context-given': ({ artifacts }) =>
      `with a Context Package and ${times(artifacts, 'Artifact', 'Artifacts')}`,
  },
  audits: {
    proved: 'The log proves this selection',
    refuted: 'The log contradicts this selection',
    'not-provable': 'The log neither proves nor contradicts this selection',
  },
  findings: {
    'other-rules': () => 'it was made by other rules than those known here',
    'log-incomplete': ({ sequence }) => `Event ${numberOf(sequence)} of the log is missing`,
    'log-unlike-time': ({ sequence }) =>
      `its time lies before Event ${numberOf(sequence)}, which it claims to know`,
    'no-such-item': ({ workItemId }, { name }) => `there is no item ${name(textOf(workItemId))}`,
    'capabilities-differ': ({ agentId }, { name }) =>
      `the capabilities are not those of the contract and of ${name(textOf(agentId))}`,
    'chosen-not-eligible': ({ agentId, reason }, { name }) =>
      `${name(textOf(agentId))} could not be asked: ${textOf(reason)}`,
    'score-differs': ({ agentId, stated, computed }, { name }) =>
      `${name(textOf(agentId))}: stated ${textOf(stated)}, computed ${textOf(computed)}`,
    'order-differs': () => 'the order is not that of the scores',
    'better-passed-over': ({ agentId, score }, { name }) =>
      `${name(textOf(agentId))} stood before with ${numberOf(score)} and was passed over`,
    'too-many-passed': ({ count }) => `${numberOf(count)} better ones are not named`,
    'evidence-differs': ({ eventId }) => `Event ${textOf(eventId)} is no part of the record`,
    'cost-differs': ({ stated, computed }) =>
      `cost: stated ${numberOf(stated)}, computed ${numberOf(computed)}`,
    'authorization-differs': () => 'it says itself that authorization is lacking',
    'among-stated': ({ count }) =>
      `stated only: nobody but ${times(count, 'Agent', 'Agents')} was to be asked`,
    'slots-stated': ({ agentId, isHeard, availableSlots }, { name }) =>
      `stated only: ${name(textOf(agentId))} ${isHeard === true ? `had ${times(availableSlots, 'free slot', 'free slots')}` : 'was not heard'}`,
    'passed-stated': ({ agentId, reason }, { name }) =>
      `stated only: ${name(textOf(agentId))} was passed over, ${textOf(reason)}`,
  },
};
