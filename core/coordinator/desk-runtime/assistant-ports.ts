// What the assistant is given of a running connection: scenes for its rankings, and ways to meet the needs of its reviews.
import type { OfferScene } from '../assistant/offers/agent-standing.ts';
import type { RankingSettings } from '../assistant/offers/offer-settings.ts';
import type { ReviewPorts } from '../assistant/review/prepare-review.ts';
import type { CheckOutcome, CheckProgram } from '../assistant/review/review-types.ts';
import type { DeskConnection } from '../desk/connection.ts';
import type { RunningConnection } from './desk-connections.ts';

/** Runs a program of a declared check in a sandbox; never rejects. */
export type CheckRunner = (program: CheckProgram) => Promise<CheckOutcome>;

/** Everything that a ranking of a Group's work looks at, as the connection has it at this moment. */
export function offerSceneOf(
  { agentHistory }: Pick<RunningConnection, 'agentHistory'>,
  { world, nowMs, policy, cards, presence }: DeskConnection,
  groupId: string,
  ranking: RankingSettings,
): OfferScene {
  return { world, groupId, nowMs, policy, cards, presence, history: agentHistory, ranking };
}

/** How reviews of a Group's work reach contents, keys and checks. What cannot be had is an answer, never a rejection. */
export function reviewPortsOf(
  connection: Pick<RunningConnection, 'fetchContent' | 'evidence'> &
    Partial<Pick<RunningConnection, 'refreshKeys'>>,
  groupId: string,
  runCheck: CheckRunner,
  onFault: (error: unknown) => void,
): ReviewPorts {
  return {
    fetchContent: async (contentHash) => {
      try {
        const content = await connection.fetchContent(groupId, contentHash);
        if (content.condition === 'intact') return { ok: true, bytes: content.bytes };
        return { ok: false, problem: content.condition, differs: content.condition === 'differs' };
      } catch (error) {
        onFault(error);
        return { ok: false, problem: 'failed' };
      }
    },
    keys: () => connection.evidence(),
    refreshKeys: async () => connection.refreshKeys?.(),
    runCheck,
  };
}
