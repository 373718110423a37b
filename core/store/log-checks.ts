// What must hold in every stored log, whichever database holds it. Finds and reports; never repairs.
import { hashContent } from '../protocol/hash.ts';
import { canonicalizeWithout } from '../protocol/jcs.ts';
import { isJsonObject, parseJson } from '../protocol/json.ts';
import type { StoredEvent } from './authority-store.ts';

/** Enough to see what is wrong; a broken log could have millions of problems. */
const MAX_PROBLEMS_PER_CHECK = 20;

/** Queries that both SQLite and PostgreSQL understand; every row that one returns is a `problem`. */
export const LOG_CHECKS: readonly string[] = [
  `SELECT 'the head row of the Organization is missing' AS problem
    WHERE NOT EXISTS (SELECT 1 FROM organization_head)`,
  `SELECT 'the head of the Organization is ' || (SELECT position FROM organization_head) || ', but there are '
      || count(*) || ' Events with positions from ' || coalesce(min(position), 0) || ' to '
      || coalesce(max(position), 0) AS problem
    FROM events
    HAVING count(*) <> (SELECT position FROM organization_head)
      OR coalesce(max(position), 0) <> (SELECT position FROM organization_head)
      OR coalesce(min(position), 1) <> 1`,
  `SELECT 'sequence ' || sequence || ' follows ' || previous || ' in ' || group_id AS problem
    FROM (
      SELECT group_id, sequence, coalesce(lag(sequence) OVER (PARTITION BY group_id ORDER BY position), 0) AS previous
      FROM events WHERE group_id IS NOT NULL
    ) AS steps
    WHERE sequence <> previous + 1`,
  `SELECT 'the head of ' || group_heads.group_id || ' is sequence ' || group_heads.sequence || ' from position '
      || first_position || ', but its log ends at ' || coalesce(last, 0) || ' and begins at ' || coalesce(first, 0)
      AS problem
    FROM group_heads LEFT JOIN (
      SELECT group_id, min(position) AS first, max(sequence) AS last
      FROM events WHERE group_id IS NOT NULL GROUP BY group_id
    ) AS logs ON logs.group_id = group_heads.group_id
    WHERE last IS NULL OR last <> group_heads.sequence OR first <> first_position`,
  `SELECT DISTINCT group_id || ' has Events but no head' AS problem
    FROM events
    WHERE group_id IS NOT NULL AND group_id NOT IN (SELECT group_id FROM group_heads)`,
  `SELECT 'the receipt of ' || action_id || ' names ' || primary_event_id || ', which is not in the log' AS problem
    FROM receipts
    WHERE primary_event_id NOT IN (SELECT event_id FROM events)`,
].map((sql) => `${sql} LIMIT ${MAX_PROBLEMS_PER_CHECK}`);

/** An Event's id, and the hash that its signature covers. */
export interface HashedEvent {
  readonly eventId: string;
  readonly signingHash: string;
}

/** What a check of the admissions needs to see of a store, all of it in one state. */
export interface AdmittedLog {
  readCommits(afterPosition: number, limit: number): Promise<readonly StoredEvent[]>;
  /** Whether admissions are kept for Events at all. */
  hasEventAdmissions(): Promise<boolean>;
  /** The signing hashes of those of the Events that were admitted. */
  admittedAmong(events: readonly HashedEvent[]): Promise<ReadonlySet<string>>;
}

/** If any Event has an admission record, all have one (ADM-012): without it a log cannot be replayed as history. */
export async function findUnadmittedEvents(log: AdmittedLog): Promise<readonly string[]> {
  const problems: string[] = [];
  if (!(await log.hasEventAdmissions())) return problems;
  let position = 0;
  while (problems.length < MAX_PROBLEMS_PER_CHECK) {
    // Pages keep the memory small however long the log is.
    const page = await log.readCommits(position, 500);
    const hashed = page.map(({ eventId, bytes }) => ({ eventId, signingHash: signingHashOf(bytes) }));
    const admitted = await log.admittedAmong(hashed.filter(isSigned));
    for (const { eventId, signingHash } of hashed) {
      if (signingHash === undefined) problems.push(`${eventId} is not a signed document`);
      else if (!admitted.has(signingHash)) problems.push(`${eventId} has no admission record`);
    }
    const last = page.at(-1);
    if (last === undefined) break;
    position = last.position;
  }
  return problems.slice(0, MAX_PROBLEMS_PER_CHECK);
}

function isSigned(event: {
  readonly eventId: string;
  readonly signingHash: string | undefined;
}): event is HashedEvent {
  return event.signingHash !== undefined;
}

/** The hash that a document's signature covers (SIG-021), or undefined for bytes that are no signed document. */
function signingHashOf(bytes: Uint8Array): string | undefined {
  const parsed = parseJson(bytes);
  if (!parsed.ok || !isJsonObject(parsed.value.value)) return undefined;
  const canonical = canonicalizeWithout(parsed.value.value, 'signature');
  return canonical.ok ? hashContent(canonical.value) : undefined;
}
