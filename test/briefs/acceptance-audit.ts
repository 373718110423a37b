// Whether every acceptance in a log rests on Evidence that counts: for each criterion and each type that it requires (EVI-005),
// the Evidence that the log has of it, and whom citations name.
import type { Event, EventPayloads, Evidence } from '../../core/protocol/generated/documents.ts';

/** What is wrong with acceptances, one line each; `events` are those of one Group. */
export function uncoveredAcceptances(events: readonly Event[]): readonly string[] {
  const known = new Map<string, Evidence>();
  const faults: string[] = [];
  for (const { kind, payload } of events) {
    const { evidence = [] } = payload as { readonly evidence?: readonly Evidence[] };
    for (const each of evidence) known.set(each.evidenceId, each);
    if (kind !== 'work.result.accepted') continue;
    const { workItem } = payload as unknown as EventPayloads[typeof kind];
    const { workItemId, contract, owner, submission } = workItem;
    const about = [...known.values()].filter((each) => each.workItemId === workItemId);
    for (const { criterionId, evidenceRequired } of contract.acceptanceCriteria) {
      for (const type of evidenceRequired) {
        const ofCell = about.filter((each) => each.type === type && each.criterionIds.includes(criterionId));
        const passed = ofCell.filter(({ result }) => result === 'passed');
        if (passed.length === 0) faults.push(`${workItemId} ${criterionId}: no ${type}`);
        if (type !== 'reviewer_assessment') continue;
        const cited = passed.flatMap(({ details }) => (details?.['evidenceIds'] ?? []) as readonly string[]);
        const sources = cited.map((id) => known.get(id));
        const isIndependent = [...passed, ...sources].some(
          (each) =>
            each?.type === 'reviewer_assessment' &&
            each.result === 'passed' &&
            each.generatedBy.id !== owner?.agentId &&
            (each.generatedBy.type === 'human' || cited.includes(each.evidenceId)),
        );
        if (!isIndependent) faults.push(`${workItemId} ${criterionId}: cites nobody independent`);
        const seen = new Set(sources.flatMap((each) => each?.artifactHashes ?? []));
        const unseen = (submission?.artifactHashes ?? []).filter((hash) => !seen.has(hash));
        if (cited.length > 0 && seen.size > 0 && unseen.length > 0)
          faults.push(`${workItemId} ${criterionId}: cites Evidence about another result`);
      }
    }
  }
  return faults;
}
