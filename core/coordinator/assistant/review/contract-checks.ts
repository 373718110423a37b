// Second step: the checks that the contract declares. Rules are judged here, programs by the sandbox; a program that was
// stopped at a limit has said nothing, and what the producer has written itself is no check of the producer.
import type { DeclaredCheck, DeclaredRule } from './declared-checks.ts';
import { compileSchema } from './json-schema.ts';
import {
  finding,
  manifestOf,
  reasonOf,
  recordIn,
  type ReviewScene,
  type SubmittedContent,
} from './review-scene.ts';
import type {
  CheckInput,
  ContentFact,
  OwnResult,
  ReviewFinding,
  ReviewNeed,
  ReviewReasonId,
  StepResult,
} from './review-types.ts';
import { judgeRule } from './rules.ts';

const MAX_PROGRAM_BYTES = 1024 * 1024;

type Intact = Extract<ContentFact, { status: 'intact' }>;

interface Target {
  readonly content: SubmittedContent;
  readonly fact: Intact;
}

/** A result, with why it is no plain pass or failure; undefined while something is needed. */
type Judged =
  | { readonly result: OwnResult['result']; readonly because?: ReviewReasonId; readonly limit?: string }
  | undefined;

export function judgeChecks(scene: ReviewScene, checks: readonly DeclaredCheck[]): StepResult {
  const findings: ReviewFinding[] = [];
  const results: OwnResult[] = [];
  const needs: ReviewNeed[] = [];
  for (const check of checks) {
    const judged = judgeCheck(scene, check, needs);
    if (judged === undefined) continue;
    const { checkId, type, criterionIds, rule } = check;
    const id = judged.because ?? IDS[judged.result];
    if (id !== undefined) {
      const values = {
        checkId,
        type,
        rule: rule.rule,
        criterionIds: criterionIds.join(', '),
        ...(judged.limit === undefined ? {} : { limit: judged.limit }),
      };
      const weight = judged.result === 'failed' ? 'wrong' : 'doubtful';
      findings.push(
        finding(weight, reasonOf(id, values, recordIn(scene.facts, 'workItem', scene.item.workItemId))),
      );
    }
    results.push({
      type,
      criterionIds,
      result: judged.result,
      method: `the check ${checkId} that the contract declares, by the rule ${rule.rule}`,
      artifactHashes: targetsOf(scene, check).map(({ contentHash }) => contentHash),
      details: { checkId, ...(rule.rule === 'program' ? { programHash: rule.contentHash } : { rule }) },
    });
  }
  return { findings, results, needs };
}

const IDS: { readonly [Each in OwnResult['result']]: ReviewReasonId | undefined } = {
  passed: undefined,
  failed: 'check-failed',
  inconclusive: 'check-inconclusive',
};

function targetsOf({ contents }: ReviewScene, { deliverableId }: DeclaredCheck): readonly SubmittedContent[] {
  if (deliverableId === undefined) return contents;
  return contents.filter(({ deliverable }) => deliverable?.deliverableId === deliverableId);
}

function judgeCheck(scene: ReviewScene, check: DeclaredCheck, needs: ReviewNeed[]): Judged {
  const targets: Target[] = [];
  for (const content of targetsOf(scene, check)) {
    const fact = scene.facts.contents.get(content.contentHash);
    if (fact?.status !== 'intact') return { result: 'inconclusive', because: 'check-unavailable' };
    targets.push({ content, fact });
  }
  if (targets.length === 0) return { result: 'inconclusive', because: 'check-unavailable' };
  const { rule } = check;
  switch (rule.rule) {
    case 'program':
      return judgeProgram(scene, check, rule, targets, needs);
    case 'json-schema':
      return judgeInlineSchema(scene, check, rule, targets, needs);
    default:
      return {
        result: worstOf(targets.map(({ content, fact }) => judgeRule(rule, content.contentHash, fact))),
      };
  }
}

function worstOf(results: readonly OwnResult['result'][]): OwnResult['result'] {
  if (results.includes('failed')) return 'failed';
  return results.includes('inconclusive') ? 'inconclusive' : 'passed';
}

/** The program is an input of the contract, so that it stood before the work, and is not the producer's own. */
function judgeProgram(
  scene: ReviewScene,
  check: DeclaredCheck,
  { contentHash, timeMs }: Extract<DeclaredRule, { rule: 'program' }>,
  targets: readonly Target[],
  needs: ReviewNeed[],
): Judged {
  const { facts, contract, owner } = scene;
  if (!contract.inputArtifacts.includes(contentHash))
    return { result: 'inconclusive', because: 'check-broken' };
  const producerId = manifestOf(facts, contentHash, scene.item.workItemId)?.producer.agentId;
  if (producerId === owner.agentId) return { result: 'inconclusive', because: 'check-by-producer' };
  const program = facts.contents.get(contentHash);
  if (program === undefined) {
    needs.push({ kind: 'content', contentHash, mediaType: 'text/javascript', maxBytes: MAX_PROGRAM_BYTES });
    return undefined;
  }
  if (program.status !== 'intact' || program.text === undefined)
    return { result: 'inconclusive', because: 'check-unavailable' };
  return runProgram(scene, check, program.text, targets, needs, timeMs);
}

function judgeInlineSchema(
  scene: ReviewScene,
  check: DeclaredCheck,
  { schema }: Extract<DeclaredRule, { rule: 'json-schema' }>,
  targets: readonly Target[],
  needs: ReviewNeed[],
): Judged {
  const compiled = compileSchema(schema);
  if (!compiled.ok) return { result: 'inconclusive', because: 'check-broken' };
  if (targets.some(({ fact }) => fact.json?.ok === false)) return { result: 'failed' };
  if (targets.some(({ fact }) => fact.json === undefined)) return { result: 'inconclusive' };
  const { value } = compiled;
  if (value.kind === 'program') return runProgram(scene, check, value.source, targets, needs);
  const isMet = targets.every(
    ({ fact }) => fact.json?.ok === true && value.findFault(fact.json.value) === undefined,
  );
  return { result: isMet ? 'passed' : 'failed' };
}

function runProgram(
  { facts }: ReviewScene,
  { checkId }: DeclaredCheck,
  source: string,
  targets: readonly Target[],
  needs: ReviewNeed[],
  timeMs?: number,
): Judged {
  const inputs = targets.map(inputOf).filter((input) => input !== undefined);
  // A program sees texts: what is none cannot be handed to it.
  if (inputs.length < targets.length) return { result: 'inconclusive' };
  const key = `check ${checkId}`;
  const outcome = facts.checks.get(key);
  if (outcome === undefined) {
    const { limits } = facts.policy;
    // A contract may ask for less time, never for more than the policy gives.
    const narrowed = { ...limits, timeMs: Math.min(limits.timeMs, timeMs ?? limits.timeMs) };
    needs.push({ kind: 'check', key, program: { source, inputs, limits: narrowed } });
    return undefined;
  }
  switch (outcome.status) {
    case 'finished':
      return { result: outcome.result };
    case 'stopped':
      return { result: 'inconclusive', because: 'check-stopped', limit: outcome.limit };
    default:
      return { result: 'inconclusive', because: 'check-broken' };
  }
}

function inputOf({ content, fact }: Target): CheckInput | undefined {
  if (fact.text === undefined) return undefined;
  return {
    contentHash: content.contentHash,
    deliverableId: content.deliverable?.deliverableId,
    mediaType: content.manifest?.mediaType ?? 'application/octet-stream',
    sizeBytes: fact.sizeBytes,
    text: fact.text,
  };
}
