// What a Worker tells its operator: one event after another, in ids and fixed words; faults in their own words, without
// secrets, and each once for as long as it goes on.
import { nowAt } from '../domain/decision.ts';
import { SecretFilter } from '../worker/runners/secret-filter.ts';

export interface WorkerHostEvent {
  /** `connection.*`, `host.*` and `run.*` are the host's, `worker.*` the runtime's. */
  readonly name: string;
  readonly at: string;
  readonly groupId?: string;
  readonly workItemId?: string;
  readonly detail?: string;
}

export type EventFacts = Omit<WorkerHostEvent, 'name' | 'at'>;

export interface VoiceOptions {
  readonly secrets: readonly string[];
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly onEvent: (event: WorkerHostEvent) => void;
}

const MAX_DETAIL = 500;

export class WorkerVoice {
  private readonly options: VoiceOptions;
  private readonly filter: SecretFilter;
  private readonly told = new Set<string>();
  private newest: { readonly at: string; readonly message: string } | undefined;

  constructor(options: VoiceOptions) {
    this.options = options;
    this.filter = new SecretFilter(options.secrets);
  }

  get lastFault(): { readonly at: string; readonly message: string } | undefined {
    return this.newest;
  }

  get nowText(): string {
    return nowAt(Math.floor(this.options.now())).text;
  }

  say(name: string, { detail = '', ...facts }: EventFacts = {}): void {
    const text = this.toPlainText(detail);
    this.options.onEvent({ name, at: this.nowText, ...facts, ...(text === '' ? {} : { detail: text }) });
  }

  fault(error: unknown): void {
    const message = this.toPlainText(error instanceof Error ? error.message : String(error));
    this.newest = { at: this.nowText, message };
    if (this.told.has(message)) return;
    this.told.add(message);
    this.say('host.fault', { detail: message });
  }

  /** Things have changed: what was told before is news again. */
  forgetFaults(): void {
    this.told.clear();
  }

  /** One line without secrets and control characters, not too long. */
  private toPlainText(text: string): string {
    return this.filter
      .redact(text)
      .replaceAll(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]+/g, ' ')
      .slice(0, MAX_DETAIL);
  }
}
