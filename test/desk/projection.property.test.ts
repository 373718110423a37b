// On random histories of a whole Organization: the desk's projection is the Authority's state, our verdict before signing is
// the Authority's answer, and every screen is made of rows that the contract allows.
import { createRouterClient } from '@orpc/server';
import { describe, expect, test } from 'vitest';
import { CombinedWorld } from '../../core/coordinator/desk-runtime/combined-world.ts';
import { DeskRuntime } from '../../core/coordinator/desk-runtime/desk-runtime.ts';
import type { RunningConnection } from '../../core/coordinator/desk-runtime/desk-connections.ts';
import type { AgentDirectory } from '../../core/coordinator/desk-runtime/ports.ts';
import type { CommandDraft } from '../../core/coordinator/command-draft.ts';
import { tryCommand } from '../../core/coordinator/desk/intent/trial.ts';
import { DEFAULT_POLICY, type OrganizationPolicy } from '../../core/domain/decision.ts';
import { evolve } from '../../core/domain/evolve.ts';
import { MemoryWorld, ORGANIZATION } from '../../core/domain/world.ts';
import type { DeskClient } from '../../core/contract/contract.ts';
import { createDeskRouter } from '../../core/host/desk-router.ts';
import type { AgentCard, Command } from '../../core/protocol/generated/documents.ts';
import type { Observation } from '../../core/simulation/model.ts';
import { AGENTS, COORDINATORS, OWNER, SERVICE } from '../../core/simulation/principals.ts';
import { recordHistory } from '../../core/simulation/run.ts';
import { findDifference } from '../../core/simulation/state-text.ts';
import { createRandom, integerFromEnvironment, seedFromEnvironment } from '../harness/random.ts';
import { LogLink } from './log-link.ts';
import { bareServices } from './served-desk.ts';

const HISTORIES = integerFromEnvironment('HEDDLE_HISTORIES') ?? 8;
const STEPS = 300;

/** The limits of a history are its own: whatever they refuse is left out below. */
const POLICY: OrganizationPolicy = {
  ...DEFAULT_POLICY,
  cooperation: {
    delegationDepth: 1_000,
    queuedWorkItems: 1_000_000,
    activeWorkItems: 1_000_000,
    messagesPerMinute: 1_000_000,
    proposalsPerMinute: 1_000_000,
  },
  services: {
    registry: [SERVICE.actor.id],
    identity: [SERVICE.actor.id],
    archive: [SERVICE.actor.id],
    policy: [SERVICE.actor.id],
    metering: [SERVICE.actor.id],
  },
};

/** What is refused before the rules are asked, or for limits that only the history knows. */
const BEYOND_RULES: ReadonlySet<string> = new Set([
  'AUTH_INVALID_SIGNATURE',
  'AUTH_REQUIRED',
  'AUTH_STALE_SESSION',
  'ACTION_ID_COLLISION',
  'INTERNAL_ERROR',
  'PROTOCOL_VIOLATION',
  'RATE_LIMITED',
  'SCHEMA_VALIDATION_FAILED',
]);

/** Kinds of records that no Group's log tells. */
const ORGANIZATIONS_OWN: ReadonlySet<string> = new Set(['agent', 'session']);

interface Stage {
  readonly desk: DeskRuntime;
  readonly connection: RunningConnection;
  readonly links: readonly LogLink[];
  readonly authority: MemoryWorld;
  readonly cards: Map<string, AgentCard>;
}

async function openStage(): Promise<Stage> {
  const desk = new DeskRuntime({
    ports: {
      clock: { nowMs: () => 0, after: () => () => {} },
      keys: { conditionOf: () => 'usable', signDocument: () => Promise.reject(new Error('no key')) },
      newId: (kind) => `urn:heddle:test:${kind}`,
      runCheck: async () => ({ status: 'broken', detail: 'nothing is run here' }),
      onFault: (error) => {
        throw error;
      },
    },
    language: 'en',
    keyStatuses: () => [],
    dayStartMs: () => 0,
  });
  const cards = new Map<string, AgentCard>();
  const agents: AgentDirectory = { cards: () => cards, presence: () => new Map(), listen: () => () => {} };
  const [coordinator] = COORDINATORS;
  if (coordinator === undefined) throw new Error('an Organization has Coordinators');
  const links = [await LogLink.open(OWNER.actor), await LogLink.open(coordinator.actor)];
  const connection = await desk.addConnection(
    {
      connectionId: 'c',
      name: 'Test',
      kind: 'embedded',
      origin: 'http://127.0.0.1',
      organizationId: 'urn:heddle:test:organization',
      policy: POLICY,
      freshMs: 300_000,
      isTls: false,
    },
    links,
    agents,
  );
  return { desk, connection, links, authority: new MemoryWorld(), cards };
}

/** What our rules say of a Command as it arrived, on the projection alone. */
function verdictOf({ connection }: Stage, command: Command) {
  const { signature: _signature, ...unsigned } = command;
  const { actor, sessionEpoch, membershipEpoch, coordinatorEpoch } = command;
  return tryCommand(connection.view(), {
    signer: { actor, name: actor.id, sessionEpoch, key: 'usable', path: 'open' },
    // The rules look at the Command alone.
    draft: {
      kind: command.kind,
      groupId: command.groupId ?? '',
      payload: command.payload,
    } as unknown as CommandDraft,
    signs: [],
    coSigners: [],
    lacks: undefined,
    command: unsigned,
    epochs: { sessionEpoch, membershipEpoch, coordinatorEpoch },
  }).rejection;
}

function isComparable({ command, answer }: Observation): boolean {
  if (command === undefined || command.actor.type === 'service' || answer.kind === 'silence') return false;
  // Whether an override was needed depends on limits that only the history knows.
  if (command.cooperationOverrideGrantId !== undefined) return false;
  if (answer.kind === 'accepted') return !answer.isRepeat;
  // A Session belongs to one Agent: the connection refuses, and no rule is asked.
  return !BEYOND_RULES.has(answer.code) && answer.rule !== 'WS-020' && !answer.rule.startsWith('POL-');
}

function take({ authority, cards }: Stage, { added }: Observation): void {
  for (const { text } of added) {
    authority.apply(evolve(authority, JSON.parse(text) as never));
  }
  for (const [agentId, { card }] of authority.list('agent', ORGANIZATION)) cards.set(agentId, card);
}

async function openEveryScreen(client: DeskClient, { connection }: Stage): Promise<number> {
  const view = connection.view();
  let rows = 0;
  const look = async (
    parts: Promise<AsyncIterable<{ readonly type: string; readonly rows?: readonly unknown[] }>>,
  ) => {
    for await (const part of await parts) {
      rows += part.rows?.length ?? 0;
      return;
    }
  };
  await look(client.system.status());
  await look(client.attention.follow());
  await look(client.outbox.follow());
  await look(client.missions.follow());
  await look(client.review.queue());
  await look(client.approvals.follow());
  await look(client.people.agents());
  await look(client.connections.follow());
  await look(client.connections.groups());
  for (const groupId of view.groupIds) {
    const place = { connectionId: 'c', groupId };
    await look(client.missions.overview(place));
    await look(client.plan.follow(place));
    await look(client.people.members(place));
    await look(client.people.grants(place));
    await look(client.history.follow(place));
    await look(client.artifacts.follow(place));
    await look(client.conversations.follow(place));
    for (const [conversationId] of view.world.list('conversation', groupId)) {
      await look(client.conversations.messages({ ...place, conversationId }));
    }
    for (const [workItemId] of view.world.list('workItem', groupId)) {
      await look(client.work.follow({ ...place, workItemId }));
      await look(client.review.follow({ ...place, workItemId }));
    }
  }
  return rows;
}

const firstSeed = seedFromEnvironment();

describe('the desk over random histories', () => {
  test.each(Array.from({ length: HISTORIES }, (_none, index) => firstSeed + index))(
    'sees what the Authority sees, and says what it says (HEDDLE_SEED=%i)',
    async (seed) => {
      const { observations } = await recordHistory({ seed, steps: STEPS, mode: 'fast' });
      const stage = await openStage();
      const random = createRandom(seed, 1);
      const differences: object[] = [];
      let compared = 0;
      for (const observation of observations) {
        const { command, answer, added, nowMs } = observation;
        for (const link of stage.links) link.nowMs = nowMs;
        if (command !== undefined && isComparable(observation)) {
          const rejection = verdictOf(stage, command);
          const ours = rejection === undefined ? 'accepted' : `${rejection.code} ${rejection.rule}`;
          const theirs = answer.kind === 'refused' ? `${answer.code} ${answer.rule}` : 'accepted';
          if (ours !== theirs) differences.push({ command, ours, theirs });
          compared += 1;
        }
        take(stage, observation);
        // The two identities hear of it one after the other, in no fixed order.
        const order = random.chance(0.5) ? stage.links : stage.links.toReversed();
        for (const link of order) await link.take(added);
      }
      expect(differences).toEqual([]);
      expect(compared).toBeGreaterThan(STEPS / 4);
      const world = new CombinedWorld();
      world.choose(stage.links);
      const known = new MemoryWorld();
      for (const { kind, groupId, id } of stage.authority.entries()) {
        if (ORGANIZATIONS_OWN.has(kind)) continue;
        known.apply([{ kind, groupId, id, value: stage.authority.get(kind, groupId, id) } as never]);
      }
      expect(findDifference(world, known)).toBeUndefined();
      expect(AGENTS.every(({ actor }) => stage.cards.has(actor.id))).toBe(true);
      const client: DeskClient = createRouterClient(
        createDeskRouter(
          bareServices(stage.desk, (error) => {
            throw error;
          }),
        ),
      );
      expect(await openEveryScreen(client, stage)).toBeGreaterThan(100);
      stage.desk.stop();
    },
    60_000,
  );
});
