// An Agent that is known to be away, said as it would say it itself.
import type { PresenceRecord } from '../../protocol/generated/documents.ts';
import { formatTimestamp } from '../../protocol/timestamp.ts';

/** Whoever knows it says it with every step: it holds for this moment. */
export function awayPresence(agentId: string, nowMs: number): PresenceRecord {
  return {
    agentId,
    sessionEpoch: Number.MAX_SAFE_INTEGER,
    status: 'offline',
    capacity: { maxSlots: 0, activeSlots: 0, availableSlots: 0, queuedItems: 0 },
    capabilityAvailability: [],
    lastHeartbeat: formatTimestamp(nowMs),
    expiresAt: formatTimestamp(nowMs + 1),
  };
}
