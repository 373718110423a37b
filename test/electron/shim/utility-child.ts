// Begins a utility process of the shim: gives it `process.parentPort`, then runs its module.
import { EventEmitter } from 'node:events';
import { pathToFileURL } from 'node:url';
import { ShimPort } from './ports.ts';
import type { ShimMessage } from './utility-messages.ts';

const ports = new Map<number, ShimPort>();

function say(message: ShimMessage): void {
  if (process.connected) process.send?.(message);
}

class ShimParentPort extends EventEmitter {
  readonly #waiting: unknown[] = [];

  /** Messages wait until somebody listens. */
  receive(event: unknown): void {
    if (this.listenerCount('message') === 0) this.#waiting.push(event);
    else this.emit('message', event);
  }

  override on(name: string, listener: (event: unknown) => void): this {
    super.on(name, listener);
    for (const event of this.#waiting.splice(0)) this.emit('message', event);
    return this;
  }

  postMessage(data: unknown): void {
    say({ kind: 'message', data, portIds: [] });
  }
}

/** This process's end of a port: the other one of the pair carries messages to main. */
function openPort(portId: number): ShimPort {
  const [here, there] = ShimPort.pair();
  ports.set(portId, there);
  there.transfer({
    deliver: (data) => say({ kind: 'port', portId, data }),
    close: () => say({ kind: 'port-closed', portId }),
  });
  return here;
}

const parentPort = new ShimParentPort();
Object.assign(process, { parentPort });

process.on('message', (message: ShimMessage) => {
  switch (message.kind) {
    case 'message':
      parentPort.receive({ data: message.data, ports: message.portIds.map(openPort) });
      return;
    case 'port':
      ports.get(message.portId)?.send(message.data);
      return;
    case 'port-closed':
      ports.get(message.portId)?.close();
      return;
    default:
      message satisfies never;
  }
});
// Main ended without a word.
process.on('disconnect', () => {
  process.exitCode = 1;
  process.kill(process.pid, 'SIGTERM');
});

const [modulePath = '', ...args] = process.argv.slice(2);
process.argv.splice(1, process.argv.length - 1, modulePath, ...args);
await import(pathToFileURL(modulePath).href);
