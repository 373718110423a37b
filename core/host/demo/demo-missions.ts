// Brings the two Missions of the demo to where a person is needed: the loop that carries out briefs leads them, real Workers do the
// work, and it ends where each question to a person is asked. From there on the person at the desk coordinates.
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { BriefQuestion } from '../../coordinator/brief-run/run-types.ts';
import { groupIdOf, type BriefPlan, planBrief, workItemIdOf } from '../../coordinator/briefs/plan-brief.ts';
import type { CommandDraft } from '../../coordinator/command-draft.ts';
import { ORGANIZATION, SINGLE } from '../../domain/world.ts';
import type { AgentCard } from '../../protocol/generated/documents.ts';
import { type LocalSigner, signDocument, type Unsigned } from '../../protocol/sign.ts';
import { ControlPlaneClient } from '../../sync/control-plane-client.ts';
import { accessCredentials } from '../../sync/credentials.ts';
import { signerOfLocalKey } from '../../sync/key-signer.ts';
import { openServerAddress, type ServerSettings } from '../../sync/server-address.ts';
import { newId, SYSTEM_CLOCK, SYSTEM_RANDOM } from '../../sync/system-ports.ts';
import type { AuthorityServer } from '../authority-server.ts';
import { loadBrief } from '../mission-brief.ts';
import { createCheckRunner } from '../check-runner.ts';
import { reviewPortsOfClient } from '../review-ports.ts';
import { MissionLoop } from '../mission-loop.ts';
import { createOwnerLink, type OwnerLink } from '../mission-owner.ts';
import { DemoAgent } from './demo-agent.ts';
import type { DemoCast, KeptDemo } from './demo-folder.ts';
import { demoSignerOf } from './demo-keys.ts';
import { DEMO_WORKER_ROLES, examplesFolder } from './demo-workers.ts';
import { untilTrue } from './demo-waiting.ts';

/** Where the Missions stop: a person has been asked all of this. */
const QUESTIONS: { readonly [Name in keyof KeptDemo['missions']]: readonly BriefQuestion['kind'][] } = {
  archive: ['human-review', 'execution-approval', 'blocked'],
  accounts: ['final-approval'],
};

export type DemoMissionName = keyof typeof QUESTIONS;

/** How far the beginning has come, for people. */
export type BeginningStep = 'founding' | 'working' | 'talking';

export interface BeginningScene {
  readonly cast: DemoCast;
  readonly organizationId: string;
  readonly groupAuthorityId: string | undefined;
  readonly server: AuthorityServer;
  readonly reached: ServerSettings;
  readonly signal: AbortSignal;
  readonly onFault: (error: unknown) => void;
  readonly onStep: (step: BeginningStep) => void;
}

export function demoGroupOf(missionId: string): string {
  return groupIdOf(missionId);
}

/** A WorkItem of a brief, by its name there. */
export function demoItemOf(missionId: string, name: string): string {
  return workItemIdOf(missionId, name, 0);
}

/** Everything that has happened before a person sees the demo for the first time. */
export async function beginDemoMissions(scene: BeginningScene): Promise<KeptDemo['missions']> {
  const { cast, signal, onStep } = scene;
  const missions = { archive: newId(), accounts: newId() };
  const common = { ...scene, server: scene.reached };
  const coordinator = await DemoAgent.connect({ ...common, person: cast.coordinator });
  const translator = await DemoAgent.connect({ ...common, person: cast.translator });
  const owner = openOwner(scene, coordinator);
  try {
    onStep('working');
    const cards = await readCards(scene.server);
    await Promise.all([
      playUntilAsked(scene, { name: 'archive', missionId: missions.archive, coordinator, owner, cards }),
      playUntilAsked(scene, { name: 'accounts', missionId: missions.accounts, coordinator, owner, cards }),
    ]);
    onStep('talking');
    await talk({ missions, cast, coordinator, translator, owner, signal });
    return missions;
  } finally {
    owner.close();
    await Promise.all([coordinator.leave(), translator.leave()]);
  }
}

interface Played {
  readonly name: DemoMissionName;
  readonly missionId: string;
  readonly coordinator: DemoAgent;
  readonly owner: OwnerLink;
  readonly cards: readonly AgentCard[];
}

async function playUntilAsked(scene: BeginningScene, played: Played): Promise<void> {
  const { cast, signal } = scene;
  const { name, coordinator, owner, cards } = played;
  const plan = await planOf(scene, played);
  const signers = { owner: demoSignerOf(cast.owner), coordinator: demoSignerOf(cast.coordinator) };
  const awaited = new Set(QUESTIONS[name]);
  const runCheck = createCheckRunner();
  const loop: MissionLoop = new MissionLoop({
    plan,
    link: coordinator.client,
    owner,
    sign: (kind, unsigned, by) => sign(kind, unsigned, signers[by]),
    cards,
    history: new Map(),
    reviewPorts: (groupId) => reviewPortsOfClient(coordinator.client, groupId, runCheck),
    ask: (question, answered) => {
      awaited.delete(question.kind);
      if (awaited.size === 0) loop.stop();
      // Nobody answers: that is for the person at the desk.
      return new Promise((resolve) => {
        answered.addEventListener('abort', () => resolve(undefined), { once: true });
      });
    },
    after: (delayMs, action) => {
      const timer = setTimeout(action, Math.min(delayMs, LONGEST_DELAY_MS));
      return () => clearTimeout(timer);
    },
    onStep: () => {},
    onCommand: () => {},
  });
  const stop = () => loop.stop();
  signal.addEventListener('abort', stop, { once: true });
  try {
    if (signal.aborted) stop();
    const end = await loop.run();
    if (awaited.size > 0)
      throw new Error(`${name} ended with ${end.kind}, without ${[...awaited].join(', ')}`);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

/** The loop looks again, and waits anew. */
const LONGEST_DELAY_MS = 60_000;

async function planOf({ cast }: BeginningScene, { name, missionId }: Played): Promise<BriefPlan> {
  const loaded = await loadBrief({
    path: join(examplesFolder(), 'demo', `${name}.yaml`),
    startMs: Date.now(),
    language: 'en',
    environment: process.env,
  });
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.fault));
  const planned = planBrief(loaded.value.brief, {
    missionId,
    ownerId: cast.owner.actor.id,
    coordinatorAgentId: cast.coordinator.actor.id,
    // The same Agents in both briefs: their queues are shared.
    agentIds: new Map(DEMO_WORKER_ROLES.map((role) => [role, cast[role].actor.id])),
  });
  if (!planned.ok) throw new Error(JSON.stringify(planned.fault));
  return planned.value;
}

/** The human of the demo, before it has a desk. */
function openOwner(
  { cast, reached, signal }: BeginningScene,
  { client }: DemoAgent,
): OwnerLink & { close(): void } {
  const address = openServerAddress(reached);
  if (!address.ok) throw new RangeError(address.fault);
  const signer = demoSignerOf(cast.owner);
  const { id } = cast.owner.actor;
  const controlPlane = new ControlPlaneClient({
    address: address.value,
    credentials: accessCredentials({
      principal: { type: 'human', id },
      signer: signerOfLocalKey(signer),
      clock: SYSTEM_CLOCK,
      random: SYSTEM_RANDOM,
    }),
  });
  const link = createOwnerLink({
    ownerId: id,
    signer,
    controlPlane,
    world: client.world,
    now: () => client.now(),
    newId,
    pause: (delayMs) => delay(delayMs, undefined, { signal }).catch(() => {}),
    signal,
  });
  return { submit: (draft) => link.submit(draft), close: () => controlPlane.close() };
}

async function readCards({ authority }: AuthorityServer): Promise<readonly AgentCard[]> {
  return authority.look((world) => Array.from(world.list('agent', ORGANIZATION), ([, { card }]) => card));
}

function sign(kind: Parameters<typeof signDocument>[0], unsigned: object, signer: LocalSigner): object {
  // The step function says which kind a document is of; signing checks it against the schema.
  const signed = signDocument(kind, unsigned as Unsigned<typeof kind>, signer);
  if (!signed.ok) throw new Error(`${kind} was not signed: ${signed.fault.message}`);
  return signed.value.document;
}

interface Talking {
  readonly missions: KeptDemo['missions'];
  readonly cast: DemoCast;
  readonly coordinator: DemoAgent;
  readonly translator: DemoAgent;
  readonly owner: OwnerLink;
  readonly signal: AbortSignal;
}

/** A few words, so that conversations have something to show. None of them is an order (MSG-003). */
async function talk({ missions, cast, coordinator, translator, owner, signal }: Talking): Promise<void> {
  const archive = groupIdOf(missions.archive);
  const accounts = groupIdOf(missions.accounts);
  const { world } = coordinator.client;
  const mainOf = (groupId: string) => world.get('group', groupId, SINGLE)?.mainConversationId ?? '';
  const itemOf = (name: string) => world.get('workItem', archive, workItemIdOf(missions.archive, name, 0));
  const said = async (draft: CommandDraft) => {
    const outcome = await owner.submit(draft);
    if (outcome.status === 'accepted') return;
    throw new Error(`the owner said nothing: ${JSON.stringify(outcome)}`);
  };
  await said(post(archive, mainOf(archive), 'Please nothing that was signed goes to the shredder.'));
  await coordinator.act(
    post(
      archive,
      mainOf(archive),
      'The report is reviewed. It waits for you before it goes to the members.',
      [cast.owner.actor],
    ),
  );
  await coordinator.act(
    post(
      accounts,
      mainOf(accounts),
      'The Reviewer has found nothing wrong with the report. The budget file does not parse.',
    ),
  );
  const translation = itemOf('translation');
  if (translation === undefined) throw new Error('there is no translation');
  await translator.joined(archive);
  await untilTrue(
    () => translator.client.world.get('workItem', archive, translation.document.workItemId) !== undefined,
    signal,
  );
  await translator.act(
    post(
      archive,
      translation.document.conversationId,
      'The minutes name the brook and the fence by their old names. Are those to be kept?',
      [cast.coordinator.actor],
    ),
  );
}

type Mentions = NonNullable<Extract<CommandDraft, { kind: 'message.post' }>['payload']['mentions']>;

function post(groupId: string, conversationId: string, text: string, mentions: Mentions = []): CommandDraft {
  return {
    kind: 'message.post',
    groupId,
    conversationId,
    payload: { messageId: newId(), content: [{ type: 'text', text }], mentions },
  };
}
