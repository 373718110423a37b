// What an operator can see of an Authority in numbers. Labels have few values and never hold identifiers, content or
// secrets; the text is for the operator's port only.
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { isCommandKind, isEventKind } from '../protocol/schema.ts';
import { BlobFault } from '../store/blobs/blob-store.ts';
import { StoreFault } from '../store/authority-store.ts';
import type { CommittedEvent } from './commit-batch.ts';

/** From one fsync on a good disk to what a person notices. */
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];
const SIZES = [1, 2, 4, 8, 16, 32, 64, 128, 256];

export class AuthorityMetrics {
  private readonly registry = new Registry();
  private readonly commands = this.counter('commands', 'Commands by kind and what became of them', [
    'kind',
    'outcome',
  ]);
  private readonly commitCommands = this.histogram('commit_commands', 'Commands in one commit', SIZES);
  private readonly commitEvents = this.histogram('commit_events', 'Events in one commit', SIZES);
  private readonly commitSeconds = this.histogram('commit_duration_seconds', 'Time of one commit', SECONDS);
  private readonly events = this.counter('events', 'Events by kind', ['kind']);
  private readonly faults = this.counter('faults', 'Faults of the Authority that are no store fault', [
    'name',
  ]);
  private readonly storeFaults = this.counter('store_faults', 'Faults of the store by kind', [
    'store',
    'kind',
  ]);
  private readonly connections = new Gauge({
    name: 'heddle_authority_http_connections',
    help: 'Open HTTP connections',
    registers: [this.registry],
  });
  private readonly requests = this.counter('http_requests', 'HTTP requests by operation and status', [
    'operation',
    'status',
  ]);
  private readonly requestSeconds = this.histogram(
    'http_request_duration_seconds',
    'Time of one HTTP request',
    SECONDS,
    ['operation'],
  );
  private readonly refusals = this.counter('http_refused', 'HTTP requests turned away at the gate', [
    'reason',
  ]);

  readonly contentType = this.registry.contentType;

  /** One Command was answered: `accepted`, `repeated`, or the code of its Error document. */
  commandAnswered(kind: string | undefined, outcome: string): void {
    // A sender chooses the text of an unknown kind: it must not become a label.
    const known = kind !== undefined && isCommandKind(kind) ? kind : 'unknown';
    this.commands.inc({ kind: known, outcome });
  }

  /** One commit of this process. */
  committed(commandCount: number, seconds: number): void {
    this.commitCommands.observe(commandCount);
    this.commitSeconds.observe(seconds);
  }

  /** A listener for `Authority.onCommit`. */
  eventsCommitted(events: readonly CommittedEvent[]): void {
    this.commitEvents.observe(events.length);
    for (const { event } of events)
      this.events.inc({ kind: isEventKind(event.kind) ? event.kind : 'unknown' });
  }

  /** A listener for faults that nobody waits for. */
  faulted(error: unknown): void {
    if (error instanceof StoreFault) this.storeFaults.inc({ store: 'log', kind: error.kind });
    else if (error instanceof BlobFault) this.storeFaults.inc({ store: 'blobs', kind: error.kind });
    else this.faults.inc({ name: error instanceof Error ? error.name : 'unknown' });
  }

  connectionsChanged(open: number): void {
    this.connections.set(open);
  }

  /** Reads the number of open WebSocket connections each time the metrics are asked for. */
  trackSockets(readCount: () => number): void {
    const gauge: Gauge = new Gauge({
      name: 'heddle_authority_websocket_connections',
      help: 'Open WebSocket connections',
      registers: [this.registry],
      collect: () => gauge.set(readCount()),
    });
  }

  /** Reads the number of Commands that wait for the next commit each time the metrics are asked for. */
  trackWaiting(readCount: () => number): void {
    const gauge: Gauge = new Gauge({
      name: 'heddle_authority_waiting_commands',
      help: 'Commands that wait for the next commit',
      registers: [this.registry],
      collect: () => gauge.set(readCount()),
    });
  }

  requestAnswered(operation: string, status: number, seconds: number): void {
    this.requests.inc({ operation, status });
    this.requestSeconds.observe({ operation }, seconds);
  }

  requestRefused(reason: 'address' | 'everybody' | 'concurrency' | 'host'): void {
    this.refusals.inc({ reason });
  }

  /** Reads a count that somebody else keeps each time the metrics are asked for. */
  trackAuditDrops(readCount: () => number): void {
    const counter = new Counter({
      name: 'heddle_authority_audit_drops_total',
      help: 'Entries that the protected log had to drop',
      registers: [this.registry],
      collect: () => {
        counter.reset();
        counter.inc(readCount());
      },
    });
  }

  /** Everything in the text format of Prometheus. */
  text(): Promise<string> {
    return this.registry.metrics();
  }

  private counter<Label extends string>(
    name: string,
    help: string,
    labelNames: readonly Label[],
  ): Counter<Label> {
    const full = `heddle_authority_${name}_total`;
    return new Counter({ name: full, help, labelNames: [...labelNames], registers: [this.registry] });
  }

  private histogram<Label extends string = never>(
    name: string,
    help: string,
    buckets: number[],
    labelNames: readonly Label[] = [],
  ): Histogram<Label> {
    const full = `heddle_authority_${name}`;
    return new Histogram({
      name: full,
      help,
      buckets,
      labelNames: [...labelNames],
      registers: [this.registry],
    });
  }
}
