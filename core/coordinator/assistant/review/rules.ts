// The declared rules that need no program: comparisons in the JSON of a result, its size, its hash, its text. Each takes
// time in proportion to what it looks at.
import type { DeclaredRule } from './declared-checks.ts';
import type { ContentFact } from './review-types.ts';

type Intact = Extract<ContentFact, { status: 'intact' }>;
type PlainRule = Exclude<DeclaredRule, { rule: 'program' | 'json-schema' }>;

/** `inconclusive`: the rule asks for something that the content cannot have, such as JSON. */
export type RuleResult = 'passed' | 'failed' | 'inconclusive';

export function judgeRule(rule: PlainRule, contentHash: string, content: Intact): RuleResult {
  switch (rule.rule) {
    case 'size':
      return resultOf(
        content.sizeBytes >= (rule.atLeastBytes ?? 0) && content.sizeBytes <= (rule.atMostBytes ?? Infinity),
      );
    case 'hash':
      return resultOf(contentHash === rule.contentHash);
    case 'text':
      return judgeText(rule, content);
    default:
      // JSON that does not parse is a failure of the result, not of the rule.
      if (content.json === undefined) return 'inconclusive';
      return content.json.ok ? judgeJson(rule, content.json.value) : 'failed';
  }
}

function resultOf(isMet: boolean): RuleResult {
  return isMet ? 'passed' : 'failed';
}

function judgeText(
  { contains, lacks }: Extract<DeclaredRule, { rule: 'text' }>,
  { text }: Intact,
): RuleResult {
  if (text === undefined) return 'inconclusive';
  return resultOf(
    (contains === undefined || text.includes(contains)) && (lacks === undefined || !text.includes(lacks)),
  );
}

function judgeJson(
  rule: Extract<PlainRule, { rule: 'compare' | 'one-of' | 'present' | 'count' }>,
  json: unknown,
): RuleResult {
  const found = findMember(json, rule.pointer);
  if (rule.rule === 'present') return resultOf(found.isThere);
  if (!found.isThere) return 'failed';
  switch (rule.rule) {
    case 'one-of':
      return resultOf(rule.values.some((value) => isSameJson(found.value, value)));
    case 'count': {
      const count = countOf(found.value);
      if (count === undefined) return 'failed';
      return resultOf(count >= (rule.atLeast ?? 0) && count <= (rule.atMost ?? Infinity));
    }
    default: {
      const other =
        rule.otherPointer === undefined
          ? { isThere: true, value: rule.value }
          : findMember(json, rule.otherPointer);
      return resultOf(other.isThere && compare(found.value, rule.operator, other.value));
    }
  }
}

/** A member of a JSON value by its pointer (RFC 6901); only own members, so that nothing is found in prototypes. */
export function findMember(
  json: unknown,
  pointer: string,
): { readonly isThere: boolean; readonly value: unknown } {
  let value = json;
  for (const part of pointer.split('/').slice(1)) {
    const name = part.replaceAll('~1', '/').replaceAll('~0', '~');
    const isPlace = Array.isArray(value)
      ? /^(0|[1-9][0-9]*)$/.test(name)
      : typeof value === 'object' && value !== null;
    if (!isPlace || !Object.hasOwn(value as object, name)) return { isThere: false, value: undefined };
    value = Reflect.get(value as object, name);
  }
  return { isThere: true, value };
}

function countOf(value: unknown): number | undefined {
  if (Array.isArray(value)) return value.length;
  return typeof value === 'object' && value !== null ? Object.keys(value).length : undefined;
}

type Operator = Extract<DeclaredRule, { rule: 'compare' }>['operator'];

/** Order is for numbers alone: texts have as many orders as languages. */
function compare(left: unknown, operator: Operator, right: unknown): boolean {
  if (operator === 'equal') return isSameJson(left, right);
  if (operator === 'not-equal') return !isSameJson(left, right);
  if (typeof left !== 'number' || typeof right !== 'number') return false;
  switch (operator) {
    case 'at-least':
      return left >= right;
    case 'at-most':
      return left <= right;
    case 'more-than':
      return left > right;
    default:
      return left < right;
  }
}

function isSameJson(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return false;
  if (Array.isArray(left) !== Array.isArray(right)) return false;
  const names = Object.keys(left);
  return (
    names.length === Object.keys(right).length &&
    names.every(
      (name) => Object.hasOwn(right, name) && isSameJson(Reflect.get(left, name), Reflect.get(right, name)),
    )
  );
}
