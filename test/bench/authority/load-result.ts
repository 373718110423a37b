// What a load comes to: how fast, how late, and what it cost in the process that made it.

export interface LoadResult {
  /** Commands, or Events for replay, in the measured part. */
  readonly count: number;
  readonly seconds: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
  /** Seconds of CPU in the loading process while it measured. */
  readonly clientCpuSeconds: number;
  /** Bytes of the messages that were counted; 0 where nobody counted. */
  readonly bytes: number;
}

/** Measures from `begin` to `finish`; what comes before is warm-up. */
export class LoadMeter {
  private readonly latencies: number[] = [];
  private startedAt = 0;
  private startCpu = process.cpuUsage();
  private isRunning = false;

  /** Since `begin`; 0 before. */
  get elapsedMs(): number {
    return this.isRunning ? performance.now() - this.startedAt : 0;
  }

  begin(): void {
    this.isRunning = true;
    this.startedAt = performance.now();
    this.startCpu = process.cpuUsage();
  }

  /** One more, sent at a moment of `performance.now()`. */
  note(sentAt: number): void {
    if (this.isRunning && sentAt >= this.startedAt) this.latencies.push(performance.now() - sentAt);
  }

  finish(count = this.latencies.length, bytes = 0): LoadResult {
    this.isRunning = false;
    const seconds = (performance.now() - this.startedAt) / 1_000;
    const { user, system } = process.cpuUsage(this.startCpu);
    const sorted = this.latencies.toSorted((a, b) => a - b);
    const quantile = (share: number) =>
      sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
    return {
      count,
      seconds,
      p50Ms: quantile(0.5),
      p95Ms: quantile(0.95),
      p99Ms: quantile(0.99),
      maxMs: sorted.at(-1) ?? 0,
      clientCpuSeconds: (user + system) / 1e6,
      bytes,
    };
  }
}
