// A Worker's runtime on a client behind proxies, with the control plane's capability tokens and a runner of the test's own.
import { type ServerResponse, createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { ControlPlaneCapabilities } from '../../core/host/worker-capability-source.ts';
import type { CommandPayloads, Event, Lease } from '../../core/protocol/generated/documents.ts';
import { signDocument } from '../../core/protocol/sign.ts';
import type { DocumentSigner, WorkerEvent } from '../../core/worker/run-ports.ts';
import type { Runner } from '../../core/worker/runners/runner.ts';
import { WorkerRuntime, type WorkerRuntimeOptions } from '../../core/worker/worker-runtime.ts';
import { CAPABILITY } from '../harness/organization.ts';
import { until } from '../sync/sync-world.ts';
import { type ScriptedRun, ScriptedRunner } from '../worker/scripted-runner.ts';
import type { NetClient } from './net-client.ts';
import { registeredCardOf } from './net-organization.ts';
import type { NetWorld } from './net-world.ts';

/** The tool of the contracts in these tests. */
export const TOOL = 'urn:heddle:test:tool:mailer';
export const USES_TOOL = {
  allowedResources: [{ resource: TOOL, operations: ['execute'] }],
  sideEffectRisk: 'external',
} as const satisfies Partial<CommandPayloads['work.authorize']['contract']>;

export type NetWorkerOptions = Partial<WorkerRuntimeOptions> & { readonly runner?: Runner };

export class NetWorker {
  readonly net: NetClient;
  readonly runtime: WorkerRuntime;
  readonly events: WorkerEvent[];
  /** Runs of the scripted runner; none with another one. */
  readonly scripted: ScriptedRunner;

  private constructor(
    net: NetClient,
    runtime: WorkerRuntime,
    { events, scripted }: Pick<NetWorker, 'events' | 'scripted'>,
  ) {
    this.net = net;
    this.runtime = runtime;
    this.events = events;
    this.scripted = scripted;
  }

  static async start(
    world: NetWorld,
    net: NetClient,
    { runner, ...overrides }: NetWorkerOptions = {},
  ): Promise<NetWorker> {
    const { client, agent, clock } = net;
    const files = new Map<string, Uint8Array>();
    const events: WorkerEvent[] = [];
    const scripted = new ScriptedRunner(files);
    const runtime = new WorkerRuntime({
      link: client,
      clock: clock.workerClock(() => client.now()),
      newId: (kind) => world.newId(kind),
      card: registeredCardOf(agent),
      signer: {
        sign: async (kind: 'artifact' | 'evidence', unsigned: Parameters<DocumentSigner['sign']>[1]) => {
          const signed = signDocument(kind, unsigned as never, agent.signer);
          if (!signed.ok) throw new Error(`${kind}: ${signed.fault.message}`);
          return signed.value.document;
        },
      } as DocumentSigner,
      capabilities: new ControlPlaneCapabilities(client),
      notes: {
        read: async (groupId, name) => (await client.readNotes(groupId)).get(name),
        write: (groupId, name, value) => client.writeNotes([{ groupId, name, value }]),
      },
      content: {
        find: async (contentHash) => (files.has(contentHash) ? contentHash : undefined),
        keep: async (contentHash, content) => {
          files.set(contentHash, content);
          return contentHash;
        },
        read: async (path) => {
          const content = files.get(path);
          if (content === undefined) throw new Error(`no file ${path}`);
          return content;
        },
      },
      contentUri: (groupId, contentHash) => `urn:heddle:test:content:${groupId}:${contentHash}`,
      runnerFor: () => runner ?? scripted,
      onEvent: (event) => events.push(event),
      onFault: (error) => net.faults.push(error),
      ...overrides,
      admission: {
        capabilities: new Set([CAPABILITY.id]),
        sideEffectRisks: new Set(['none', 'reversible', 'external']),
        ...overrides.admission,
      },
    });
    world.closeWith(() => runtime.stop());
    await runtime.start();
    return new NetWorker(net, runtime, { events, scripted });
  }

  /** The nth run of a WorkItem, when it has started. */
  async runOf(workItemId: string, nth = 1): Promise<ScriptedRun> {
    const runs = () => this.scripted.runs.filter(({ request }) => request.workItemId === workItemId);
    await this.until(() => runs().length >= nth);
    return runs()[nth - 1] as ScriptedRun;
  }

  /** The Scheduler's name for the run of a WorkItem. */
  runIdOf(workItemId: string): string {
    return this.runtime.status().runs.find((run) => run.workItemId === workItemId)?.runId ?? 'none';
  }

  names(): readonly string[] {
    return this.events.map(({ name }) => name);
  }

  async until(isWanted: () => boolean): Promise<void> {
    const { client, faults } = this.net;
    await until(
      isWanted,
      () => `state ${client.state}, ${JSON.stringify(this.events)}, ${faults.map(String).join('; ')}`,
    );
  }
}

export interface ToolCall {
  readonly key: string;
  readonly atMs: number;
}

/** A tool outside, which counts what reaches it, by idempotency key and by the moment. */
export class ToolServer {
  readonly calls: ToolCall[] = [];
  readonly effects = new Set<string>();
  private readonly server = createServer((request, response) =>
    this.serve(String(request.headers['idempotency-key']), response),
  );

  static async open(world: NetWorld): Promise<ToolServer> {
    const tool = new ToolServer();
    tool.server.listen(0, '127.0.0.1');
    await once(tool.server, 'listening');
    world.closeWith(async () => {
      tool.server.closeAllConnections();
      tool.server.close();
    });
    return tool;
  }

  /** As a run would call it: through the gate of its Worker, or not at all. Answers with the reason of a refusal. */
  async call(worker: NetWorker, runId: string): Promise<string> {
    const { port } = this.server.address() as AddressInfo;
    const answer = await worker.runtime.gate.perform(
      runId,
      { tool: TOOL, logicalOperationId: 'send the report' },
      async ({ idempotencyKey }) => {
        const response = await fetch(`http://127.0.0.1:${port}/`, {
          method: 'POST',
          headers: { 'idempotency-key': idempotencyKey },
        });
        return response.text();
      },
    );
    return answer.ok ? answer.value : answer.fault.reason;
  }

  private serve(key: string, response: ServerResponse): void {
    this.calls.push({ key, atMs: Date.now() });
    this.effects.add(key);
    response.end('sent');
  }
}

/** Every lease of a WorkItem, in its last version: of its execution, and of its ownership. */
export function leasesOf(log: readonly Event[], workItemId: string): readonly Lease[] {
  const leases = new Map<string, Lease>();
  for (const { payload } of log) {
    const { lease, ownershipLease } = payload as { readonly lease?: Lease; readonly ownershipLease?: Lease };
    for (const each of [lease, ownershipLease]) {
      if (each?.workItemId === workItemId) leases.set(each.leaseId, each);
    }
  }
  return [...leases.values()];
}

/** When the Execution Leases of a WorkItem begin and end, by the Authority's time. */
export function leaseSpansOf(
  log: readonly Event[],
  workItemId: string,
): readonly { readonly fromMs: number; readonly toMs: number }[] {
  return leasesOf(log, workItemId)
    .filter(({ leaseType }) => leaseType === 'execution')
    .map(({ startsAt, expiresAt, closedAt }) => ({
      fromMs: Date.parse(startsAt),
      toMs: Math.min(Date.parse(expiresAt), Date.parse(closedAt ?? expiresAt)),
    }));
}
