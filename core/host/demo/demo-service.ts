// The demo as a window asks for it: begun, taken up, reset, ended, one at a time; and the scenarios with what they are at.
import type { DemoSummary, ScenarioRow } from '../../contract/demo.ts';
import { SCENARIOS } from '../../contract/demo.ts';
import type { Fault, Words } from '../../contract/values.ts';
import type { LiveContent, LiveSource } from '../../coordinator/desk-runtime/live-queries.ts';
import { say, textsOf } from '../../coordinator/desk-runtime/words/texts.ts';
import { accept, refuse, type Result } from '../../protocol/result.ts';
import { SerialQueue } from '../../store/serial-queue.ts';
import type { DemoParts } from '../desk-host.ts';
import type { DemoHost, Nothing } from '../desk-services.ts';
import { clearDemo, demoPathsOf, makeDemoFolder, readDemo } from './demo-folder.ts';
import type { BeginningStep } from './demo-missions.ts';
import { foundDemo } from './demo-organization.ts';
import type { TellProgress } from './demo-scenario.ts';
import { DEMO_SCENARIOS } from './demo-scenarios.ts';
import { DemoStopped, pause, untilStopped } from './demo-waiting.ts';
import { demoWordsIn, type ProgressStep, type ProgressValues, type ScenarioName } from './demo-words.ts';
import { type DemoSurroundings, RunningDemo } from './running-demo.ts';

type Phase =
  | { readonly state: 'absent'; readonly detail?: string }
  | {
      readonly state: 'starting';
      readonly step: BeginningStep | 'resuming';
      readonly stopping: AbortController;
    }
  | { readonly state: 'running'; readonly demo: RunningDemo }
  | { readonly state: 'stopping' };

interface Played {
  readonly state: ScenarioRow['state'];
  readonly progress: { readonly step: ProgressStep; readonly values: ProgressValues } | undefined;
}

const IDLE: Played = { state: 'idle', progress: undefined };

type Connected = Result<{ readonly connectionId: string }, Fault>;

/** Long enough to go to another screen and see what is there. */
const LOOK_MS = 6_000;

export function createDemo(
  { desk, keys, profileFolder, onFault }: DemoParts,
  { look = (signal) => pause(LOOK_MS, signal) }: Partial<Pick<DemoSurroundings, 'look'>> = {},
): DemoHost {
  return new DemoDesk({ desk, keys, onFault, paths: demoPathsOf(profileFolder), look });
}

class DemoDesk implements DemoHost {
  private readonly surroundings: DemoSurroundings;
  /** What begins or ends a demo takes turns. */
  private readonly turns = new SerialQueue();
  private readonly played = new Map<ScenarioName, Played>();
  private phase: Phase = { state: 'absent' };
  private playing: Promise<void> = Promise.resolve();
  private isClosed = false;

  constructor(surroundings: DemoSurroundings) {
    this.surroundings = surroundings;
  }

  open(): void {
    this.turns.run(() => this.takeUp()).catch(this.surroundings.onFault);
  }

  async close(): Promise<void> {
    this.isClosed = true;
    this.hurry();
    await this.turns.run(() => this.end());
  }

  source(): LiveSource<ScenarioRow, DemoSummary> {
    return {
      concerns: (topic) =>
        topic.kind === 'area'
          ? topic.area === 'demo' || topic.area === 'connections'
          : topic.kind === 'group' && topic.connectionId === this.connectionId,
      read: () => this.read(),
    };
  }

  start(): Promise<Connected> {
    return this.turns.run(async () => {
      const { phase } = this;
      if (phase.state === 'running') return accept({ connectionId: phase.demo.kept.connection.connectionId });
      return this.begin();
    });
  }

  reset(): Promise<Connected> {
    this.hurry();
    return this.turns.run(async () => {
      await this.end();
      return this.begin();
    });
  }

  stop(): Promise<Result<Nothing, Fault>> {
    this.hurry();
    return this.turns.run(async () => {
      await this.end();
      await clearDemo(this.surroundings.paths);
      this.become({ state: 'absent' });
      return accept({});
    });
  }

  async fire(scenario: ScenarioName): Promise<Result<Nothing, Fault>> {
    const { phase } = this;
    const texts = textsOf(this.surroundings.desk.language);
    if (phase.state !== 'running') return texts.fault('demo-not-running');
    const hindrance = this.hindranceOf(scenario, phase.demo);
    if (hindrance !== undefined) return refuse({ code: 'not-now', words: this.hindranceWords(hindrance) });
    this.note(scenario, { state: 'running', progress: undefined });
    this.playing = this.play(scenario, phase.demo);
    return accept({});
  }

  private async play(scenario: ScenarioName, demo: RunningDemo): Promise<void> {
    try {
      const tell: TellProgress = (step, values = {}) =>
        this.note(scenario, { state: 'running', progress: { step, values } });
      // What it was still waiting for may never come once the demo is stopped.
      await Promise.race([DEMO_SCENARIOS[scenario].play(demo, tell), untilStopped(demo.signal)]);
      this.note(scenario, { ...(this.played.get(scenario) ?? IDLE), state: 'done' });
    } catch (error) {
      if (error instanceof DemoStopped) return;
      const detail = error instanceof Error ? error.message : String(error);
      this.note(scenario, { state: 'failed', progress: { step: 'went-wrong', values: { detail } } });
    }
  }

  /** What an earlier run has left. A demo that cannot be taken up is told of, and the next start throws it away. */
  private async takeUp(): Promise<void> {
    const { paths } = this.surroundings;
    const kept = this.isClosed ? undefined : await readDemo(paths);
    if (kept === undefined) return;
    const stopping = new AbortController();
    this.become({ state: 'starting', step: 'resuming', stopping });
    try {
      const demo = await RunningDemo.open(this.surroundings, kept, stopping, () => {});
      this.become({ state: 'running', demo });
    } catch (error) {
      this.fail(error, stopping);
    }
  }

  private async begin(): Promise<Connected> {
    const { paths, onFault, desk } = this.surroundings;
    const texts = textsOf(desk.language);
    if (this.isClosed) return texts.fault('not-now');
    const stopping = new AbortController();
    const become = (step: BeginningStep) => this.become({ state: 'starting', step, stopping });
    become('founding');
    this.played.clear();
    try {
      // Whatever is left of one that was never whole, or that nobody wants any more.
      await clearDemo(paths);
      await makeDemoFolder(paths);
      const founded = await foundDemo(paths, demoWordsIn(desk.language).connection, onFault);
      const demo = await RunningDemo.open(this.surroundings, founded, stopping, become);
      this.become({ state: 'running', demo });
      return accept({ connectionId: demo.kept.connection.connectionId });
    } catch (error) {
      this.fail(error, stopping);
      return texts.fault('failed', { detail: error instanceof Error ? error.message : String(error) });
    }
  }

  private fail(error: unknown, { signal }: AbortController): void {
    // Whatever else went wrong on the way is because it was stopped.
    const isAsked = signal.aborted;
    if (!isAsked) this.surroundings.onFault(error);
    const detail = error instanceof Error ? error.message : String(error);
    this.become(isAsked ? { state: 'absent' } : { state: 'absent', detail });
  }

  /** Whatever is under way need not be brought to its end. */
  private hurry(): void {
    const { phase } = this;
    if (phase.state === 'starting') phase.stopping.abort();
  }

  private async end(): Promise<void> {
    const { phase } = this;
    if (phase.state !== 'running') return;
    this.become({ state: 'stopping' });
    const closed = phase.demo.close();
    await this.playing;
    await closed;
    this.played.clear();
    this.become({ state: 'absent' });
  }

  private become(phase: Phase): void {
    this.phase = phase;
    this.tell();
  }

  private note(scenario: ScenarioName, played: Played): void {
    if (this.phase.state !== 'running' || this.phase.demo.signal.aborted) return;
    this.played.set(scenario, played);
    this.tell();
  }

  private tell(): void {
    this.surroundings.desk.tell({ kind: 'area', area: 'demo' });
  }

  private get connectionId(): string | undefined {
    return this.phase.state === 'running' ? this.phase.demo.kept.connection.connectionId : undefined;
  }

  private hindranceOf(scenario: ScenarioName, demo: RunningDemo) {
    const isOtherPlayed = [...this.played.values()].some(({ state }) => state === 'running');
    return isOtherPlayed ? 'other-runs' : DEMO_SCENARIOS[scenario].whyNot(demo);
  }

  private hindranceWords(hindrance: keyof ReturnType<typeof demoWordsIn>['hindrances']): Words {
    return say(
      `demo.hindrance.${hindrance}`,
      demoWordsIn(this.surroundings.desk.language).hindrances[hindrance],
    );
  }

  private read(): LiveContent<ScenarioRow, DemoSummary> {
    const { phase } = this;
    const summary: DemoSummary = { state: phase.state, words: this.summaryWords() };
    if (phase.state !== 'running') return { rows: [], summary };
    summary.connectionId = phase.demo.kept.connection.connectionId;
    return { rows: SCENARIOS.map((scenario, index) => this.rowOf(scenario, index, phase.demo)), summary };
  }

  private summaryWords(): Words {
    const words = demoWordsIn(this.surroundings.desk.language);
    const { phase } = this;
    switch (phase.state) {
      case 'absent':
        return phase.detail === undefined
          ? say('demo.absent', words.absent)
          : say('demo.failed', words.failed(phase.detail), { detail: phase.detail });
      case 'starting':
        return say(`demo.starting.${phase.step}`, words.starting[phase.step]);
      case 'running':
        return say('demo.running', words.running);
      default:
        return say('demo.stopping', words.stopping);
    }
  }

  private rowOf(scenario: ScenarioName, index: number, demo: RunningDemo): ScenarioRow {
    const words = demoWordsIn(this.surroundings.desk.language);
    const { name, description } = words.scenarios[scenario];
    const { state, progress } = this.played.get(scenario) ?? IDLE;
    const hindrance = state === 'running' ? undefined : this.hindranceOf(scenario, demo);
    const row: ScenarioRow = {
      id: scenario,
      sort: String(index),
      scenario,
      words: say(`demo.scenario.${scenario}`, name),
      description: say(`demo.scenario.${scenario}.description`, description),
      isAvailable: hindrance === undefined && state !== 'running',
      state,
    };
    if (hindrance !== undefined) row.reason = this.hindranceWords(hindrance);
    if (progress !== undefined) {
      const { step, values } = progress;
      row.progress = say(`demo.progress.${step}`, words.progress[step](values), values);
    }
    return row;
  }
}
