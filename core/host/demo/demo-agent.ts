// An Agent of the demo that no Worker stands behind: it does what a scenario wants it to, with Commands of its own.
import type { CommandDraft } from '../../coordinator/command-draft.ts';
import { SINGLE } from '../../domain/world.ts';
import type { DocumentKind, DocumentOfKind } from '../../protocol/document-kinds.ts';
import type { Artifact, ContextPackage, Event, ProtocolError } from '../../protocol/generated/documents.ts';
import { type LocalSigner, signDocument, type Unsigned } from '../../protocol/sign.ts';
import { formatTimestamp } from '../../protocol/timestamp.ts';
import { MemoryReplicaStore } from '../../store/memory/replica-memory-store.ts';
import type { ServerSettings } from '../../sync/server-address.ts';
import { openSyncClient, type SyncClient } from '../../sync/sync-client.ts';
import { newId } from '../../sync/system-ports.ts';
import type { DemoPerson } from './demo-folder.ts';
import { demoSignerOf } from './demo-keys.ts';
import { untilTrue } from './demo-waiting.ts';

export interface DemoAgentOptions {
  readonly person: DemoPerson;
  readonly organizationId: string;
  readonly groupAuthorityId: string | undefined;
  readonly server: ServerSettings;
  readonly signal: AbortSignal;
  readonly onFault: (error: unknown) => void;
}

/** Under what its owner works on something. */
export interface DemoTerm {
  readonly ownershipEpoch: number;
  readonly executionLeaseId: string;
}

/** A Command that should have been accepted was refused. */
export class DemoRefusal extends Error {
  override readonly name = 'DemoRefusal';
  readonly error: Pick<ProtocolError, 'code' | 'message'>;

  constructor(kind: string, error: Pick<ProtocolError, 'code' | 'message'>) {
    super(`${kind}: ${error.code}: ${error.message}`);
    this.error = error;
  }
}

export class DemoAgent {
  readonly agentId: string;
  readonly client: SyncClient;
  private readonly signer: LocalSigner;
  private readonly options: DemoAgentOptions;
  private readonly leaving: { isBegun: boolean };
  private left: Promise<void> | undefined;
  /** Of each Group what came since it connected: all of it, since it keeps nothing. */
  private readonly eventIds = new Map<string, string[]>();

  private constructor(
    options: DemoAgentOptions,
    client: SyncClient,
    signer: LocalSigner,
    leaving: { isBegun: boolean },
  ) {
    this.leaving = leaving;
    this.options = options;
    this.client = client;
    this.signer = signer;
    this.agentId = options.person.actor.id;
    client.onApplied((groupId, events) => {
      const ids = this.eventIds.get(groupId) ?? [];
      this.eventIds.set(groupId, ids);
      for (const { eventId } of events) ids.push(eventId);
    });
  }

  /** Connects, and answers when there is a Session. It keeps nothing: the log brings everything again. */
  static async connect(options: DemoAgentOptions): Promise<DemoAgent> {
    const { person, organizationId, groupAuthorityId, server, signal, onFault } = options;
    const signer = demoSignerOf(person);
    const leaving = { isBegun: false };
    const client = await openSyncClient({
      organizationId,
      agentId: person.actor.id,
      signer,
      server,
      store: new MemoryReplicaStore(),
      newId,
      // What was asked for when it left is not answered any more.
      onFault: (error) => {
        if (!leaving.isBegun) onFault(error);
      },
      ...(groupAuthorityId === undefined ? {} : { groupAuthorityId }),
    });
    const agent = new DemoAgent(options, client, signer, leaving);
    // What it still waits for is over then: nobody may wait for an answer that cannot come.
    const leave = () => {
      agent.leave().catch(onFault);
    };
    signal.addEventListener('abort', leave, { once: true });
    client.start();
    try {
      await untilTrue(() => client.session !== undefined, signal);
    } catch (error) {
      await agent.leave();
      throw error;
    }
    return agent;
  }

  /** A Command that has to be accepted. */
  async act(draft: CommandDraft): Promise<Event> {
    const outcome = await this.client.submit(draft);
    if (outcome.status === 'accepted') return outcome.event;
    throw outcome.status === 'refused'
      ? new DemoRefusal(draft.kind, outcome.error)
      : new Error(`${draft.kind}: ${outcome.status}`);
  }

  /** A Command that has to be refused: why. */
  async refusalOf(draft: CommandDraft): Promise<ProtocolError> {
    const outcome = await this.client.submit(draft);
    if (outcome.status === 'refused') return outcome.error;
    throw new Error(`${draft.kind} was not refused: ${outcome.status}`);
  }

  /** Until it follows a Group that it was taken into. */
  joined(groupId: string): Promise<void> {
    return untilTrue(
      () => this.client.world.get('head', groupId, SINGLE) !== undefined && this.client.isCaughtUp(groupId),
      this.options.signal,
    );
  }

  /** Takes the offer that was made to it. */
  async accept(groupId: string, workItemId: string, ownershipLeaseSeconds: number): Promise<void> {
    const { world } = this.client;
    const offer = () =>
      world
        .get('workItem', groupId, workItemId)
        ?.document.offers?.find(({ agentId, status }) => agentId === this.agentId && status === 'pending');
    await untilTrue(() => offer() !== undefined, this.options.signal);
    const { offerId = '' } = offer() ?? {};
    const expectedRevision = world.get('workItem', groupId, workItemId)?.document.revision ?? 0;
    await this.act({
      kind: 'work.accept_offer',
      groupId,
      workItemId,
      expectedRevision,
      payload: { workItemId, offerId, ownershipLeaseSeconds },
    });
  }

  /** Starts work that it has accepted, under the epoch that it got for it. */
  async begin(groupId: string, workItemId: string, executionLeaseSeconds: number): Promise<DemoTerm> {
    const { world } = this.client;
    const record = () => world.get('workItem', groupId, workItemId);
    await untilTrue(() => record()?.document.owner?.agentId === this.agentId, this.options.signal);
    const ownershipEpoch = record()?.document.owner?.ownershipEpoch ?? 0;
    await this.act({
      kind: 'work.start',
      groupId,
      workItemId,
      payload: { workItemId, ownershipEpoch, executionLeaseSeconds },
    });
    await untilTrue(() => record()?.executionLeaseId !== undefined, this.options.signal);
    return { ownershipEpoch, executionLeaseId: record()?.executionLeaseId ?? '' };
  }

  /** Brings content and publishes its manifest; the content's hash. */
  async publish(
    place: { readonly groupId: string; readonly missionId: string; readonly workItemId: string },
    term: DemoTerm,
    content: Uint8Array,
    facts: Pick<Artifact, 'mediaType' | 'schemaUri'>,
  ): Promise<string> {
    const { groupId, missionId, workItemId } = place;
    const { client, options } = this;
    const owner = client.world.get('workItem', groupId, workItemId)?.document.owner;
    if (owner === undefined) throw new Error(`${workItemId} has no owner`);
    const contentHash = await client.artifacts.upload(groupId, content);
    const artifact = this.sign('artifact', {
      artifactId: newId(),
      missionId,
      groupId,
      workItemId,
      contentHash,
      sizeBytes: content.length,
      uri: `${options.server.origin}/v0.1/artifacts/${contentHash}?groupId=${encodeURIComponent(groupId)}`,
      producer: {
        agentId: owner.agentId,
        agentCardVersion: owner.agentCardVersion,
        capabilities: owner.capabilityPins,
      },
      sourceArtifactHashes: [],
      toolVersions: [],
      modelVersions: [],
      classification: 'internal',
      createdAt: this.nowText,
      ...facts,
    });
    await this.act({
      kind: 'artifact.publish',
      groupId,
      workItemId,
      payload: { artifact, ...term },
    });
    return contentHash;
  }

  /** A document with its signature. */
  sign<Kind extends DocumentKind>(kind: Kind, unsigned: Unsigned<Kind>): DocumentOfKind[Kind] {
    const signed = signDocument(kind, unsigned, this.signer);
    if (!signed.ok) throw new Error(`${kind} was not signed: ${signed.fault.message}`);
    return signed.value.document;
  }

  /** All Events of a Group that it has seen from the first one on. */
  rangeOf(groupId: string): ContextPackage['sourceEventRange'] {
    const eventIds = [...(this.eventIds.get(groupId) ?? [])];
    return { fromSequence: 1, toSequence: eventIds.length, eventIds };
  }

  get nowText(): string {
    return formatTimestamp(Math.floor(this.client.now()));
  }

  /** Falls silent: from one moment to the next nothing comes from it any more. */
  async leave(): Promise<void> {
    this.leaving.isBegun = true;
    this.left ??= this.client.stop();
    await this.left;
  }
}
