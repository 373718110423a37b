// What a running Mission tells and asks: plain values for a terminal, an app, or a program that reads lines.
import type {
  BriefAnswer,
  BriefPhase,
  BriefQuestion,
  ItemProgress,
} from '../coordinator/brief-run/run-types.ts';
import type { MissionArtifact, MissionCriterion } from './mission-results.ts';

/** One event. `text` is for people, in their language; everything else is stable. */
export interface MissionEvent {
  readonly event: MissionEventName;
  readonly at: string;
  readonly text?: string;
  readonly [fact: string]: unknown;
}

export type MissionEventName =
  | 'mission.opened'
  | 'mission.phase'
  | 'mission.ended'
  | 'mission.stopping'
  | 'connection.opened'
  | 'connection.lost'
  | 'connection.waiting'
  | 'command.accepted'
  | 'command.refused'
  | 'item.changed'
  | 'obstacle.met'
  | 'question.asked'
  | 'question.answered'
  | 'worker.started'
  | 'worker.died'
  | 'worker.given_up'
  | 'worker.event'
  | 'artifact.saved'
  | 'history.saved'
  | 'host.fault';

/** A question with everything that its answer is about. */
export interface MissionQuestion {
  readonly question: BriefQuestion;
  readonly text: string;
  readonly choices: readonly { readonly choice: BriefAnswer['choice']; readonly text: string }[];
  /** What the answer is about, by file name and hash. */
  readonly artifacts: readonly MissionArtifact[];
  /** Where they can be looked at meanwhile. */
  readonly folder: string | undefined;
  readonly criteria: readonly MissionCriterion[];
  /** The work that can be asked for anew, by its name in the brief. */
  readonly items: readonly string[];
}

export interface MissionProgress {
  readonly title: string;
  readonly phase: BriefPhase;
  readonly items: readonly (ItemProgress & {
    readonly phaseText: string;
    readonly worker: string | undefined;
  })[];
}

/** Whoever watches a Mission and answers its questions. */
export interface MissionObserver {
  onEvent(event: MissionEvent): void;
  onProgress(progress: MissionProgress): void;
  /** Undefined when the question was taken back. */
  ask(question: MissionQuestion, signal: AbortSignal): Promise<BriefAnswer | undefined>;
}

export type { BriefAnswer } from '../coordinator/brief-run/run-types.ts';
