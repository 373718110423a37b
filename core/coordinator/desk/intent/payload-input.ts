// What the payload of a Command is made from, and what comes of it.
import type { Now } from '../../../domain/decision.ts';
import type { MissionRecord, WorkItemRecord, World } from '../../../domain/world.ts';
import type { Actor, AgentCard, CommandPayloads } from '../../../protocol/generated/documents.ts';
import type { DeskCommandKind, IntentForms } from './forms.ts';
import type { IdBook } from './id-book.ts';
import type { PartToSign } from '../../payload-parts.ts';

export interface PayloadInput<Kind extends DeskCommandKind> {
  readonly form: IntentForms[Kind];
  readonly world: World;
  readonly groupId: string;
  readonly signer: Actor;
  readonly now: Now;
  readonly ids: IdBook;
  /** Of the Group; undefined where there is none yet. */
  readonly mission: MissionRecord | undefined;
  readonly cardOf: (agentId: string) => AgentCard | undefined;
}

export interface BuiltPayload<Kind extends DeskCommandKind> {
  readonly payload: CommandPayloads[Kind];
  readonly signs?: readonly PartToSign[];
  readonly expectedRevision?: number | undefined;
  readonly conversationId?: string | undefined;
  readonly workItemId?: string | undefined;
}

export type PayloadBuilder<Kind extends DeskCommandKind> = (input: PayloadInput<Kind>) => BuiltPayload<Kind>;

/** A document on its way to its signature, where a signed one belongs. `signs` of the payload names it. */
export function unsignedPart<Signed extends object>(unsigned: Omit<Signed, 'signature'>): Signed {
  return unsigned as Signed;
}

/** What an envelope says of the WorkItem that it is about, as it is now. */
export function placeOfItem(
  { world, groupId }: Pick<PayloadInput<DeskCommandKind>, 'world' | 'groupId'>,
  workItemId: string,
): Pick<BuiltPayload<DeskCommandKind>, 'expectedRevision' | 'workItemId' | 'conversationId'> & {
  readonly record: WorkItemRecord | undefined;
} {
  const record = world.get('workItem', groupId, workItemId);
  return {
    record,
    workItemId,
    expectedRevision: record?.document.revision,
    conversationId: record?.document.conversationId,
  };
}
