// Re-verifies a whole log: every signature, every admission, every sequence, and that the stored state is the fold of
// the Events. It reads only; what it finds wrong it names by position.
import { evolve } from '../domain/evolve.ts';
import { MemoryWorld, ORGANIZATION } from '../domain/world.ts';
import { replayAdmission } from '../protocol/admission.ts';
import type { Event } from '../protocol/generated/documents.ts';
import { canonicalize } from '../protocol/jcs.ts';
import type { KeyEvidence } from '../protocol/registry.ts';
import { verifyDocument } from '../protocol/verify.ts';
import type { AuthorityStore, StoredEvent } from '../store/authority-store.ts';

/** One thing that is wrong. `position` is undefined for what is not about a single Event. */
export interface LogFinding {
  readonly position: number | undefined;
  readonly message: string;
}

export interface LogVerification {
  readonly events: number;
  readonly groups: number;
  readonly records: number;
  readonly findings: readonly LogFinding[];
}

const PAGE = 500;
/** A broken database should not print a million lines; the first ones tell where to look. */
const MAX_FINDINGS = 100;

/**
 * Verifies everything that a store holds, with the historical evidence that `keys` is. `onProgress` hears of the
 * position reached after every page.
 */
export async function verifyLog(
  store: AuthorityStore,
  keys: KeyEvidence,
  onProgress: (position: number) => void = () => {},
): Promise<LogVerification> {
  const findings: LogFinding[] = [];
  const report = (message: string, position?: number) => {
    if (findings.length < MAX_FINDINGS) findings.push({ position, message });
  };
  for (const message of await store.checkIntegrity()) report(message);

  const world = new MemoryWorld();
  const sequences = new Map<string, number>();
  let position = 0;
  for (;;) {
    const page = await store.readCommits(position, PAGE);
    if (page.length === 0) break;
    for (const stored of page) {
      if (stored.position !== position + 1) report(`position ${position + 1} is missing`, stored.position);
      position = stored.position;
      const problem = await verifyEvent(stored, store, keys, sequences, world);
      if (problem !== undefined) report(problem, position);
    }
    onProgress(position);
  }
  const records = await compareState(store, world, report);
  return { events: position, groups: sequences.size, records, findings };
}

async function verifyEvent(
  stored: StoredEvent,
  store: AuthorityStore,
  keys: KeyEvidence,
  sequences: Map<string, number>,
  world: MemoryWorld,
): Promise<string | undefined> {
  const verified = verifyDocument('event', stored.bytes, keys);
  if (!verified.ok) return `${verified.fault.stage}: ${verified.fault.detail}`;
  const { document } = verified.value;
  world.apply(evolve(world, document));
  if (
    document.eventId !== stored.eventId ||
    document.groupId !== stored.groupId ||
    document.sequence !== stored.sequence
  ) {
    return 'the columns beside the Event say something else than the Event';
  }
  if (document.groupId !== undefined && document.sequence !== undefined) {
    const expected = (sequences.get(document.groupId) ?? 0) + 1;
    sequences.set(document.groupId, document.sequence);
    if (document.sequence !== expected)
      return `sequence ${document.sequence} of ${document.groupId} follows ${expected - 1}`;
  }
  const admitted = await replayAdmission(verified.value, store.admissions);
  if (!admitted.ok) return `admission: ${admitted.fault.reason}`;
  return document.cause.type === 'command' ? verifyCause(document, store, keys) : undefined;
}

/** The Command that an Event names as its cause: kept, signed by the Event's actor, admitted, and no other. */
async function verifyCause(
  { actor, cause, commandHash }: Event,
  store: AuthorityStore,
  keys: KeyEvidence,
): Promise<string | undefined> {
  const receipt = await store.readReceipt(actor, cause.id);
  if (receipt === undefined) return `no receipt for its Command ${cause.id}`;
  const command = verifyDocument('command', receipt.commandBytes, keys);
  if (!command.ok) return `its Command, ${command.fault.stage}: ${command.fault.detail}`;
  const { signingHash } = command.value;
  if (signingHash !== commandHash || signingHash !== receipt.signingHash) return 'its Command is another one';
  const admitted = await replayAdmission(command.value, store.admissions);
  return admitted.ok ? undefined : `admission of its Command: ${admitted.fault.reason}`;
}

/** Compares every stored record with the rebuild, in both directions. */
async function compareState(
  store: AuthorityStore,
  world: MemoryWorld,
  report: (message: string) => void,
): Promise<number> {
  let count = 0;
  const stored = new Set<string>();
  for (const groupId of [ORGANIZATION, ...(await store.readGroupIds())]) {
    for (const { kind, id, value } of await store.readRecords(groupId)) {
      count += 1;
      stored.add(recordKey(kind, groupId, id));
      if (canonicalOf(value) !== canonicalOf(world.get(kind, groupId, id))) {
        report(
          `the stored ${kind} ${id} in ${groupId === ORGANIZATION ? 'the Organization' : groupId} is not what its Events say`,
        );
      }
    }
  }
  for (const { kind, groupId, id } of world.entries()) {
    if (!stored.has(recordKey(kind, groupId, id)))
      report(`the ${kind} ${id} of ${groupId} is missing in the stored state`);
  }
  return count;
}

/** In the form in which records are stored: members that are undefined are not there. */
function canonicalOf(value: unknown): string {
  if (value === undefined) return '';
  const canonical = canonicalize(JSON.parse(JSON.stringify(value)));
  if (!canonical.ok) throw new Error(`a record has no canonical form at ${canonical.fault.pointer}`);
  return canonical.value;
}

function recordKey(kind: string, groupId: string, id: string): string {
  return JSON.stringify([kind, groupId, id]);
}
