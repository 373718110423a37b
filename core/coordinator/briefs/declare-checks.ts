// How a contract of a brief says by what the form of its results is judged (docs/assistant.md): every Coordinator judges it alike,
// from the log alone.
import type { WorkContract } from '../../protocol/generated/documents.ts';
import { isJsonMediaType } from '../../protocol/media-type.ts';
import type { DeclaredCheck, DeclaredRule } from '../assistant/review/declared-checks.ts';

type Deliverable = WorkContract['requiredDeliverables'][number];

/** Deliverables with the members that the JSON of each has to have, by its id. */
export interface FormedDeliverables {
  readonly required: readonly Deliverable[];
  readonly members: ReadonlyMap<string, readonly string[]>;
}

/** As long as ids of checks may be, with room for a number. */
const MAX_ID_CHARACTERS = 120;

/**
 * The constraints with their checks: members that the brief names, and where a criterion asks for `schema_validation` also
 * the form of everything else, since the schemas of a brief are names.
 */
export function withChecks(
  { constraints }: Pick<WorkContract, 'constraints'>,
  deliverables: FormedDeliverables,
  criteria: WorkContract['acceptanceCriteria'],
): Pick<WorkContract, 'constraints'> {
  const asking = criteria.filter(({ evidenceRequired }) => evidenceRequired.includes('schema_validation'));
  const criterionIds = (asking.length > 0 ? asking : criteria).map(({ criterionId }) => criterionId);
  const checks: DeclaredCheck[] = [];
  for (const deliverable of deliverables.required) {
    const { deliverableId } = deliverable;
    for (const rule of rulesOf(deliverable, deliverables.members, asking.length > 0)) {
      const taken = new Set(checks.map(({ checkId }) => checkId));
      const checkId = freeId(idOf(deliverableId, rule), taken);
      checks.push({ checkId, type: 'schema_validation', criterionIds, deliverableId, rule });
    }
  }
  if (checks.length > 0 && criterionIds.length > 0) return { constraints: { ...constraints, checks } };
  return constraints === undefined ? {} : { constraints };
}

function rulesOf(
  { deliverableId, mediaType }: Deliverable,
  members: FormedDeliverables['members'],
  isAsked: boolean,
): readonly DeclaredRule[] {
  const pointers = members.get(deliverableId) ?? [];
  if (pointers.length > 0) return pointers.map((pointer) => ({ rule: 'present', pointer }));
  if (!isAsked) return [];
  return [isJsonMediaType(mediaType) ? { rule: 'present', pointer: '' } : { rule: 'size', atLeastBytes: 1 }];
}

/** Says what it is about: findings name the check, and nothing else of it. */
function idOf(deliverableId: string, rule: DeclaredRule): string {
  const about = rule.rule === 'present' && rule.pointer !== '' ? rule.pointer : '-form';
  return `${deliverableId}${about}`
    .replaceAll(/[^a-zA-Z0-9._-]+/g, '.')
    .replace(/^[^a-zA-Z0-9]+/, '')
    .slice(0, MAX_ID_CHARACTERS);
}

function freeId(id: string, taken: ReadonlySet<string>): string {
  let free = id;
  for (let number = 2; taken.has(free); number += 1) free = `${id}.${number}`;
  return free;
}
