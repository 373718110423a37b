// The valid payloads of all kinds in one list for each schema family; the types refuse a missing or invented kind.
import type { CommandKind, EventKind } from '../../../core/protocol/schema.ts';
import { DECISION_COMMANDS } from './commands-decisions.ts';
import { MEMBERSHIP_AND_MESSAGE_COMMANDS } from './commands-membership-messages.ts';
import { MISSION_COMMANDS } from './commands-missions.ts';
import { ORGANIZATION_COMMANDS } from './commands-organization.ts';
import { WORK_COMMANDS } from './commands-work.ts';
import { DECISION_EVENTS } from './events-decisions.ts';
import { MEMBERSHIP_AND_MESSAGE_EVENTS } from './events-membership-messages.ts';
import { MISSION_EVENTS } from './events-missions.ts';
import { ORGANIZATION_EVENTS } from './events-organization.ts';
import { WORK_EVENTS } from './events-work.ts';
import type { ExamplePair } from './example-pair.ts';

export const COMMAND_EXAMPLES = {
  ...MISSION_COMMANDS,
  ...MEMBERSHIP_AND_MESSAGE_COMMANDS,
  ...WORK_COMMANDS,
  ...DECISION_COMMANDS,
  ...ORGANIZATION_COMMANDS,
} satisfies Record<CommandKind, ExamplePair<object>>;

export const EVENT_EXAMPLES = {
  ...MISSION_EVENTS,
  ...MEMBERSHIP_AND_MESSAGE_EVENTS,
  ...WORK_EVENTS,
  ...DECISION_EVENTS,
  ...ORGANIZATION_EVENTS,
} satisfies Record<EventKind, ExamplePair<object>>;
