// Missions as processes: `heddle mission run` with all that it says, on a folder of its own that is removed afterwards.
import { type ChildProcess, spawn } from 'node:child_process';
import { chmod, cp, mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { MissionEvent } from '../../core/host/mission-events.ts';
import { runHeddle } from '../cli/cli-runner.ts';

export const HEDDLE = fileURLToPath(new URL('../../core/cli/heddle.ts', import.meta.url));
export const FOLDER_AUDIT = fileURLToPath(new URL('../../examples/folder-audit', import.meta.url));
const PATIENCE_MS = 90_000;

/** For tests that wait for whole Missions. */
export const MISSION_TIMEOUT_MS = 180_000;
/** Processes that were left alone take a while to end by themselves. */
export const HOOK_TIMEOUT_MS = 60_000;

export class MissionStage {
  readonly folder: string;
  private readonly processes: HeddleProcess[] = [];

  private constructor(folder: string) {
    this.folder = folder;
  }

  static async open(): Promise<MissionStage> {
    return new MissionStage(await realpath(await mkdtemp(join(tmpdir(), 'heddle-mission-'))));
  }

  path(...parts: readonly string[]): string {
    return join(this.folder, ...parts);
  }

  async write(name: string, content: string): Promise<string> {
    const path = this.path(name);
    await mkdir(join(path, '..'), { recursive: true });
    await writeFile(path, content);
    return path;
  }

  /** A key of a person, as `heddle keygen` makes it. */
  async newKey(name: string): Promise<string> {
    const path = this.path(`${name}.json`);
    const id = `urn:heddle:test:key:${name}`;
    const principal = `human:urn:heddle:test:human:${name}`;
    const made = await runHeddle(['keygen', '--key-id', id, '--principal', principal, '--out', path]);
    if (made.code !== 0) throw new Error(made.err);
    return path;
  }

  /** A folder in which the audit has something to find. */
  async newInput(): Promise<string> {
    await this.write('input/README.md', '# Hello\n\nSee [a](docs/a.md) and [nothing](docs/gone.md).\n');
    await this.write('input/docs/a.md', '# A\n');
    await this.write('input/data/one.json', '{"same": true}\n');
    await this.write('input/data/two.json', '{"same": true}\n');
    await this.write('input/data/broken.json', '{"same": \n');
    await this.write('input/config.yaml', 'a: 1\n');
    return this.path('input');
  }

  /** A brief with one piece of work, done by a shell script. */
  async newBrief(program: string, changes: (text: string) => string = (text) => text): Promise<string> {
    await this.write('brief/brief.yaml', changes(NOTE_BRIEF));
    await this.write('brief/writer/worker.yaml', NOTE_WORKER);
    await chmod(await this.write('brief/writer/write.sh', program), 0o755);
    await mkdir(this.path('input'), { recursive: true });
    return this.path('brief');
  }

  run(args: readonly string[], environment: NodeJS.ProcessEnv = {}): HeddleProcess {
    const process = new HeddleProcess(['mission', 'run', ...args], {
      XDG_DATA_HOME: this.path('data'),
      HOME: this.path('home'),
      ...environment,
    });
    this.processes.push(process);
    return process;
  }

  heddle(args: readonly string[]): HeddleProcess {
    const process = new HeddleProcess(args, {});
    this.processes.push(process);
    return process;
  }

  async copy(from: string, to: string): Promise<string> {
    await cp(from, this.path(to), { recursive: true });
    return this.path(to);
  }

  async close(): Promise<void> {
    for (const process of this.processes) await process.kill();
    // Workers that were left alone end by themselves.
    for (const pid of this.processes.flatMap((process) => process.workerPids)) await untilGone(pid);
    await rm(this.folder, { recursive: true, force: true });
  }
}

/** A command of `heddle` as a process. */
export class HeddleProcess {
  readonly events: MissionEvent[] = [];
  out = '';
  err = '';
  readonly ended: Promise<{ readonly code: number | null; readonly signal: NodeJS.Signals | null }>;
  private readonly child: ChildProcess;
  private readonly waiting = new Set<() => void>();

  constructor(args: readonly string[], environment: NodeJS.ProcessEnv) {
    this.child = spawn(process.execPath, [HEDDLE, ...args], {
      stdio: ['pipe', 'pipe', 'pipe'],
      env: { PATH: process.env['PATH'], LANG: 'C.UTF-8', ...environment },
    });
    const { stdin, stdout, stderr } = this.child;
    if (stdin === null || stdout === null || stderr === null) throw new Error('no pipes');
    stdin.on('error', () => {});
    createInterface({ input: stdout }).on('line', (line) => {
      this.out += `${line}\n`;
      if (line.startsWith('{')) this.events.push(JSON.parse(line) as MissionEvent);
      this.tell();
    });
    createInterface({ input: stderr }).on('line', (line) => {
      this.err += `${line}\n`;
      this.tell();
    });
    this.ended = new Promise((resolve) => {
      this.child.once('close', (code, signal) => {
        resolve({ code, signal });
        this.tell();
      });
    });
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  get workerPids(): readonly number[] {
    return this.events.filter(({ event }) => event === 'worker.started').map(({ pid }) => Number(pid));
  }

  type(line: string): void {
    this.child.stdin?.write(`${line}\n`);
  }

  endInput(): void {
    this.child.stdin?.end();
  }

  signal(name: NodeJS.Signals): void {
    this.child.kill(name);
  }

  async kill(): Promise<void> {
    if (this.child.exitCode === null && this.child.signalCode === null) this.child.kill('SIGKILL');
    await this.ended;
  }

  /** Until it has ended with this exit code; another one fails, with all that was said. */
  async exits(expected: number): Promise<void> {
    const { code, signal } = await this.ended;
    if (code !== expected)
      throw new Error(`ended with ${code ?? signal}, not ${expected}\n${this.describe()}`);
  }

  /** The first event like this one, as soon as it is told. */
  async until(pattern: Readonly<Record<string, unknown>>): Promise<MissionEvent> {
    const find = () => this.events.find((event) => isLike(event, pattern));
    await this.untilTrue(() => find() !== undefined, JSON.stringify(pattern));
    return find() as MissionEvent;
  }

  count(pattern: Readonly<Record<string, unknown>>): number {
    return this.events.filter((event) => isLike(event, pattern)).length;
  }

  async untilTrue(isTrue: () => boolean, what: string): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(
        () => finish(new Error(`never came: ${what}\n${this.describe()}`)),
        PATIENCE_MS,
      );
      const finish = (error?: Error) => {
        clearTimeout(timer);
        this.waiting.delete(look);
        if (error === undefined) resolve();
        else reject(error);
      };
      const look = () => {
        if (isTrue()) finish();
        else if (this.child.exitCode !== null) finish(new Error(`ended before ${what}\n${this.describe()}`));
      };
      this.waiting.add(look);
      look();
    });
  }

  describe(): string {
    return `${this.err}\n${this.out.slice(-4_000)}`;
  }

  private tell(): void {
    for (const look of this.waiting) look();
  }
}

function isLike(event: MissionEvent, pattern: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(pattern).every(([name, value]) => event[name] === value);
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

export async function untilGone(pid: number): Promise<void> {
  const deadline = performance.now() + 40_000;
  while (isAlive(pid)) {
    if (performance.now() > deadline) throw new Error(`process ${pid} does not end`);
    await new Promise((resolve) => {
      setTimeout(resolve, 50);
    });
  }
}

const NOTE_BRIEF = `brief: 1
title: A note
objective: Write one note.
inputs:
  input: What the note is about.
definitionOfDone:
  - id: written
    text: The note is there.
    evidence: [deterministic_test]
    provenBy: [note/written]
  - id: accepted
    text: Its owner has accepted it.
    evidence: [human_review]
budget: { toolCalls: 10, computeSeconds: 600, wallClockSeconds: 600 }
deadline: { in: 1h }
workers:
  writer: { config: writer/worker.yaml, capabilities: [notes.write@1.0.0] }
work:
  note:
    goal: Write the note.
    capability: notes.write
    inputs: [input]
    deliverables: [note.md]
    accept:
      - { id: written, text: The note is there., evidence: [artifact_integrity, deterministic_test] }
`;

const NOTE_WORKER = `worker: 1
capabilities:
  notes.write@1.0.0:
    program: ./write.sh
`;

const RESULT = `cat > out/result.json <<'END'
{
  "summary": "written",
  "evidence": [
    { "type": "deterministic_test", "criterionIds": ["written"], "method": "looked", "result": "passed", "files": ["note.md"] }
  ]
}
END
`;

/** Writes the note, with what was asked to change. */
export const WRITING = `#!/bin/sh
{ echo '# Note'; tr -d '\\n' < contract.json | grep -o '"changes": *[^]]*]'; } > out/note.md
${RESULT}`;

/** Says that it has begun by a file, then waits for another one. */
export function waitingToWrite(begun: string, goOn: string): string {
  return `#!/bin/sh
echo "$$" >> '${begun}'
while [ ! -e '${goOn}' ]; do sleep 0.1; done
echo '# Note' > out/note.md
${RESULT}`;
}

/** Gives up in a way that no further attempt can help. */
export const FAILING = `#!/bin/sh
echo '{"type":"failed","failureCode":"NO_PAPER","detail":"there is no paper","retryable":false}'
`;
