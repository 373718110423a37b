// The Commands that are not over, in the line of their Group, and what is known of each while this process runs. Pure
// bookkeeping: `outbox.ts` decides.
import { OFFLINE_EXTENSION } from '../domain/offline.ts';
import type { ProtocolError } from '../protocol/generated/documents.ts';
import type { OutboxEntry } from '../store/replica-store.ts';
import type { CommandDraft, CommandOutcome } from './agent-link.ts';
import type { Epochs } from './command-signing.ts';
import { millisecondsOf } from './sync-ports.ts';

/** A Command that is not over. */
export interface OutboxItem {
  entry: OutboxEntry;
  readonly draft: CommandDraft;
  readonly waiters: ((outcome: CommandOutcome) => void)[];
  /** Resolves when it is durable; with an entry that was known already, when it is not to be kept. */
  stored: Promise<OutboxEntry | undefined>;
  isBusy: boolean;
  /** Under way in the open Session since then. */
  sentAtMs: number | undefined;
  /** When its bytes were signed, by the Authority's clock. */
  issuedAtMs: number | undefined;
  epochs: Epochs | undefined;
  /** Whoever asked has decided by the log up to here: it is signed with the epochs of no earlier state. */
  readonly afterSequence: number | undefined;
  /** When it stops waiting for that. */
  behindUntilMs: number | undefined;
  /** Not before then. */
  retryAtMs: number;
  repeats: number;
  reissues: number;
  /** It was refused as stale: it is signed anew when its epochs have changed, or refused for good at a time. */
  stale: { readonly error: ProtocolError; readonly untilMs: number; readonly isExpired: boolean } | undefined;
}

export function itemOf(entry: OutboxEntry, draft: CommandDraft, afterSequence?: number): OutboxItem {
  return {
    entry,
    draft,
    afterSequence,
    behindUntilMs: undefined,
    waiters: [],
    stored: Promise.resolve(undefined),
    isBusy: false,
    sentAtMs: undefined,
    issuedAtMs: issuedAtMsOf(entry),
    epochs: undefined,
    retryAtMs: 0,
    repeats: 0,
    reissues: 0,
    stale: undefined,
  };
}

/** An entry for a draft that nobody has signed yet. */
export function entryOf(draft: CommandDraft, actionId: string, now: string): OutboxEntry {
  return {
    actionId,
    groupId: draft.groupId,
    state: 'draft',
    draft,
    commandBytes: undefined,
    signingHash: undefined,
    event: undefined,
    error: undefined,
    replacedBy: undefined,
    createdAt: now,
    changedAt: now,
  };
}

/** Whether a Command carries the binding of bounded offline execution (OFF-001), and so keeps its Action ID (OFF-004). */
export function keepsActionId({ extensions }: CommandDraft): boolean {
  return extensions !== undefined && Object.hasOwn(extensions, OFFLINE_EXTENSION);
}

/** When the bytes of an earlier run were signed. */
function issuedAtMsOf({ commandBytes }: OutboxEntry): number | undefined {
  if (commandBytes === undefined) return undefined;
  // Our own document, which its schema has checked.
  const { issuedAt } = JSON.parse(Buffer.from(commandBytes).toString('utf8')) as {
    readonly issuedAt: string;
  };
  return millisecondsOf(issuedAt);
}

export class OutboxLines {
  private readonly items = new Map<string, OutboxItem>();
  private readonly lines = new Map<string, OutboxItem[]>();
  private readonly actionIdsByFrameId = new Map<string, string>();

  get count(): number {
    return this.items.size;
  }

  /** A copy: what is done with the items may remove them. */
  all(): readonly OutboxItem[] {
    return [...this.items.values()];
  }

  groupIds(): readonly string[] {
    return [...this.lines.keys()];
  }

  get(actionId: string): OutboxItem | undefined {
    return this.items.get(actionId);
  }

  has(item: OutboxItem): boolean {
    return this.items.get(item.entry.actionId) === item;
  }

  /** The one whose turn it is in a Group. */
  first(groupId: string): OutboxItem | undefined {
    return this.lines.get(groupId)?.[0];
  }

  /** At the end of its Group's line. */
  add(item: OutboxItem): void {
    const { actionId, groupId } = item.entry;
    this.items.set(actionId, item);
    const line = this.lines.get(groupId);
    if (line === undefined) this.lines.set(groupId, [item]);
    else line.push(item);
  }

  remove(item: OutboxItem): void {
    const { actionId, groupId } = item.entry;
    if (this.has(item)) this.items.delete(actionId);
    const rest = (this.lines.get(groupId) ?? []).filter((other) => other !== item);
    if (rest.length === 0) this.lines.delete(groupId);
    else this.lines.set(groupId, rest);
    this.forgetFrames(actionId);
  }

  /** Gives an item another entry, and keeps its place. */
  replace(item: OutboxItem, entry: OutboxEntry): void {
    this.items.delete(item.entry.actionId);
    this.forgetFrames(item.entry.actionId);
    this.items.set(entry.actionId, item);
    item.entry = entry;
  }

  noteFrame(frameId: string, actionId: string): void {
    this.actionIdsByFrameId.set(frameId, actionId);
  }

  /** The item that a frame carried. */
  byFrame(frameId: string): OutboxItem | undefined {
    const actionId = this.actionIdsByFrameId.get(frameId);
    return actionId === undefined ? undefined : this.items.get(actionId);
  }

  clearFrames(): void {
    this.actionIdsByFrameId.clear();
  }

  private forgetFrames(actionId: string): void {
    for (const [frameId, other] of this.actionIdsByFrameId) {
      if (other === actionId) this.actionIdsByFrameId.delete(frameId);
    }
  }
}
