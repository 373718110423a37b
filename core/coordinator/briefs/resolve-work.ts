// The work of a Mission in a brief: each item with its contract, its place in the graph, its part of the budget, its
// review, or the child Mission that carries it out (WORK-001, WORK-006, WORK-041, CHD-002).
import { DEFAULT_POLICY } from '../../domain/decision.ts';
import type {
  BriefDefinitionOfDone,
  BriefPermissions,
  BriefWorkItem,
  Budget,
} from '../../protocol/generated/documents.ts';
import type { BriefDoneCriterion, BriefItem, BriefMission } from './brief.ts';
import type { BriefPath } from './faults.ts';
import { nearestName } from './nearest-name.ts';
import { type ItemPlace, resolveChildContract, resolveContract } from './resolve-contract.ts';
import { resolveReview } from './resolve-review.ts';
import { shareBudget } from './share-budget.ts';
import { type BriefContext, type Permissions, resolveDeadline, resolvePermissions } from './terms.ts';
import { findCycles, orderByNeed } from './work-graph.ts';

/** How deep children nest where the Organization has not said otherwise (CHD-003). */
const MAX_CHILD_DEPTH = DEFAULT_POLICY.cooperation.delegationDepth;

/** A Mission of the brief before its work is resolved. */
export interface MissionDraft {
  readonly path: BriefPath;
  readonly name: string;
  readonly objective: string;
  readonly definitionOfDone: BriefDefinitionOfDone;
  readonly work: Readonly<Record<string, BriefWorkItem | undefined>>;
  readonly budget: Budget;
  readonly deadline: string;
  readonly permissions: BriefPermissions;
  readonly parentPermissions?: Permissions;
  readonly depth: number;
}

export function resolveMission(context: BriefContext, draft: MissionDraft): BriefMission {
  const { findings } = context;
  const { path, name, deadline, budget } = draft;
  const permissions = resolvePermissions(
    findings,
    [...path, 'permissions'],
    draft.permissions,
    draft.parentPermissions,
  );
  const written = Object.entries(draft.work).flatMap(([key, item]) =>
    item === undefined ? [] : [[key, item] as const],
  );
  const needs = resolveNeeds(context, [...path, 'work'], written);
  const needed = new Set([...needs.values()].flat());
  const budgets = shareBudgets(context, draft, written);
  const items = new Map<string, BriefItem>();
  for (const [key, item] of written) {
    const place: ItemPlace = {
      path: [...path, 'work', key],
      permissions,
      budget: budgets.get(key)?.own ?? budget,
      deadline: resolveDeadline(context, [...path, 'work', key, 'deadline'], item.deadline, {
        name,
        deadline,
      }),
      depth: draft.depth,
    };
    const isResult = item.result ?? !needed.has(key);
    const own = { name: key, needs: needs.get(key) ?? [], isResult };
    items.set(
      key,
      item.mission === undefined
        ? resolvePlainItem(context, own, item, place, budgets.get(key)?.review)
        : resolveChildItem(context, own, item, place, draft.depth),
    );
  }
  return {
    objective: draft.objective,
    definitionOfDone: resolveDone(context, [...path, 'definitionOfDone'], draft.definitionOfDone, items),
    budget,
    deadline,
    permissions: permissionNames(permissions),
    work: orderByNeed(needs).flatMap((key) => items.get(key) ?? []),
  };
}

/** Tools are resources with the operation `execute` (OPEN-071). */
function permissionNames({ operations, tools }: Permissions): readonly string[] {
  const execute = tools.length > 0 ? ['execute'] : [];
  return [...new Set([...operations, ...execute, ...tools.map((tool) => `tool:${tool}`)])];
}

type Written = readonly (readonly [string, BriefWorkItem])[];
type Own = Pick<BriefItem, 'name' | 'needs' | 'isResult'>;

/** What each item needs, as far as it is known; what is unknown or goes in a circle is said. */
function resolveNeeds(
  { findings }: BriefContext,
  path: BriefPath,
  written: Written,
): ReadonlyMap<string, readonly string[]> {
  const known = written.map(([key]) => key);
  const needs = new Map<string, readonly string[]>();
  for (const [key, { needs: list = [] }] of written) {
    list.forEach((need, index) => {
      if (known.includes(need)) return;
      const nearest = nearestName(need, known);
      findings.add([...path, key, 'needs', index], 'unknown-name', {
        kind: 'work',
        name: need,
        known,
        nearest,
      });
    });
    needs.set(
      key,
      list.filter((need) => known.includes(need)),
    );
  }
  for (const names of findCycles(needs)) {
    const [first = '', next = ''] = names;
    const index = (written.find(([key]) => key === first)?.[1].needs ?? []).indexOf(next);
    findings.add([...path, first, 'needs', Math.max(0, index)], 'cycle', { names });
  }
  return needs;
}

/** An item and its review are two WorkItems with a budget each. */
function shareBudgets(
  { findings }: BriefContext,
  { path, name, budget }: MissionDraft,
  written: Written,
): ReadonlyMap<string, { readonly own: Budget; readonly review: Budget | undefined }> {
  const parts = written.flatMap(([key, item]) => {
    const at = [...path, 'work', key];
    const own = { path: [...at, 'budget'], written: item.budget };
    return item.review === undefined
      ? [own]
      : [own, { path: [...at, 'review', 'budget'], written: item.review.budget }];
  });
  // The item that a child carries out is what bounds the child's work.
  const parent = { name, path: [...path, 'budget'], budget };
  const shares = [...shareBudget(findings, parent, parts)];
  return new Map(
    written.map(([key, { review }]) => {
      const own = shares.shift() ?? budget;
      return [key, { own, review: review === undefined ? undefined : (shares.shift() ?? budget) }];
    }),
  );
}

function resolvePlainItem(
  context: BriefContext,
  own: Own,
  item: BriefWorkItem,
  place: ItemPlace,
  reviewBudget: Budget | undefined,
): BriefItem {
  const missing = (['capability', 'deliverables', 'accept'] as const).filter(
    (member) => item[member] === undefined,
  );
  if (missing.length > 0) {
    context.findings.add(place.path, 'contract-or-mission', { missing, unexpected: [] }, 'name');
  }
  const { contract, files } = resolveContract(context, item, place);
  return {
    ...own,
    contract,
    files,
    review: resolveReview(context, own.name, item, contract, place, reviewBudget),
    child: undefined,
  };
}

/** Members that only work has which a Worker carries out. */
const WORKER_ONLY = [
  'capability',
  'deliverables',
  'accept',
  'inputs',
  'operations',
  'tools',
  'resources',
  'settings',
  'retry',
  'approval',
  'review',
] as const;

function resolveChildItem(
  context: BriefContext,
  own: Own,
  item: BriefWorkItem,
  place: ItemPlace,
  depth: number,
): BriefItem {
  const { findings } = context;
  const { path, permissions, budget, deadline } = place;
  const { mission } = item;
  if (mission === undefined) throw new Error('only items with a Mission of their own come here');
  const unexpected = WORKER_ONLY.filter((member) => item[member] !== undefined);
  if (unexpected.length > 0) {
    findings.add(path, 'contract-or-mission', { missing: [], unexpected }, 'name');
  }
  if (depth >= MAX_CHILD_DEPTH) {
    findings.add([...path, 'mission'], 'too-nested', { limit: MAX_CHILD_DEPTH }, 'name');
  }
  const child = resolveMission(context, {
    path: [...path, 'mission'],
    name: own.name,
    objective: mission.objective ?? item.goal,
    definitionOfDone: mission.definitionOfDone,
    work: mission.work,
    budget,
    deadline,
    permissions: mission.permissions ?? {},
    parentPermissions: permissions,
    depth: depth + 1,
  });
  return {
    ...own,
    contract: resolveChildContract(item, place, child),
    files: [],
    review: undefined,
    child: { mission: child, failurePolicy: mission.onFailure ?? 'block_parent_work_item' },
  };
}

/** The Mission's criteria, each with the work whose Evidence can prove it (WORK-060). */
function resolveDone(
  context: BriefContext,
  path: BriefPath,
  written: BriefDefinitionOfDone,
  items: ReadonlyMap<string, BriefItem>,
): readonly BriefDoneCriterion[] {
  const { findings } = context;
  const ids = new Set<string>();
  return written.map(({ id, text, evidence = ['human_review'], provenBy }, index) => {
    if (ids.has(id)) findings.add([...path, index, 'id'], 'repeated-id', { id });
    ids.add(id);
    const proofs =
      provenBy === undefined
        ? [...items.values()].flatMap((item) => proofsOf(item, undefined))
        : provenBy.flatMap((proof, at) =>
            resolveProof(context, [...path, index, 'provenBy', at], proof, items),
          );
    // The final Approval is the review by a human (INV-10).
    const unproven = evidence.filter(
      (type) => type !== 'human_review' && !proofs.some((proof) => proof.evidence.includes(type)),
    );
    if (unproven.length > 0) {
      findings.add([...path, index], 'not-provable', { criterion: id, evidence: unproven }, 'name');
    }
    return { id, text, evidence, provenBy: proofs.map(({ item, criterionId }) => ({ item, criterionId })) };
  });
}

interface Proof {
  readonly item: string;
  readonly criterionId: string;
  readonly evidence: readonly string[];
}

function proofsOf({ name, contract }: BriefItem, criterionId: string | undefined): readonly Proof[] {
  return contract.acceptanceCriteria
    .filter((criterion) => criterionId === undefined || criterion.criterionId === criterionId)
    .map((criterion) => ({
      item: name,
      criterionId: criterion.criterionId,
      evidence: criterion.evidenceRequired,
    }));
}

function resolveProof(
  { findings }: BriefContext,
  path: BriefPath,
  proof: string,
  items: ReadonlyMap<string, BriefItem>,
): readonly Proof[] {
  const [name = '', criterionId] = proof.split('/');
  const item = items.get(name);
  if (item === undefined) {
    const known = [...items.keys()];
    findings.add(path, 'unknown-name', { kind: 'work', name, known, nearest: nearestName(name, known) });
    return [];
  }
  const proofs = proofsOf(item, criterionId);
  if (proofs.length === 0 && criterionId !== undefined) {
    const known = item.contract.acceptanceCriteria.map((criterion) => `${name}/${criterion.criterionId}`);
    const nearest = nearestName(proof, known);
    findings.add(path, 'unknown-name', { kind: 'criterion', name: proof, known, nearest });
  }
  return proofs;
}
