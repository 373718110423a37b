// Worker: lists every file of a folder with its size, hash and type.
//
//   program     node folder-inventory.ts
//   capability  heddle.folder-inventory 1.0.0
//   folder      one, with the operation `read`
//   settings    constraints.audit of the contract: exclude, maxFiles (folder-audit/folder-listing.ts)
//   leaves      inventory.json (format urn:heddle:example:inventory:1)
//   Evidence    artifact_integrity, schema_validation, deterministic_test for every criterion
//   checkpoint  yes: hashes that were computed are not computed again while size and time of a file stay the same
import {
  criteriaOf,
  type Inventory,
  type InventoryFile,
  writeDocument,
} from '../folder-audit/audit-documents.ts';
import {
  auditedFolder,
  auditSettings,
  type FolderListing,
  hashFile,
  type ListedFile,
  listFolder,
  type SkippedEntry,
  typeOf,
} from '../folder-audit/folder-listing.ts';
import { runWorker, type WorkerResult, type WorkerRun } from '../run-protocol.ts';

/** A hash with what the file looked like then: a changed file is read again. */
interface KnownHash {
  readonly sizeBytes: number;
  readonly modifiedMs: number;
  readonly contentHash: string;
}

type KnownHashes = Map<string, KnownHash>;

/** Often enough to lose little, seldom enough for the state to cost little. */
const CHECKPOINT_EVERY = 2_000;
const PROGRESS_EVERY = 500;

export async function takeInventory(run: WorkerRun): Promise<WorkerResult> {
  const root = auditedFolder(run.description);
  const settings = auditSettings(run.contract);
  const atSafePoint = async () => run.safePoint(() => ({ phase: 'listing', nextStep: 'list the folder' }));
  run.progress('listing', 'all files are listed');
  const listing = await listFolder(root, settings, atSafePoint);
  const { files, skipped } = await hashAll(run, root, listing);
  const again = await listFolder(root, settings, atSafePoint);
  const differences = compareListings(listing, again);
  const inventory = buildInventory(settings.exclude, listing, files, skipped);
  run.progress('writing', 'the inventory is written', ['listed', 'hashed']);
  const documents = await writeDocument(run, 'inventory', inventory);
  const { totals } = inventory;
  return {
    summary: `${totals.files} files with ${totals.bytes} bytes in ${totals.folders} folders; ${totals.skipped} entries could not be listed.`,
    artifacts: [{ file: 'inventory.json', toolVersions: [{ name: 'folder-inventory', version: '1.0.0' }] }],
    evidence: [
      ...documents,
      {
        type: 'deterministic_test',
        criterionIds: criteriaOf(run),
        method:
          'The folder was walked a second time after all files were hashed, and both lists were compared.',
        // A folder that changes meanwhile has no inventory that everybody would agree on.
        result: differences.length === 0 ? 'passed' : 'inconclusive',
        details: { ...totals, differences: differences.slice(0, 100) },
        about: 'inventory.json',
        files: ['inventory.json'],
        toolVersion: 'folder-inventory 1.0.0',
      },
    ],
  };
}

async function hashAll(
  run: WorkerRun,
  root: string,
  listing: FolderListing,
): Promise<{ readonly files: InventoryFile[]; readonly skipped: SkippedEntry[] }> {
  const known = readKnown(await run.resumedState());
  const files: InventoryFile[] = [];
  const skipped = [...listing.skipped];
  const total = listing.files.length;
  const point = () => ({
    phase: 'hashing',
    completedMilestones: ['listed'],
    nextStep: `hash ${total - files.length} more files`,
    state: { known: [...known] },
  });
  let reused = 0;
  for (const [index, listed] of listing.files.entries()) {
    await run.safePoint(point, index > 0 && index % CHECKPOINT_EVERY === 0);
    if (index % PROGRESS_EVERY === 0) {
      run.progress(`hashing, ${index} of ${total} files`, 'all files are hashed', ['listed']);
    }
    const key = keyOf(listed);
    const earlier = known.get(key);
    const isKnown = earlier?.sizeBytes === listed.sizeBytes && earlier.modifiedMs === listed.modifiedMs;
    const hashed = isKnown ? earlier : await hashFile(root, listed, async () => run.safePoint(point));
    if (typeof hashed === 'string') {
      skipped.push({ ...pathOf(listed), reason: hashed });
      continue;
    }
    if (isKnown) reused += 1;
    const { sizeBytes, contentHash } = hashed;
    known.set(key, { sizeBytes: listed.sizeBytes, modifiedMs: listed.modifiedMs, contentHash });
    files.push({ ...pathOf(listed), sizeBytes, contentHash, type: typeOf(listed.path) });
  }
  if (reused > 0) run.log(`${reused} hashes are those of an earlier run`);
  return { files, skipped };
}

function buildInventory(
  excluded: readonly string[],
  listing: FolderListing,
  files: readonly InventoryFile[],
  skipped: readonly SkippedEntry[],
): Inventory {
  const byType = new Map<string, { type: string; files: number; bytes: number }>();
  for (const { type, sizeBytes } of files) {
    const sum = byType.get(type) ?? { type, files: 0, bytes: 0 };
    byType.set(type, { type, files: sum.files + 1, bytes: sum.bytes + sizeBytes });
  }
  return {
    format: 'urn:heddle:example:inventory:1',
    excluded: [...excluded].sort(),
    totals: {
      files: files.length,
      bytes: files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
      folders: listing.folders.length,
      skipped: skipped.length,
    },
    types: [...byType.values()].sort((one, other) => (one.type < other.type ? -1 : 1)),
    files,
    skipped: [...skipped].sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1)),
  };
}

function compareListings(before: FolderListing, after: FolderListing): string[] {
  const describe = ({ files, skipped }: FolderListing) =>
    new Set([
      ...files.map((file) => `${keyOf(file)} ${file.sizeBytes} ${file.modifiedMs}`),
      ...skipped.map((entry) => `${keyOf(entry)} ${entry.reason}`),
    ]);
  const [first, second] = [describe(before), describe(after)];
  return [
    ...[...first].filter((line) => !second.has(line)),
    ...[...second].filter((line) => !first.has(line)),
  ];
}

function pathOf({ path, pathBase64 }: ListedFile): { path: string; pathBase64?: string } {
  return pathBase64 === undefined ? { path } : { path, pathBase64 };
}

function keyOf({ path, pathBase64 }: { readonly path: string; readonly pathBase64?: string }): string {
  return pathBase64 ?? path;
}

function readKnown(state: unknown): KnownHashes {
  const { known } = (state ?? { known: [] }) as { readonly known: [string, KnownHash][] };
  return new Map(known);
}

if (import.meta.main) await runWorker(takeInventory);
