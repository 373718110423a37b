// The state document of a Group snapshot (OPEN-026), and the records that follow from it: what a client goes on from when
// the log does not reach back to its Cursor (DEL-006). The document holds documents only; they are folded as if one Event
// had brought them, so that the records are those of the fold. What Events alone tell begins anew: counts, accounts, links
// of records to each other, texts of Messages.
import { evolve } from '../domain/evolve.ts';
import { type Change, OverlayWorld, SINGLE, type World } from '../domain/world.ts';
import type { Event, Lease } from '../protocol/generated/documents.ts';
import { isJsonObject, parseJson } from '../protocol/json.ts';
import { accept, refuse, type Result } from '../protocol/result.ts';
import type { Unsigned } from '../protocol/sign.ts';

export interface StateDocument {
  readonly groupId: string;
  readonly documents: readonly { readonly kind: string; readonly id: string; readonly document: object }[];
}

/** Where in the log a state stands. */
export interface StatePlace {
  readonly throughSequence: number;
  readonly createdAt: string;
}

/** Reads the bytes of a state document whose hash was checked. */
export function readStateDocument(bytes: Uint8Array, groupId: string): Result<StateDocument, string> {
  const parsed = parseJson(bytes, { limits: { maxBytes: bytes.length, maxDepth: 64 } });
  if (!parsed.ok) return refuse(parsed.fault.message);
  const { value } = parsed.value;
  if (!isJsonObject(value) || value['groupId'] !== groupId) return refuse('the state is of another Group');
  const documents: unknown = value['documents'];
  if (!Array.isArray(documents)) return refuse('the state has no documents');
  const entries: StateDocument['documents'][number][] = [];
  for (const entry of documents as readonly unknown[]) {
    const { kind, id, document } = (entry ?? {}) as Record<string, unknown>;
    if (
      typeof kind !== 'string' ||
      typeof id !== 'string' ||
      typeof document !== 'object' ||
      document === null
    ) {
      return refuse('the state has a malformed entry');
    }
    entries.push({ kind, id, document });
  }
  return accept({ groupId, documents: entries });
}

/** The kinds whose record is the document, and that no Event names by a member of its payload. */
const PLAIN_KINDS: readonly string[] = ['group', 'conversation', 'snapshot'];
/** The member by which an Event's payload brings a document of a kind. */
const PAYLOAD_MEMBERS: Readonly<Record<string, string>> = {
  mission: 'mission',
  membership: 'membership',
  lease: 'lease',
  proposal: 'workProposal',
  grant: 'delegationGrant',
  approval: 'approval',
  artifact: 'artifact',
  override: 'cooperationOverrideGrant',
};

/** What changes in a world that knows nothing of the Group when it takes over its state. */
export function foldState(
  world: World,
  { groupId, documents }: StateDocument,
  place: StatePlace,
): readonly Change[] {
  const overlay = new OverlayWorld(world);
  const bring = (payload: Event['payload']) =>
    overlay.apply(evolve(overlay, bringer(groupId, place, payload)));
  const leases = documents.filter(({ kind }) => kind === 'lease').map(({ document }) => document as Lease);
  for (const { kind, id, document } of documents) {
    const member = PAYLOAD_MEMBERS[kind];
    if (member !== undefined) bring({ [member]: document });
    else if (kind === 'evidence') bring({ evidence: [document] });
    else if (kind === 'workItem') {
      // Its leases follow it, so that the record knows which of them it is held under.
      bring({ workItem: document, closedLeases: leases.filter(({ workItemId }) => workItemId === id) });
    } else if (PLAIN_KINDS.includes(kind)) {
      // A Group has one Group record; the others stand under their own ids.
      const change = { kind, groupId, id: kind === 'group' ? SINGLE : id, value: document };
      overlay.apply([change as unknown as Change]);
    }
    // A kind of a later version of the Authority is left out: nothing here reads it.
  }
  return overlay.changes;
}

/** An Event that nobody signed and nobody sees: it only carries documents into the fold. */
function bringer(
  groupId: string,
  { throughSequence, createdAt }: StatePlace,
  payload: Event['payload'],
): Unsigned<'event'> {
  const nobody = { type: 'service', id: 'urn:heddle:state' } as const;
  return {
    protocolVersion: '0.1',
    eventId: 'urn:heddle:state',
    kind: 'ext.heddle.state',
    groupId,
    sequence: throughSequence,
    aggregateRevision: 0,
    actor: nobody,
    acceptedBy: nobody,
    cause: { type: 'policy', id: 'urn:heddle:state' },
    correlationId: 'urn:heddle:state',
    occurredAt: createdAt,
    payload,
  };
}
