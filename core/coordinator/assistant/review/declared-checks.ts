// What a contract declares about its own review, in its `constraints`, which protocol 0.1 leaves open (DOC-CONT): checks of
// the result (`checks`), the content of schemas (`schemas`), and what a review item is about (`review`).
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { WorkContract } from '../../../protocol/generated/documents.ts';
import { accept, refuse, type Result } from '../../../protocol/result.ts';
import { reviewedItemOf } from '../review-mark.ts';
import type { EvidenceType } from './review-types.ts';

/** A comparison that takes no program. */
export type DeclaredRule =
  /** A member of the JSON, by its pointer (RFC 6901), against a value or against another member. */
  | {
      readonly rule: 'compare';
      readonly pointer: string;
      readonly operator: 'equal' | 'not-equal' | 'at-least' | 'at-most' | 'more-than' | 'less-than';
      readonly value?: unknown;
      readonly otherPointer?: string;
    }
  | { readonly rule: 'one-of'; readonly pointer: string; readonly values: readonly unknown[] }
  | { readonly rule: 'present'; readonly pointer: string }
  /** Elements of an array, members of an object. */
  | { readonly rule: 'count'; readonly pointer: string; readonly atLeast?: number; readonly atMost?: number }
  | { readonly rule: 'size'; readonly atLeastBytes?: number; readonly atMostBytes?: number }
  | { readonly rule: 'hash'; readonly contentHash: string }
  | { readonly rule: 'text'; readonly contains?: string; readonly lacks?: string }
  | { readonly rule: 'json-schema'; readonly schema: Readonly<Record<string, unknown>> | boolean }
  /** JavaScript that is an input Artifact of the contract. */
  | { readonly rule: 'program'; readonly contentHash: string; readonly timeMs?: number };

export interface DeclaredCheck {
  readonly checkId: string;
  readonly type: Extract<
    EvidenceType,
    'deterministic_test' | 'business_rule' | 'policy_check' | 'schema_validation'
  >;
  readonly criterionIds: readonly string[];
  /** Which of the results; all of them when left out. */
  readonly deliverableId?: string;
  readonly rule: DeclaredRule;
}

/** Where the content of a schema is: an input Artifact, or any other content by its hash. */
export interface DeclaredSchema {
  readonly schema: string;
  readonly contentHash: string;
}

/** What a review item is about; as briefs write it, with what is reviewed pinned. */
export interface DeclaredReview {
  readonly workItemId: string;
  readonly artifactHashes: readonly string[] | undefined;
}

const HASH = { type: 'string', pattern: '^sha256:[0-9a-f]{64}$' };
const POINTER = { type: 'string', maxLength: 1_000, pattern: '^(/[^/]*)*$' };
const COUNT = { type: 'integer', minimum: 0 };

function ruleShape(rule: string, properties: Readonly<Record<string, unknown>>, required: readonly string[]) {
  return {
    type: 'object',
    additionalProperties: false,
    required: ['rule', ...required],
    properties: { rule: { const: rule }, ...properties },
  };
}

const RULE_SHAPE = {
  oneOf: [
    ruleShape(
      'compare',
      {
        pointer: POINTER,
        operator: { enum: ['equal', 'not-equal', 'at-least', 'at-most', 'more-than', 'less-than'] },
        value: true,
        otherPointer: POINTER,
      },
      ['pointer', 'operator'],
    ),
    ruleShape('one-of', { pointer: POINTER, values: { type: 'array', minItems: 1 } }, ['pointer', 'values']),
    ruleShape('present', { pointer: POINTER }, ['pointer']),
    ruleShape('count', { pointer: POINTER, atLeast: COUNT, atMost: COUNT }, ['pointer']),
    ruleShape('size', { atLeastBytes: COUNT, atMostBytes: COUNT }, []),
    ruleShape('hash', { contentHash: HASH }, ['contentHash']),
    ruleShape(
      'text',
      { contains: { type: 'string', minLength: 1 }, lacks: { type: 'string', minLength: 1 } },
      [],
    ),
    ruleShape('json-schema', { schema: { type: ['object', 'boolean'] } }, ['schema']),
    ruleShape('program', { contentHash: HASH, timeMs: { type: 'integer', minimum: 1 } }, ['contentHash']),
  ],
};

const SHAPE = {
  type: 'object',
  properties: {
    checks: {
      type: 'array',
      maxItems: 200,
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['checkId', 'type', 'criterionIds', 'rule'],
        properties: {
          checkId: { type: 'string', pattern: '^[a-zA-Z0-9][a-zA-Z0-9._-]{0,127}$' },
          type: { enum: ['deterministic_test', 'business_rule', 'policy_check', 'schema_validation'] },
          criterionIds: { type: 'array', minItems: 1, uniqueItems: true, items: { type: 'string' } },
          deliverableId: { type: 'string' },
          rule: RULE_SHAPE,
        },
      },
    },
    schemas: {
      type: 'array',
      maxItems: 200,
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['schema', 'contentHash'],
        properties: { schema: { type: 'string' }, contentHash: HASH },
      },
    },
  },
};

interface Declaration {
  readonly checks?: readonly DeclaredCheck[];
  readonly schemas?: readonly DeclaredSchema[];
}

const hasShape = new Ajv2020({ strict: false }).compile<Declaration>(SHAPE);

/** Why a declaration cannot be used: the name of what is wrong with it. */
export interface DeclarationFault {
  readonly problem: 'shape' | 'criterion' | 'deliverable' | 'repeated' | 'empty-rule';
  /** The check; for the shape a pointer into the constraints. */
  readonly at: string;
}

/** The checks and schemas that a contract declares. */
export function readDeclaration(
  contract: WorkContract,
): Result<
  { readonly checks: readonly DeclaredCheck[]; readonly schemas: readonly DeclaredSchema[] },
  DeclarationFault
> {
  const declared: unknown = contract.constraints ?? {};
  if (!hasShape(declared)) {
    return refuse({ problem: 'shape', at: hasShape.errors?.[0]?.instancePath ?? '' });
  }
  const { checks = [], schemas = [] } = declared;
  const criteria = new Set(contract.acceptanceCriteria.map(({ criterionId }) => criterionId));
  const deliverables = new Set(contract.requiredDeliverables.map(({ deliverableId }) => deliverableId));
  const ids = new Set<string>();
  for (const { checkId, criterionIds, deliverableId, rule } of checks) {
    if (ids.has(checkId)) return refuse({ problem: 'repeated', at: checkId });
    ids.add(checkId);
    if (criterionIds.some((id) => !criteria.has(id))) return refuse({ problem: 'criterion', at: checkId });
    if (deliverableId !== undefined && !deliverables.has(deliverableId))
      return refuse({ problem: 'deliverable', at: checkId });
    // A rule that says nothing would always pass.
    if (saysNothing(rule)) return refuse({ problem: 'empty-rule', at: checkId });
  }
  return accept({ checks, schemas });
}

function saysNothing(rule: DeclaredRule): boolean {
  switch (rule.rule) {
    case 'compare':
      return (rule.value === undefined) === (rule.otherPointer === undefined);
    case 'count':
      return rule.atLeast === undefined && rule.atMost === undefined;
    case 'size':
      return rule.atLeastBytes === undefined && rule.atMostBytes === undefined;
    case 'text':
      return rule.contains === undefined && rule.lacks === undefined;
    default:
      return false;
  }
}

/** What a review item is about; undefined for other work. */
export function readReview(contract: WorkContract): DeclaredReview | undefined {
  const review: unknown = contract.constraints?.['review'];
  const terms =
    typeof review === 'object' && review !== null ? (review as Readonly<Record<string, unknown>>) : {};
  const workItemId = reviewedItemOf(contract) ?? terms['workItemId'];
  if (typeof workItemId !== 'string') return undefined;
  const hashes = terms['artifactHashes'];
  return {
    workItemId,
    artifactHashes: Array.isArray(hashes) ? hashes.filter((hash) => typeof hash === 'string') : undefined,
  };
}
