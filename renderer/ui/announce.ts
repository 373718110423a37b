// What a screen reader is told: politely of arrivals, at once only of a refusal of what the person did.
import { create } from 'zustand';

interface Announcements {
  readonly polite: string;
  readonly assertive: string;
}

export const useAnnouncements = create<Announcements>()(() => ({ polite: '', assertive: '' }));

/** The same text twice is told twice. */
export function announce(text: string, urgency: 'polite' | 'assertive' = 'polite'): void {
  useAnnouncements.setState((before) => ({
    [urgency]: before[urgency] === text ? `${text}\u00a0` : text,
  }));
}
