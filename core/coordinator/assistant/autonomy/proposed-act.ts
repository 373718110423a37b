// A proposal that has become a Command which lacks nothing but signatures: what the matrix judges.
import type { Rejection } from '../../../domain/rejection.ts';
import type { Actor } from '../../../protocol/generated/documents.ts';
import type { CommandDraft } from '../../command-draft.ts';
import type { PartToSign } from '../../payload-parts.ts';
import type { DeskConnection } from '../../desk/connection.ts';
import type { ComposedCommand } from '../../desk/intent/compose.ts';
import type { Reason } from '../proposal.ts';

export interface ProposedAct {
  readonly actionId: string;
  /** Exactly as it would be signed. */
  readonly draft: CommandDraft;
  readonly signer: Actor;
  readonly signs: readonly PartToSign[];
  readonly reasons: readonly Reason[];
  /** Whether a language model wrote any part of it. */
  readonly hasModelText: boolean;
  /** Why the Authority would refuse it, as far as the projection knows. */
  readonly rejection: Rejection | undefined;
  /** Whether something that it needs is not here. */
  readonly isIncomplete: boolean;
}

/** What the judgement is told of the connection. */
export type AutonomyConnection = Pick<DeskConnection, 'connectionId' | 'world' | 'nowMs' | 'identities'>;

/** A composed Command with what the trial and its proposal say of it. */
export function actOf(
  composed: ComposedCommand,
  rest: Pick<ProposedAct, 'reasons' | 'hasModelText' | 'rejection'>,
): ProposedAct {
  const { command, draft, signer, signs, lacks } = composed;
  return {
    actionId: command.actionId,
    draft,
    signer: signer.actor,
    signs,
    isIncomplete: lacks !== undefined,
    ...rest,
  };
}
