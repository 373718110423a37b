// Who is present (WS-060…WS-062): the last Presence Record of each open session, in memory only. It is information for
// people and planners; it accepts nothing and renews nothing, and no log ever sees it.
import type { PresenceRecord } from '../../protocol/generated/documents.ts';
import { parseTimestamp } from '../../protocol/timestamp.ts';

interface Entry {
  readonly record: PresenceRecord;
  readonly expiresAtMs: number;
}

export class PresenceBook {
  private readonly entriesByAgentId = new Map<string, Entry>();

  /** Takes a record over until it says itself, or until it is stale. A record of an older session changes nothing. */
  note(record: PresenceRecord, nowMs: number, staleAfterMs: number): void {
    const known = this.entriesByAgentId.get(record.agentId);
    if (known !== undefined && known.record.sessionEpoch > record.sessionEpoch) return;
    const expiresAt = parseTimestamp(record.expiresAt);
    if (expiresAt === undefined) throw new Error('the schema asserts the timestamp profile');
    const expiresAtMs = Math.min(expiresAt.epochSecond * 1_000, nowMs + staleAfterMs);
    this.entriesByAgentId.set(record.agentId, { record, expiresAtMs });
  }

  /** The current record, or undefined when there is none or it is stale: the Agent then counts as offline (WS-061). */
  presenceOf(agentId: string, nowMs: number): PresenceRecord | undefined {
    const entry = this.entriesByAgentId.get(agentId);
    return entry !== undefined && nowMs < entry.expiresAtMs ? entry.record : undefined;
  }

  /** The session is over, and with it what it said about itself. */
  forget(agentId: string, sessionEpoch: number): void {
    if (this.entriesByAgentId.get(agentId)?.record.sessionEpoch === sessionEpoch)
      this.entriesByAgentId.delete(agentId);
  }
}
