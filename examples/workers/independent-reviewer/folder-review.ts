// Looks into the audited folder again: walks it, hashes and parses a sample of its files, and compares with what the
// inventory and the findings claim.
import type { Finding, Inventory, ReviewCheck } from '../folder-audit/audit-documents.ts';
import { contentTypeOf } from '../folder-audit/content-checks.ts';
import { type AuditSettings, hashFile, listFolder, type ListedPath } from '../folder-audit/folder-listing.ts';
import { ContentChecker, findDuplicates } from '../file-checks/file-checks.ts';
import type { WorkerRun } from '../run-protocol.ts';
import { concludeCheck, type ReviewedDocuments } from './document-review.ts';

/** The inventory has exactly what is there, with the hashes that the sampled files have. */
export async function checkInventory(
  run: WorkerRun,
  root: string,
  inventory: Inventory,
  settings: AuditSettings,
  sampled: Inventory['files'],
): Promise<ReviewCheck> {
  const atSafePoint = async () => run.safePoint(() => ({ phase: 'reviewing' }));
  // What was left out is part of the claim: the reviewer leaves out what its own contract says.
  const listing = await listFolder(root, settings, atSafePoint);
  const reasons = compare(
    'the list of left out names',
    [...settings.exclude].sort(),
    [...inventory.excluded].sort(),
  );
  const listed = [...inventory.files, ...inventory.skipped].map(keyOf);
  const found = [...listing.files, ...listing.skipped].map(keyOf);
  const missing = difference(found, listed);
  const extra = difference(listed, found);
  reasons.push(...[...missing].map((path) => `${JSON.stringify(path)} is not in the inventory`));
  reasons.push(
    ...[...extra].map((path) => `${JSON.stringify(path)} is in the inventory and not in the folder`),
  );
  if (inventory.totals.folders !== listing.folders.length) {
    reasons.push(`${inventory.totals.folders} folders stated, ${listing.folders.length} counted`);
  }
  const doubts: string[] = [];
  for (const file of sampled) {
    if (extra.has(keyOf(file))) continue;
    const hashed = await hashFile(root, file, atSafePoint);
    if (typeof hashed === 'string')
      doubts.push(`${JSON.stringify(file.path)} could not be read again: ${hashed}`);
    else if (hashed.contentHash !== file.contentHash || hashed.sizeBytes !== file.sizeBytes) {
      reasons.push(`${JSON.stringify(file.path)} has other content than the inventory says`);
    }
  }
  return concludeCheck('inventory', found.length + sampled.length, reasons, doubts);
}

/** Duplicates are those of the inventory, and checking the sampled files again finds the same. */
export async function checkFindings(
  run: WorkerRun,
  root: string,
  { inventory, findings }: ReviewedDocuments,
  { maxParseBytes }: AuditSettings,
  sampled: Inventory['files'],
): Promise<ReviewCheck> {
  const claimed = findings.document.findings;
  const duplicatesOf = (list: readonly Finding[]) =>
    list.filter(({ kind }) => kind === 'duplicate').map(({ files }) => JSON.stringify(files));
  const reasons = compare(
    'the duplicates',
    duplicatesOf(findDuplicates(inventory.document)),
    duplicatesOf(claimed),
  );
  const fileByPath = new Map(inventory.document.files.map((file) => [file.path, file]));
  const inContent = claimed.filter(({ kind }) => kind !== 'duplicate');
  const byFile = Map.groupBy(inContent, ({ files }) => files[0] ?? '');
  for (const path of byFile.keys()) {
    if (!fileByPath.has(path))
      reasons.push(`${JSON.stringify(path)} has findings and is not in the inventory`);
  }
  // Whatever was claimed to be wrong is looked at, and the sample besides.
  const named = [...byFile.keys()].slice(0, sampled.length).flatMap((path) => fileByPath.get(path) ?? []);
  const chosen = [...new Set([...named, ...sampled.filter(({ type }) => contentTypeOf(type) !== undefined)])];
  const unchecked = new Set(findings.document.unchecked.map(({ path }) => path));
  const checker = new ContentChecker(root, inventory.document, maxParseBytes);
  for (const file of chosen) {
    await run.safePoint(() => ({ phase: 'reviewing' }));
    const found = await checker.check(file);
    const expected = byFile.get(file.path) ?? [];
    const where = JSON.stringify(file.path);
    if (typeof found === 'string' || found === undefined) {
      if (!unchecked.has(file.path))
        reasons.push(`${where} cannot be checked (${found ?? 'its type'}), which the findings do not say`);
      if (expected.length > 0) reasons.push(`${where} has findings, and cannot be checked`);
    } else {
      reasons.push(...compare(`the findings in ${where}`, found.map(describe), expected.map(describe)));
    }
  }
  return concludeCheck('findings', chosen.length + 1, reasons);
}

function compare(what: string, expected: readonly string[], actual: readonly string[]): string[] {
  const missing = difference(expected, actual).size;
  const extra = difference(actual, expected).size;
  if (missing === 0 && extra === 0) return [];
  return [`${what} differ: ${missing} left out, ${extra} made up`];
}

function difference(all: readonly string[], known: readonly string[]): Set<string> {
  const names = new Set(known);
  return new Set(all.filter((each) => !names.has(each)));
}

function describe({ kind, line, target }: Finding): string {
  return JSON.stringify([kind, line ?? 0, target ?? '']);
}

function keyOf({ path, pathBase64 }: ListedPath): string {
  return pathBase64 ?? path;
}
