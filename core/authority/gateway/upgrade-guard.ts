// Who may open a WebSocket at all (WS-001): path, encryption and the number of connections, judged before anything is
// upgraded.
import type { IncomingMessage } from 'node:http';
import { BlockList, isIPv6 } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { GatewayLimits } from './limits.ts';

export interface UpgradeRefusal {
  readonly status: number;
  readonly reason: string;
}

/** The one path of the binding (WS-001). */
export const GATEWAY_PATH = '/ws';

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4');
LOOPBACK.addAddress('::1', 'ipv6');
LOOPBACK.addSubnet('::ffff:127.0.0.0', 104, 'ipv6');

/** Whether an address is this machine's own. */
export function isLoopback(address: string | undefined): boolean {
  return address !== undefined && LOOPBACK.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}

/** Whether a request is for the gateway. */
export function isGatewayPath({ url }: IncomingMessage): boolean {
  return url !== undefined && (url === GATEWAY_PATH || url.startsWith(`${GATEWAY_PATH}?`));
}

/** Plain connections are for development on one machine, and only when somebody asked for them (WS-001). */
export function judgeEncryption(
  request: IncomingMessage,
  allowPlainLoopback: boolean,
): UpgradeRefusal | undefined {
  const { socket } = request;
  if (socket instanceof TLSSocket) {
    return socket.getProtocol() === 'TLSv1.3' ? undefined : { status: 426, reason: 'TLS 1.3 is required' };
  }
  if (!allowPlainLoopback) return { status: 426, reason: 'TLS 1.3 is required' };
  const isLocal = isLoopback(socket.remoteAddress) && isLoopback(socket.localAddress);
  return isLocal ? undefined : { status: 403, reason: 'plain connections are for loopback only' };
}

/** Counts connections, in all and by address. */
export class ConnectionCounter {
  private readonly limits: Pick<GatewayLimits, 'connections' | 'connectionsPerAddress'>;
  private readonly byAddress = new Map<string, number>();
  private total = 0;

  constructor(limits: Pick<GatewayLimits, 'connections' | 'connectionsPerAddress'>) {
    this.limits = limits;
  }

  judge(address: string): UpgradeRefusal | undefined {
    if (this.total >= this.limits.connections) return { status: 503, reason: 'too many connections' };
    const isFull = (this.byAddress.get(address) ?? 0) >= this.limits.connectionsPerAddress;
    return isFull ? { status: 429, reason: 'too many connections from this address' } : undefined;
  }

  /** Counts one more. Returns the way to count it off, which works once. */
  enter(address: string): () => void {
    this.total += 1;
    this.byAddress.set(address, (this.byAddress.get(address) ?? 0) + 1);
    let isIn = true;
    return () => {
      if (!isIn) return;
      isIn = false;
      this.total -= 1;
      const left = (this.byAddress.get(address) ?? 0) - 1;
      if (left > 0) this.byAddress.set(address, left);
      else this.byAddress.delete(address);
    };
  }
}
