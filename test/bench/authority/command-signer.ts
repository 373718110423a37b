// Signs Commands and documents as the Agents of a benchmark do.
import { type CommandKind, nowAt } from '../../../core/domain/decision.ts';
import type { DocumentKind, DocumentOfKind } from '../../../core/protocol/document-kinds.ts';
import type { Command, CommandPayloads } from '../../../core/protocol/generated/documents.ts';
import { newId } from '../../../core/sync/system-ports.ts';
import { signDocument, type Unsigned } from '../../../core/protocol/sign.ts';
import type { BenchGroup, BenchMember, Principal } from './bench-world.ts';
import { mustOk } from './history-writer.ts';
import type { LoadConnection } from './load-connection.ts';

export interface SignedCommand {
  readonly actionId: string;
  readonly bytes: Uint8Array;
}

export function nowText(): string {
  return nowAt(Date.now()).text;
}

export function signCommand<Kind extends CommandKind>(
  { principal, sessionEpoch }: LoadConnection,
  group: BenchGroup,
  { label, membershipEpoch }: BenchMember,
  kind: Kind,
  payload: CommandPayloads[Kind],
  envelope: Partial<Pick<Command, 'conversationId'>> = {},
): SignedCommand {
  const actionId = newId();
  const unsigned: Unsigned<'command'> = {
    protocolVersion: '0.1',
    actionId,
    actor: principal.actor,
    sessionEpoch,
    membershipEpoch,
    ...(label === group.coordinator.label ? { coordinatorEpoch: group.coordinatorEpoch } : {}),
    groupId: group.groupId,
    ...envelope,
    kind,
    correlationId: actionId,
    issuedAt: nowText(),
    payload: payload as unknown as Command['payload'],
  };
  return { actionId, bytes: mustOk(signDocument('command', unsigned, principal.signer)).bytes };
}

export function signAs<Kind extends DocumentKind>(
  { signer }: Principal,
  kind: Kind,
  unsigned: Unsigned<Kind>,
): DocumentOfKind[Kind] {
  return mustOk(signDocument(kind, unsigned, signer)).document;
}
