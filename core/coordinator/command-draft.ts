// What a Coordinator asks to have signed and sent: the shape that clients take (core/sync/agent-link.ts), with payloads
// that fit their kinds. The client fills in epochs, ids and times as they are at that moment.
import type { CommandKind } from '../domain/decision.ts';
import type { Command, CommandPayloads } from '../protocol/generated/documents.ts';

/** A Command before it is signed. */
export type CommandDraft = {
  readonly [Kind in CommandKind]: {
    readonly kind: Kind;
    readonly groupId: string;
    readonly payload: CommandPayloads[Kind];
    readonly expectedRevision?: number;
    readonly conversationId?: string;
    readonly workItemId?: string;
    readonly cooperationOverrideGrantId?: string;
    readonly extensions?: NonNullable<Command['extensions']>;
    readonly actionId?: string;
    readonly causationId?: string;
    /** Of the Command that this one stands for; its own Action ID when left out. */
    readonly correlationId?: string;
    /** Of no use later: not kept while the connection is down. */
    readonly mustBeNow?: boolean;
  };
}[CommandKind];
