// What a page of the help says about one screen, and which words of the protocol it explains.
import type { PlaceName } from '../../app/route.ts';

/** Words with one meaning everywhere (table D, the glossary of the protocol). */
export const TERM_NAMES = [
  'mission',
  'child-mission',
  'group',
  'work-item',
  'contract',
  'proposal',
  'offer',
  'coordinator',
  'worker',
  'owner',
  'message',
  'command',
  'event',
  'action-id',
  'epoch',
  'lease',
  'artifact',
  'evidence',
  'checkpoint',
  'approval',
  'budget',
  'membership',
  'delegation-grant',
  'override',
  'session',
  'sequence',
  'snapshot',
  'context-package',
  'card',
  'authority',
] as const;

export type TermName = (typeof TERM_NAMES)[number];

export interface HelpPage {
  /** What one sees there. */
  readonly shows: string;
  /** What one can do there, one line each. */
  readonly can: readonly string[];
  /** What the screen never does, so that nobody has to be afraid of it. */
  readonly never: string;
  readonly terms: readonly TermName[];
}

/** Every place that is shown to people; a link from outside is none of them. */
export const HELP_TOPICS = [
  'attention',
  'missions',
  'mission',
  'plan',
  'timeline',
  'work',
  'review',
  'approvals',
  'outbox',
  'assistant',
  'conversations',
  'agents',
  'history',
  'files',
  'search',
  'artifacts',
  'connections',
  'keys',
  'settings',
  'briefs',
  'demo',
  'welcome',
  'contract',
  'offer',
  'leases',
  'reassign',
  'takeover',
  'budget',
  'children',
  'promote',
  'policy',
  'operator',
  'help',
] as const satisfies readonly PlaceName[];

export type HelpTopic = (typeof HELP_TOPICS)[number];

export interface HelpBook {
  readonly pages: { readonly [Topic in HelpTopic]: HelpPage };
  /** Each word with what it means, in one sentence. */
  readonly terms: { readonly [Term in TermName]: { readonly word: string; readonly means: string } };
}
