// An action of an object as a menu shows it: also those that are not possible now, with the reason.
import type { DeskCommandKind } from '../intent/forms.ts';

export type ItemActionId =
  | 'offer'
  | 'edit-contract'
  | 'add-dependency'
  | 'promote'
  | 'cancel'
  | 'fail'
  | 'override-offer'
  | 'extend-offer'
  | 'reassign'
  | 'grant-start'
  | 'message'
  | 'unblock'
  | 'review'
  | 'accept-result'
  | 'send-back'
  | 'offer-again'
  | 'replace-item'
  | 'follow-up-item';

export type ProposalActionId = 'authorize-as-proposed' | 'write-own' | 'reply';

export type MissionActionId =
  | 'new-item'
  | 'propose-item'
  | 'submit-mission'
  | 'renew-coordinator'
  | 'replace-coordinator'
  | 'terminate'
  | 'cancel-mission'
  | 'approve'
  | 'request-changes'
  | 'change-members'
  | 'grant-delegation'
  | 'grant-override'
  | 'post-message'
  | 'follow-up';

export type ActionReasonId =
  /** The object is in a state that does not allow it. */
  | 'state'
  /** Somebody holds it until a time. */
  | 'owner-holds'
  | 'child-runs'
  | 'had-child'
  | 'nothing-submitted'
  | 'work-unfinished'
  | 'no-work'
  | 'mission-not-active'
  | 'mission-ended'
  | 'mission-not-approved'
  | 'not-coordinator'
  | 'not-owner'
  | 'not-human-owner'
  | 'not-member'
  | 'coordinator-lease-ended'
  | 'no-approval-needed'
  | 'hold-ended'
  | 'proposal-closed'
  | 'archived';

export interface ActionReason {
  readonly id: ActionReasonId;
  /** Times are milliseconds since 1970. */
  readonly values: Readonly<Record<string, string | number>>;
}

/** What a person should know before doing it. */
export type ActionWarningId =
  /** The work is under way, and where it stands nobody knows. */
  | 'unsafe-point'
  /** Whoever owns the item loses it. */
  | 'fences-owner'
  /** It is done in two steps, each a Command of its own. */
  | 'two-steps'
  /** It is audited as an emergency (OPEN-045). */
  | 'audited'
  /** The item goes back into the queue of its owner. */
  | 'becomes-queued'
  /** Its owner's time is over: the item becomes open. */
  | 'becomes-open'
  /** Work that is left, and child Missions, end with it. */
  | 'ends-work';

export interface DeskAction<Id extends string = string> {
  readonly id: Id;
  /** The Command behind it; undefined where it only opens something. */
  readonly kind: DeskCommandKind | undefined;
  /** `lead` is the owner or the Coordinator. */
  readonly by: 'coordinator' | 'owner' | 'lead' | 'member';
  readonly isEnabled: boolean;
  /** Why not; the first that counts. */
  readonly reason: ActionReason | undefined;
  readonly warnings: readonly ActionWarningId[];
}

export interface ActionRule<Scene> {
  readonly kind: DeskCommandKind | undefined;
  readonly by: DeskAction['by'];
  /** Why it is not possible, beside who asks; the first reason counts. */
  readonly hindrance: (scene: Scene) => ActionReason | undefined;
  readonly warnings?: (scene: Scene) => readonly ActionWarningId[];
}
