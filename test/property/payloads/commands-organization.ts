// Valid payloads of the Commands of the Organization's own services (CMD-140, CMD-141, CMD-145).
import type {
  AgentCardRegisterPayload,
  GroupArchivePayload,
  SessionOpenPayload,
} from '../../../core/protocol/generated/documents.ts';
import type { ExamplePair } from './example-pair.ts';
import { SECOND_WORKER, WORKER } from './sample-ground.ts';
import { AGENT_CARD, GROUP_SNAPSHOT } from './sample-records.ts';

export const ORGANIZATION_COMMANDS = {
  'ext.missionweaveprotocol.registry.agent_card_register': {
    minimal: { card: AGENT_CARD },
    maximal: { card: AGENT_CARD },
  } satisfies ExamplePair<AgentCardRegisterPayload>,

  'ext.missionweaveprotocol.identity.session_open': {
    minimal: { agentId: WORKER.id },
    maximal: { agentId: SECOND_WORKER.id },
  } satisfies ExamplePair<SessionOpenPayload>,

  'ext.missionweaveprotocol.core.group_archive': {
    minimal: { snapshot: GROUP_SNAPSHOT },
    maximal: { snapshot: GROUP_SNAPSHOT },
  } satisfies ExamplePair<GroupArchivePayload>,
};
