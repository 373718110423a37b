// The attention filter of a Group while a person chooses it (WS-041): conditions that hold together, and announcements beside them.
import type { LiveFilter } from '../../../core/contract/conversations.ts';

export interface FilterForm {
  readonly mentionsOnly: boolean;
  readonly messagesOnly: boolean;
  readonly conversationIds: readonly string[];
  readonly workItemIds: readonly string[];
  readonly announcements: boolean;
}

/** What is said and what became of it. */
const MESSAGE_KINDS = ['message.posted', 'message.corrected', 'message.retracted', 'message.redacted'];

export function formOfFilter(filter: LiveFilter | undefined): FilterForm {
  return {
    mentionsOnly: filter?.mentionsOnly === true,
    messagesOnly: filter?.eventKinds !== undefined,
    conversationIds: filter?.conversationIds ?? [],
    workItemIds: filter?.workItemIds ?? [],
    // Nobody who leaves things out wants to miss those by accident.
    announcements: filter === undefined || filter.announcements === true,
  };
}

/** Undefined where nothing is left out: announcements alone ask for no less than everything. */
export function filterOfForm(form: FilterForm): LiveFilter | undefined {
  const { mentionsOnly, messagesOnly, conversationIds, workItemIds, announcements } = form;
  const conditions: LiveFilter = {
    ...(mentionsOnly ? { mentionsOnly } : {}),
    ...(messagesOnly ? { eventKinds: MESSAGE_KINDS } : {}),
    ...(conversationIds.length === 0 ? {} : { conversationIds: [...conversationIds] }),
    ...(workItemIds.length === 0 ? {} : { workItemIds: [...workItemIds] }),
  };
  if (Object.keys(conditions).length === 0) return undefined;
  return announcements ? { ...conditions, announcements } : conditions;
}
