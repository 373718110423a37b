// Truth tables: every combination of the members that decide the conditional rules of a document.

import { evidenceKinds } from './catalogue-common.ts';
import { conversation, group, membership, message, mission } from './catalogue-coordination.ts';
import { approval } from './catalogue-decisions.ts';
import {
  command,
  coreCommandKinds,
  coreEventKinds,
  event,
  organizationCommandKinds,
  organizationEventKinds,
} from './catalogue-exchange.ts';
import { evidence, lease, workItem } from './catalogue-work.ts';
import type { DocumentName } from './catalogue.ts';
import type { Json } from './json.ts';
import { fullExampleOf } from './examples.ts';
import type { ObjectNode } from './model.ts';
import { replaceAt } from './mutations.ts';
import type { Path } from './mutations.ts';

/** One place of a document and what it can be: a value, present with a plain value, or absent. */
export interface Switch {
  readonly path: Path;
  readonly options: readonly ({ readonly set: Json } | 'present' | 'absent')[];
}

/** All combinations of the switches decide the conditional rules of one document. */
export interface Grid {
  readonly name: DocumentName;
  readonly node: ObjectNode;
  readonly switches: readonly Switch[];
}

function choice(path: Path, ...values: readonly Json[]): Switch {
  return { path, options: values.map((value) => ({ set: value })) };
}

function flips(...names: readonly string[]): Switch[] {
  return names.map((name) => ({ path: [name], options: ['present', 'absent'] }));
}

const ACTORS = ['agent', 'human', 'service'] as const;

/** The grids of all documents that have conditional rules. */
export const grids: readonly Grid[] = [
  {
    name: 'command',
    node: command,
    switches: [
      choice(
        ['kind'],
        ...coreCommandKinds,
        ...organizationCommandKinds,
        'ext.missionweaveprotocol.registry.other',
        'ext.a.b.c',
      ),
      choice(['actor', 'type'], ...ACTORS),
      ...flips('groupId', 'sessionEpoch', 'membershipEpoch', 'coordinatorEpoch'),
    ],
  },
  {
    name: 'event',
    node: event,
    switches: [
      choice(
        ['kind'],
        ...coreEventKinds,
        ...organizationEventKinds,
        ...organizationCommandKinds,
        'ext.a.b.c',
      ),
      choice(['actor', 'type'], ...ACTORS),
      ...flips('groupId', 'sequence', 'aggregateRevision'),
    ],
  },
  {
    name: 'mission',
    node: mission,
    switches: [
      choice(['missionOwner', 'type'], ...ACTORS),
      choice(['approvalPolicy', 'finalHumanApproval'], true, false),
      choice(['state'], 'active', 'approved', 'cancelled'),
      ...flips('parent', 'followUpToMissionId'),
    ],
  },
  {
    name: 'group',
    node: group,
    switches: [choice(['state'], 'active', 'archived'), ...flips('archivedAt', 'archiveSnapshotId')],
  },
  {
    name: 'membership',
    node: membership,
    switches: [
      choice(['state'], 'provisional', 'active', 'ended'),
      choice(['role'], 'worker', 'work_delegate'),
      ...flips('contextPackageId', 'provisionalExpiresAt', 'activatedAt', 'endedAt'),
    ],
  },
  {
    name: 'conversation',
    node: conversation,
    switches: [
      choice(['type'], 'group', 'work_item', 'review', 'restricted'),
      choice(['access', 'mode'], 'group', 'restricted'),
      {
        path: ['access', 'members'],
        options: [{ set: [{ type: 'human', id: 'a:b' }] }, { set: [] }, 'absent'],
      },
      ...flips('primaryWorkItemId'),
    ],
  },
  {
    name: 'message',
    node: message,
    switches: [
      choice(['kind'], 'message', 'correction', 'retraction', 'redaction'),
      choice(['authority'], false, true),
      ...flips('targetMessageId', 'reason', 'mentions'),
    ],
  },
  {
    name: 'work-item',
    node: workItem,
    switches: [
      choice(
        ['state'],
        'open',
        'offered',
        'queued',
        'active',
        'blocked',
        'submitted',
        'verified',
        'failed',
        'cancelled',
      ),
      ...flips('owner', 'selectionBasis', 'submission', 'offers'),
    ],
  },
  {
    name: 'evidence',
    node: evidence,
    switches: [
      choice(['type'], ...evidenceKinds, 'failure_report'),
      choice(['subject', 'type'], 'work_item', 'artifact', 'mission'),
      choice(['subject', 'id'], 'a:b', `sha256:${'a'.repeat(64)}`, `sha256:${'A'.repeat(64)}`, 'sha256'),
    ],
  },
  {
    name: 'lease',
    node: lease,
    switches: [
      choice(['leaseType'], 'coordinator', 'ownership', 'execution', 'blocked'),
      choice(['state'], 'active', 'expired', 'revoked', 'released'),
      choice(['renewalCount'], 0, 1),
      ...flips(
        'workItemId',
        'coordinatorEpoch',
        'ownershipEpoch',
        'startBy',
        'graceExpiresAt',
        'lastRenewedAt',
        'closedAt',
        'closureReason',
      ),
    ],
  },
  {
    name: 'approval',
    node: approval,
    switches: [
      choice(['kind'], 'mission_final', 'child_mission', 'work_execution'),
      choice(['decision'], 'approved', 'changes_requested', 'denied', 'revoked'),
      choice(['approver', 'type'], ...ACTORS),
      choice(['artifactHashes'], [], [`sha256:${'b'.repeat(64)}`]),
      ...flips('workItemId', 'revokesApprovalId'),
    ],
  },
  {
    name: 'mission',
    node: mission,
    switches: [
      'currency',
      'financialLimit',
      'modelTokenLimit',
      'toolCallLimit',
      'computeSecondsLimit',
      'wallClockSecondsLimit',
      'externalSideEffectLimit',
    ].map((name) => ({
      path: ['budget', name],
      options: [{ set: name === 'currency' ? 'EUR' : 0 }, 'absent'],
    })),
  },
];

/** A document of a grid and the combination it stands for. */
export interface GridDocument {
  readonly description: string;
  readonly value: Json;
}

/** All documents of a grid. */
export function* gridDocuments(grid: Grid): Generator<GridDocument> {
  yield* stepThrough(fullExampleOf(grid.node), grid.switches, []);
}

function* stepThrough(
  value: Json,
  switches: readonly Switch[],
  said: readonly string[],
): Generator<GridDocument> {
  const [first, ...rest] = switches;
  if (first === undefined) {
    yield { description: said.join(', '), value };
    return;
  }
  for (const option of first.options) {
    const text = typeof option === 'string' ? option : JSON.stringify(option.set);
    const extended = [...said, `${first.path.join('.')} ${text}`];
    if (option === 'present') {
      yield* stepThrough(value, rest, extended);
    } else {
      yield* stepThrough(
        replaceAt(value, first.path, option === 'absent' ? undefined : option.set),
        rest,
        extended,
      );
    }
  }
}
