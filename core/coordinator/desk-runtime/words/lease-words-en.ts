// Leases and epochs in English.
import type { LeaseWords } from './lease-words.ts';

const many = (count: unknown, one: string, more: string) =>
  Number(count) === 1 ? `1 ${one}` : `${String(count)} ${more}`;

export const LEASE_WORDS_EN: LeaseWords = {
  types: {
    coordinator: 'Coordinator Lease',
    ownership: 'ownership',
    execution: 'Execution Lease',
    blocked: 'hold on blocked work',
  },
  standings: {
    runs: 'runs',
    'ends-soon': 'ends soon',
    'start-missed': 'not started in time',
    'in-grace': 'over, in its grace period',
    over: 'over',
  },
  steps: {
    'holder-renews': () => 'its holder renews it',
    'renewal-planned': ({ atMs }, f) => `due for renewal from ${f.time(Number(atMs))}`,
    renew: () => 'renew now',
    'cannot-renew': () => 'due, and cannot be renewed from here: no connection or no key',
    appoint: () => 'appoint a Coordinator',
    'owner-appoints': () => 'its owner has to appoint a Coordinator',
    wait: ({ atMs }, f) => (Number(atMs) === 0 ? 'wait' : `wait, until ${f.time(Number(atMs))} at most`),
    'wait-grace': ({ atMs }, f) => `wait for the grace period, until ${f.time(Number(atMs))}`,
    'wait-hold': ({ atMs }, f) => `reassign from ${f.time(Number(atMs))}: the item is held until then`,
    reassign: () => 'reassign',
    resolve: () => 'give what is needed',
    'child-works': () => 'a child Mission works on it',
    'leader-acts': () => 'its Coordinator acts',
  },
  sessions: {
    here: ({ epoch, fenced }) =>
      Number(fenced) === 0
        ? `session ${epoch} is here`
        : `session ${epoch} is here · ${many(fenced, 'earlier one is fenced', 'earlier ones are fenced')}`,
    elsewhere: () => 'another runtime holds the session: this one is fenced',
    none: () => 'no session: not connected',
  },
  terms: {
    current: 'leads now',
    'ended-by-clock': 'its term has ended by the clock',
    replaced: 'replaced, fenced',
    over: 'over',
  },
  ends: {
    'coordinator-lease': 'the Coordinator Lease',
    'ownership-lease': 'the ownership',
    'execution-lease': 'the Execution Lease',
    'blocked-lease': 'the hold on blocked work',
    offer: 'an offer',
    membership: 'a provisional Membership',
    'execution-approval': 'an approval to start',
    grant: 'a Delegation Grant',
    override: 'an override',
    deadline: 'the deadline',
  },
  losses: {
    'after-checkpoint': ({ phase, atMs, sinceMs }, f) =>
      atMs === undefined
        ? `What was done after the checkpoint “${phase}” is lost.`
        : `What was done after the checkpoint “${phase}” of ${f.time(Number(atMs))} is lost: ${f.duration(Number(sinceMs))}.`,
    everything: () => 'There is no checkpoint: the next one begins from the beginning.',
    'state-unavailable': ({ condition }) =>
      condition === 'differs'
        ? 'The saved state does not match its hash and is of no use.'
        : 'The saved state cannot be fetched.',
    'start-approvals': ({ count }) =>
      `${many(count, 'approval to start ends', 'approvals to start end')} with the epoch: a human has to approve again.`,
    buffered: ({ agentId }) => `What ${agentId} has buffered while offline is refused.`,
    'no-tries-left': ({ attempts, maxAttempts }) =>
      `${attempts} of ${maxAttempts} tries are used: the contract allows no further one.`,
  },
  kept: {
    milestones: ({ count }) => `${many(count, 'milestone', 'milestones')} of the checkpoint`,
    state: () => 'the saved state of the checkpoint',
    artifacts: ({ count }) => many(count, 'Artifact', 'Artifacts'),
    evidence: ({ count }) => `${count} Evidence`,
    usage: ({ percent }) => `what was used of the budget: ${percent} % of its tightest dimension stay used`,
    talk: () => 'the Conversation of the item',
  },
  fences: {
    'offer-fences': ({ epoch }) =>
      `The offer itself fences, and not only its acceptance: nothing counts under epoch ${epoch} any more.`,
    'owner-fenced': ({ agentId, epoch }) => `${agentId} loses the item (epoch ${epoch}).`,
    'execution-revoked': () => 'Its Execution Lease is revoked, with every Capability Token under it.',
    'hold-revoked': () => 'Its hold on the item is revoked.',
  },
  lateRule: ({ agentId, epoch }) =>
    `A result that ${agentId} still submits under epoch ${epoch} is refused as stale. Artifacts and Evidence that it has published stay in the log and count for nothing.`,
};
