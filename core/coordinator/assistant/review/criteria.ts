// The combined verdict of each criterion: for every type of Evidence that it requires, what our own checks and the weighed
// Evidence say together, and what is missing (EVI-005). Inconclusive never satisfies; contradictions are for a person.
import type { ReviewScene } from './review-scene.ts';
import type {
  CellStatus,
  CriterionCell,
  CriterionVerdict,
  EvidenceType,
  OwnResult,
  WeighedEvidence,
} from './review-types.ts';

export function judgeCriteria(
  scene: ReviewScene,
  own: readonly OwnResult[],
  weighed: readonly WeighedEvidence[],
): readonly CriterionVerdict[] {
  return scene.contract.acceptanceCriteria.map(({ criterionId, evidenceRequired }) => {
    const types = new Set([...evidenceRequired, ...typesAgainst(criterionId, own, weighed)]);
    const cells = [...types].map((type) => judgeCell(scene, criterionId, type, own, weighed));
    return { criterionId, isProven: cells.every(({ status }) => status === 'passed'), cells };
  });
}

/** What nobody has asked for and speaks against the result all the same. */
function typesAgainst(
  criterionId: string,
  own: readonly OwnResult[],
  weighed: readonly WeighedEvidence[],
): readonly EvidenceType[] {
  return [
    ...own.filter(({ result, criterionIds }) => result !== 'passed' && criterionIds.includes(criterionId)),
    ...weighed
      .filter(({ standing }) => standing === 'counted' || standing === 'claim')
      .map(({ evidence }) => evidence)
      .filter(({ result, criterionIds }) => result === 'failed' && criterionIds.includes(criterionId)),
  ].map(({ type }) => type);
}

/** What we establish ourselves; nobody else's word replaces it. */
const OWN_TYPES: ReadonlySet<EvidenceType> = new Set(['artifact_integrity', 'schema_validation']);

function judgeCell(
  { facts }: ReviewScene,
  criterionId: string,
  type: EvidenceType,
  own: readonly OwnResult[],
  weighed: readonly WeighedEvidence[],
): CriterionCell {
  const checked = own.filter((each) => each.type === type && each.criterionIds.includes(criterionId));
  const about = weighed.filter(
    ({ evidence }) => evidence.type === type && evidence.criterionIds.includes(criterionId),
  );
  const counted = about.filter(({ standing }) => standing === 'counted');
  const claims = about.filter(({ standing }) => standing === 'claim');
  const cell = (status: CellStatus, basis: CriterionCell['basis'], from: readonly WeighedEvidence[]) => ({
    type,
    status,
    basis,
    evidenceIds: from.map(({ evidence }) => evidence.evidenceId),
  });
  const ownResult = worst(checked.map(({ result }) => result));
  if (ownResult === 'failed') return cell('failed', 'own-check', [...counted, ...claims]);
  const isAgainst = has(counted, 'failed') || has(claims, 'failed');
  // A pass of somebody else or of our own beside a failure: nobody here can say which is true.
  if (isAgainst && (ownResult === 'passed' || has(counted, 'passed') || has(claims, 'passed')))
    return cell('conflict', 'evidence', [...counted, ...claims]);
  if (isAgainst) {
    const isOfOthers = has(counted, 'failed');
    return cell('failed', isOfOthers ? 'evidence' : 'claim', isOfOthers ? counted : claims);
  }
  if (ownResult !== undefined) return cell(ownResult, 'own-check', [...counted, ...claims]);
  if (has(counted, 'passed')) return cell('passed', 'evidence', counted);
  if (counted.length > 0) return cell('inconclusive', 'evidence', counted);
  if (has(claims, 'passed')) {
    const suffices = !OWN_TYPES.has(type) && facts.policy.claimsSuffice.includes(type);
    return cell(suffices ? 'passed' : 'claim-only', 'claim', claims);
  }
  return claims.length > 0 ? cell('inconclusive', 'claim', claims) : cell('missing', 'none', []);
}

function has(weighed: readonly WeighedEvidence[], result: 'passed' | 'failed'): boolean {
  return weighed.some(({ evidence }) => evidence.result === result);
}

function worst(results: readonly OwnResult['result'][]): OwnResult['result'] | undefined {
  for (const result of ['failed', 'inconclusive', 'passed'] as const) {
    if (results.includes(result)) return result;
  }
  return undefined;
}
