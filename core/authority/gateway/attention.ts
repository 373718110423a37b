// Attention filters (WS-040…WS-042, OPEN-023, OPEN-069): what of a Group's live Events a subscriber wants to be told.
import type { AttentionFilter, Event } from '../../protocol/generated/documents.ts';

/**
 * Whether a live Event passes. Announcements pass whatever else is asked, when they are asked for; then every condition
 * that is there must hold. An Event without the envelope member never matches a list of its values.
 */
export function isWanted(filter: AttentionFilter | undefined, event: Event, agentId: string): boolean {
  if (filter === undefined) return true;
  if (filter.announcements === true && event.payload['announcement'] === true) return true;
  return (
    isListed(filter.eventKinds, event.kind) &&
    isListed(filter.conversationIds, event.conversationId) &&
    isListed(filter.workItemIds, event.workItemId) &&
    (filter.mentionsOnly !== true || isMentioned(event, agentId))
  );
}

function isListed(wanted: readonly string[] | undefined, value: string | undefined): boolean {
  return wanted === undefined || (value !== undefined && wanted.includes(value));
}

function isMentioned({ payload }: Event, agentId: string): boolean {
  const mentions: unknown = memberOf(payload['message'], 'mentions');
  return (
    Array.isArray(mentions) &&
    mentions.some(
      (actor: unknown) => memberOf(actor, 'type') === 'agent' && memberOf(actor, 'id') === agentId,
    )
  );
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
