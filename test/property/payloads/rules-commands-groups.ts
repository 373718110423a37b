// Rules of the Command payloads about Memberships, Messages, and the Organization's own Commands.
import type { CommandKind } from '../../../core/protocol/schema.ts';
import type { PayloadRule } from './payload-rule.ts';
import {
  at,
  CONTEXT_PACKAGE_ID,
  COORDINATOR,
  REPORT_HASH,
  urn,
  WORK_CONVERSATION_ID,
} from './sample-ground.ts';
import { AGENT_CARD, CONTEXT_PACKAGE, GROUP_SNAPSHOT, MESSAGE_CONTENT } from './sample-records.ts';
import { GRANT_BUDGET } from './samples.ts';

type Rule = PayloadRule<CommandKind>;

const PROVISIONAL = { state: 'provisional', provisionalExpiresAt: at('09:30') };

const MEMBERSHIP: readonly Rule[] = [
  {
    rule: 'DOC-MEMB-C1',
    kind: 'membership.change',
    says: 'a provisional Membership lapses some time',
    of: 'maximal',
    without: ['provisionalExpiresAt'],
    refusedAt: '',
    naming: 'provisionalExpiresAt',
  },
  {
    rule: 'DOC-MEMB-C1',
    kind: 'membership.change',
    says: 'a provisional member starts from a Context Package',
    change: PROVISIONAL,
    refusedAt: '',
    naming: 'contextPackageId',
  },
  {
    rule: 'CTX-009',
    kind: 'membership.change',
    says: 'the Context Package may be named',
    change: { ...PROVISIONAL, contextPackageId: CONTEXT_PACKAGE_ID },
  },
  {
    rule: 'CTX-009',
    kind: 'membership.change',
    says: 'the Context Package may be sent along',
    change: { ...PROVISIONAL, contextPackage: CONTEXT_PACKAGE },
  },
  {
    rule: 'MEM-007',
    kind: 'membership.change',
    says: 'no Membership is ended by a change',
    change: { state: 'ended' },
    refusedAt: '/state',
  },
  {
    rule: 'OPEN-020',
    kind: 'membership.change',
    says: 'one role, not several',
    change: { role: ['worker', 'reviewer'] },
    refusedAt: '/role',
  },
  ...Object.keys(GRANT_BUDGET).map((dimension): Rule => ({
    rule: 'DOC-MEMB-C4',
    kind: 'membership.grant_delegation',
    says: `the budget of a Grant names ${dimension}`,
    change: {
      budget: Object.fromEntries(Object.entries(GRANT_BUDGET).filter(([name]) => name !== dimension)),
    },
    refusedAt: '/budget',
    naming: dimension,
  })),
];

const MESSAGES: readonly Rule[] = [
  {
    rule: 'MSG-001',
    kind: 'message.post',
    says: 'a Message carries no authority',
    change: { authority: true },
    refusedAt: '/authority',
  },
  {
    rule: '8.6 message.post',
    kind: 'message.post',
    says: 'the Conversation is named in the envelope',
    change: { conversationId: WORK_CONVERSATION_ID },
    refusedAt: '',
  },
  {
    rule: 'DOC-MSG-16',
    kind: 'message.post',
    says: 'structured data may be null',
    change: { content: [{ type: 'data_ref', schema: urn('schema', 'finding'), data: null }] },
  },
  {
    rule: 'DOC-MSG-19',
    kind: 'message.correct',
    says: 'a correction gives its reason',
    change: { reason: '' },
    refusedAt: '/reason',
  },
  ...(['message.retract', 'message.redact'] as const).flatMap((kind): Rule[] => [
    {
      rule: '8.6 one text part',
      kind,
      says: 'the note is one part',
      change: { content: [...MESSAGE_CONTENT.slice(0, 1), ...MESSAGE_CONTENT.slice(0, 1)] },
      refusedAt: '/content',
    },
    {
      rule: '8.6 one text part',
      kind,
      says: 'the note is text',
      change: { content: [{ type: 'artifact_ref', artifactHash: REPORT_HASH }] },
      refusedAt: '/content/0',
    },
    { rule: 'MSG-006', kind, says: 'the reason is given', change: { reason: '' }, refusedAt: '/reason' },
  ]),
];

const ORGANIZATION: readonly Rule[] = [
  {
    rule: 'IDN-001',
    kind: 'ext.missionweaveprotocol.registry.agent_card_register',
    says: 'the card is a valid Agent Card',
    change: { card: { ...AGENT_CARD, endpoints: [{ transport: 'wss', uri: 'ws://worker.example/' }] } },
    refusedAt: '/card/endpoints/0/uri',
  },
  {
    rule: 'ARC-004',
    kind: 'ext.missionweaveprotocol.core.group_archive',
    says: 'the policy log is not empty',
    change: { snapshot: { ...GROUP_SNAPSHOT, policyLog: [] } },
    refusedAt: '/snapshot/policyLog',
  },
  {
    rule: 'ARC-004',
    kind: 'ext.missionweaveprotocol.core.group_archive',
    says: 'a service takes the snapshot',
    change: { snapshot: { ...GROUP_SNAPSHOT, createdBy: COORDINATOR } },
    refusedAt: '/snapshot/createdBy/type',
  },
];

export const GROUP_COMMAND_RULES: readonly Rule[] = [...MEMBERSHIP, ...MESSAGES, ...ORGANIZATION];
