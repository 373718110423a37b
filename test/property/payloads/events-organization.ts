// Valid payloads of the Events about Agents, sessions and archived Groups (EVT-002, EVT-006 for CMD-145).
import type {
  AgentCardRegisteredPayload,
  GroupArchivedPayload,
  GroupSnapshotCreatedPayload,
  SessionOpenedPayload,
} from '../../../core/protocol/generated/documents.ts';
import type { ExamplePair } from './example-pair.ts';
import { at, hashOf, SNAPSHOT_ID, SOURCE_EVENT_ID, WORKER } from './sample-ground.ts';
import { AGENT_CARD, GROUP_SNAPSHOT } from './sample-records.ts';
import { GROUP_ARCHIVED } from './samples.ts';

export const ORGANIZATION_EVENTS = {
  'ext.missionweaveprotocol.registry.agent_card_registered': {
    minimal: { agentCard: AGENT_CARD },
    maximal: { agentCard: AGENT_CARD, agentId: WORKER.id, cardVersion: AGENT_CARD.cardVersion },
  } satisfies ExamplePair<AgentCardRegisteredPayload>,

  'ext.missionweaveprotocol.identity.session_opened': {
    minimal: { agentId: WORKER.id, sessionEpoch: 3 },
    maximal: { agentId: WORKER.id, sessionEpoch: 3, expiresAt: at('09:40') },
  } satisfies ExamplePair<SessionOpenedPayload>,

  'group.snapshot.created': {
    minimal: { snapshot: GROUP_SNAPSHOT },
    maximal: {
      snapshot: GROUP_SNAPSHOT,
      snapshotId: SNAPSHOT_ID,
      throughSequence: GROUP_SNAPSHOT.throughSequence,
      stateHash: GROUP_SNAPSHOT.stateHash,
      snapshotArtifactHash: hashOf('snapshot artifact'),
    },
  } satisfies ExamplePair<GroupSnapshotCreatedPayload>,

  'group.archived': {
    minimal: { group: GROUP_ARCHIVED },
    maximal: {
      group: GROUP_ARCHIVED,
      snapshotId: SNAPSHOT_ID,
      archivedAt: at('17:00'),
      sourceEventId: SOURCE_EVENT_ID,
    },
  } satisfies ExamplePair<GroupArchivedPayload>,
};
