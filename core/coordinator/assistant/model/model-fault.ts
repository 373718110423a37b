// Why there is no draft from a model: a code for which there are words in every language. None of them changes anything.
import type { LinkTroubleReason } from '../../../protocol/link-trouble.ts';
import type { BudgetShortfall } from './cost.ts';

export type ModelFault =
  | { readonly code: 'unsafe-address'; readonly values: { readonly detail: string } }
  | { readonly code: 'key-unusable'; readonly values: { readonly detail: string } }
  | {
      readonly code: 'request-too-large';
      readonly values: { readonly characters: number; readonly limit: number };
    }
  | { readonly code: 'budget-spent'; readonly values: BudgetShortfall }
  | { readonly code: 'cancelled'; readonly values: object }
  | { readonly code: 'too-slow'; readonly values: { readonly timeoutMs: number } }
  | {
      readonly code: 'unreachable';
      readonly values: { readonly reason: LinkTroubleReason; readonly detail: string };
    }
  /** The key goes to the server that was named, and to no other. */
  | { readonly code: 'redirected'; readonly values: { readonly to: string } }
  | { readonly code: 'key-refused'; readonly values: { readonly status: number } }
  /** Until `retryAtMs`, milliseconds since 1970, nothing more is sent. */
  | { readonly code: 'too-many-requests'; readonly values: { readonly retryAtMs: number } }
  | {
      readonly code: 'request-refused';
      readonly values: { readonly status: number; readonly detail: string };
    }
  | { readonly code: 'server-failed'; readonly values: { readonly status: number } }
  | { readonly code: 'answer-too-large'; readonly values: { readonly limit: number } }
  | { readonly code: 'answer-broken-off'; readonly values: object }
  | { readonly code: 'answer-unreadable'; readonly values: { readonly detail: string } }
  /** The model came to its limit of tokens before it was done. */
  | { readonly code: 'draft-cut-short'; readonly values: object }
  | { readonly code: 'no-draft'; readonly values: object }
  | { readonly code: 'draft-misshapen'; readonly values: { readonly path: string; readonly problem: string } }
  | { readonly code: 'hidden-character'; readonly values: { readonly character: string } }
  /** The answer holds the key that was sent. */
  | { readonly code: 'key-echoed'; readonly values: object };
