// Where the parts of a step put what they want done. Nothing leaves the desk that is on its way already, or that the
// Authority would refuse as things stand.
import type { OrganizationPolicy } from '../../domain/decision.ts';
import type { Actor } from '../../protocol/generated/documents.ts';
import type { Review } from '../assistant/review/review-types.ts';
import { ORGANIZATION, SINGLE } from '../../domain/world.ts';
import type { MissionView, RunScene } from './mission-view.ts';
import { Rehearsal } from './rehearsal.ts';
import {
  type BriefAnswer,
  type BriefAuthor,
  type BriefIntent,
  type BriefNeed,
  briefNeedKey,
  type BriefQuestion,
  type DocumentToSign,
  type RefusedIntent,
  type RunObstacle,
  type RunReason,
} from './run-types.ts';
import type { CommandDraft } from '../command-draft.ts';

/** A Command that somebody wants sent. */
export interface Proposal {
  /** Names the situation, so that the same Command in another situation is another intent. */
  readonly situation: string;
  readonly author: BriefAuthor;
  readonly draft: CommandDraft;
  readonly signs?: readonly DocumentToSign[];
  readonly reason: RunReason;
  readonly item?: string;
}

export class Desk {
  readonly intents: BriefIntent[] = [];
  readonly questions: BriefQuestion[] = [];
  readonly needs: BriefNeed[] = [];
  /** The reviews of this step, by WorkItem: each is made once. */
  readonly reviews = new Map<string, Review | undefined>();
  readonly obstacles: RunObstacle[] = [];
  wakeAtMs: number | undefined;
  /** The state as it will be when everything on the desk has been accepted. */
  readonly rehearsal: Rehearsal;
  private readonly scene: RunScene;

  constructor(scene: RunScene, policy?: OrganizationPolicy) {
    this.scene = scene;
    this.rehearsal = new Rehearsal(scene.world, [...scene.cards.values()], scene.now.epochMs, policy);
  }

  /** Puts a Command on the desk. False when it does not go out now, and nothing that builds on it can. */
  propose({ situation, author, draft, signs = [], reason, item }: Proposal): boolean {
    const { notes } = this.scene;
    const intentId = `${draft.kind} ${situation}`;
    if (notes.pending.has(intentId)) return false;
    const refused = notes.refused.get(intentId);
    if (refused !== undefined && this.isInVain(refused, draft.groupId)) {
      const { code, message } = refused;
      this.obstruct({ item, obstacle: { code: 'refused', kind: draft.kind, error: code, message } });
      return false;
    }
    const rejection = this.rehearsal.try(this.actorOf(author), draft, signs);
    if (rejection === undefined) {
      this.intents.push({ intentId, author, draft, signs, reason });
      return true;
    }
    this.obstruct({ item, obstacle: { code: 'would-be-refused', kind: draft.kind, rejection } });
    return false;
  }

  /** Whether it is too early to repeat what was refused, or nothing has happened since. */
  private isInVain({ retryAtMs, headSequence }: RefusedIntent, groupId: string): boolean {
    const { world, now } = this.scene;
    if (retryAtMs > now.epochMs) {
      this.wake(retryAtMs);
      return true;
    }
    return headSequence !== undefined && world.get('head', groupId, SINGLE)?.sequence === headSequence;
  }

  /** Whether work of a Group is offered already in this step. */
  hasOffered(groupId: string): boolean {
    return this.intents.some(({ draft }) => draft.kind === 'work.offer' && draft.groupId === groupId);
  }

  /** Asks a human, unless the answer is known. */
  ask(question: BriefQuestion): BriefAnswer | undefined {
    const answer = this.scene.notes.answers.get(question.questionId);
    if (answer === undefined) this.questions.push(question);
    return answer;
  }

  need(need: BriefNeed): void {
    const key = briefNeedKey(need);
    if (!this.needs.some((each) => briefNeedKey(each) === key)) this.needs.push(need);
  }

  obstruct(obstacle: RunObstacle): void {
    this.obstacles.push(obstacle);
  }

  /** Has the step looked at again at a moment that lies ahead. */
  wake(atMs: number | undefined): void {
    if (atMs === undefined || !Number.isFinite(atMs) || atMs <= this.scene.now.epochMs) return;
    this.wakeAtMs = Math.min(atMs, this.wakeAtMs ?? atMs);
  }

  actorOf(author: BriefAuthor): Actor {
    const { ownerId, coordinatorAgentId } = this.scene.plan;
    return author === 'owner' ? { type: 'human', id: ownerId } : { type: 'agent', id: coordinatorAgentId };
  }
}

/** Who owns a Mission: the human of the root, the Coordinator of its parent for a child. */
export function ownerAuthorOf({ parent }: MissionView): BriefAuthor {
  return parent === undefined ? 'owner' : 'coordinator';
}

/** The card of an Agent, from the log or from whoever runs the brief. */
export function cardOf({ world, cards }: RunScene, agentId: string) {
  return world.get('agent', ORGANIZATION, agentId)?.card ?? cards.get(agentId);
}
