// What whoever runs an Authority has to know before an identity of this computer can connect: command lines for the public
// halves of keys, and the card of an Agent for the registry service to sign. Nothing of it is secret.
import type { EnrolmentStep } from '../contract/connections.ts';
import type { KeyEntry } from '../keys/key-store.ts';
import { formatTimestamp } from '../protocol/timestamp.ts';
import { enrolCommand } from './enrol-command.ts';
import { composeCard } from './worker-card.ts';

/** The Coordinator of a Mission needs a capability on its card like every Agent. */
export const COORDINATION = { id: 'heddle.coordination', version: '1.0.0' };

const CARD_FILE = 'agent-card.json';

export interface EnrolmentFacts {
  readonly organizationId: string;
  readonly origin: string;
  /** What the Agent is to be called. */
  readonly agentName: string;
  /** Milliseconds since 1970. */
  readonly nowMs: number;
}

/** One step for each key, in the order of the keys. */
export function enrolmentOf(entries: readonly KeyEntry[], facts: EnrolmentFacts): EnrolmentStep[] {
  const human = entries.find(({ principal }) => principal.type === 'human')?.principal;
  return entries.map(({ keyId, principal, publicKey, createdAt }) => {
    const { type, id } = principal;
    // From its beginning: this computer may sign before anybody has enrolled it.
    const key = { principal: `${type}:${id}`, keyId, publicKey, validFrom: createdAt };
    if (type !== 'agent') return { keyId, command: enrolCommand(key) };
    const card = composeCard({
      agentId: id,
      displayName: facts.agentName,
      keyId,
      publicKey,
      organizationId: facts.organizationId,
      origin: facts.origin,
      // Somebody has to answer for it: the human beside it, or whoever the operator writes there.
      owner: human === undefined ? principal : { type: 'human', id: human.id },
      capabilities: [COORDINATION],
      slots: 1,
      validFrom: createdAt,
      issuedAt: formatTimestamp(facts.nowMs),
    });
    return {
      keyId,
      command: enrolCommand({ ...key, card: CARD_FILE }),
      card: { fileName: CARD_FILE, text: `${JSON.stringify(card, undefined, 2)}\n` },
    };
  });
}
