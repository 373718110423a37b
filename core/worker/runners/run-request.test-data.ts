// Requests and clocks for the tests of runners and of the programs that they run.
import { mkdtempSync, realpathSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { CONTRACT } from './contract.test-data.ts';
import type { RunnerClock, RunRequest } from './runner.ts';

/** Values that no timer of the runners has by default, so that `SteeredClock` can tell them apart. */
export const TEST_TIMING = { graceMs: 111_000, checkpointMs: 222_000 };
export const WALL_CLOCK_MS = 333_000;

let count = 0;

export function createRequest(changes: Partial<RunRequest> = {}): RunRequest {
  count += 1;
  return {
    runId: `run-${count}`,
    groupId: 'urn:heddle:test:group:1',
    missionId: 'urn:heddle:test:mission:1',
    workItemId: 'urn:heddle:test:work:1',
    ownershipEpoch: 3,
    executionLeaseId: 'urn:heddle:test:lease:1',
    attempt: 1,
    contract: CONTRACT,
    inputs: [],
    folders: [],
    permits: { tools: [], resources: [], operations: [], budget: CONTRACT.budget },
    secrets: {},
    limits: { wallClockMs: WALL_CLOCK_MS, cpuSeconds: 30, outputBytes: 1_000_000 },
    ...changes,
  };
}

/** A folder that is gone after the test. */
export function makeFolder(): string {
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'heddle-runs-')));
  onTestFinished(async () => rm(path, { recursive: true, force: true }));
  return path;
}

/** Real time for short delays; those from `heldFromMs` on pass only when the test says so. */
export class SteeredClock implements RunnerClock {
  private readonly held = new Set<{ readonly delayMs: number; readonly action: () => void }>();
  private readonly heldFromMs = 10_000;
  private aheadMs = 0;

  now(): number {
    return Date.now() + this.aheadMs;
  }

  after(delayMs: number, action: () => void): () => void {
    if (delayMs < this.heldFromMs) {
      const timer = setTimeout(action, delayMs);
      return () => clearTimeout(timer);
    }
    const timer = { delayMs, action };
    this.held.add(timer);
    return () => this.held.delete(timer);
  }

  /** Lets all held timers of this delay pass; fails when there is none. */
  pass(delayMs: number): void {
    const due = [...this.held].filter((timer) => timer.delayMs === delayMs);
    if (due.length === 0) throw new Error(`nothing waits ${delayMs} ms`);
    this.aheadMs += delayMs;
    for (const timer of due) {
      this.held.delete(timer);
      timer.action();
    }
  }

  get heldDelays(): number[] {
    return [...this.held].map(({ delayMs }) => delayMs);
  }
}

let marks = 0;

/** Test marks: unlike real ones they can be guessed. */
export function newTestMark(): string {
  marks += 1;
  return `test-mark-${process.pid}-${marks}`;
}
