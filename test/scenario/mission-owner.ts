// A human who owns a Mission, with nothing but a key and the control plane.
import { SINGLE } from '../../core/domain/world.ts';
import type {
  Approval,
  Command,
  CommandPayloads,
  Event,
  ProtocolError,
} from '../../core/protocol/generated/documents.ts';
import { openRegistry } from '../../core/protocol/registry.ts';
import { signDocument } from '../../core/protocol/sign.ts';
import { formatTimestamp } from '../../core/protocol/timestamp.ts';
import { ControlPlaneClient, describeFault } from '../../core/sync/control-plane-client.ts';
import { accessCredentials } from '../../core/sync/credentials.ts';
import { signerOfLocalKey } from '../../core/sync/key-signer.ts';
import type { ServerAddress } from '../../core/sync/server-address.ts';
import { newId, SYSTEM_CLOCK, SYSTEM_RANDOM } from '../../core/sync/system-ports.ts';
import { type Principal, principalOf } from './principals.ts';
import { SignedLog } from './signed-log.ts';

/** A Mission by its ids. */
export interface MissionIds {
  readonly missionId: string;
  readonly groupId: string;
}

type Answer =
  | { readonly ok: true; readonly event: Event }
  | { readonly ok: false; readonly error: ProtocolError };

const PAGE = 500;

export class MissionOwner implements Principal {
  readonly actor: Principal['actor'] & { readonly type: 'human' };
  readonly signer: Principal['signer'];
  private readonly plane: ControlPlaneClient;

  constructor(label: string, address: ServerAddress) {
    const { actor, signer } = principalOf('human', label);
    this.actor = { type: 'human', id: actor.id };
    this.signer = signer;
    this.plane = new ControlPlaneClient({
      address,
      credentials: accessCredentials({
        principal: this.actor,
        signer: signerOfLocalKey(signer),
        clock: SYSTEM_CLOCK,
        random: SYSTEM_RANDOM,
      }),
    });
  }

  /** Signs a Command and sends it. `membershipEpoch` is that of an owner, whose Membership nothing here changes. */
  async submit(groupId: string, kind: string, payload: object, membershipEpoch?: number): Promise<Answer> {
    const actionId = newId();
    const signed = signDocument(
      'command',
      {
        protocolVersion: '0.1',
        actionId,
        actor: this.actor,
        groupId,
        correlationId: actionId,
        issuedAt: formatTimestamp(Date.now()),
        ...(membershipEpoch === undefined ? {} : { membershipEpoch }),
        kind,
        payload: payload as Command['payload'],
      },
      this.signer,
    );
    if (!signed.ok) throw new Error(signed.fault.message);
    const submitted = await this.plane.submitCommand(signed.value.bytes);
    if (submitted.ok) {
      return { ok: true, event: JSON.parse(Buffer.from(submitted.value).toString('utf8')) as Event };
    }
    if (submitted.fault.kind !== 'refused') throw new Error(describeFault(submitted.fault));
    return { ok: false, error: submitted.fault.error };
  }

  async act(groupId: string, kind: string, payload: object, membershipEpoch?: number): Promise<Event> {
    const answer = await this.submit(groupId, kind, payload, membershipEpoch);
    if (answer.ok) return answer.event;
    throw new Error(`${kind}: ${JSON.stringify(answer.error)}`);
  }

  async refusalOf(groupId: string, kind: string, payload: object): Promise<ProtocolError> {
    const answer = await this.submit(groupId, kind, payload, 1);
    if (!answer.ok) return answer.error;
    throw new Error(`${kind} was accepted`);
  }

  async createMission(
    changes: Pick<CommandPayloads['mission.create'], 'coordinatorAgentId' | 'objective'>,
  ): Promise<MissionIds> {
    const ids = { missionId: newId(), groupId: newId() };
    await this.act(ids.groupId, 'mission.create', { ...ids, ...missionTerms(), ...changes });
    return ids;
  }

  /** An answer to the submission of a Mission: by default to what was submitted last, approved. */
  async answer(mission: MissionIds, changes: Partial<Approval> = {}): Promise<{ approval: Approval }> {
    const { world } = await this.readLog(mission.groupId);
    const { missionRevision = 0, artifactHashes = [] } =
      world.get('mission', mission.groupId, SINGLE)?.submission ?? {};
    const submitted = { missionRevision, artifactHashes: [...artifactHashes] };
    return { approval: approvalOf(this, mission, { ...submitted, ...changes }) };
  }

  /** Registry evidence, for `openRegistry` to judge. */
  async readRegistry(): Promise<unknown> {
    const registry = await this.plane.readRegistry();
    if (!registry.ok) throw new Error(describeFault(registry.fault));
    return registry.value;
  }

  async readLog(groupId: string): Promise<SignedLog> {
    const keys = openRegistry(await this.readRegistry());
    const lines: Uint8Array[] = [];
    for (;;) {
      const page = await this.plane.readGroupEvents(groupId, lines.length, PAGE);
      if (!page.ok) throw new Error(`the log of ${groupId}: ${describeFault(page.fault)}`);
      lines.push(...page.value);
      if (page.value.length < PAGE) return new SignedLog(groupId, lines, keys);
    }
  }

  /** Content of an Artifact as this human may read it. */
  async readContent(groupId: string, contentHash: string): Promise<string> {
    const content = await this.plane.download(groupId, contentHash);
    if (!content.ok) throw new Error(describeFault(content.fault));
    return Buffer.from(content.value).toString('utf8');
  }

  close(): void {
    this.plane.close();
  }
}

const DAY_MS = 86_400_000;

/** What all Missions here have in common. */
export function missionTerms() {
  return {
    definitionOfDone: [
      { criterionId: 'done', description: 'it is complete', evidenceRequired: ['human_review'] },
    ],
    budget: { toolCallLimit: 1_000, wallClockSecondsLimit: 100_000, computeSecondsLimit: 100_000 },
    deadline: formatTimestamp(Date.now() + 30 * DAY_MS),
    approvalPolicy: { finalHumanApproval: true, highRiskExecutionApproval: true },
  };
}

export function approvalOf(
  { actor, signer }: Principal,
  { missionId, groupId }: MissionIds,
  changes: Partial<Approval>,
): Approval {
  const signed = signDocument(
    'approval',
    {
      approvalId: newId(),
      kind: 'mission_final',
      decision: 'approved',
      missionId,
      groupId,
      missionRevision: 0,
      artifactHashes: [],
      acceptancePolicyVersion: '1.0.0',
      approver: actor,
      comments: '',
      conditions: [],
      occurredAt: formatTimestamp(Date.now()),
      ...changes,
    },
    signer,
  );
  if (!signed.ok) throw new Error(signed.fault.message);
  return signed.value.document;
}
