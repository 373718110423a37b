// What an operator does to an Organization: bind keys, register cards, archive Groups. Each is a Command of one of the
// Organization's services, signed with its key and decided like any other.
import type { Authority } from '../authority/authority.ts';
import { draftSnapshot, storeSnapshot } from '../authority/snapshots.ts';
import { type CommandKind, nowAt } from '../domain/decision.ts';
import type { DocumentKind } from '../protocol/document-kinds.ts';
import type {
  Command,
  CommandPayloads,
  ProtocolError,
  RegistryBinding,
} from '../protocol/generated/documents.ts';
import { accept, refuse, type Result } from '../protocol/result.ts';
import { signDocument, type Unsigned } from '../protocol/sign.ts';
import { openContent } from './authority-host.ts';
import { newId } from '../sync/system-ports.ts';
import { OrganizationFault, readServiceKey, serviceOf } from './organization-files.ts';
import type { ServiceRole } from './service-roles.ts';

/** An operator at work on one Organization. */
export interface Operator {
  readonly folder: string;
  readonly authority: Authority;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** Binds a public key, after the whole Registry was proven valid with it (REG-013). */
export async function bindKey({ authority }: Operator, binding: RegistryBinding): Promise<void> {
  const bound = await authority.registerBinding(binding);
  if (!bound.ok) throw new OrganizationFault(bound.fault);
}

/** Signs a card as the registry service and registers it (CMD-140). */
export async function registerCard(
  operator: Operator,
  unsigned: Unsigned<'agent-card'>,
): Promise<Result<undefined, ProtocolError>> {
  const card = await sign(operator, 'registry', 'agent-card', unsigned);
  return actAs(
    operator,
    'registry',
    'ext.missionweaveprotocol.registry.agent_card_register',
    { card },
    undefined,
  );
}

/** Archives a Group with a snapshot of all that it holds (ARC-004); answers with the last sequence that it covers. */
export async function archiveGroup(
  operator: Operator,
  groupId: string,
): Promise<Result<number, ProtocolError>> {
  const { authority, now } = operator;
  const { id } = serviceOf(authority.organizationId, 'archive');
  const createdAt = nowAt(now()).text;
  const draft = await draftSnapshot(groupId, {
    authority,
    createdBy: { type: 'service', id },
    newId,
    createdAt,
  });
  if (draft === undefined) throw new OrganizationFault(`there is no Group ${groupId}`);
  const snapshot = await sign(operator, 'archive', 'group-snapshot', draft.unsigned);
  // Before the Group is archived: whoever learns of the snapshot can fetch it and its state (DEL-006). Of a crash in
  // between there is content left that nobody can name.
  await storeSnapshot(await openContent(operator), snapshot, draft.state);
  const kind = 'ext.missionweaveprotocol.core.group_archive';
  const archived = await actAs(operator, 'archive', kind, { snapshot }, groupId);
  return archived.ok ? accept(draft.unsigned.throughSequence) : archived;
}

async function actAs<Kind extends CommandKind>(
  operator: Operator,
  role: ServiceRole,
  kind: Kind,
  payload: CommandPayloads[Kind],
  groupId: string | undefined,
): Promise<Result<undefined, ProtocolError>> {
  const { authority, now } = operator;
  const actionId = newId();
  const command: Unsigned<'command'> = {
    protocolVersion: '0.1',
    actionId,
    actor: serviceOf(authority.organizationId, role),
    kind,
    correlationId: actionId,
    issuedAt: nowAt(now()).text,
    payload: payload as unknown as Command['payload'],
    ...(groupId === undefined ? {} : { groupId }),
  };
  const signer = await readServiceKey(operator.folder, role);
  const signed = signDocument('command', command, signer);
  if (!signed.ok) throw new OrganizationFault(signed.fault.message);
  const result = await authority.submit(signed.value.bytes, { kind: 'ingress' });
  return result.ok ? accept(undefined) : refuse(result.fault);
}

async function sign<Kind extends DocumentKind>(
  { folder }: Operator,
  role: ServiceRole,
  kind: Kind,
  unsigned: Unsigned<Kind>,
) {
  const signed = signDocument(kind, unsigned, await readServiceKey(folder, role));
  if (!signed.ok) throw new OrganizationFault(signed.fault.message);
  return signed.value.document;
}
