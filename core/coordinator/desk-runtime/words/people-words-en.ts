// Agents, members and Delegation Grants in English.
import type { PeopleWords } from './people-words.ts';

export const PEOPLE_WORDS_EN: PeopleWords = {
  cardStatuses: { active: 'card is active', deprecated: 'card is deprecated', revoked: 'card is revoked' },
  roles: {
    mission_owner: 'owner',
    coordinator: 'Coordinator',
    worker: 'Worker',
    reviewer: 'reviewer',
    observer: 'observer',
    work_delegate: 'work delegate',
  },
  figures: {
    accepted: 'done',
    failed: 'failed',
    sentBack: 'changes asked',
    reassigned: 'reassigned',
    lostLease: 'lease lost',
    late: 'late',
    budgetSpent: 'budget used up',
    declined: 'declined',
  },
  recordBasis: {
    one: (title) => `From the log of “${title}”, as far as it can be seen here.`,
    all: (missions) =>
      missions === 1
        ? 'From the log of the one Mission that can be seen here.'
        : `From the logs of the ${missions} Missions that can be seen here.`,
  },
  obligations: {
    coordinates: 'is the Coordinator',
    ownsMission: 'is the owner of the Mission',
    holds: (title, state) => `holds “${title}” (${state}): its lease has to be given to somebody else`,
    offered: (title) => `was offered “${title}”, and can no longer accept`,
    grant: (title) => `a Delegation Grant below “${title}” ends at once`,
    delegated: (title) => `“${title}” was authorized under its Grant, and stays`,
    provisional:
      'the provisional Membership has lapsed by the clock; ending it makes that plain to everybody',
  },
  endMember: 'End membership',
  endFaults: {
    owner: 'The owner of a Mission stays a member (MEM-007).',
    coordinator: 'The Coordinator stays a member until another one is appointed (MEM-007).',
    ended: 'The membership has ended already.',
  },
  standings: {
    holds: 'holds',
    'mission-over': 'ended with the Mission',
    expired: 'ended by the clock',
    'coordinator-replaced': 'ended: the Coordinator that gave it was replaced',
    'no-delegate': 'ended: the Agent is no active work delegate any more',
    'membership-changed': 'ended: the Membership was changed, and its epoch with it',
    'target-over': 'ended: its WorkItem has come to its end',
  },
  endsWith: {
    time: (at) => `the clock, at ${at}`,
    coordinator: (name, epoch) => `another Coordinator than ${name} (coordinator epoch ${epoch})`,
    membership: (name, epoch) => `any change of the Membership of ${name} (membership epoch ${epoch})`,
    target: (title) => `the end of “${title}”: verified, failed or cancelled`,
  },
  delegateFaults: {
    notMember: 'is no member: add it as work delegate first',
    notDelegate: 'does not have the role work delegate: add the role first',
    provisional: 'is work delegate only provisionally: the role has to be active',
    inactiveCard: 'its card is not active',
  },
  targetFault: (state) => `is ${state}: nothing can be delegated below it`,
  roleFaults: {
    owner: (name) => `The owner is ${name}; another one is never a matter of Membership (MEM-009).`,
    coordinator: (name) => `The Coordinator is ${name}; another one is appointed by a takeover (MEM-009).`,
  },
};
