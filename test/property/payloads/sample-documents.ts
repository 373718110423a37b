// The sample documents by schema, so that each of them can be checked.
import type { SchemaName } from '../../../core/protocol/schema.ts';
import * as decisions from './sample-decisions.ts';
import * as records from './sample-records.ts';
import * as work from './sample-work.ts';
import * as missions from './samples.ts';

/** Each sample that is a whole document, under the schema it has to satisfy. */
export const SAMPLE_DOCUMENTS: Readonly<Partial<Record<SchemaName, readonly object[]>>> = {
  mission: [
    missions.MISSION,
    missions.MISSION_AWAITING_APPROVAL,
    missions.MISSION_APPROVED,
    missions.MISSION_REOPENED,
    missions.MISSION_CANCELLED,
    missions.MISSION_FAILED,
    missions.MISSION_REASSIGNED,
    missions.FOLLOW_UP_MISSION,
    missions.CHILD_MISSION,
  ],
  group: [missions.GROUP, missions.GROUP_ARCHIVED],
  conversation: [missions.MAIN_CONVERSATION, missions.WORK_CONVERSATION],
  membership: [
    missions.OWNER_MEMBERSHIP,
    missions.COORDINATOR_MEMBERSHIP,
    missions.PROVISIONAL_MEMBERSHIP,
    missions.DELEGATE_MEMBERSHIP,
    missions.ENDED_MEMBERSHIP,
  ],
  lease: [
    missions.COORDINATOR_LEASE,
    missions.RENEWED_COORDINATOR_LEASE,
    missions.SECOND_COORDINATOR_LEASE,
    missions.CLOSED_COORDINATOR_LEASE,
    work.OWNERSHIP_LEASE,
    work.REVOKED_OWNERSHIP_LEASE,
    work.EXECUTION_LEASE,
    work.RENEWED_EXECUTION_LEASE,
    work.RELEASED_EXECUTION_LEASE,
    work.REVOKED_EXECUTION_LEASE,
    work.BLOCKED_LEASE,
  ],
  message: [records.MESSAGE, records.CORRECTION, records.RETRACTION, records.REDACTION],
  'context-package': [records.CONTEXT_PACKAGE],
  'group-snapshot': [records.GROUP_SNAPSHOT],
  'agent-card': [records.AGENT_CARD],
  'work-contract': [work.CONTRACT, work.REVISED_CONTRACT],
  'work-item': [
    work.WORK_ITEM_OPEN,
    work.WORK_ITEM_OFFERED,
    work.WORK_ITEM_QUEUED,
    work.WORK_ITEM_ACTIVE,
    work.WORK_ITEM_PROGRESSED,
    work.WORK_ITEM_BLOCKED,
    work.WORK_ITEM_SUBMITTED,
    work.WORK_ITEM_VERIFIED,
    work.WORK_ITEM_FAILED,
    work.WORK_ITEM_CANCELLED,
    work.WORK_ITEM_PROMOTED,
  ],
  artifact: [decisions.ARTIFACT],
  evidence: [
    decisions.EVIDENCE,
    decisions.SCHEMA_EVIDENCE,
    decisions.REVIEW_EVIDENCE,
    decisions.FAILURE_REPORT,
  ],
  approval: [
    decisions.EXECUTION_APPROVAL,
    decisions.FINAL_APPROVAL,
    decisions.CHANGE_REQUEST,
    decisions.CHILD_APPROVAL,
    decisions.ROOT_APPROVAL_OF_CHILD,
  ],
};
