// Worker: finds duplicates, JSON and YAML files that do not parse, and Markdown links that lead nowhere.
//
//   program     node file-checks.ts
//   capability  heddle.file-checks 1.0.0
//   folder      one, with the operation `read`
//   inputs      an inventory of it (format urn:heddle:example:inventory:1)
//   settings    constraints.audit of the contract: maxParseBytes (folder-audit/folder-listing.ts)
//   leaves      findings.json (format urn:heddle:example:findings:1)
//   Evidence    artifact_integrity, schema_validation, deterministic_test for every criterion
//   checkpoint  yes: goes on after the last file that was checked
import {
  criteriaOf,
  type Finding,
  FINDING_KINDS,
  type FindingKind,
  type Findings,
  hashOf,
  type Inventory,
  readDocument,
  writeDocument,
} from '../folder-audit/audit-documents.ts';
import {
  checkJson,
  checkLinks,
  checkYaml,
  contentTypeOf,
  KnownPaths,
} from '../folder-audit/content-checks.ts';
import { auditedFolder, auditSettings, readListed } from '../folder-audit/folder-listing.ts';
import { outlineMarkdown } from '../folder-audit/markdown-links.ts';
import { runWorker, type WorkerResult, type WorkerRun } from '../run-protocol.ts';

interface ChecksSoFar {
  readonly inventoryHash: string;
  next: number;
  parsed: number;
  readonly findings: Finding[];
  readonly unchecked: { path: string; reason: string }[];
}

/** Nobody reads more, and the documents stay of a size that can be handled. */
const MAX_FINDINGS = 20_000;
const MAX_OUTLINES = 1_000;
const CHECKPOINT_EVERY = 2_000;
const PROGRESS_EVERY = 500;

export async function checkFiles(run: WorkerRun): Promise<WorkerResult> {
  const root = auditedFolder(run.description);
  const { maxParseBytes } = auditSettings(run.contract);
  const { document: inventory, input } = await readDocument(run, 'inventory');
  const checker = new ContentChecker(root, inventory, maxParseBytes);
  const soFar = readState(await run.resumedState(), input.contentHash);
  const total = inventory.files.length;
  const point = () => ({
    phase: 'checking files',
    nextStep: `check ${total - soFar.next} more files`,
    state: soFar,
  });
  while (soFar.next < total) {
    const file = inventory.files[soFar.next];
    if (file === undefined) break;
    await run.safePoint(point, soFar.next > 0 && soFar.next % CHECKPOINT_EVERY === 0);
    if (soFar.next % PROGRESS_EVERY === 0) {
      run.progress(`checking files, ${soFar.next} of ${total}`, 'all files are checked');
    }
    const checked = await checker.check(file);
    if (typeof checked === 'string') soFar.unchecked.push({ path: file.path, reason: checked });
    else if (checked !== undefined) {
      soFar.parsed += 1;
      soFar.findings.push(...checked.slice(0, Math.max(0, MAX_FINDINGS - soFar.findings.length)));
      if (soFar.findings.length === MAX_FINDINGS) {
        soFar.unchecked.push({ path: file.path, reason: 'more findings than can be reported' });
      }
    }
    soFar.next += 1;
  }
  const duplicates = findDuplicates(inventory);
  const all = [...soFar.findings, ...duplicates];
  const findings: Findings = {
    format: 'urn:heddle:example:findings:1',
    inventoryHash: input.contentHash,
    totals: {
      files: total,
      parsed: soFar.parsed,
      findings: all.length,
      byKind: countByKind(all),
    },
    findings: all,
    unchecked: soFar.unchecked,
  };
  run.progress('writing', 'the findings are written', ['checked files', 'found duplicates']);
  const documents = await writeDocument(run, 'findings', findings);
  const known = new Set(inventory.files.map(({ path }) => path));
  const strangers = all.flatMap(({ files }) => files).filter((path) => !known.has(path));
  const changed = soFar.unchecked.filter(({ reason }) => reason === CHANGED);
  return {
    summary: `${all.length} findings in ${total} files, of which ${soFar.parsed} were parsed; ${soFar.unchecked.length} could not be checked.`,
    artifacts: [{ file: 'findings.json', toolVersions: [{ name: 'file-checks', version: '1.0.0' }] }],
    evidence: [
      ...documents,
      {
        type: 'deterministic_test',
        criterionIds: criteriaOf(run),
        method:
          'Every file of the inventory was looked at in turn; each parsed content had the hash of the inventory, and each file that a finding names is in the inventory.',
        result: strangers.length > 0 ? 'failed' : changed.length > 0 ? 'inconclusive' : 'passed',
        details: { ...findings.totals, unchecked: soFar.unchecked.length, changed: changed.length },
        about: 'findings.json',
        files: ['findings.json'],
        artifactHashes: [input.contentHash],
        toolVersion: 'file-checks 1.0.0',
      },
    ],
  };
}

const CHANGED = 'changed since the inventory';

/** Checks one file after another against what the inventory says about all of them. */
export class ContentChecker {
  private readonly root: string;
  private readonly known: KnownPaths;
  private readonly maxBytes: number;
  private readonly fileByPath: ReadonlyMap<string, Inventory['files'][number]>;
  private readonly anchorsByPath = new Map<string, ReadonlySet<string> | undefined>();

  constructor(root: string, inventory: Inventory, maxBytes: number) {
    this.root = root;
    this.known = new KnownPaths(inventory);
    this.maxBytes = maxBytes;
    this.fileByPath = new Map(inventory.files.map((file) => [file.path, file]));
  }

  /** What is wrong with the content; a text when that could not be seen; undefined for files that are not parsed. */
  async check(file: Inventory['files'][number]): Promise<Finding[] | string | undefined> {
    const type = contentTypeOf(file.type);
    if (type === undefined) return undefined;
    const read = await this.read(file);
    if (typeof read === 'string') return read;
    switch (type) {
      case 'json':
        return checkJson(file.path, read.bytes);
      case 'yaml':
        return checkYaml(file.path, read.bytes);
      case 'markdown': {
        const outline = outlineMarkdown(read.bytes.toString('utf8'));
        return checkLinks(file.path, outline, this.known, async (path) => this.anchorsOf(path));
      }
      default:
        return undefined;
    }
  }

  private async read(file: Inventory['files'][number]): Promise<{ readonly bytes: Buffer } | string> {
    const read = await readListed(this.root, file, this.maxBytes);
    if (typeof read === 'string') return read;
    return hashOf(read.bytes) === file.contentHash ? read : CHANGED;
  }

  private async anchorsOf(path: string): Promise<ReadonlySet<string> | undefined> {
    if (this.anchorsByPath.has(path)) return this.anchorsByPath.get(path);
    const file = this.fileByPath.get(path);
    const read = file === undefined ? 'skipped' : await this.read(file);
    const anchors =
      typeof read === 'string' ? undefined : outlineMarkdown(read.bytes.toString('utf8')).anchors;
    if (this.anchorsByPath.size >= MAX_OUTLINES) this.anchorsByPath.clear();
    this.anchorsByPath.set(path, anchors);
    return anchors;
  }
}

/** Files with equal content, each group once. Empty files are no duplicates of each other. */
export function findDuplicates({ files }: Inventory): Finding[] {
  const groups = Map.groupBy(
    files.filter(({ sizeBytes }) => sizeBytes > 0),
    ({ contentHash }) => contentHash,
  );
  const findings = [...groups.values()].flatMap((group): Finding[] => {
    const [first] = group;
    if (first === undefined || group.length < 2) return [];
    return [
      {
        kind: 'duplicate',
        files: group.map(({ path }) => path),
        message: `${group.length} files have the same ${first.sizeBytes} bytes`,
      },
    ];
  });
  return findings.slice(0, MAX_FINDINGS);
}

function countByKind(findings: readonly Finding[]): Record<FindingKind, number> {
  const counts = Object.fromEntries(FINDING_KINDS.map((kind) => [kind, 0])) as Record<FindingKind, number>;
  for (const { kind } of findings) counts[kind] += 1;
  return counts;
}

function readState(state: unknown, inventoryHash: string): ChecksSoFar {
  const saved = state as ChecksSoFar | undefined;
  // Of another inventory nothing can be reused.
  if (saved?.inventoryHash === inventoryHash) return saved;
  return { inventoryHash, next: 0, parsed: 0, findings: [], unchecked: [] };
}

if (import.meta.main) await runWorker(checkFiles);
