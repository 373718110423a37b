// Judges a brief for a connection before anything is made: the brief and the configurations of its Workers, who would sign,
// and the whole plan by the rules on what this computer knows of the Authority.
import { access } from 'node:fs/promises';
import { isAbsolute, join, relative, resolve } from 'node:path';
import type { BriefPace } from '../contract/briefs.ts';
import { identityOf } from '../coordinator/desk/connection.ts';
import type { RunningConnection } from '../coordinator/desk-runtime/desk-connections.ts';
import type { DeskRuntime } from '../coordinator/desk-runtime/desk-runtime.ts';
import type { DeskLink } from '../coordinator/desk-runtime/ports.ts';
import type { Brief } from '../coordinator/briefs/brief.ts';
import type { BriefPlan } from '../coordinator/briefs/plan-brief.ts';
import type { AgentCard } from '../protocol/generated/documents.ts';
import { accept, refuse, type Result } from '../protocol/result.ts';
import { formatTimestamp } from '../protocol/timestamp.ts';
import { type BriefObstacle, briefObstacle, obstacleOf } from './desk-brief-faults.ts';
import { loadConfigs, type LoadedBrief, planMission } from './mission-brief.ts';
import { castAgents } from './mission-crew.ts';
import { newId } from '../sync/system-ports.ts';
import { runtimeFolder } from './runtime-folder.ts';

export interface BriefCheckOptions {
  readonly desk: DeskRuntime;
  readonly connectionId: string;
  /** In which the brief lies; undefined when nobody has said. */
  readonly folder: string | undefined;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** A brief that could be run now. */
export interface ReadyBrief {
  readonly connection: RunningConnection;
  readonly owner: DeskLink;
  readonly coordinator: DeskLink;
  readonly plan: BriefPlan;
  readonly configs: LoadedBrief['configs'];
  readonly agentIds: ReadonlyMap<string, string>;
  readonly cards: readonly AgentCard[];
  /** Timestamp of the decision, by the Authority's clock. */
  readonly startedAt: string;
}

/** What it would become, or everything that is in its way. */
export async function checkBrief(
  brief: Brief,
  options: BriefCheckOptions,
): Promise<Result<ReadyBrief, readonly BriefObstacle[]>> {
  const { desk, connectionId } = options;
  const connection = desk.connection(connectionId);
  if (connection === undefined) return refuse([briefObstacle('no-connection', {})]);
  const obstacles: BriefObstacle[] = [];
  const started = brief.workers.filter(({ source }) => 'config' in source).map(({ name }) => name);
  const isOurs = connection.facts.kind === 'embedded';
  if (!isOurs && started.length > 0) obstacles.push(briefObstacle('to-enrol', { workers: started }));
  const owner = connection.links.find(({ actor }) => actor.type === 'human');
  const coordinator = connection.links.find(({ actor }) => actor.type === 'agent');
  if (owner === undefined) obstacles.push(briefObstacle('no-owner', {}));
  if (coordinator === undefined) obstacles.push(briefObstacle('no-coordinator', {}));
  obstacles.push(...findSigningObstacles(connection, [owner, coordinator]));
  const configs = await findConfigs(brief, options);
  if (!configs.ok) obstacles.push(...configs.fault);
  if (!configs.ok || owner === undefined || coordinator === undefined) return refuse(obstacles);

  const view = connection.view();
  const startedAt = formatTimestamp(view.nowMs);
  const people = {
    organizationId: connection.facts.organizationId,
    ownerId: owner.actor.id,
    coordinatorAgentId: coordinator.actor.id,
  };
  const cast = castAgents({ brief, configs: configs.value }, people, startedAt);
  // What is registered counts before what is expected.
  const cards = cast.cards.map((card) => view.cards.get(card.agentId) ?? card);
  if (isOurs) {
    for (const { name, source } of brief.workers) {
      if (!('agentId' in source) || view.cards.has(source.agentId)) continue;
      obstacles.push(briefObstacle('agent-unknown', { worker: name }));
    }
  }
  const plan = planMission(brief, {
    ...people,
    ...cast,
    cards,
    missionId: newId(),
    nowMs: view.nowMs,
    on: { world: coordinator.world, policy: view.policy },
  });
  if (!plan.ok) obstacles.push(obstacleOf(plan.fault));
  if (!plan.ok || obstacles.length > 0) return refuse(obstacles);
  const { agentIds } = cast;
  return accept({
    connection,
    owner,
    coordinator,
    plan: plan.value,
    configs: configs.value,
    agentIds,
    cards,
    startedAt,
  });
}

/** Why these identities cannot sign and send now; each reason once. */
export function findSigningObstacles(
  connection: RunningConnection,
  links: readonly (DeskLink | undefined)[],
): readonly BriefObstacle[] {
  const view = connection.view();
  const codes = new Set<'key-locked' | 'key-unusable' | 'no-human-path' | 'offline' | 'replaced'>();
  for (const link of links) {
    const identity = link === undefined ? undefined : identityOf(view, link.actor);
    if (link === undefined || identity === undefined) continue;
    if (identity.key === 'locked') codes.add('key-locked');
    else if (identity.key !== 'usable') codes.add('key-unusable');
    if (link.status === 'replaced') codes.add('replaced');
    else if (identity.path === 'none') codes.add('no-human-path');
    else if (identity.path !== 'open') codes.add('offline');
  }
  // Without its key nobody connects; the key is what to see to.
  if (codes.has('key-locked')) codes.delete('offline');
  return [...codes].map((code) => briefObstacle(code, {}));
}

async function findConfigs(
  brief: Brief,
  { desk, folder, environment }: BriefCheckOptions,
): Promise<Result<LoadedBrief['configs'], readonly BriefObstacle[]>> {
  if (folder === undefined) {
    const foreign: BriefObstacle[] = [];
    for (const { name: worker, source } of brief.workers) {
      if (!('config' in source) || (await isOfThisApp(source.config))) continue;
      foreign.push(briefObstacle('needs-folder', { worker, config: source.config }));
    }
    if (foreign.length > 0) return refuse(foreign);
  }
  const locate = (config: string) => (folder === undefined ? ofThisApp(config) : resolve(folder, config));
  const loaded = await loadConfigs(brief, { locate, language: desk.language, environment });
  return loaded.ok ? loaded : refuse(loaded.fault.map(obstacleOf));
}

/** Where the configuration would lie if the brief lay beside the examples of this app. */
function ofThisApp(config: string): string {
  return resolve(join(runtimeFolder(), 'examples', 'brief'), config);
}

async function isOfThisApp(config: string): Promise<boolean> {
  const path = ofThisApp(config);
  const inside = relative(join(runtimeFolder(), 'examples'), path);
  if (isAbsolute(config) || isAbsolute(inside) || inside.startsWith('..')) return false;
  return access(path).then(
    () => true,
    () => false,
  );
}

/** The work of a brief that becomes a Mission of its own, which people cannot lead by a plan. */
export function findChild({ mission }: Brief, pace: BriefPace): BriefObstacle | undefined {
  if (pace === 'by-itself') return undefined;
  const child = mission.work.find((item) => item.child !== undefined);
  return child === undefined ? undefined : briefObstacle('child-by-hand', { item: child.name });
}
