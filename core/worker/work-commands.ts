// Commands of an owner about one WorkItem: each with the revision that it was decided on (compare-and-set), read anew
// when that has moved on, and with an answer that says what to do next.
import type { CommandPayloads, Event, ProtocolError } from '../protocol/generated/documents.ts';
import type { AgentLink, CommandDraft } from './agent-link.ts';

export type OwnerAnswer =
  | { readonly kind: 'done'; readonly event: Event }
  /** The right is gone, or the state has changed under us: the log tells how it stands. */
  | { readonly kind: 'fenced'; readonly error: ProtocolError }
  | { readonly kind: 'over-budget'; readonly error: ProtocolError }
  | { readonly kind: 'needs-approval'; readonly error: ProtocolError }
  /** The Authority asks to wait. */
  | { readonly kind: 'later'; readonly afterMs: number }
  /** Refused for what it says: repeating does not help. */
  | { readonly kind: 'refused'; readonly error: ProtocolError }
  /** No connection, or none any more; nobody knows or nothing was sent. */
  | { readonly kind: 'offline' };

const FENCED: ReadonlySet<ProtocolError['code']> = new Set([
  'AUTH_STALE_SESSION',
  'WORK_STALE_OWNERSHIP',
  'WORK_LEASE_EXPIRED',
  'WORK_ALREADY_OWNED',
  'AUTH_FORBIDDEN',
  'INVALID_STATE_TRANSITION',
  'MEMBERSHIP_REQUIRED',
  'GROUP_NOT_FOUND',
]);

/** How often a Command is decided anew because somebody else was faster. */
const CONFLICT_ATTEMPTS = 4;
const DEFAULT_WAIT_MS = 5_000;
/** The first Command of a newcomer makes it a full member: the Event that says so follows the one that it waited for. */
const EPOCH_WAIT_MS = 250;

type OwnerKind = Extract<
  keyof CommandPayloads,
  `work.${string}` | `ext.missionweaveprotocol.core.${string}` | 'artifact.publish'
>;

export class WorkCommands {
  private readonly link: AgentLink;
  private readonly groupId: string;
  private readonly workItemId: string;

  constructor(link: AgentLink, groupId: string, workItemId: string) {
    this.link = link;
    this.groupId = groupId;
    this.workItemId = workItemId;
  }

  get revision(): number | undefined {
    return this.link.world.get('workItem', this.groupId, this.workItemId)?.document.revision;
  }

  /** Sends in the Session of now, or not at all: all of these Commands lose their meaning with it. */
  async send<Kind extends OwnerKind>(
    kind: Kind,
    payload: CommandPayloads[Kind],
    more: Pick<CommandDraft, 'extensions' | 'actionId'> = {},
  ): Promise<OwnerAnswer> {
    for (let attempt = 1; ; attempt += 1) {
      const { revision } = this;
      const before = this.link.session?.sessionEpoch;
      const outcome = await this.link.submit({
        kind,
        groupId: this.groupId,
        workItemId: this.workItemId,
        payload,
        mustBeNow: true,
        ...(revision === undefined ? {} : { expectedRevision: revision }),
        ...more,
      });
      if (outcome.status === 'accepted') return { kind: 'done', event: outcome.event };
      if (outcome.status !== 'refused') return { kind: 'offline' };
      const { error } = outcome;
      // It was cut off before it arrived, and came with the next Session: whoever looks again decides anew.
      if (error.code === 'AUTH_STALE_SESSION' && this.link.session?.sessionEpoch !== before) {
        return { kind: 'offline' };
      }
      if (error.code !== 'REVISION_CONFLICT' || attempt >= CONFLICT_ATTEMPTS) return answerTo(error);
    }
  }
}

function answerTo(error: ProtocolError): OwnerAnswer {
  if (FENCED.has(error.code)) return { kind: 'fenced', error };
  if (error.code === 'BUDGET_EXCEEDED') return { kind: 'over-budget', error };
  if (error.code === 'APPROVAL_REQUIRED') return { kind: 'needs-approval', error };
  if (error.code === 'MEMBERSHIP_STALE') return { kind: 'later', afterMs: EPOCH_WAIT_MS };
  // A limit that does not fall by waiting (ERR-032) may still fall when other work ends.
  const isLimit = error.code === 'RATE_LIMITED' || error.code === 'REVISION_CONFLICT';
  if (error.retryable || isLimit) return { kind: 'later', afterMs: error.retryAfterMs ?? DEFAULT_WAIT_MS };
  return { kind: 'refused', error };
}
