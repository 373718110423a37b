// A model's draft laid over a contract that a person or a rule has made: it adds words and conditions, and takes none away.
import type { ModelContractDraft, WorkContract } from '../../../protocol/generated/documents.ts';

const OPAQUE_SCHEMA = 'urn:missionweaveprotocol:schema:opaque';

/**
 * The contract with the draft's texts. Criteria and deliverables that were there stay as they are; budget, resources,
 * deadline, capabilities, risk and approvals are not a model's to say.
 */
export function applyContractDraft(base: WorkContract, draft: ModelContractDraft): WorkContract {
  const criteria = new Set(base.acceptanceCriteria.map(({ criterionId }) => criterionId));
  const deliverables = new Set(base.requiredDeliverables.map(({ deliverableId }) => deliverableId));
  return {
    ...base,
    goal: draft.goal,
    businessImpact: draft.businessImpact,
    acceptanceCriteria: [
      ...base.acceptanceCriteria,
      ...draft.criteria.filter(({ criterionId }) => isFirst(criteria, criterionId)),
    ],
    requiredDeliverables: [
      ...base.requiredDeliverables,
      ...draft.deliverables
        .filter(({ deliverableId }) => isFirst(deliverables, deliverableId))
        .map(({ deliverableId, description, mediaType }) => ({
          deliverableId,
          description,
          mediaType,
          schema: OPAQUE_SCHEMA,
        })),
    ],
  };
}

function isFirst(seen: Set<string>, id: string): boolean {
  if (seen.has(id)) return false;
  seen.add(id);
  return true;
}
