// The identities of a connection as a run of a brief needs them: Commands go through the outbox of each identity, under Action
// IDs that were kept before, and everything is signed with the keys of the key store.
import type { RunningConnection } from '../coordinator/desk-runtime/desk-connections.ts';
import type { DeskKeys, DeskLink } from '../coordinator/desk-runtime/ports.ts';
import type { BriefAuthor, BriefIntent } from '../coordinator/brief-run/run-types.ts';
import type { SignPart } from '../coordinator/brief-run/sign-payload.ts';
import type { BriefPlan } from '../coordinator/briefs/plan-brief.ts';
import type { CommandDraft } from '../coordinator/command-draft.ts';
import type { KeptActions } from './desk-brief-record.ts';
import type { CoordinatorLink } from './mission-loop.ts';

export interface BriefLinks {
  readonly missionId: string;
  readonly owner: DeskLink;
  readonly coordinator: DeskLink;
  /** The last sequence of a Group that any identity of this connection has. */
  readonly headSeen: (groupId: string) => number | undefined;
}

/** The identities that a plan names; undefined when one of them is not here any more. */
export function findLinks(
  connection: Pick<RunningConnection, 'linkOf' | 'headSeen'>,
  plan: Pick<BriefPlan, 'missionId' | 'ownerId' | 'coordinatorAgentId'>,
): BriefLinks | undefined {
  const owner = connection.linkOf({ type: 'human', id: plan.ownerId });
  const coordinator = connection.linkOf({ type: 'agent', id: plan.coordinatorAgentId });
  return owner === undefined || coordinator === undefined
    ? undefined
    : {
        missionId: plan.missionId,
        owner,
        coordinator,
        headSeen: (groupId) => connection.headSeen(groupId),
      };
}

/**
 * Whether an identity can sign and send now. For both the Coordinator has to know everything that has happened: it is what
 * decisions are made from.
 */
export function canSign(links: BriefLinks, author: BriefAuthor, keys: DeskKeys): boolean {
  const link = author === 'owner' ? links.owner : links.coordinator;
  return keys.conditionOf(link.keyId) === 'usable' && link.path === 'open' && isCaughtUp(links);
}

function isCaughtUp({ missionId, coordinator }: BriefLinks): boolean {
  if (coordinator.status !== 'online') return false;
  // The ids of all Groups of a plan begin with that of its Mission.
  const groups = coordinator.groups().filter(({ groupId }) => groupId.startsWith(`${missionId}:`));
  return groups.every((group) => group.isCaughtUp || !group.isFollowed);
}

export function signerOf({ owner, coordinator }: BriefLinks, keys: DeskKeys): SignPart {
  return (kind, unsigned, by) =>
    keys.signDocument((by === 'owner' ? owner : coordinator).keyId, kind, unsigned);
}

/** The Coordinator's side of a run. */
export function coordinatorLinkOf(links: BriefLinks, actions: KeptActions): CoordinatorLink {
  const { coordinator } = links;
  return {
    // Another one after a time offline.
    get world() {
      return coordinator.world;
    },
    now: () => coordinator.now(),
    onApplied: (applied) => coordinator.listen({ applied, changed: () => {}, settled: () => {} }),
    onSession: (listener) =>
      coordinator.listen({
        applied: () => {},
        changed: () => listener({ kind: coordinator.status === 'replaced' ? 'replaced' : 'opened' }),
        settled: () => {},
      }),
    submit: (draft, intent) => submit(links, 'coordinator', draft, intent, actions),
  };
}

/** The MissionOwner's side of a run. */
export function ownerLinkOf(links: BriefLinks, actions: KeptActions) {
  return {
    submit: (draft: CommandDraft, intent: BriefIntent) => submit(links, 'owner', draft, intent, actions),
  };
}

/** What is due was decided from the Coordinator's log; its signer may not have heard of all of it yet, and of its epochs (MEM-002). */
function submit(
  links: BriefLinks,
  author: BriefAuthor,
  draft: CommandDraft,
  { intentId }: BriefIntent,
  actions: KeptActions,
) {
  return links[author].submit({ ...draft, actionId: actions.idOf(intentId) }, links.headSeen(draft.groupId));
}
