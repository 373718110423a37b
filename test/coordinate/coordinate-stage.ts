// A stage for Coordinators without a window: an Authority, Workers and `heddle coordinate` as processes of their own, and a human who
// owns Missions and proposes work.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CoordinateEvent, CoordinateEventName } from '../../core/host/coordinate-voice.ts';
import type { WorkContract } from '../../core/protocol/generated/documents.ts';
import { newId } from '../../core/sync/system-ports.ts';
import type { MissionIds, MissionOwner } from '../scenario/mission-owner.ts';
import { reportContractOf } from '../scenario/report-contract.ts';
import { ScenarioProcess } from '../scenario/scenario-process.ts';
import { ScenarioStage } from '../scenario/scenario-stage.ts';
import { WorkerProcess } from '../worker-host/worker-process.ts';

type Criterion = WorkContract['acceptanceCriteria'][number];

const HEDDLE = fileURLToPath(new URL('../../core/cli/heddle.ts', import.meta.url));
const REVIEW_PROGRAM = fileURLToPath(new URL('review-work.ts', import.meta.url));
const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url));

/** What a reviewer is capable of. */
export const REVIEWING = 'scenario.review@1.0.0';

/** Everything that these Missions need may be signed. */
export const ENOUGH = `coordinate: 1
limits: { perMinute: 600, perHour: 10000 }
rules:
  - id: term
    acts: [mission.renew_coordinator]
    missions: [all]
    risk: destructive
  - id: work
    acts: [membership.change, work.authorize, work.offer, work.accept_result, mission.submit_for_approval]
    missions: [all]
    risk: none
    each: { toolCalls: 10, wallClockSeconds: 600, computeSeconds: 600 }
`;

/** A process of `heddle coordinate` with everything that it says. */
export class CoordinatorProcess {
  readonly process: ScenarioProcess;
  readonly events: CoordinateEvent[] = [];

  constructor(label: string, args: readonly string[]) {
    this.process = new ScenarioProcess(label, [HEDDLE, 'coordinate', '--json', ...args], (line) =>
      this.events.push(JSON.parse(line) as CoordinateEvent),
    );
  }

  all(name: CoordinateEventName): readonly CoordinateEvent[] {
    return this.events.filter(({ event }) => event === name);
  }

  /** The first event of a name that is as wanted, whether it was there before or comes now. */
  until(
    name: CoordinateEventName,
    isWanted: (event: CoordinateEvent) => boolean = () => true,
  ): Promise<CoordinateEvent> {
    return this.process.until(() => this.all(name).find(isWanted), name);
  }
}

export class CoordinateStage {
  readonly scenario: ScenarioStage;
  readonly owner: MissionOwner;
  private readonly processes: CoordinatorProcess[] = [];
  private readonly workers: WorkerProcess[] = [];

  private constructor(scenario: ScenarioStage, owner: MissionOwner) {
    this.scenario = scenario;
    this.owner = owner;
  }

  static async open(): Promise<CoordinateStage> {
    const scenario = await ScenarioStage.open();
    return new CoordinateStage(scenario, await scenario.owner('olga'));
  }

  /** `heddle coordinate init`, enrolled; its folder. */
  async newCoordinator(label: string): Promise<string> {
    const { scenario } = this;
    const folder = join(scenario.folder, label);
    const about = ['--authority', scenario.origin, '--name', label, '--agent-id', coordinatorIdOf(label)];
    const enrolment = ['--organization-folder', scenario.organizationFolder];
    await scenario.heddle('coordinate', 'init', folder, ...about, ...enrolment);
    return folder;
  }

  /** Starts a Coordinator with a policy. */
  async run(folder: string, policy: string, ...args: readonly string[]): Promise<CoordinatorProcess> {
    const path = join(folder, 'policy-in-use.yaml');
    await writeFile(path, policy);
    const where = ['--authority', this.scenario.origin, '--policy', path, '--folder', folder];
    const started = new CoordinatorProcess(`coordinate ${this.processes.length}`, [...where, ...args]);
    this.processes.push(started);
    return started;
  }

  /** A Worker process that reviews what others have made. */
  async reviewer(label: string): Promise<void> {
    const { scenario } = this;
    const base = join(scenario.folder, `${label}.yaml`);
    const code = [REVIEW_PROGRAM, join(REPOSITORY, 'examples', 'workers'), join(REPOSITORY, 'package.json')];
    const about = `worker: 1\ncapabilities:\n  ${REVIEWING}:\n    node: ${JSON.stringify(REVIEW_PROGRAM)}\n`;
    await writeFile(base, `${about}    code: ${JSON.stringify(code)}\n`);
    const folder = join(scenario.folder, label);
    const named = ['--authority', scenario.origin, '--name', label, '--agent-id', coordinatorIdOf(label)];
    const enrolment = ['--organization-folder', scenario.organizationFolder, '--base', base];
    await scenario.heddle('worker', 'init', folder, ...named, ...enrolment);
    const worker = new WorkerProcess(folder, [], {});
    this.workers.push(worker);
    await worker.until('connection.opened');
  }

  createMission(label: string): Promise<MissionIds> {
    return this.owner.createMission({
      coordinatorAgentId: coordinatorIdOf(label),
      objective: 'Know what there is to say.',
    });
  }

  /** The owner proposes work, whose program takes its orders under `name`. */
  async propose(
    { groupId }: MissionIds,
    name: string,
    evidenceRequired: Criterion['evidenceRequired'] = ['deterministic_test'],
  ): Promise<void> {
    const contract = reportContractOf(name, evidenceRequired, COORDINATED);
    await this.owner.act(groupId, 'work.propose', { proposalId: newId(), contract }, 1);
  }

  describe(): string {
    return [this.scenario.describe(), ...this.processes.map(({ process }) => process.describe())].join(
      '\n\n',
    );
  }

  async close(): Promise<void> {
    for (const { process } of this.processes) await process.kill();
    for (const worker of this.workers) await worker.kill();
    await this.scenario.close();
  }
}

export function coordinatorIdOf(label: string): string {
  return `urn:heddle:test:agent:${label}`;
}

/** One more try than a report has otherwise. */
const COORDINATED: Partial<WorkContract> = {
  requestedUrgency: 'normal',
  retryPolicy: { maxAttempts: 2, backoff: 'none', maxDelay: 'PT0S', retryableFailures: [] },
};
