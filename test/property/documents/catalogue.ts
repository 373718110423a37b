// The catalogue of all documents by schema name.

import {
  agentCard,
  conversation,
  firstAdmissionRecord,
  group,
  membership,
  message,
  mission,
} from './catalogue-coordination.ts';
import { approval, contextPackage, extensionProfile, groupSnapshot } from './catalogue-decisions.ts';
import { command, error, event, presenceRecord, websocketFrame } from './catalogue-exchange.ts';
import { artifact, evidence, lease, workContract, workItem } from './catalogue-work.ts';
import type { Node } from './model.ts';

/** Every document by the name of its schema. */
export const catalogue = {
  command,
  event,
  'agent-card': agentCard,
  'presence-record': presenceRecord,
  mission,
  group,
  membership,
  conversation,
  message,
  'work-contract': workContract,
  'work-item': workItem,
  artifact,
  evidence,
  lease,
  approval,
  'context-package': contextPackage,
  'group-snapshot': groupSnapshot,
  'extension-profile': extensionProfile,
  'first-admission-record': firstAdmissionRecord,
  error,
  'websocket-frame': websocketFrame,
} satisfies Record<string, Node>;

/** The name of a document's schema. */
export type DocumentName = keyof typeof catalogue;

/** All names, in the order of the specification. */
export const documentNames: readonly DocumentName[] = [
  'command',
  'event',
  'agent-card',
  'presence-record',
  'mission',
  'group',
  'membership',
  'conversation',
  'message',
  'work-contract',
  'work-item',
  'artifact',
  'evidence',
  'lease',
  'approval',
  'context-package',
  'group-snapshot',
  'extension-profile',
  'first-admission-record',
  'error',
  'websocket-frame',
];
