// How the reviews of a Coordinator's own process reach contents, keys and checks.
import type { ReviewPorts } from '../coordinator/assistant/review/prepare-review.ts';
import type { SyncClient } from '../sync/sync-client.ts';

/** In one Group. What cannot be had is an answer, never a rejection. */
export function reviewPortsOfClient(
  client: Pick<SyncClient, 'artifacts' | 'evidence' | 'refreshKeys'>,
  groupId: string,
  runCheck: ReviewPorts['runCheck'],
): ReviewPorts {
  return {
    fetchContent: async (contentHash) => {
      try {
        return { ok: true, bytes: await client.artifacts.download(groupId, contentHash) };
      } catch (error) {
        return { ok: false, problem: error instanceof Error ? error.message : String(error) };
      }
    },
    keys: () => client.evidence,
    refreshKeys: () => client.refreshKeys(),
    runCheck,
  };
}
