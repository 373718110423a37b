// What a Coordinator without a window tells its operator: one event after another, in stable names, ids and fixed words, with a text
// for people beside them. What somebody has to do is told once for as long as it stands.
import { nowAt } from '../domain/decision.ts';
import { COORDINATE_TEXTS } from './coordinate-words.ts';
import type { CoordinateLanguage } from './coordinate-policy-words.ts';

/** Where something is. */
interface Place {
  readonly groupId: string;
  readonly workItemId?: string | undefined;
}

/** Every event with its facts. */
export interface CoordinateFacts {
  'coordinator.started': {
    readonly agentId: string;
    readonly origin: string;
    readonly rules: number;
    readonly policyHash: string;
  };
  /** Nothing is due any more, and it was started for one pass. */
  'coordinator.idle': { readonly waiting: number };
  'coordinator.stopping': object;
  'connection.opened': { readonly sessionEpoch: number };
  'connection.lost': { readonly reason: string };
  'connection.waiting': { readonly origin: string };
  /** Another runtime has the Session of this Agent now (WS-016). */
  'session.taken_over': { readonly sessionEpoch: number | undefined; readonly waits: boolean };
  'session.reclaiming': object;
  /** Somebody has said stop: it only proposes. */
  'assistant.stopped': object;
  'assistant.released': object;
  'mission.led': Place & { readonly missionId: string; readonly coordinatorEpoch: number };
  /** It is the Coordinator where somebody else was: with what it found (CRD-005). */
  'mission.taken_over': Place & {
    readonly missionId: string;
    readonly coordinatorEpoch: number;
    readonly items: number;
    readonly toDecide: number;
  };
  'takeover.item': Place & { readonly state: string; readonly cause: string; readonly mustDecide: boolean };
  /** Another Agent is the Coordinator: everything that was wished for there is dropped. */
  'mission.left': Place & {
    readonly missionId: string;
    /** Undefined where this Agent may not know it. */
    readonly coordinatorAgentId: string | undefined;
  };
  'mission.ended': Place & { readonly missionId: string; readonly state: string };
  'act.accepted': Place & {
    readonly kind: string;
    readonly rule: string;
    readonly actionId: string;
    readonly eventId: string;
    readonly sequence: number | undefined;
  };
  'act.refused': Place & {
    readonly kind: string;
    readonly rule: string;
    readonly actionId: string;
    readonly code: string;
    readonly message: string;
  };
  /** Not signed after all: a stop, another Session, or the end came first. */
  'act.abandoned': Place & { readonly kind: string; readonly rule: string; readonly actionId: string };
  /** What it would sign and may not: for a person. */
  'proposal.waiting': Place & {
    readonly key: string;
    readonly area: string;
    readonly kind: string;
    readonly why: readonly string[];
    readonly words: readonly string[];
  };
  /** What only a person can decide. */
  'question.waiting': Place & {
    readonly key: string;
    readonly area: string;
    readonly reasons: readonly string[];
    readonly words: readonly string[];
  };
  'host.fault': { readonly message: string };
}

export type CoordinateEventName = keyof CoordinateFacts;

/** One event. `text` is for people, in their language; everything else is stable. */
export interface CoordinateEvent {
  readonly event: CoordinateEventName;
  readonly at: string;
  readonly text: string;
  readonly [fact: string]: unknown;
}

export interface CoordinateVoiceOptions {
  readonly language: CoordinateLanguage;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly onEvent: (event: CoordinateEvent) => void;
}

const MAX_TEXT = 2_000;

export class CoordinateVoice {
  private readonly options: CoordinateVoiceOptions;
  private readonly toldFaults = new Set<string>();
  /** Keys of what waits for a person, as it was told. */
  private waiting = new Set<string>();

  constructor(options: CoordinateVoiceOptions) {
    this.options = options;
  }

  say<Name extends CoordinateEventName>(event: Name, facts: CoordinateFacts[Name]): void {
    const { language, now, onEvent } = this.options;
    // Sentences hold what others have said: a terminal is to show it, and not to obey it.
    const text = plainText(COORDINATE_TEXTS[language][event](facts));
    onEvent({ event, at: nowAt(Math.floor(now())).text, ...facts, text });
  }

  /** Each once for as long as it goes on. */
  fault(error: unknown): void {
    const message = plainText(error instanceof Error ? error.message : String(error));
    if (this.toldFaults.has(message)) return;
    this.toldFaults.add(message);
    this.say('host.fault', { message });
  }

  /** Things have changed: what was told before is news again. */
  forgetFaults(): void {
    this.toldFaults.clear();
  }

  /** Everything that waits for a person now; what is new of it is told. */
  wait(
    proposals: readonly CoordinateFacts['proposal.waiting'][],
    questions: readonly CoordinateFacts['question.waiting'][],
  ): void {
    const standing = new Set<string>();
    for (const proposal of proposals) {
      // For another reason it is news.
      const key = `${proposal.groupId} ${proposal.key} ${proposal.why.join()}`;
      standing.add(key);
      if (!this.waiting.has(key)) this.say('proposal.waiting', proposal);
    }
    for (const question of questions) {
      const key = `${question.groupId} ${question.key} ?`;
      standing.add(key);
      if (!this.waiting.has(key)) this.say('question.waiting', question);
    }
    this.waiting = standing;
  }
}

/** One line without control characters, not too long. */
function plainText(text: string): string {
  return text
    .replaceAll(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]+/g, ' ')
    .slice(0, MAX_TEXT);
}
