// Which notices the system shows: those that the host has told since, for people who want them from the system, each once.
import type { NoticeRow } from '../core/contract/notices.ts';
import type { Notice } from './host-messages.ts';

export class NewNotices {
  #known: ReadonlySet<string> = new Set();

  /** `rows` are all that the host still has; the oldest first in the answer. */
  of(rows: readonly NoticeRow[]): readonly Notice[] {
    const fresh = rows.filter(({ id, channels }) => channels.includes('native') && !this.#known.has(id));
    this.#known = new Set(rows.map(({ id }) => id));
    return fresh.toReversed().map(({ title, body, href }) => ({ title, body, href }));
  }
}
