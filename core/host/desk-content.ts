// Artifact content through the control plane, judged by its hash.
import type { FetchedContent } from '../coordinator/desk-runtime/ports.ts';
import type { ControlPlaneClient } from '../sync/control-plane-client.ts';

/** What was fetched has the hash, or does not come out. */
export async function fetchThrough(
  controlPlane: Pick<ControlPlaneClient, 'download'>,
  groupId: string,
  contentHash: string,
): Promise<FetchedContent> {
  const answer = await controlPlane.download(groupId, contentHash);
  if (answer.ok) return { condition: 'intact', bytes: answer.value };
  const { fault } = answer;
  // Whatever came was not what the hash says; everything else may be cured by time.
  if (fault.kind !== 'malformed') return { condition: 'unavailable' };
  const { received } = fault;
  return { condition: 'differs', ...(received === undefined ? {} : { received }) };
}
