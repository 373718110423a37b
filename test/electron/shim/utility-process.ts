// Utility processes as plain child processes of Node.
import { type ChildProcess, fork } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { ShimPort } from './ports.ts';
import type { ShimMessage } from './utility-messages.ts';

const CHILD = fileURLToPath(new URL('./utility-child.ts', import.meta.url));

export class ShimUtilityProcess extends EventEmitter {
  readonly #child: ChildProcess;
  readonly #ports = new Map<number, ShimPort>();
  #lastPortId = 0;

  constructor(modulePath: string, args: readonly string[]) {
    super();
    this.#child = fork(CHILD, [modulePath, ...args], { serialization: 'advanced', stdio: 'inherit' });
    this.#child.on('message', (message: ShimMessage) => this.#hear(message));
    this.#child.once('spawn', () => this.emit('spawn'));
    this.#child.once('exit', (code, signal) => {
      for (const port of this.#ports.values()) port.close();
      this.#ports.clear();
      this.emit('exit', code ?? (signal === null ? 0 : 1));
    });
  }

  get pid(): number | undefined {
    return this.#child.exitCode === null ? this.#child.pid : undefined;
  }

  postMessage(data: unknown, ports: readonly ShimPort[] = []): void {
    const portIds = ports.map((port) => {
      const portId = (this.#lastPortId += 1);
      this.#ports.set(portId, port);
      return portId;
    });
    this.#say({ kind: 'message', data, portIds });
    for (const [index, port] of ports.entries()) {
      const portId = portIds[index] ?? 0;
      port.transfer({
        deliver: (sent) => this.#say({ kind: 'port', portId, data: sent }),
        close: () => this.#say({ kind: 'port-closed', portId }),
      });
    }
  }

  kill(): boolean {
    return this.#child.kill();
  }

  #say(message: ShimMessage): void {
    // A child that ends at this moment does not hear it; its exit says so.
    if (this.#child.connected) this.#child.send(message, () => {});
  }

  #hear(message: ShimMessage): void {
    switch (message.kind) {
      case 'message':
        this.emit('message', message.data);
        return;
      case 'port':
        this.#ports.get(message.portId)?.send(message.data);
        return;
      case 'port-closed':
        this.#ports.get(message.portId)?.close();
        this.#ports.delete(message.portId);
        return;
      default:
        message satisfies never;
    }
  }
}
