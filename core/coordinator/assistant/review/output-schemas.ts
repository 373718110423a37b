// Second half of the first step: results have the form that their deliverables name (WORK-062). A schema is known by the
// contract's own list or by the pinned capability's hash; whatever is not known is said to be unknown.
import { ORGANIZATION } from '../../../domain/world.ts';
import { isJsonMediaType } from '../../../protocol/media-type.ts';
import type { DeclaredCheck, DeclaredSchema } from './declared-checks.ts';
import { type CompiledSchema, compileSchema } from './json-schema.ts';
import {
  finding,
  nameOf,
  reasonOf,
  recordIn,
  type ReviewScene,
  type SubmittedContent,
} from './review-scene.ts';
import type { ContentFact, OwnResult, ReviewFinding, ReviewNeed, StepResult } from './review-types.ts';

/** The schema that says nothing about the form of a result. */
const OPAQUE_SCHEMA = 'urn:missionweaveprotocol:schema:opaque';
const MAX_SCHEMA_BYTES = 512 * 1024;

/** `left-to-checks`: the contract says itself how the form of this result is judged. */
type Judged = OwnResult['result'] | 'waiting' | 'left-to-checks';

export function judgeSchemas(
  scene: ReviewScene,
  schemas: readonly DeclaredSchema[],
  checks: readonly DeclaredCheck[],
): StepResult {
  const findings: ReviewFinding[] = [];
  const needs: ReviewNeed[] = [];
  const judged: Judged[] = [];
  for (const content of scene.contents) {
    const fact = scene.facts.contents.get(content.contentHash);
    // What is not intact was judged before.
    if (content.deliverable === undefined || fact?.status !== 'intact') continue;
    judged.push(judgeContent(scene, { schemas, checks }, content, fact, findings, needs));
  }
  if (judged.includes('waiting')) return { findings, results: [], needs };
  const criteria = scene.contract.acceptanceCriteria
    .filter(({ evidenceRequired }) => evidenceRequired.includes('schema_validation'))
    .map(({ criterionId }) => criterionId);
  const isWhole = judged.length === scene.contents.length;
  // Nothing here has judged anything: the declared checks do.
  if (isWhole && judged.every((each) => each === 'left-to-checks')) return { findings, results: [], needs };
  const result = judged.includes('failed')
    ? 'failed'
    : judged.includes('inconclusive') || !isWhole
      ? 'inconclusive'
      : 'passed';
  const own: OwnResult = {
    type: 'schema_validation',
    criterionIds: criteria,
    result,
    method: 'results parsed strictly and validated by the schemas that their deliverables name',
    artifactHashes: scene.submission.artifactHashes,
    details: {},
  };
  return { findings, results: criteria.length === 0 ? [] : [own], needs };
}

function judgeContent(
  scene: ReviewScene,
  {
    schemas,
    checks,
  }: { readonly schemas: readonly DeclaredSchema[]; readonly checks: readonly DeclaredCheck[] },
  content: SubmittedContent,
  fact: Extract<ContentFact, { status: 'intact' }>,
  findings: ReviewFinding[],
  needs: ReviewNeed[],
): Judged {
  const name = nameOf(content);
  const reference = recordIn(scene.facts, 'content', content.contentHash);
  const { json } = fact;
  if (json?.ok === false) {
    findings.push(finding('wrong', reasonOf('json-broken', { name }, reference)));
    return 'failed';
  }
  const schema = content.deliverable?.schema ?? OPAQUE_SCHEMA;
  if (schema === OPAQUE_SCHEMA) {
    // JSON that was too large to be parsed may be none.
    if (json !== undefined || !isJsonMediaType(content.manifest?.mediaType ?? '')) return 'passed';
    findings.push(finding(weightOf(scene), reasonOf('schema-unusable', { name, schema }, reference)));
    return 'inconclusive';
  }
  const compiled = findSchema(scene, schemas, schema, needs);
  if (compiled === 'waiting') return 'waiting';
  if (compiled === 'unknown' && isChecked(checks, content)) return 'left-to-checks';
  if (compiled === 'unknown' || compiled === 'unusable' || json === undefined) {
    const id = compiled === 'unknown' ? 'schema-unknown' : 'schema-unusable';
    findings.push(finding(weightOf(scene), reasonOf(id, { name, schema }, reference)));
    return 'inconclusive';
  }
  const verdict = validate(scene, compiled, content, fact, json.value, needs);
  if (verdict === 'waiting') return 'waiting';
  if (verdict.result === 'failed') {
    const values = { name, schema, at: verdict.at };
    findings.push(finding('wrong', reasonOf('schema-violated', values, reference)));
  } else if (verdict.result === 'inconclusive') {
    findings.push(finding(weightOf(scene), reasonOf('schema-unusable', { name, schema }, reference)));
  }
  return verdict.result;
}

/** Whether the contract declares how the form of a result is judged, for a schema that is a name and nothing else. */
function isChecked(checks: readonly DeclaredCheck[], { deliverable }: SubmittedContent): boolean {
  return checks.some(
    ({ type, deliverableId }) =>
      type === 'schema_validation' &&
      (deliverableId === undefined || deliverableId === deliverable?.deliverableId),
  );
}

/** What cannot be validated matters where a criterion asks for it; elsewhere it is a note. */
function weightOf({ contract }: ReviewScene): 'doubtful' | 'note' {
  const isRequired = contract.acceptanceCriteria.some(({ evidenceRequired }) =>
    evidenceRequired.includes('schema_validation'),
  );
  return isRequired ? 'doubtful' : 'note';
}

function findSchema(
  { facts, owner, contract }: ReviewScene,
  schemas: readonly DeclaredSchema[],
  schema: string,
  needs: ReviewNeed[],
): CompiledSchema | 'unknown' | 'unusable' | 'waiting' {
  const card = facts.world.get('agent', ORGANIZATION, owner.agentId)?.card ?? facts.cards.get(owner.agentId);
  const isPinned = card?.cardVersion === owner.agentCardVersion;
  const ofCard = card?.capabilities.find(
    ({ id, outputSchema }) =>
      isPinned && outputSchema === schema && contract.requiredCapabilities.some((each) => each.id === id),
  );
  const contentHash = schemas.find((each) => each.schema === schema)?.contentHash ?? ofCard?.outputSchemaHash;
  if (contentHash === undefined) return 'unknown';
  const fact = facts.contents.get(contentHash);
  if (fact === undefined) {
    needs.push({
      kind: 'content',
      contentHash,
      mediaType: 'application/schema+json',
      maxBytes: MAX_SCHEMA_BYTES,
    });
    return 'waiting';
  }
  if (fact.status !== 'intact') return 'unknown';
  const compiled = fact.json?.ok === true ? compileSchema(fact.json.value) : undefined;
  return compiled?.ok === true ? compiled.value : 'unusable';
}

/** By the schema here, or by its program in the sandbox. */
function validate(
  { facts }: ReviewScene,
  compiled: CompiledSchema,
  { contentHash, deliverable, manifest }: SubmittedContent,
  { sizeBytes, text }: Extract<ContentFact, { status: 'intact' }>,
  json: unknown,
  needs: ReviewNeed[],
): { readonly result: OwnResult['result']; readonly at: string } | 'waiting' {
  if (compiled.kind === 'plain') {
    const at = compiled.findFault(json);
    return at === undefined ? { result: 'passed', at: '' } : { result: 'failed', at };
  }
  const key = `schema ${contentHash}`;
  const outcome = facts.checks.get(key);
  if (outcome === undefined) {
    const input = {
      contentHash,
      deliverableId: deliverable?.deliverableId,
      mediaType: manifest?.mediaType ?? 'application/json',
      sizeBytes,
      text: text ?? '',
    };
    const { limits } = facts.policy;
    needs.push({ kind: 'check', key, program: { source: compiled.source, inputs: [input], limits } });
    return 'waiting';
  }
  return { result: outcome.status === 'finished' ? outcome.result : 'inconclusive', at: '' };
}
