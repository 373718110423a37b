// Measures a piece of work against a raw limit in the same run: alternating batches, medians, a ratio. It never
// asserts a time, and it makes no claim about a machine other than the one it ran on.
import { availableParallelism, cpus } from 'node:os';

/** One thing to measure. Both sides do one unit of work per call; `index` counts up, to vary the input. */
export interface Benchmark {
  readonly name: string;
  /** What one unit is, such as "Command" or "document". */
  readonly unit: string;
  readonly subject: (index: number) => unknown;
  readonly limit: { readonly name: string; readonly run: (index: number) => unknown };
  /** The share of the raw limit that we want to reach; undefined where the figure is for information. */
  readonly target?: number;
}

/** The speed of both sides in units per second, and the median of their pairwise ratios. */
export interface Measurement {
  readonly name: string;
  readonly unit: string;
  readonly limitName: string;
  readonly perSecond: number;
  readonly limitPerSecond: number;
  readonly ratio: number;
  readonly ratioLow: number;
  readonly ratioHigh: number;
  readonly target: number | undefined;
}

export interface BenchSettings {
  /** Batches of each side. The sides alternate, so that a drift of the machine's speed meets both. */
  readonly rounds: number;
  readonly batchMs: number;
}

export const DEFAULT_SETTINGS: BenchSettings = { rounds: 21, batchMs: 60 };

/** Warms both sides up, then measures them in turn. */
export function measure(benchmark: Benchmark, settings: BenchSettings): Measurement {
  const subject = calibrate(benchmark.subject, settings.batchMs);
  const limit = calibrate(benchmark.limit.run, settings.batchMs);
  const pairs: { readonly subjectNs: number; readonly limitNs: number }[] = [];
  for (let round = 0; round < settings.rounds; round += 1) {
    const subjectNs = subject();
    pairs.push({ subjectNs, limitNs: limit() });
  }
  const ratios = pairs.map(({ subjectNs, limitNs }) => limitNs / subjectNs).sort((a, b) => a - b);
  return {
    name: benchmark.name,
    unit: benchmark.unit,
    limitName: benchmark.limit.name,
    perSecond: 1e9 / median(pairs.map(({ subjectNs }) => subjectNs)),
    limitPerSecond: 1e9 / median(pairs.map(({ limitNs }) => limitNs)),
    ratio: median(ratios),
    ratioLow: ratios[0] ?? Number.NaN,
    ratioHigh: ratios.at(-1) ?? Number.NaN,
    target: benchmark.target,
  };
}

/** A function that runs one batch of about `batchMs` and answers with nanoseconds per call. */
function calibrate(run: (index: number) => unknown, batchMs: number): () => number {
  let index = 0;
  const batch = (calls: number) => {
    const start = process.hrtime.bigint();
    for (let i = 0; i < calls; i += 1) {
      sink = run(index);
      index += 1;
    }
    return Number(process.hrtime.bigint() - start) / calls;
  };
  let calls = 1;
  let perCall = batch(calls);
  // Three full batches of warm-up: optimizing compilers have settled by then.
  for (let warmUp = 0; warmUp < 3; warmUp += 1) {
    calls = Math.max(1, Math.round((batchMs * 1e6) / perCall));
    perCall = batch(calls);
  }
  return () => batch(calls);
}

// Results go somewhere that the compiler cannot prove unused.
let sink: unknown;

/** Whether anything was computed at all; reading the sink keeps it alive. */
export function hasResults(): boolean {
  return sink !== undefined;
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

/** What the figures were measured on, without anything that names the machine. */
export function describeMachine(): { readonly node: string; readonly cpu: string; readonly cores: number } {
  return { node: process.version, cpu: cpus()[0]?.model ?? 'unknown', cores: availableParallelism() };
}

/** The measurements as a table for people. */
export function formatTable(measurements: readonly Measurement[]): string {
  const rows = measurements.map((row) => [
    row.name,
    `${formatCount(row.perSecond)} ${row.unit}/s`,
    `${row.limitName}: ${formatCount(row.limitPerSecond)}/s`,
    `${formatShare(row.ratio)} (${formatShare(row.ratioLow)}–${formatShare(row.ratioHigh)})`,
    row.target === undefined
      ? ''
      : `${row.ratio >= row.target ? 'reaches' : 'MISSES'} ${formatShare(row.target)}`,
  ]);
  const header = ['what', 'speed', 'raw limit of this run', 'share of the limit', 'target'];
  const widths = header.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  return [header, ...rows]
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function formatCount(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString('en-US') : value.toPrecision(3);
}

function formatShare(share: number): string {
  return `${(share * 100).toFixed(share < 0.1 ? 1 : 0)} %`;
}
