// Where an Authority is, and whom to believe that it is the one (WS-001): TLS 1.3 under the Organization's own CA, or a
// plain connection that never leaves this machine.
import { BlockList, isIP, isIPv6 } from 'node:net';
import { accept, refuse, type Result } from '../protocol/result.ts';

export interface ServerSettings {
  /** `https://host[:port]`; `http://` for loopback addresses only. */
  readonly origin: string;
  /** The Organization's CA, PEM; nobody else's certificate counts then. Without it the system's CAs do. */
  readonly ca?: string | Buffer;
  /** The name that the certificate must have, when it is not the one in the origin. */
  readonly servername?: string;
}

/** A checked address. Made by `openServerAddress`. */
export interface ServerAddress {
  readonly isEncrypted: boolean;
  readonly hostname: string;
  readonly port: number;
  /** Of the WebSocket gateway. */
  readonly gatewayUrl: string;
  /** What `node:tls` needs on every connection. */
  readonly tls: TlsSettings;
}

export interface TlsSettings {
  readonly ca?: string | Buffer;
  readonly servername?: string;
  readonly minVersion: 'TLSv1.3';
  readonly rejectUnauthorized: true;
}

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4');
LOOPBACK.addAddress('::1', 'ipv6');

/** Refuses an address that would not be safe, and says why. */
export function openServerAddress({ origin, ca, servername }: ServerSettings): Result<ServerAddress, string> {
  if (!URL.canParse(origin)) return refuse(`not an address: ${origin}`);
  const url = new URL(origin);
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    return refuse(`neither https nor http: ${origin}`);
  if (
    url.username !== '' ||
    url.password !== '' ||
    url.search !== '' ||
    url.hash !== '' ||
    url.pathname !== '/'
  ) {
    return refuse(`an origin has a host and a port, and nothing else: ${origin}`);
  }
  const isEncrypted = url.protocol === 'https:';
  const hostname = url.hostname.replace(/^\[(.*)\]$/, '$1');
  if (!isEncrypted && !isLoopback(hostname)) {
    return refuse(`without TLS only loopback addresses are allowed, not ${hostname}`);
  }
  const port = url.port === '' ? (isEncrypted ? 443 : 80) : Number(url.port);
  return accept({
    isEncrypted,
    hostname,
    port,
    gatewayUrl: `${isEncrypted ? 'wss' : 'ws'}://${url.host}/ws`,
    tls: {
      minVersion: 'TLSv1.3',
      rejectUnauthorized: true,
      ...(ca === undefined ? {} : { ca }),
      // A name in the handshake is a name, never an address (RFC 6066).
      ...(servername === undefined ? (isIP(hostname) === 0 ? { servername: hostname } : {}) : { servername }),
    },
  });
}

/** A name could be pointed anywhere; only `localhost` is this machine by definition (RFC 6761). */
function isLoopback(hostname: string): boolean {
  if (hostname === 'localhost') return true;
  return isIP(hostname) !== 0 && LOOPBACK.check(hostname, isIPv6(hostname) ? 'ipv6' : 'ipv4');
}
