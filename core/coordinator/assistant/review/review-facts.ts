// The facts of a review as a desk knows them before anything was fetched.
import { SINGLE } from '../../../domain/world.ts';
import type { Evidence } from '../../../protocol/generated/documents.ts';
import type { DeskConnection } from '../../desk/connection.ts';
import { DEFAULT_REVIEW_POLICY, type ReviewFacts, type ReviewPolicy } from './review-types.ts';

/** Reviews are the Coordinator's: it is the Mission's own, whether its key is on this computer or not. */
export function openFacts(
  { world, nowMs, cards }: Pick<DeskConnection, 'world' | 'nowMs' | 'cards'>,
  groupId: string,
  workItemId: string,
  {
    policy = DEFAULT_REVIEW_POLICY,
    offered = [],
  }: { readonly policy?: ReviewPolicy; readonly offered?: readonly Evidence[] } = {},
): ReviewFacts | undefined {
  const mission = world.get('mission', groupId, SINGLE)?.document;
  if (mission === undefined) return undefined;
  return {
    world,
    groupId,
    workItemId,
    nowMs,
    coordinatorAgentId: mission.coordinator.agentId,
    cards,
    offered,
    contents: new Map(),
    signatures: new Map(),
    checks: new Map(),
    policy,
  };
}
