// Where the Events of a WorkItem belong (OPEN-040): its Group, its Conversation, and its own revision.
import type { WorkItem } from '../protocol/generated/documents.ts';
import type { EventDraft } from './decision.ts';

/** The envelope members of an Event that changed a WorkItem to `document`, so that attention filters work. */
export function placeOf(
  document: WorkItem,
): Required<Pick<EventDraft, 'groupId' | 'aggregateRevision' | 'workItemId' | 'conversationId'>> {
  const { groupId, revision, workItemId, conversationId } = document;
  return { groupId, aggregateRevision: revision, workItemId, conversationId };
}
