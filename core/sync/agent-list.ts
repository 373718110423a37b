// What the Authority says of the Agents of the Organization (`GET /v0.1/agents`), read carefully: a card counts when a service
// of the Organization has signed it (SIG-010), and Presence is what an Agent says of itself, unsigned (WS-061).
import type { AgentCard, PresenceRecord } from '../protocol/generated/documents.ts';
import { isJsonObject, type JsonObject } from '../protocol/json.ts';
import type { KeyEvidence } from '../protocol/registry.ts';
import { checkSchema } from '../protocol/schema.ts';
import { verifyDocumentAsync } from '../protocol/verify.ts';

/** As it was answered; nothing of it is proven. */
export interface ListedAgent {
  readonly card: unknown;
  readonly presence: unknown;
}

export interface KnownAgents {
  readonly cards: ReadonlyMap<string, AgentCard>;
  readonly presence: ReadonlyMap<string, PresenceRecord>;
}

/** The Agents of an answer, or undefined when it is none. */
export function readAgentList(answer: unknown): readonly ListedAgent[] | undefined {
  const listed = isJsonObject(answer as JsonObject) ? (answer as JsonObject)['agents'] : undefined;
  if (!Array.isArray(listed)) return undefined;
  return (listed as readonly unknown[]).map((entry) => {
    const { card, presence } = (entry ?? {}) as Record<string, unknown>;
    return { card, presence };
  });
}

/** Those whose cards hold under the Registry. `known` cards are not verified again while they are the same. */
export async function verifyAgents(
  listed: readonly ListedAgent[],
  keys: KeyEvidence,
  known: ReadonlyMap<string, AgentCard>,
): Promise<KnownAgents> {
  const knownTexts = new Map([...known].map(([agentId, card]) => [JSON.stringify(card), agentId]));
  const cards = new Map<string, AgentCard>();
  const presence = new Map<string, PresenceRecord>();
  for (const each of listed) {
    const text = JSON.stringify(each.card) ?? '';
    const same = known.get(knownTexts.get(text) ?? '');
    const verified =
      same === undefined ? await verifyDocumentAsync('agent-card', Buffer.from(text), keys) : undefined;
    const card = same ?? (verified?.ok === true ? verified.value.document : undefined);
    if (card === undefined) continue;
    cards.set(card.agentId, card);
    if (checkSchema('presence-record', each.presence) !== undefined) continue;
    // The schema has just proven the shape.
    const record = each.presence as PresenceRecord;
    if (record.agentId === card.agentId) presence.set(card.agentId, record);
  }
  return { cards, presence };
}
