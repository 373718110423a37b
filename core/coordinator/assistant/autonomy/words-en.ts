// The assistant's autonomy in English.
import { DELEGABLE_ACTS } from './acts.ts';
import type { AutonomyWords } from './word-types.ts';
import type { Widening } from './widening.ts';

const MICROUNITS = 1_000_000;

const DIMENSIONS = {
  financialMicrounits: 'money',
  modelTokens: 'model tokens',
  toolCalls: 'tool calls',
  computeSeconds: 'seconds of computing',
  wallClockSeconds: 'seconds of time',
  externalActions: 'external actions',
} as const;

const RISKS = {
  none: 'none',
  reversible: 'reversible',
  external: 'external',
  high_risk: 'high',
  destructive: 'destructive',
} as const;

const WIDENINGS: { readonly [Each in Widening]: string } = {
  budget: 'a budget',
  deadline: 'a deadline',
  resources: 'the resources that may be used',
  permissions: 'permissions',
  risk: 'the risk',
  approvals: 'what may be done without an Approval',
  proof: 'what is accepted as proof',
  capabilities: 'who is capable of the work',
  attempts: 'the number of attempts',
  constraints: 'the constraints of a contract',
  role: 'the roles in which members direct a Mission',
  scopes: 'what a member may do',
  history: 'the part of the log that a member sees',
};

const CLASSES: AutonomyWords['classes'] = {
  human: 'only a human may do this',
  'hands-on-rights': 'it gives rights to others or lifts a limit',
  work: 'a Worker does this for its own work',
  identity: 'it is about keys, cards, Sessions or archives',
};

const amountOf = (dimension: keyof typeof DIMENSIONS, amount: number) =>
  dimension === 'financialMicrounits' ? amount / MICROUNITS : amount;

export const ENGLISH_AUTONOMY_WORDS: AutonomyWords = {
  whyNot: {
    'human-signature': ({ actorId }) => `${actorId} has to sign, and only people sign for people.`,
    'human-review': () => 'A review by a human is what a human has seen.',
    'final-approval': () => 'The final Approval is a human decision.',
    'act-class': ({ because }) => `This is never signed alone: ${CLASSES[because]}.`,
    widens: ({ what }) => `It would widen ${WIDENINGS[what]}; that is for a person.`,
    'own-output': ({ criterionId }) =>
      criterionId === undefined
        ? 'The result was made here; nobody accepts their own output alone.'
        : `Nothing that others have made speaks for the criterion ${criterionId}.`,
    'model-text': () => 'A language model wrote a part of it; a person has to read it.',
    stopped: () => 'The assistant has been stopped.',
    refused: ({ code, rule }) => `The Authority would refuse it: ${code} (${rule}).`,
    incomplete: () => 'Something that it needs is not here.',
    'unknown-mission': () => 'The Mission is not known here.',
    'no-rule': ({ kind }) => `No rule lets the assistant sign ${kind} alone in this Mission.`,
    'rule-ended': ({ ruleId }) => `The rule ${ruleId} has ended.`,
    'too-risky': ({ ruleId, risk, allowed }) =>
      `The risk is ${RISKS[risk]}; the rule ${ruleId} goes up to ${RISKS[allowed]}.`,
    'inexact-budget': ({ ruleId }) => `What it commits cannot be weighed against the rule ${ruleId}.`,
    'other-currency': ({ ruleId, currency }) =>
      `The rule ${ruleId} allows no money in ${currency ?? 'a currency that is not named'}.`,
    'too-costly': ({ ruleId, dimension, wanted, allowed }) =>
      `It commits ${amountOf(dimension, wanted)} (${DIMENSIONS[dimension]}); the rule ${ruleId} allows ${amountOf(dimension, allowed)} at once.`,
    'total-spent': ({ ruleId, dimension, wanted, allowed }) =>
      `With what was committed before it would be ${amountOf(dimension, wanted)} (${DIMENSIONS[dimension]}); the rule ${ruleId} allows ${amountOf(dimension, allowed)} in this Mission.`,
    'too-often': ({ ruleId, limit, windowMs, retryAtMs }) =>
      `${ruleId === undefined ? 'All rules together allow' : `The rule ${ruleId} allows`} ${limit} in ${windowMs / 60_000} min; there is room again at ${new Date(retryAtMs).toISOString()}.`,
    'not-noted': ({ detail }) => `The note of it could not be kept (${detail}), so nothing was signed.`,
    'matrix-changed': () => 'What the assistant may do alone was changed meanwhile.',
  },
  classes: CLASSES,
  reversibility: {
    byCommand: (command, by) =>
      `Can be undone with ${command} by ${by === 'owner' ? 'the owner' : 'the Coordinator'}.`,
    'by-itself': 'Ends by itself.',
    over: 'Already over; nothing is left to undo.',
    never: 'Cannot be undone.',
  },
  neverAlone: (act, because) => ({
    wrong: `${act} is never signed alone: ${because}.`,
    right: `Possible are ${DELEGABLE_ACTS.join(', ')}.`,
  }),
  empty: { wrong: 'The file is empty.', right: 'Begin with "autonomy: 1" and "rules: []".' },
  severalDocuments: { wrong: 'A second document begins here.', right: 'One file holds one matrix.' },
  tooLarge: (sizeBytes, limitBytes) => ({
    wrong: `The file has ${sizeBytes} bytes.`,
    right: `It may have ${limitBytes}.`,
  }),
  forms: {
    AutonomyMission: 'the id of a Mission such as urn:example:mission:1, or all',
    AutonomyMoment: 'a moment such as 2026-06-01T18:00:00Z',
  },
  wrongForm: (found, form) => ({
    wrong: `"${found}" does not have the right form.`,
    right: `Right would be ${form}.`,
  }),
};
