// Runs the programs of the folder audit as their Worker would: one after another, each with what the ones before it left.
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readFile } from 'node:fs/promises';
import { performWork, type Work } from '../../examples/workers/run-protocol.ts';
import type { WorkContract } from '../../core/protocol/generated/documents.ts';
import { createModuleRunner } from '../../core/worker/runners/module-runner.ts';
import { createProcessRunner } from '../../core/worker/runners/process-runner.ts';
import { CONTRACT } from '../../core/worker/runners/contract.test-data.ts';
import {
  createRequest,
  makeFolder,
  newTestMark,
  SteeredClock,
  TEST_TIMING,
} from '../../core/worker/runners/run-request.test-data.ts';
import type {
  CollectedArtifact,
  CompletedRun,
  RunHandle,
  RunInput,
  RunRequest,
} from '../../core/worker/runners/runner.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** What each program is asked for, as examples/folder-audit/brief.yaml does. */
const ASSIGNMENTS = {
  'folder-inventory': {
    deliverables: [['inventory', 'application/json']],
    criteria: ['complete'],
  },
  'file-checks': { deliverables: [['findings', 'application/json']], criteria: ['all-checked'] },
  'report-writer': {
    deliverables: [
      ['report', 'text/markdown'],
      ['report-data', 'application/json'],
    ],
    criteria: ['agrees-with-findings', 'readable'],
  },
  'independent-reviewer': {
    deliverables: [['review', 'application/json']],
    criteria: ['agrees-with-findings', 'readable'],
  },
} as const;

export type ProgramName = keyof typeof ASSIGNMENTS;

export interface AuditRunOptions {
  readonly folder?: string;
  readonly inputs?: readonly RunInput[];
  readonly settings?: object;
  readonly criteria?: readonly string[];
  readonly checkpoint?: RunRequest['checkpoint'];
  readonly cpuSeconds?: number;
}

export interface AuditRun {
  readonly handle: RunHandle;
  readonly clock: SteeredClock;
}

/** A child process under Node's permission model. */
export function startProgram(name: ProgramName, options: AuditRunOptions): AuditRun {
  const clock = new SteeredClock();
  const runner = createProcessRunner({
    root: makeFolder(),
    program: {
      kind: 'node',
      script: join(ROOT, 'examples', 'workers', name, `${name}.ts`),
      code: ['examples/workers', 'core/protocol', 'node_modules', 'package.json'].map((path) =>
        join(ROOT, path),
      ),
      supportsCheckpoint: true,
    },
    clock,
    newMark: newTestMark,
    timing: TEST_TIMING,
  });
  return { handle: runner.start(requestOf(name, options)), clock };
}

/** The same work inside of this process: faster, for what needs no process. */
export function startFunction(name: ProgramName, work: Work, options: AuditRunOptions): AuditRun {
  const clock = new SteeredClock();
  const runner = createModuleRunner({
    root: makeFolder(),
    work: async ({ directory, signal, report, onCheckpointRequest }) => {
      await performWork(work, { runDirectory: directory.run, signal, say: report, onCheckpointRequest });
    },
    supportsCheckpoint: true,
    clock,
    newMark: newTestMark,
    timing: TEST_TIMING,
  });
  return { handle: runner.start(requestOf(name, options)), clock };
}

export async function completed({ handle }: AuditRun): Promise<CompletedRun> {
  const result = await handle.finished;
  if (result.outcome !== 'completed') throw new Error(JSON.stringify(result));
  return result;
}

export async function contentOf(result: CompletedRun, name: string): Promise<string> {
  return readFile(artifactOf(result, name).path, 'utf8');
}

export async function documentOf<Document>(result: CompletedRun, name: string): Promise<Document> {
  return JSON.parse(await contentOf(result, name)) as Document;
}

export function asInputs(...results: readonly CompletedRun[]): RunInput[] {
  return results.flatMap(({ artifacts }) =>
    artifacts.map(({ name, contentHash, mediaType, path }) => ({ name, contentHash, mediaType, path })),
  );
}

/** Writes files below a new folder: contents by path. */
export function buildFolder(files: Readonly<Record<string, string | Uint8Array>>): string {
  const folder = makeFolder();
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}

/** A folder with one of everything that an audit finds. */
export function buildTroubledFolder(): string {
  const folder = buildFolder({
    'README.md':
      '# Title\n\n[good](docs/a.md#part-one) [gone](docs/gone.md) [anchor](docs/a.md#part-two)\n[out](../other.md) [web](https://example.com/) [here](#title)\n',
    'docs/a.md': '# Part one\n\n![picture](../picture.bin)\n',
    'config/good.json': '{"a": 1}',
    'config/bad.json': '{\n  "a": 1,\n}',
    'config/good.yaml': 'a: 1\n---\nb: [1, 2]\n',
    'config/bad.yml': 'a: 1\nb: [1, 2\nc: 3\n',
    'copy.txt': 'the same',
    'deep/er/copy.txt': 'the same',
    'empty-1': '',
    'empty-2': '',
    'picture.bin': Uint8Array.from({ length: 70_000 }, (_, index) => index % 251),
    '.git/config': 'not looked at',
    'node_modules/x/index.js': 'not looked at',
  });
  symlinkSync('.', join(folder, 'loop'));
  symlinkSync('/etc/passwd', join(folder, 'stolen.json'));
  return folder;
}

function artifactOf({ artifacts }: CompletedRun, name: string): CollectedArtifact {
  const found = artifacts.find((each) => each.name === name);
  if (found === undefined) throw new Error(`no ${name}`);
  return found;
}

function requestOf(
  name: ProgramName,
  { folder, inputs = [], settings, criteria, checkpoint, cpuSeconds = 60 }: AuditRunOptions,
): RunRequest {
  const assignment = ASSIGNMENTS[name];
  const contract: WorkContract = {
    ...CONTRACT,
    goal: `Do the work of ${name}`,
    requiredDeliverables: assignment.deliverables.map(([deliverableId, mediaType]) => ({
      deliverableId,
      description: deliverableId,
      mediaType,
      schema: `urn:heddle:deliverable:${deliverableId}`,
    })),
    acceptanceCriteria: (criteria ?? assignment.criteria).map((criterionId) => ({
      criterionId,
      description: criterionId,
      evidenceRequired: ['deterministic_test'],
    })),
    inputArtifacts: inputs.map(({ contentHash }) => contentHash),
    ...(settings === undefined ? {} : { constraints: { audit: settings } }),
  };
  return createRequest({
    contract,
    inputs,
    folders: folder === undefined ? [] : [{ resource: 'folder:input', path: folder, operations: ['read'] }],
    limits: { wallClockMs: 600_000, cpuSeconds, outputBytes: 50_000_000 },
    ...(checkpoint === undefined ? {} : { checkpoint }),
  });
}
