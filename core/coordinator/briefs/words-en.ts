// English texts for the faults of a brief.
import { type BriefWords, listNames } from './fault-texts.ts';
import type { BriefMeasure, BriefNameKind } from './faults.ts';

const KINDS: { readonly [Kind in BriefNameKind]: string } = {
  work: 'WorkItem',
  input: 'input',
  criterion: 'criterion',
  capability: 'capability',
  worker: 'Worker',
};

const TYPES: { readonly [type: string]: string } = {
  object: 'a group of members',
  array: 'a list',
  string: 'a text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  null: 'nothing',
};

const FORMS: { readonly [form: string]: string } = {
  BriefName:
    'lower-case letters and digits with single hyphens, beginning with a letter, such as check-links',
  BriefCriterionId: 'letters, digits, ".", "_" and "-", beginning with a letter or digit',
  BriefCapability: 'a capability such as files.inventory or files.inventory@1.0.0',
  BriefOfferedCapability: 'a capability with its version, such as files.inventory@1.0.0',
  BriefOperation: 'an operation such as read or files.write',
  BriefTool: 'the name of a tool, such as pandoc',
  BriefDuration: 'days, hours, minutes and seconds, the largest first, such as 90s, 5m, 1h30m or 2d',
  BriefPath: 'a path relative to the brief, with "/", such as workers/inventory/worker.yaml',
  BriefCurrency: 'a currency of three capitals, such as EUR',
  BriefProof: 'a WorkItem or a WorkItem with a criterion, such as report or report/complete',
  BriefFileName: 'a plain file name, such as report.md',
  BriefDeliverable: 'a plain file name, such as report.md',
  BriefMediaType: 'a media type such as application/json',
  BriefPointer: 'a JSON pointer such as /summary/files',
  BriefFailureCode: 'capitals, digits and "_", such as PROGRAM_FAILED',
  Timestamp: 'a moment such as 2026-05-04T09:00:00Z',
  Id: 'an absolute URI such as urn:example:thing',
  Semver: 'a version such as 1.0.0',
};

const MEASURES: { readonly [Measure in BriefMeasure]: string } = {
  number: 'Value: ',
  length: 'Number of characters: ',
  items: 'Number of entries: ',
  members: 'Number of members: ',
};

const SYNTAX: { readonly [problem: string]: string } = {
  TAB_AS_INDENT: 'Indent with spaces instead of tabs.',
  BAD_INDENT: 'Give everything that belongs together the same indentation.',
  BAD_DQ_ESCAPE: 'Write a backslash between double quotes as "\\\\".',
  MISSING_CHAR: 'A bracket, a quote, a comma or a colon is missing here.',
  MULTILINE_IMPLICIT_KEY: 'A name stands on one line and is followed by a colon.',
  BLOCK_AS_IMPLICIT_KEY: 'Only one "name: value" stands on a line; put a text with a colon into quotes.',
  UNEXPECTED_TOKEN: 'Put a text with special characters into quotes.',
  BAD_SCALAR_START: 'Put a text with special characters into quotes.',
  'duplicate-member': 'Each name may occur once.',
  'byte-order-mark': 'Save the file as UTF-8 without a byte-order mark.',
};

const maybe = (nearest: string | undefined) =>
  nearest === undefined ? '' : `Perhaps "${nearest}" is meant. `;

export const ENGLISH_BRIEF_WORDS: BriefWords = {
  'too-large': ({ sizeBytes, limitBytes }) => ({
    wrong: `The brief has ${sizeBytes} bytes.`,
    right: `It may have ${limitBytes}.`,
  }),
  'not-utf8': () => ({ wrong: 'The file is not UTF-8 text.', right: 'Save it as UTF-8.' }),
  'hidden-character': ({ character }) => ({
    wrong: `Here is the hidden character ${character}, which makes a text look different from what it says.`,
    right: 'Remove it.',
  }),
  syntax: ({ problem }) => ({
    wrong: `This cannot be read (${problem}).`,
    right: SYNTAX[problem] ?? 'Compare the line and the one before with the examples in docs/briefs.md.',
  }),
  empty: () => ({
    wrong: 'The brief is empty.',
    right: 'Begin with "brief: 1"; docs/briefs.md has an example.',
  }),
  'several-documents': () => ({
    wrong: 'A second document begins here.',
    right: 'One file holds one brief.',
  }),
  'too-deep': ({ limit }) => ({
    wrong: 'This is nested too deeply.',
    right: `${limit} levels are the most.`,
  }),
  alias: ({ name }) => ({
    wrong: `Anchors and aliases ("${name}") are not allowed in a brief.`,
    right: 'Write the value out.',
  }),
  tag: ({ tag }) => ({ wrong: `The tag ${tag} is not allowed in a brief.`, right: 'Leave it out.' }),
  'repeated-name': ({ name, firstLine }) => ({
    wrong: `"${name}" occurs a second time.`,
    right: `Keep one of the two; the first is in line ${firstLine}.`,
  }),
  'name-not-text': () => ({ wrong: 'A name has to be a text.', right: 'Put it into quotes.' }),
  'no-number': ({ found }) => ({
    wrong: `${found} is no number that can be counted with.`,
    right: 'Give a finite number.',
  }),
  'unknown-member': ({ name, allowed, nearest }) => ({
    wrong: `"${name}" is not known here.`,
    right: `${maybe(nearest)}Known are: ${listNames(allowed, 'none')}.`,
  }),
  'missing-member': ({ name }) => ({ wrong: `"${name}" is missing.`, right: 'Add it.' }),
  'wrong-type': ({ expected, found }) => ({
    wrong: `Here is ${TYPES[found] ?? found}.`,
    right: `It has to be ${expected.map((type) => TYPES[type] ?? type).join(' or ')}.`,
  }),
  'not-allowed': ({ found, allowed, nearest }) => ({
    wrong: `"${found}" is not possible here.`,
    right: `${maybe(nearest)}Possible are: ${listNames(allowed, 'none')}.`,
  }),
  'wrong-form': ({ found, form }) => ({
    wrong: `"${found}" does not have the right form.`,
    right: `Right would be ${FORMS[form] ?? 'what docs/briefs.md describes'}.`,
  }),
  'too-little': ({ measure, limit }) => ({
    wrong: 'This is too little.',
    right: `${MEASURES[measure]}at least ${limit}.`,
  }),
  'too-much': ({ measure, limit }) => ({
    wrong: 'This is too much.',
    right: `${MEASURES[measure]}at most ${limit}.`,
  }),
  'repeated-item': () => ({ wrong: 'An entry occurs twice.', right: 'Keep one of the two.' }),
  'unknown-name': ({ kind, name, known, nearest }) => ({
    wrong: `There is no ${KINDS[kind]} "${name}" in this brief.`,
    right: `${maybe(nearest)}Known are: ${listNames(known, 'none')}.`,
  }),
  'repeated-id': ({ id }) => ({ wrong: `"${id}" occurs twice.`, right: 'Give each a name of its own.' }),
  'version-not-offered': ({ capability, offered }) => ({
    wrong: `No Worker of this brief offers ${capability} or a compatible later version.`,
    right: `Offered are: ${listNames(offered, 'none')}.`,
  }),
  cycle: ({ names }) => ({
    wrong: `The work waits for itself: ${names.join(' → ')}.`,
    right: 'Remove one of these "needs".',
  }),
  'budget-above-parent': ({ dimension, wanted, allowed, parent }) => ({
    wrong: `${dimension}: ${wanted} is more than "${parent}" has.`,
    right: `At most ${allowed}.`,
  }),
  'budgets-above-parent': ({ dimension, wanted, allowed, parent }) => ({
    wrong: `The work of "${parent}" is given ${wanted} ${dimension} together.`,
    right: `At most ${allowed}: raise this budget or lower those of the work.`,
  }),
  'currency-missing': () => ({ wrong: 'Money has no currency.', right: 'Add "currency", such as EUR.' }),
  'currency-differs': ({ found, expected }) => ({
    wrong: `${found} is another currency than the Mission's.`,
    right:
      expected === undefined
        ? 'The Mission has no money: leave it out.'
        : `Use ${expected}, or leave it out.`,
  }),
  'money-too-fine': ({ found }) => ({
    wrong: `${found} cannot be counted exactly.`,
    right: 'At most six decimals.',
  }),
  'deadline-past': ({ deadline, now }) => ({
    wrong: `${deadline} is over already.`,
    right: `It has to be after ${now}.`,
  }),
  'deadline-after-parent': ({ deadline, allowed, parent }) => ({
    wrong: `${deadline} is later than the end of "${parent}".`,
    right: `${allowed} at the latest.`,
  }),
  'tool-not-allowed': ({ tool, allowed, nearest }) => ({
    wrong: `The tool "${tool}" is not allowed.`,
    right: `${maybe(nearest)}Allowed are: ${listNames(allowed, 'none')}. More can be allowed under "permissions".`,
  }),
  'operation-not-allowed': ({ operation, allowed, nearest }) => ({
    wrong: `The operation "${operation}" is not allowed.`,
    right: `${maybe(nearest)}Allowed are: ${listNames(allowed, 'none')}. More can be allowed under "permissions".`,
  }),
  'worker-source': () => ({
    wrong: 'It is not clear which Worker this is.',
    right: 'Give either "config" (a Worker to start) or "agent" (one that is there already).',
  }),
  'contract-or-mission': ({ missing, unexpected }) =>
    unexpected.length > 0
      ? {
          wrong: `A child Mission carries this out, so ${listNames(unexpected, '')} cannot stand here.`,
          right: 'Move it to the work of the child Mission.',
        }
      : {
          wrong: `${listNames(missing, '')} is missing.`,
          right: 'Add it, or give a "mission" with work of its own.',
        },
  'too-nested': ({ limit }) => ({
    wrong: 'Child Missions are nested too deeply.',
    right: `At most ${limit} levels.`,
  }),
  'approval-needed': ({ risk }) => ({
    wrong: `Work with the risk ${risk} starts only after an Approval.`,
    right: 'Set "approval: human_required", or leave it out.',
  }),
  'human-in-child': () => ({
    wrong: 'No human decides inside a child Mission: its owner is the Coordinator.',
    right: 'Move this work out of the child Mission, or take the Approval or the human_review out.',
  }),
  'review-needed': ({ criterion }) => ({
    wrong: `"${criterion}" requires a reviewer_assessment, and nobody reviews this.`,
    right: 'Add a "review" with a capability, or take reviewer_assessment out.',
  }),
  'review-unused': () => ({
    wrong: 'No criterion here requires a reviewer_assessment.',
    right: 'Add reviewer_assessment to the "evidence" of a criterion, or take the review out.',
  }),
  'members-need-json': ({ file, mediaType }) => ({
    wrong: `"${file}" is ${mediaType}, which has no members.`,
    right: 'Take the "members" out, or give a JSON media type.',
  }),
  'reserved-name': ({ name, reserved }) => ({
    wrong: `"${name}" is what the Coordinator itself tells a Worker.`,
    right: `Choose another name than ${listNames(reserved, '')}.`,
  }),
  'reviewer-not-independent': ({ worker }) => ({
    wrong: `"${worker}" could make this and is the only one to review it.`,
    right: 'Add another Worker with this capability: nobody reviews its own work.',
  }),
  'not-provable': ({ criterion, evidence }) => ({
    wrong: `Nothing can prove "${criterion}": no criterion of its work requires ${listNames(evidence, '')}.`,
    right: 'Add that to the "evidence" of a criterion under "accept", or name other work under "provenBy".',
  }),
  'duration-too-long': ({ limitDays }) => ({
    wrong: 'This is too long.',
    right: `At most ${limitDays} days.`,
  }),
  'duration-nothing': () => ({ wrong: 'This is no time at all.', right: 'At least 1s.' }),
};
