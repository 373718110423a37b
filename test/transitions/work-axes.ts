// The two axes of the WorkItem table: the states, with what time or a child has made of them, and who acts.
import type { Row } from './table.ts';

export const WORK_STATES = [
  'none',
  'proposed',
  'open',
  'offered',
  'offered, run out',
  'queued',
  'queued, lease ended',
  'active',
  'active, execution ended',
  'active, lease ended',
  'blocked',
  'blocked, lease ended',
  'blocked, child live',
  'blocked, child ended',
  'submitted',
  'submitted, lease ended',
  'verified',
  'failed',
  'cancelled',
] as const;

export type WorkTableState = (typeof WORK_STATES)[number];

export type WorkParty =
  | 'owner'
  | 'former owner'
  | 'candidate'
  | 'rival candidate'
  | 'worker without offer'
  | 'Coordinator'
  | 'MissionOwner'
  | 'member'
  | 'service';

export type WorkRow = Row<WorkTableState, WorkParty>;
