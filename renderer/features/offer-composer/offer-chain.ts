// The Commands behind an offer, one sheet after another: a Membership with its Context Package for each who is no member yet,
// and then the offer itself.
import type { IntentForm } from '../../../core/contract/forms.ts';
import type { CandidateRow, ComposedOfferModel } from '../../../core/contract/work.ts';
import { openCommandSheet } from '../../ui/command-sheet-store.ts';
import type { ItemPlace } from '../review/review-model.ts';
import { type ChainStep, membershipForm } from './offer-model.ts';

/** What a person writes of a Context Package; the host adds its ids, its Events and its author. */
export interface ContextTexts {
  readonly summary: string;
  readonly constraints: string;
  readonly questions: string;
}

/** As the host proposes it, from the log. */
export function contextOf(proposed: ComposedOfferModel['context'] | undefined): ContextTexts {
  return {
    summary: proposed?.summary ?? '',
    constraints: proposed?.constraints.join('\n') ?? '',
    questions: proposed?.unresolvedQuestions.join('\n') ?? '',
  };
}

function lines(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

export function contextPackage(
  workItemId: string,
  texts: ContextTexts,
  artifactHashes: readonly string[],
): NonNullable<IntentForm<'membership.change'>['contextPackage']> {
  return {
    workItemId,
    summary: texts.summary.trim(),
    constraints: lines(texts.constraints),
    unresolvedQuestions: lines(texts.questions),
    artifactHashes: [...artifactHashes],
  };
}

export interface ChainInput {
  readonly place: ItemPlace;
  readonly endsAtMs: number;
  readonly context: ContextTexts;
  readonly artifactHashes: readonly string[];
  readonly offer: IntentForm<'work.offer'>;
  readonly draftId: string | undefined;
  /** The Event that the offer answers, where a draft names one. */
  readonly causationId: string | undefined;
  readonly offered: readonly CandidateRow[];
}

/** Opens the sheet of one step. */
export function openStep(step: ChainStep, input: ChainInput, onKept: (actionId: string) => void): void {
  const { place, endsAtMs, context, artifactHashes, offer, draftId, causationId } = input;
  const { connectionId, groupId, workItemId } = place;
  if (step.type === 'membership') {
    openCommandSheet({
      connectionId,
      intent: {
        kind: 'membership.change',
        groupId,
        form: {
          ...membershipForm(step.agent, 'worker', endsAtMs),
          contextPackage: contextPackage(workItemId, context, artifactHashes),
        },
      },
      onKept,
    });
    return;
  }
  const cause = causationId === undefined ? {} : { causationId };
  openCommandSheet({
    connectionId,
    intent: { kind: 'work.offer', groupId, ...cause, form: offer },
    draftId,
    onKept,
  });
}
