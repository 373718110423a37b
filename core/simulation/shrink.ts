// Finds a smaller history that fails alike: first without the steps after the failure, then without ever smaller parts.
import { type HistoryResult, runHistory } from './run.ts';

/** A failing history in fewer steps; the given one when nothing smaller breaks the same rule within `maxRuns`. */
export async function shrinkHistory(failed: HistoryResult, maxRuns = 600): Promise<HistoryResult> {
  if (failed.failure === undefined) return failed;
  const search = new Search(failed, maxRuns);
  const { only, steps } = failed.settings;
  const lastStep = failed.failure.step;
  const all = (only ?? numbersTo(steps)).filter((step) => step <= lastStep);
  if (!(await search.attempt(all))) return failed;
  let kept: readonly number[] = all;
  for (let size = Math.ceil(kept.length / 2); size >= 1 && search.hasRunsLeft();) {
    const smaller = await search.dropParts(kept, size);
    if (smaller.length === kept.length) {
      if (size === 1) break;
      size = Math.ceil(size / 2);
    }
    kept = smaller;
  }
  return search.best;
}

/** Attempts to fail with fewer steps, and the best one so far. */
class Search {
  best: HistoryResult;
  private readonly failed: HistoryResult;
  private runsLeft: number;

  constructor(failed: HistoryResult, maxRuns: number) {
    this.failed = failed;
    this.best = failed;
    this.runsLeft = maxRuns;
  }

  hasRunsLeft(): boolean {
    return this.runsLeft > 0;
  }

  /** Whether these steps alone break the same rule. */
  async attempt(only: readonly number[]): Promise<boolean> {
    this.runsLeft -= 1;
    const { settings, failure } = this.failed;
    const result = await runHistory({ ...settings, steps: failure?.step ?? settings.steps, only });
    if (result.failure?.invariant !== failure?.invariant) return false;
    this.best = result;
    return true;
  }

  /** The steps without every part of one size that can be spared. */
  async dropParts(steps: readonly number[], size: number): Promise<readonly number[]> {
    let kept = steps;
    for (let from = 0; from < kept.length && this.hasRunsLeft();) {
      const rest = [...kept.slice(0, from), ...kept.slice(from + size)];
      if (await this.attempt(rest)) kept = rest;
      else from += size;
    }
    return kept;
  }
}

function numbersTo(last: number): readonly number[] {
  return Array.from({ length: last }, (_none, index) => index + 1);
}
