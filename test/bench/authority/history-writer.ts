// Fills a store with history, fast: Commands are signed, decided, composed, folded and admitted by the same functions as
// in production, and appended through the store in large batches. Left out is only what leaves no trace in a database:
// no network, and no verification of signatures that were just made here.
import { decide } from '../../../core/domain/decide.ts';
import {
  type CommandKind,
  composeEvents,
  type DecisionContext,
  nowAt,
  primaryOf,
} from '../../../core/domain/decision.ts';
import { evolve } from '../../../core/domain/evolve.ts';
import { type Change, MemoryWorld, memberKey, ORGANIZATION, SINGLE } from '../../../core/domain/world.ts';
import { newId } from '../../../core/sync/system-ports.ts';
import { openStore } from '../../../core/host/authority-host.ts';
import {
  type OrganizationSettings,
  readServiceKey,
  readSettings,
  serviceOf,
} from '../../../core/host/organization-files.ts';
import { type AdmissionSubject, prepareCandidate } from '../../../core/protocol/admission.ts';
import type {
  Command,
  CommandPayloads,
  Event,
  FirstAdmissionRecord,
} from '../../../core/protocol/generated/documents.ts';
import { type KeyRegistry, openRegistry } from '../../../core/protocol/registry.ts';
import type { Result } from '../../../core/protocol/result.ts';
import {
  type FinishedDocument,
  type LocalSigner,
  signDocument,
  type Unsigned,
} from '../../../core/protocol/sign.ts';
import type {
  AuthorityStore,
  NewAdmission,
  Receipt,
  StoredEvent,
} from '../../../core/store/authority-store.ts';

/** Whoever a Command is from: with a key of its own here, or with one that somebody else holds. */
export interface Author {
  readonly actor: Command['actor'];
  readonly keyId: string;
  sign(command: Unsigned<'command'>): Promise<FinishedDocument<'command'>>;
}

/** An author whose key is in this process. */
export function authorOf({
  actor,
  signer,
}: {
  readonly actor: Command['actor'];
  readonly signer: LocalSigner;
}): Author {
  return {
    actor,
    keyId: signer.keyId,
    sign: async (command) => mustOk(signDocument('command', command, signer)),
  };
}

type Envelope = Partial<Pick<Command, 'groupId' | 'conversationId'>>;

const BATCH_COMMANDS = 1_000;
export class HistoryWriter {
  readonly world = new MemoryWorld();
  /** The moment of the next Command, in milliseconds since 1970. */
  nowMs: number;
  private readonly settings: OrganizationSettings;
  private readonly store: AuthorityStore;
  private readonly registry: KeyRegistry;
  private readonly signer: LocalSigner;
  private stored: number;
  private admissions: NewAdmission[] = [];
  private receipts: Receipt[] = [];
  private events: StoredEvent[] = [];
  private changes: Change[] = [];

  private constructor(
    settings: OrganizationSettings,
    store: AuthorityStore,
    keys: { readonly registry: KeyRegistry; readonly signer: LocalSigner },
    at: { readonly position: number; readonly nowMs: number },
  ) {
    this.settings = settings;
    this.store = store;
    this.registry = keys.registry;
    this.signer = keys.signer;
    this.stored = at.position;
    this.nowMs = at.nowMs;
  }

  /** Opens the store of an Organization that no server has open, and takes over its state. */
  static async open(folder: string, nowMs: number): Promise<HistoryWriter> {
    const settings = await readSettings(folder);
    const signer = await readServiceKey(folder, 'group-authority');
    const store = await openStore({ folder });
    const { organizationId } = settings;
    const registry = mustOk(openRegistry({ organizationId, bindings: await store.readBindings() }));
    const position = await store.readPosition();
    const writer = new HistoryWriter(settings, store, { registry, signer }, { position, nowMs });
    for (const groupId of [ORGANIZATION, ...(await store.readGroupIds())]) {
      writer.world.apply(await store.readRecords(groupId));
    }
    return writer;
  }

  /** How many Events there are, those that wait for their batch included. */
  get position(): number {
    return this.stored + this.events.length;
  }

  /** Accepts one Command with the epochs that are current, and answers with its primary Event. */
  async act<Kind extends CommandKind>(
    kind: Kind,
    author: Author,
    payload: CommandPayloads[Kind],
    envelope: Envelope = {},
  ): Promise<Event> {
    const { organizationId, policy } = this.settings;
    const { actor, keyId } = author;
    const now = nowAt(Math.floor(this.nowMs));
    const unsigned: Unsigned<'command'> = {
      protocolVersion: '0.1',
      actionId: newId(),
      actor,
      kind,
      correlationId: newId(),
      issuedAt: now.text,
      payload: payload as unknown as Command['payload'],
      ...this.epochsOf(actor, envelope.groupId),
      ...envelope,
    };
    const signed = await author.sign(unsigned);
    const { document: command, signingHash: commandHash } = signed;
    const groupAuthority = serviceOf(organizationId, 'group-authority');
    const context: DecisionContext = { now, newId, policy, acceptedBy: groupAuthority };
    const drafts = mustOk(decide(this.world, command, context));
    this.admissions.push({
      documentId: command.actionId,
      record: this.admit(signed, { keyId, principal: actor }, now.text),
    });
    let primary: Event | undefined;
    const primaryId = primaryOf(drafts)?.eventId;
    for (const draft of composeEvents(this.world, command, commandHash, drafts, context)) {
      const finished = mustOk(signDocument('event', draft, this.signer));
      const { document, bytes } = finished;
      const change = evolve(this.world, document);
      this.world.apply(change);
      this.changes.push(...change);
      const { eventId, groupId, sequence } = document;
      this.events.push({ position: this.position + 1, eventId, groupId, sequence, bytes });
      const key = { keyId: this.signer.keyId, principal: groupAuthority };
      this.admissions.push({ documentId: eventId, record: this.admit(finished, key, now.text) });
      if (eventId === primaryId) primary = document;
    }
    if (primary === undefined) throw new Error(`${kind} was accepted without an Event`);
    const { actionId } = command;
    this.receipts.push({
      actor,
      actionId,
      signingHash: commandHash,
      primaryEventId: primary.eventId,
      commandBytes: signed.bytes,
    });
    if (this.receipts.length >= BATCH_COMMANDS) await this.flush();
    return primary;
  }

  async flush(): Promise<void> {
    const { admissions, receipts, events, changes } = this;
    if (receipts.length === 0) return;
    await this.store.write((transaction) => transaction.append({ admissions, receipts, events, changes }));
    this.stored += events.length;
    this.admissions = [];
    this.receipts = [];
    this.events = [];
    this.changes = [];
  }

  async close(): Promise<void> {
    await this.flush();
    await this.store.close();
  }

  private epochsOf(actor: Command['actor'], groupId: string | undefined): Partial<Command> {
    const session =
      actor.type === 'agent' ? this.world.get('session', ORGANIZATION, actor.id)?.sessionEpoch : undefined;
    const member = groupId === undefined ? undefined : this.world.get('member', groupId, memberKey(actor));
    const mission = groupId === undefined ? undefined : this.world.get('mission', groupId, SINGLE);
    const coordinator = mission?.document.coordinator;
    return {
      ...(session === undefined ? {} : { sessionEpoch: session }),
      ...(member === undefined ? {} : { membershipEpoch: member.membershipEpoch }),
      ...(coordinator?.agentId === actor.id ? { coordinatorEpoch: coordinator.coordinatorEpoch } : {}),
    };
  }

  private admit(
    { kind, document, bytes, signingHash }: FinishedDocument,
    { keyId, principal }: Pick<AdmissionSubject, 'keyId' | 'principal'>,
    trustedAcceptedAt: string,
  ): FirstAdmissionRecord {
    const { organizationId } = this.settings;
    const binding = this.registry.findBinding(keyId);
    if (binding === undefined) throw new Error(`the Registry does not bind ${keyId}`);
    return mustOk(
      prepareCandidate(
        { kind, document, bytes, organizationId, signingHash, keyId, principal, binding },
        {
          admissionRecordId: newId(),
          trustedAcceptedAt,
          acceptedBy: serviceOf(organizationId, 'admission'),
        },
      ),
    );
  }
}

export function mustOk<Value, Fault>(result: Result<Value, Fault>): Value {
  if (!result.ok) throw new Error(JSON.stringify(result.fault));
  return result.value;
}
