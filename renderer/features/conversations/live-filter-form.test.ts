import { describe, expect, it } from 'vitest';
import { filterOfForm, formOfFilter } from './live-filter-form.ts';

describe('the attention filter of a Group (WS-041)', () => {
  it('is none while nothing is left out', () => {
    expect(filterOfForm(formOfFilter(undefined))).toBeUndefined();
    expect(filterOfForm({ ...formOfFilter(undefined), announcements: false })).toBeUndefined();
  });

  it('keeps what was chosen, and announcements unless they are switched off', () => {
    const form = { ...formOfFilter(undefined), mentionsOnly: true, conversationIds: ['urn:c'] };
    const filter = filterOfForm(form);
    expect(filter).toEqual({ mentionsOnly: true, conversationIds: ['urn:c'], announcements: true });
    expect(formOfFilter(filter)).toEqual(form);
    expect(filterOfForm({ ...form, announcements: false })).not.toHaveProperty('announcements');
  });

  it('takes corrections and what was taken back with the Messages', () => {
    const filter = filterOfForm({ ...formOfFilter(undefined), messagesOnly: true });
    expect(filter?.eventKinds).toContain('message.redacted');
    expect(formOfFilter(filter).messagesOnly).toBe(true);
  });
});
