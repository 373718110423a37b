// Briefs in a window: what is wrong with a text, what would come of it, and the runs of briefs on this computer.
import { readFile } from 'node:fs/promises';
import { isAbsolute, relative } from 'node:path';
import type { NoSummary } from '../contract/live.ts';
import type { BriefFaultModel, BriefPace, BriefRunRow, BriefSummary } from '../contract/briefs.ts';
import type { Fault } from '../contract/values.ts';
import type { DeskRuntime } from '../coordinator/desk-runtime/desk-runtime.ts';
import type { LiveSource } from '../coordinator/desk-runtime/live-queries.ts';
import { budgetOf } from '../coordinator/desk-runtime/rows/row-context.ts';
import { say, textsOf } from '../coordinator/desk-runtime/words/texts.ts';
import type { BriefAnswer } from '../coordinator/brief-run/run-types.ts';
import type { Brief } from '../coordinator/briefs/brief.ts';
import type { BriefFault } from '../coordinator/briefs/faults.ts';
import { readBrief } from '../coordinator/briefs/resolve-brief.ts';
import { describeFault } from '../coordinator/briefs/words.ts';
import type { WorkContract } from '../protocol/generated/documents.ts';
import { accept, refuse, type Result } from '../protocol/result.ts';
import { millisecondsOf } from '../sync/sync-ports.ts';
import { checkBrief, findChild, type ReadyBrief } from './desk-brief-check.ts';
import {
  type BriefObstacle,
  briefObstacle,
  obstacleOf,
  obstacleWords,
  refusalOf,
} from './desk-brief-faults.ts';
import {
  type BriefRunFolder,
  type BriefRunRecord,
  createRunFolder,
  readRuns,
  removeHalfMade,
} from './desk-brief-record.ts';
import { briefRunRow, choicesOf } from './desk-brief-rows.ts';
import { DeskBriefRun, type RunConnection } from './desk-brief-run.ts';
import type { OpenedConnection } from './desk-links.ts';
import type { BriefCheck, BriefService, BriefText, Nothing } from './desk-services.ts';
import { matchInputs } from './mission-brief.ts';
import { makeCrew } from './mission-crew.ts';
import { systemCodeOf } from './mission-faults.ts';
import { newId } from '../sync/system-ports.ts';
import { pathsOf } from './organization-files.ts';
import { runtimeFolder } from './runtime-folder.ts';

export interface BriefRunsOptions {
  readonly desk: DeskRuntime;
  /** Of all runs. */
  readonly folder: string;
  readonly findOpened: (connectionId: string) => OpenedConnection | undefined;
  /** Of the Organization of a connection that is ours. */
  readonly organizationFolder: (connectionId: string) => string;
  readonly environment: NodeJS.ProcessEnv;
  readonly onFault: (error: unknown) => void;
}

type Wish = BriefText & { readonly pace: BriefPace; readonly inputs: Readonly<Record<string, string>> };

/** The runs of briefs of a profile. */
export class BriefRuns implements BriefService {
  private readonly options: BriefRunsOptions;
  private readonly runs = new Map<string, DeskBriefRun>();
  private isStopped = false;

  constructor(options: BriefRunsOptions) {
    this.options = options;
  }

  /** Removes what a crash has left of runs that were never begun; before any can begin. */
  removeHalfMade(): Promise<void> {
    return removeHalfMade(this.options.folder);
  }

  /** Goes on with what an earlier process has left at a connection. */
  async takeUp(connectionId: string): Promise<void> {
    const { folder, onFault } = this.options;
    for (const { folder: its, record } of await readRuns(folder, onFault)) {
      const isKnown = this.runs.has(record.runId);
      if (!isKnown && record.connectionId === connectionId) this.begin(its, record);
    }
  }

  /** Ends the runs of a connection that is being removed; they are taken up when it is back, or forgotten with it. */
  async leave(connectionId: string, forget: boolean): Promise<void> {
    for (const [runId, run] of this.runs) {
      if (run.record.connectionId !== connectionId) continue;
      await run.stop();
      this.runs.delete(runId);
      if (forget) await run.folder.remove();
    }
    this.options.desk.tell({ kind: 'area', area: 'briefs' });
  }

  /** Ends every Worker in good order; runs can be taken up again. */
  async stop(): Promise<void> {
    this.isStopped = true;
    await Promise.all([...this.runs.values()].map((run) => run.stop()));
  }

  /** Keys or connections are other ones. */
  wake(): void {
    for (const run of this.runs.values()) run.wake();
  }

  /** Whether a run leads a Group. */
  leads(connectionId: string, groupId: string): boolean {
    return [...this.runs.values()].some(
      ({ record }) => record.connectionId === connectionId && record.plan.groupId === groupId,
    );
  }

  source(): LiveSource<BriefRunRow, NoSummary> {
    const { desk } = this.options;
    return {
      concerns: (topic) => topic.kind === 'area' && AREAS.has(topic.area),
      read: () => ({
        rows: [...this.runs.values()].map((run) => briefRunRow(run, desk.language)),
        summary: {},
      }),
    };
  }

  async check(wish: BriefText): Promise<BriefCheck> {
    const { desk } = this.options;
    const read = this.read(wish);
    if (!read.ok) return { kind: 'faults', faults: read.fault.map((fault) => faultModel(desk, fault)) };
    const checked = await this.judge(read.value, wish);
    const obstacles = checked.ok ? [] : checked.fault;
    return { kind: 'plan', plan: summaryOf(desk, read.value, obstacles) };
  }

  async run(wish: Wish): Promise<Result<{ readonly runId: string }, Fault>> {
    const { desk, environment } = this.options;
    const read = this.read(wish);
    if (!read.ok) {
      const lines = read.fault.map((fault) => faultModel(desk, fault).words.text);
      return this.refuse([briefObstacle('lines', { lines })], 'brief-refused');
    }
    const brief = read.value;
    const given = Object.entries(wish.inputs).map(([name, path]) => ({ name, path }));
    const inputs = await matchInputs(brief, given);
    const checked = await this.judge(brief, wish);
    const child = findChild(brief, wish.pace);
    const obstacles = [
      ...(inputs.ok ? [] : inputs.fault.map(obstacleOf)),
      ...(checked.ok ? [] : checked.fault),
      ...(child === undefined ? [] : [child]),
    ];
    if (obstacles.length > 0 || !inputs.ok || !checked.ok) return this.refuse(obstacles);
    if (this.isStopped) return textsOf(desk.language).fault('not-now');
    const runId = newId();
    const folder = await createRunFolder(this.options.folder, runId);
    let record: BriefRunRecord;
    try {
      record = {
        version: 1,
        runId,
        connectionId: wish.connectionId,
        pace: wish.pace,
        isPaused: false,
        plan: checked.value.plan,
        inputs: inputs.value,
        cards: checked.value.cards,
        crew: await this.makeWorkers(checked.value, folder, environment),
        bases: basesOf(checked.value.configs),
        startedAt: checked.value.startedAt,
        outcome: undefined,
      };
      // From here on it is a run: what is left undone of it is done by the next start.
      await folder.write(record);
    } catch (error) {
      await folder.remove().catch(this.options.onFault);
      if (systemCodeOf(error) === '') throw error;
      const path = error instanceof Error && 'path' in error ? String(error.path) : folder.folder;
      return this.refuse([briefObstacle('unwritable', { path, systemCode: systemCodeOf(error) })]);
    }
    this.begin(folder, record);
    return accept({ runId });
  }

  async answer(given: Parameters<BriefService['answer']>[0]): Promise<Result<Nothing, Fault>> {
    const { runId, questionId, choice, text, items } = given;
    const run = this.runs.get(runId);
    const texts = textsOf(this.options.desk.language);
    if (run === undefined) return texts.fault('no-run');
    const question = run.questions.find((each) => each.questionId === questionId);
    const chosen = question === undefined ? undefined : choicesOf(question).find((each) => each === choice);
    if (chosen === undefined) return texts.fault(question === undefined ? 'no-question' : 'no-option');
    const answer: BriefAnswer = {
      choice: chosen,
      ...(text === undefined ? {} : { text }),
      ...(items === undefined ? {} : { items }),
    };
    return run.answer(questionId, answer) ? accept({}) : texts.fault('no-question');
  }

  async pause(runId: string, isPaused: boolean): Promise<Result<Nothing, Fault>> {
    const run = this.runs.get(runId);
    if (run === undefined) return textsOf(this.options.desk.language).fault('no-run');
    await run.setPaused(isPaused);
    return accept({});
  }

  private begin(folder: BriefRunFolder, record: BriefRunRecord): void {
    const { desk, environment } = this.options;
    const run = new DeskBriefRun({
      folder,
      record,
      ports: desk.ports,
      environment,
      findConnection: (connectionId) => this.findConnection(connectionId),
      onChange: () => desk.tell({ kind: 'area', area: 'briefs' }),
    });
    this.runs.set(record.runId, run);
    run.start();
    desk.tell({ kind: 'area', area: 'briefs' });
  }

  private findConnection(connectionId: string): RunConnection | undefined {
    const { desk, findOpened, organizationFolder } = this.options;
    const connection = desk.connection(connectionId);
    const opened = findOpened(connectionId);
    if (connection === undefined || opened === undefined) return undefined;
    const { server, facts } = opened;
    if (server === undefined) return { connection, ours: undefined };
    const operator = {
      folder: organizationFolder(connectionId),
      authority: server.authority,
      now: () => desk.ports.clock.nowMs(),
    };
    return { connection, ours: { origin: facts.origin, operator } };
  }

  private read({ connectionId, text, format }: BriefText): Result<Brief, readonly BriefFault[]> {
    const { desk } = this.options;
    const startMs = Math.floor(desk.connection(connectionId)?.nowMs() ?? desk.ports.clock.nowMs());
    return readBrief(Buffer.from(text, 'utf8'), { format, startMs });
  }

  private judge(brief: Brief, { connectionId, folder }: BriefText) {
    const { desk, environment } = this.options;
    return checkBrief(brief, { desk, connectionId, folder, environment });
  }

  private async makeWorkers(
    { connection, plan, configs, agentIds, startedAt }: ReadyBrief,
    { workers }: BriefRunFolder,
    environment: NodeJS.ProcessEnv,
  ): Promise<BriefRunRecord['crew']> {
    if (agentIds.size === 0) return [];
    const { connectionId, organizationId, origin } = connection.facts;
    const { certificate } = pathsOf(this.options.organizationFolder(connectionId));
    return makeCrew({
      folder: workers,
      agentIds,
      configs,
      organizationId,
      ownerId: plan.ownerId,
      origin,
      ca: await readFile(certificate, 'utf8'),
      validFrom: startedAt,
      environment,
    });
  }

  private refuse(obstacles: readonly BriefObstacle[], code?: string) {
    const refusal = refusalOf(obstacles, this.options.desk.language);
    return refuse(code === undefined ? refusal.fault : { ...refusal.fault, code });
  }
}

/** Of the configurations that come with this app. */
function basesOf(configs: ReadyBrief['configs']): BriefRunRecord['bases'] {
  const bases = [...configs].map(([name, { path }]) => [name, relative(runtimeFolder(), path)] as const);
  return Object.fromEntries(bases.filter(([, path]) => !path.startsWith('..') && !isAbsolute(path)));
}

/** Who of the brief may do a piece of work, by name. */
function candidatesOf(
  required: WorkContract['requiredCapabilities'],
  workers: Brief['workers'],
): string | undefined {
  const offers = ({ capabilities }: Brief['workers'][number]) =>
    required.every(({ id }) => capabilities.some((each) => each.id === id));
  const names = workers.filter(offers).map(({ name }) => name);
  return names.length === 0 ? undefined : names.join(', ');
}

const AREAS: ReadonlySet<string> = new Set(['briefs', 'keys', 'connections', 'settings']);

/** What is wrong, where, and what would be right. */
export function faultModel({ language }: Pick<DeskRuntime, 'language'>, fault: BriefFault): BriefFaultModel {
  const { code, line, column, path, values } = fault;
  const { wrong, right } = describeFault(fault, language);
  return { words: say(`brief.${code}`, `${wrong} ${right}`.trimEnd(), { ...values }), line, column, path };
}

function summaryOf(
  { language }: DeskRuntime,
  { title, mission, workers, inputs }: Brief,
  obstacles: readonly BriefObstacle[],
): BriefSummary {
  return {
    title,
    objective: mission.objective,
    deadlineAtMs: millisecondsOf(mission.deadline),
    work: mission.work.map(({ name, contract, needs }) => ({
      name,
      goal: contract.goal,
      needs: [...needs],
      worker: candidatesOf(contract.requiredCapabilities, workers),
    })),
    workers: workers.map(({ name, slots, source }) => ({
      name,
      slots,
      config: 'config' in source ? source.config : undefined,
    })),
    inputs: inputs.map(({ name, description }) => ({ name, description })),
    budget: budgetOf(undefined, mission.budget),
    obstacles: obstacles.map((obstacle) => obstacleWords(obstacle, language)),
  };
}
