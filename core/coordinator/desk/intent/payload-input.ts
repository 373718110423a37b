// What the payload of a Command is made from, and what comes of it.
import type { Now } from '../../../domain/decision.ts';
import type { MissionRecord, WorkItemRecord, World } from '../../../domain/world.ts';
import type {
  Actor,
  AgentCard,
  CommandPayloads,
  WorkContract,
} from '../../../protocol/generated/documents.ts';
import type { CandidateEstimate } from '../candidate-estimates.ts';
import type { GroupHistory } from '../connection.ts';
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
  /** What is known of an Agent for work under a contract, to be said of a choice. */
  readonly estimateOf: (agentId: string, contract: WorkContract) => CandidateEstimate | undefined;
  /** Whether somebody can sign at this computer. */
  readonly isHere: (actor: Actor) => boolean;
  /** Who signs a review by a human; undefined when no human identity is here. */
  readonly witness: Actor | undefined;
  /** Which Agent signs a Context Package; undefined when none that may is here. */
  readonly packageAuthor: Actor | undefined;
  /** Of the Group; undefined while its log was not read. */
  readonly history: GroupHistory | undefined;
}

/**
 * What a payload needs and this computer does not have:
 * - `witness`: a human identity, for a review by a human (EVI-005);
 * - `package-author`: the Agent that leads the Mission, for a Context Package;
 * - `root-owner`: the human at the root, who has to approve a child as well (CHD-005, CRD-006);
 * - `log`: the Events that a Context Package cites (CTX-002).
 */
export type Lack = 'witness' | 'package-author' | 'root-owner' | 'log';

export interface BuiltPayload<Kind extends DeskCommandKind> {
  readonly payload: CommandPayloads[Kind];
  readonly signs?: readonly PartToSign[];
  /** Without it the payload must not be signed. */
  readonly lacks?: Lack | undefined;
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
