// ACK (WS-050, WS-051, DEL-004, DEL-009): Cursors move forward only, never past what was delivered. Each entry stands
// for itself: a bad one is answered, the others count.
import type { ErrorCode } from '../../protocol/error-codes.ts';
import type { Acknowledgement, Actor } from '../../protocol/generated/documents.ts';
import type { ErrorDetail } from './error-frames.ts';
import type { GatewayEnvironment } from './gateway-ports.ts';

export interface AcknowledgementContext {
  readonly agentId: string;
  readonly environment: GatewayEnvironment;
  /** The highest sequence of a Group that this connection can have processed. */
  readonly reachedIn: (groupId: string) => number;
  readonly report: (code: ErrorCode, detail: ErrorDetail) => void;
}

export async function acknowledge(
  entries: readonly Acknowledgement[],
  { agentId, environment, reachedIn, report }: AcknowledgementContext,
): Promise<void> {
  const { authority, onFault } = environment;
  const member: Actor = { type: 'agent', id: agentId };
  let stored: ReadonlyMap<string, number> | undefined;
  for (const { groupId, sequence } of entries) {
    try {
      if ((await authority.visibleFrom(member, groupId)) === undefined) {
        report('GROUP_NOT_FOUND', { message: 'no such Group', groupId });
        continue;
      }
      if (sequence > reachedIn(groupId)) {
        stored ??= await readCursors(environment, agentId);
        // What was acknowledged on an earlier connection may be said again; it changes nothing (DEL-009).
        if (sequence <= (stored.get(groupId) ?? 0)) continue;
        report('PROTOCOL_VIOLATION', { message: 'this sequence was not delivered here', groupId });
        continue;
      }
      await authority.store.writeCursor({ agentId, groupId, sequence });
    } catch (error) {
      onFault(error);
      report('INTERNAL_ERROR', { message: 'the Cursor could not be stored', groupId });
    }
  }
}

async function readCursors(
  { authority }: GatewayEnvironment,
  agentId: string,
): Promise<ReadonlyMap<string, number>> {
  const cursors = await authority.store.readCursors(agentId);
  return new Map(cursors.map(({ groupId, sequence }) => [groupId, sequence]));
}
