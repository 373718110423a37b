// Who gets in at the loopback server. Any page in any browser on this computer can send requests to it, so a request has to
// come from our own page: with the cookie that only the launch token gives, for our own host and port, from our own origin.
import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

export interface GateOptions {
  /** Milliseconds that never go back. */
  readonly monotonicMs: () => number;
  readonly randomBytes: (count: number) => Buffer;
  /** With it another process of the same person gets a launch token; nobody does when it is left out. */
  readonly instanceSecret?: string;
}

export type GateVerdict =
  | { readonly kind: 'pass' }
  /** A launch token was exchanged: the cookie to set. */
  | { readonly kind: 'launched'; readonly cookie: string }
  | { readonly kind: 'refused'; readonly status: 400 | 401 | 403 | 405 | 421 };

const SECRET_BYTES = 32;
/** A browser needs seconds to start; whoever finds the address later finds nothing. */
const TOKEN_MS = 120_000;
const MAX_TOKENS = 8;
const MAX_COOKIES = 32;

const REFUSED = {
  host: { kind: 'refused', status: 421 },
  origin: { kind: 'refused', status: 403 },
  token: { kind: 'refused', status: 403 },
  cookie: { kind: 'refused', status: 401 },
  method: { kind: 'refused', status: 405 },
  address: { kind: 'refused', status: 400 },
} as const satisfies Record<string, GateVerdict>;

export class DeskGate {
  private readonly options: GateOptions;
  /** Hashes of tokens with the time at which each ends: what is compared and kept is no secret. */
  private readonly tokens = new Map<string, number>();
  private readonly cookies = new Set<string>();
  private host = '';

  constructor(options: GateOptions) {
    this.options = options;
  }

  /** The address is known once the server listens. */
  open(port: number): void {
    this.host = `127.0.0.1:${port}`;
  }

  get origin(): string {
    return `http://${this.host}`;
  }

  /** Cookies do not tell ports apart: their name has to. */
  private get cookieName(): string {
    return `heddle-desk-${this.host.slice(this.host.indexOf(':') + 1)}`;
  }

  /** The address that opens a window, once. */
  newLaunchUrl(): string {
    const token = this.newSecret();
    const [oldest] = this.tokens.keys();
    if (this.tokens.size >= MAX_TOKENS && oldest !== undefined) this.tokens.delete(oldest);
    this.tokens.set(hashOf(token), this.options.monotonicMs() + TOKEN_MS);
    return `${this.origin}/?launch=${token}`;
  }

  /** Judges a request for a page or a file. */
  judgePage(request: IncomingMessage): GateVerdict {
    const refused = this.refuseStranger(request);
    if (refused !== undefined) return refused;
    if (request.method !== 'GET' && request.method !== 'HEAD') return REFUSED.method;
    const url = urlOf(request);
    if (url === undefined) return REFUSED.address;
    const token = url.searchParams.get('launch');
    if (token !== null) return url.pathname === '/' ? this.launch(request, token) : REFUSED.token;
    return this.hasCookie(request) ? { kind: 'pass' } : REFUSED.cookie;
  }

  /** Judges a request for the socket: what is left out for a page is asked for here. */
  judgeSocket(request: IncomingMessage): GateVerdict {
    const refused = this.refuseStranger(request);
    if (refused !== undefined) return refused;
    if (request.headers.origin !== this.origin) return REFUSED.origin;
    if (request.method !== 'GET' || request.url !== '/desk') return REFUSED.address;
    return this.hasCookie(request) ? { kind: 'pass' } : REFUSED.cookie;
  }

  /** Judges a request for a launch token by another process of the same person, which can read our private file. */
  judgeInstance(request: IncomingMessage): boolean {
    const { instanceSecret } = this.options;
    const { headers, method, url } = request;
    if (instanceSecret === undefined || method !== 'POST' || url !== '/launch') return false;
    // Browsers name an origin with every POST; a process of ours does not.
    if (this.refuseStranger(request) !== undefined || headers.origin !== undefined) return false;
    const given = Buffer.from(hashOf(headers.authorization ?? ''));
    return timingSafeEqual(given, Buffer.from(hashOf(`Bearer ${instanceSecret}`)));
  }

  /** A name that leads here is not ours (DNS rebinding), and no other site asks in our name. */
  private refuseStranger({ headers, rawHeaders }: IncomingMessage): GateVerdict | undefined {
    const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host');
    if (hosts.length !== 1 || headers.host !== this.host) return REFUSED.host;
    if (headers.origin !== undefined && headers.origin !== this.origin) return REFUSED.origin;
    const site = headers['sec-fetch-site'];
    return site === undefined || site === 'same-origin' || site === 'none' ? undefined : REFUSED.origin;
  }

  /** A token opens once, and not from within a page. */
  private launch({ method, headers }: IncomingMessage, token: string): GateVerdict {
    const hash = hashOf(token);
    const endsAtMs = this.tokens.get(hash);
    if (method !== 'GET' || endsAtMs === undefined) return REFUSED.token;
    this.tokens.delete(hash);
    const destination = headers['sec-fetch-dest'];
    const isPage = destination === undefined || destination === 'document';
    if (!isPage || this.options.monotonicMs() >= endsAtMs) return REFUSED.token;
    const secret = this.newSecret();
    const [oldest] = this.cookies;
    if (this.cookies.size >= MAX_COOKIES && oldest !== undefined) this.cookies.delete(oldest);
    this.cookies.add(hashOf(secret));
    return { kind: 'launched', cookie: `${this.cookieName}=${secret}; HttpOnly; SameSite=Strict; Path=/` };
  }

  private hasCookie({ headers }: IncomingMessage): boolean {
    const prefix = `${this.cookieName}=`;
    const given = (headers.cookie ?? '')
      .split(';')
      .map((part) => part.trim())
      .filter((part) => part.startsWith(prefix));
    const [only] = given;
    if (given.length !== 1 || only === undefined) return false;
    const hash = Buffer.from(hashOf(only.slice(prefix.length)));
    // Every one is compared, in the same time.
    return [...this.cookies].filter((known) => timingSafeEqual(Buffer.from(known), hash)).length === 1;
  }

  private newSecret(): string {
    return this.options.randomBytes(SECRET_BYTES).toString('base64url');
  }
}

function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** Only a path with a query: no other scheme, host or fragment. */
function urlOf({ url }: IncomingMessage): URL | undefined {
  if (url === undefined || !url.startsWith('/') || url.startsWith('//')) return undefined;
  return URL.canParse(url, 'http://desk') ? new URL(url, 'http://desk') : undefined;
}
