// Carries out what the matrix allows: signs the documents inside a Command, hands it to the Agent's client, and waits for its fate.
// Nothing unsigned outlives a Session: whoever takes the Agent over, or starts again, decides anew on the state of then.
import { AUTONOMY_EXTENSION } from '../coordinator/assistant/autonomy/notes.ts';
import type { LeadOrder, LeadOutcome } from '../coordinator/assistant/lead/driver-types.ts';
import type { CommandDraft } from '../coordinator/command-draft.ts';
import { signParts } from '../coordinator/payload-parts.ts';
import type { DocumentKind } from '../protocol/document-kinds.ts';
import type { Actor } from '../protocol/generated/documents.ts';
import type { OutboxEntry } from '../store/replica-store.ts';
import type { CommandOutcome } from '../sync/agent-link.ts';
import type { CoordinateVoice } from './coordinate-voice.ts';

export interface CoordinateOrdersOptions {
  readonly agentId: string;
  readonly voice: CoordinateVoice;
  /** Whether this runtime has the Session and is not about to end. */
  readonly maySign: () => boolean;
  readonly signPart: (kind: DocumentKind, unsigned: object, by: Actor) => Promise<object>;
  readonly readKept: (actionId: string) => Promise<OutboxEntry | undefined>;
  readonly submit: (draft: CommandDraft) => Promise<CommandOutcome>;
}

export class CoordinateOrders {
  private readonly options: CoordinateOrdersOptions;
  /** The last order of each Group: one at a time, so that each is signed, if at all, on the state that the one before left. */
  private readonly last = new Map<string, Promise<unknown>>();
  private readonly underWay = new Set<Promise<LeadOutcome>>();

  constructor(options: CoordinateOrdersOptions) {
    this.options = options;
  }

  get count(): number {
    return this.underWay.size;
  }

  carryOut(order: LeadOrder): Promise<LeadOutcome> {
    const { groupId } = order.draft;
    const before = this.last.get(groupId) ?? Promise.resolve();
    const outcome = before
      .then(() => this.perform(order))
      .finally(() => {
        this.underWay.delete(outcome);
      });
    this.underWay.add(outcome);
    this.last.set(
      groupId,
      outcome.catch(() => undefined),
    );
    return outcome;
  }

  /** Settles when everything that is under way is over. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.underWay);
  }

  private async perform(order: LeadOrder): Promise<LeadOutcome> {
    const outcome = await this.submit(order);
    this.tell(order, outcome);
    // Refused for its Session alone: in the one that comes it is right, if it still is what is to be done then (ERR-041).
    const isOfBefore = outcome.status === 'refused' && outcome.error.code === 'AUTH_STALE_SESSION';
    return isOfBefore ? { status: 'abandoned' } : outcome;
  }

  private async submit(order: LeadOrder): Promise<LeadOutcome> {
    const { readKept, submit, maySign } = this.options;
    const kept = await readKept(order.actionId);
    // An earlier run, or Session, has handed it over: its fate is that of these very bytes (IDM-001).
    if (kept !== undefined && kept.state !== 'refused' && kept.state !== 'abandoned') {
      // What is under this Action ID was written here.
      return toLead(await submit(kept.draft as CommandDraft));
    }
    const draft = await this.signInside(order);
    if (draft === undefined || !maySign() || !order.isStanding()) return { status: 'abandoned' };
    return toLead(await submit(draft));
  }

  /** Undefined when somebody has to sign a part who is not here. */
  private async signInside({ draft, signs, actionId, signer }: LeadOrder): Promise<CommandDraft | undefined> {
    const { agentId, signPart } = this.options;
    if ([signer, ...signs.map(({ by }) => by)].some(({ type, id }) => type !== 'agent' || id !== agentId))
      return undefined;
    const payload = await signParts(draft.payload, signs, signPart);
    // Kind and payload still belong together: signing adds signatures and nothing else.
    return { ...draft, payload, actionId, mustBeNow: true } as CommandDraft;
  }

  private tell({ draft, actionId }: LeadOrder, outcome: LeadOutcome): void {
    const { voice } = this.options;
    const { kind, groupId, workItemId } = draft;
    const act = { kind, groupId, workItemId, actionId, rule: ruleOf(draft) };
    switch (outcome.status) {
      case 'accepted': {
        const { eventId, sequence } = outcome.event;
        voice.say('act.accepted', { ...act, eventId, sequence });
        break;
      }
      case 'refused': {
        const { code, message } = outcome.error;
        voice.say('act.refused', { ...act, code, message });
        break;
      }
      case 'abandoned':
        voice.say('act.abandoned', act);
        break;
      case 'unknown':
        // The process ends; the next one finds it in its outbox.
        break;
    }
  }
}

function toLead(outcome: CommandOutcome): LeadOutcome {
  return outcome.status === 'accepted' ? { status: 'accepted', event: outcome.event } : outcome;
}

/** The rule that allowed it, as the mark of the gate names it. */
function ruleOf({ extensions = {} }: CommandDraft): string {
  // The gate has just written it.
  const { data } = (extensions[AUTONOMY_EXTENSION] ?? {}) as { readonly data?: { readonly rule?: string } };
  return data?.rule ?? '';
}
