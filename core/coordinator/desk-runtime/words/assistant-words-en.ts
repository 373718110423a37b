// What the assistant shows, in English.
import type { AssistantWords } from './assistant-words.ts';

export const ENGLISH_ASSISTANT_WORDS: AssistantWords = {
  terms: {
    deadlineFit: 'Time',
    cost: 'Cost',
    reliability: 'Reliability',
    load: 'Load',
    fairness: 'Fairness',
  },
  outcomes: {
    accepted: (count) => `${count} accepted`,
    late: (count) => `${count} late`,
    failed: (count) => `${count} failed`,
    lostLease: (count) => `${count} lost`,
    declined: (count) => `${count} declined`,
  },
  figures: {
    duration: (duration) => `${duration} on average`,
    cost: (amount) => `${amount} on average`,
    held: (count) => `holds ${count}`,
    slots: (count) => (count === 1 ? '1 slot' : `${count} slots`),
    assigned: (count, window) => `${count} of the last ${window} assignments`,
    unknown: 'not known',
  },
  sources: {
    event: (sequence) => `#${sequence}`,
    record: (kind, sequence) => (sequence === undefined ? kind : `${kind} #${sequence}`),
    card: (version) => `Agent Card ${version}`,
    presence: (heardAt) => `heard ${heardAt}`,
  },
  records: {
    mission: 'Mission',
    workItem: 'WorkItem',
    membership: 'Membership',
    member: 'Membership',
    lease: 'lease',
    artifact: 'Artifact',
    content: 'content',
    evidence: 'Evidence',
    account: 'budget',
    workload: 'queue of the Agent',
    contextPackage: 'Context Package',
    approval: 'Approval',
    proposal: 'proposal',
    grant: 'Delegation Grant',
  },
  otherRecord: 'record',
  steps: {
    membership: (names) => `Provisional Membership and Context Package for ${names}`,
    offer: (names) => `Offer to ${names}`,
  },
  drafts: {
    'work.accept_result': 'Accept with this Evidence',
    'work.fail': 'Send back with these findings',
    'work.offer': 'Offer again with the corrected contract',
    'work.authorize': 'Authorize the review by somebody else',
  },
  matrixWidenings: {
    rule: (ruleId) => `The rule ${ruleId} is new: what it names is signed without you.`,
    acts: (ruleId) => `The rule ${ruleId} names further kinds of Commands.`,
    missions: (ruleId) => `The rule ${ruleId} holds for further Missions.`,
    risk: (ruleId) => `The rule ${ruleId} goes up to a higher risk.`,
    each: (ruleId) => `The rule ${ruleId} lets one Command commit more.`,
    total: (ruleId) => `The rule ${ruleId} lets all Commands together commit more.`,
    perHour: (ruleId) => `The rule ${ruleId} allows more Commands an hour.`,
    until: (ruleId) => `The rule ${ruleId} holds for longer.`,
    limits: () => 'More Commands are signed alone in the same time.',
  },
  files: {
    notes: (problem) =>
      `The notes of what was signed alone cannot be read (${problem}). The assistant is stopped until they can.`,
    matrix: (problem) => `What the assistant may do alone cannot be read (${problem}). It only proposes.`,
    matrixFaults: (count) =>
      `What the assistant may do alone has ${count === 1 ? '1 fault' : `${count} faults`}. It only proposes.`,
    modelTest: 'Tests of the connection',
    modelAnswered: (model, tokens) => `${model} has answered. This took ${tokens} tokens.`,
  },
};
