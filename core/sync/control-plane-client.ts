// The client of an Authority's HTTPS side: Commands of humans and services, Artifact content, Groups, Registry, snapshots
// and capability tokens. It believes nothing that it can check: content has its hash, documents their signatures, which
// whoever asked for them verifies.
import type { OrganizationPolicy } from '../domain/decision.ts';
import type { CommandPayloads, ProtocolError } from '../protocol/generated/documents.ts';
import { hashContent } from '../protocol/hash.ts';
import { isJsonObject, parseJson } from '../protocol/json.ts';
import type { LinkTrouble, LinkTroubleReason } from '../protocol/link-trouble.ts';
import { accept, refuse, type Result } from '../protocol/result.ts';
import { checkSchema } from '../protocol/schema.ts';
import { type ListedAgent, readAgentList } from './agent-list.ts';
import type { Credentials } from './credentials.ts';
import { type ListedGroup, readGroupList } from './group-list.ts';
import { type HttpAnswer, HttpConnections, type HttpRequest, type HttpSettings } from './http-request.ts';
import { troubleOfRefusal } from './link-trouble.ts';
import { readPolicyAnswer } from './policy-answer.ts';
import type { ServerAddress } from './server-address.ts';

/** Why there is no answer. */
export type ControlPlaneFault =
  /** The server says so, in its own words. */
  | { readonly kind: 'refused'; readonly status: number; readonly error: ProtocolError }
  /** Nobody knows whether the request arrived. */
  | { readonly kind: 'unreachable'; readonly message: string; readonly reason?: LinkTroubleReason }
  /** There is no token to ask with. */
  | { readonly kind: 'no-access'; readonly message: string }
  /** What came back is not what was asked for: another hash, another shape. */
  | {
      readonly kind: 'malformed';
      readonly message: string;
      /** The whole content that came instead of what has the hash. */
      readonly received?: Uint8Array;
    };

export type Answer<Value> = Promise<Result<Value, ControlPlaneFault>>;

export interface ControlPlaneOptions {
  readonly address: ServerAddress;
  readonly credentials: Credentials;
  readonly http?: Partial<HttpSettings>;
  /** Hears what time it is there (RFC 9110, Date), in milliseconds since 1970 and to the second. */
  readonly onDate?: (serverMs: number) => void;
  /** Waits before a broken transfer goes on. */
  readonly pause?: (tries: number) => Promise<void>;
  /** The largest content that is fetched into memory. */
  readonly maxContentBytes?: number;
}

/** What a capability token is to permit (TOK-002). */
export interface CapabilityPermits {
  readonly tools: readonly string[];
  readonly resources: readonly { readonly resource: string; readonly operations: readonly string[] }[];
  readonly operations: readonly string[];
  readonly budget: CommandPayloads['approval.grant_execution']['budget'];
}

export interface CapabilityRequest extends CapabilityPermits {
  readonly groupId: string;
  readonly workItemId: string;
  readonly ownershipEpoch: number;
  readonly executionLeaseId: string;
  readonly ttlSeconds?: number;
  readonly approval?: { readonly approvalId: string; readonly budget: CapabilityPermits['budget'] };
}

/** A token, and what it really permits. */
export interface CapabilityGranted extends CapabilityPermits {
  /** A secret: it is never logged, and never part of a document (TOK-003). */
  readonly token: string;
  readonly grantId: string;
  readonly expiresAt: string;
}

const JSON_TYPE = { 'content-type': 'application/json' };
const OPAQUE_TYPE = { 'content-type': 'application/octet-stream' };
const MAX_JSON_BYTES = 64 * 1024 * 1024;
const DEFAULT_MAX_CONTENT_BYTES = 512 * 1024 * 1024;
/** How often a broken transfer is taken up again, and an upload repeated. */
const MAX_TRIES = 5;
const PAUSE_MS = 200;

export class ControlPlaneClient {
  private readonly options: ControlPlaneOptions;
  private readonly connections: HttpConnections;
  private readonly pause: (tries: number) => Promise<void>;

  constructor(options: ControlPlaneOptions) {
    this.options = options;
    this.connections = new HttpConnections(options.address, options.http);
    this.pause = options.pause ?? pauseFor;
  }

  close(): void {
    this.connections.close();
  }

  /**
   * Submits a signed Command of a human or a service. Answers with the exact bytes of the primary Event. After
   * `unreachable` the same bytes may be submitted again: what was accepted is answered with its receipt (IDM-001).
   */
  async submitCommand(commandBytes: Uint8Array): Answer<Uint8Array> {
    const sent = await this.exchange({
      method: 'POST',
      path: '/v0.1/commands',
      headers: JSON_TYPE,
      body: commandBytes,
      maxBytes: MAX_JSON_BYTES,
    });
    if (!sent.ok) return sent;
    const { body } = sent.value;
    const parsed = parseJson(body, { memberSpans: true, limits: { maxBytes: MAX_JSON_BYTES, maxDepth: 80 } });
    const span = parsed.ok ? parsed.value.memberSpan('event') : undefined;
    if (span === undefined) return malformed('the answer holds no Event');
    return accept(body.subarray(span.start, span.end));
  }

  /** The Groups in which the caller is a member now. */
  async listGroups(): Answer<readonly ListedGroup[]> {
    const answer = await this.getJson('/v0.1/groups');
    if (!answer.ok) return answer;
    const groups = readGroupList(answer.value);
    return groups === undefined ? malformed('the answer is no list of Groups') : accept(groups);
  }

  /** The Agents of the Organization; `verifyAgents` judges their cards. */
  async listAgents(): Answer<readonly ListedAgent[]> {
    const answer = await this.getJson('/v0.1/agents');
    if (!answer.ok) return answer;
    const agents = readAgentList(answer.value);
    return agents === undefined ? malformed('the answer is no list of Agents') : accept(agents);
  }

  /** The policy that Commands are judged by in an Organization. */
  async readPolicy(organizationId: string): Answer<OrganizationPolicy> {
    const answer = await this.getJson('/v0.1/policy');
    if (!answer.ok) return answer;
    const policy = readPolicyAnswer(answer.value, organizationId);
    return policy === undefined ? malformed('the answer is no policy of this Organization') : accept(policy);
  }

  /** Registry evidence as it is answered: `openRegistry` judges it. */
  readRegistry(): Answer<unknown> {
    return this.getJson('/v0.1/registry');
  }

  /** Events of a Group after a sequence, each in its exact bytes; they are not verified here. */
  async readGroupEvents(groupId: string, after: number, limit: number): Answer<readonly Uint8Array[]> {
    const path = `/v0.1/groups/${encodeURIComponent(groupId)}/events?after=${after}&limit=${limit}`;
    const answer = await this.exchangeAsCaller({ method: 'GET', path, maxBytes: this.maxContentBytes });
    if (!answer.ok) return answer;
    const { body, isComplete } = answer.value;
    const lines: Uint8Array[] = [];
    for (let start = 0; start < body.length;) {
      const end = body.indexOf(0x0a, start);
      // Without its end a line may be cut short.
      if (end === -1) break;
      lines.push(body.subarray(start, end));
      start = end + 1;
    }
    return isComplete || lines.length > 0 ? accept(lines) : unreachable('the answer broke off');
  }

  /** The newest signed snapshot of a Group, in its exact bytes; it is not verified here. */
  async readSnapshot(groupId: string): Answer<Uint8Array> {
    const path = `/v0.1/groups/${encodeURIComponent(groupId)}/snapshot`;
    const answer = await this.exchangeAsCaller({ method: 'GET', path, maxBytes: this.maxContentBytes });
    if (!answer.ok) return answer;
    return answer.value.isComplete ? accept(answer.value.body) : unreachable('the answer broke off');
  }

  /**
   * Content by its hash (ART-003). A transfer that breaks off goes on where it broke, as long as it gets any further;
   * what comes out has the hash, or is not answered with.
   */
  async download(groupId: string, contentHash: string): Answer<Uint8Array> {
    const pieces: Buffer[] = [];
    let length = 0;
    for (let tries = 1; ; tries += 1) {
      const answer = await this.exchangeAsCaller({
        method: 'GET',
        path: artifactPath(groupId, contentHash),
        headers: length === 0 ? {} : { range: `bytes=${length}-`, 'if-range': `"${contentHash}"` },
        maxBytes: this.maxContentBytes - length,
      });
      if (answer.ok) {
        const { status, body, isComplete, headers } = answer.value;
        if (status === 206 && !String(headers['content-range']).startsWith(`bytes ${length}-`)) {
          return malformed('the answer is another range');
        }
        // The server did not go on but began anew.
        if (status === 200) {
          pieces.length = 0;
          length = 0;
        }
        pieces.push(body);
        length += body.length;
        if (isComplete) break;
        if (body.length > 0) tries = 0;
      } else if (answer.fault.kind !== 'unreachable') return answer;
      if (tries >= MAX_TRIES) return unreachable('the transfer broke off again and again');
      await this.pause(tries);
    }
    const content = Buffer.concat(pieces);
    if (hashContent(content) === contentHash) return accept(content);
    return refuse({ kind: 'malformed', message: 'the content has another hash', received: content });
  }

  /** Brings content into a Group and answers with its hash. Bringing it again changes nothing. */
  async upload(groupId: string, content: Uint8Array): Answer<string> {
    const contentHash = hashContent(content);
    for (let tries = 1; ; tries += 1) {
      const answer = await this.exchangeAsCaller({
        method: 'PUT',
        path: artifactPath(groupId, contentHash),
        headers: OPAQUE_TYPE,
        body: content,
        maxBytes: MAX_JSON_BYTES,
      });
      if (answer.ok) return accept(contentHash);
      if (answer.fault.kind !== 'unreachable' || tries >= MAX_TRIES) return answer;
      await this.pause(tries);
    }
  }

  /** A token for what the calling Agent works on, in the Session that it has open (TOK-001). */
  async createCapabilityToken(request: CapabilityRequest): Answer<CapabilityGranted> {
    return this.askForCapability('/v0.1/capability-tokens', request);
  }

  /** A token for less than another one of the calling Agent (LSE-005). */
  async narrowCapabilityToken(
    request: CapabilityPermits & { readonly token: string; readonly ttlSeconds?: number },
  ): Answer<CapabilityGranted> {
    return this.askForCapability('/v0.1/capability-tokens/narrowed', request);
  }

  private async askForCapability(path: string, request: object): Answer<CapabilityGranted> {
    const answer = await this.exchangeAsCaller({
      method: 'POST',
      path,
      headers: JSON_TYPE,
      body: Buffer.from(JSON.stringify(request)),
      maxBytes: MAX_JSON_BYTES,
    });
    if (!answer.ok) return answer;
    const granted = readJson(answer.value);
    if (!granted.ok) return granted;
    const { token, grantId, expiresAt } = granted.value as Record<string, unknown>;
    const isGranted =
      typeof token === 'string' && typeof grantId === 'string' && typeof expiresAt === 'string';
    // What it permits is information for the caller; the Authority enforces it.
    return isGranted ? accept(granted.value as CapabilityGranted) : malformed('the answer is no token');
  }

  private get maxContentBytes(): number {
    return this.options.maxContentBytes ?? DEFAULT_MAX_CONTENT_BYTES;
  }

  private async getJson(path: string): Answer<unknown> {
    const answer = await this.exchangeAsCaller({ method: 'GET', path, maxBytes: MAX_JSON_BYTES });
    return answer.ok ? readJson(answer.value) : answer;
  }

  /** As `exchange`, with a token; with another one when the first is not taken. */
  private async exchangeAsCaller(request: HttpRequest): Answer<HttpAnswer> {
    const { credentials } = this.options;
    for (;;) {
      let token: string;
      try {
        token = await credentials.token((path, body) => this.postOpenly(path, body));
      } catch (error) {
        if (error instanceof NotOpened) return refuse(error.fault);
        return refuse({ kind: 'no-access', message: error instanceof Error ? error.message : String(error) });
      }
      const headers = { ...request.headers, authorization: `Bearer ${token}` };
      const answer = await this.exchange({ ...request, headers });
      const isRefused = !answer.ok && answer.fault.kind === 'refused' && answer.fault.status === 401;
      if (!isRefused || !credentials.refused(token)) return answer;
    }
  }

  private async exchange(request: HttpRequest): Answer<HttpAnswer> {
    const answer = await this.connections.send(request);
    if (!answer.ok) return unreachable(answer.fault.detail, answer.fault.reason);
    const { status, body, isComplete, headers } = answer.value;
    const serverMs = Date.parse(headers.date ?? '');
    if (!Number.isNaN(serverMs)) this.options.onDate?.(serverMs);
    if (status >= 200 && status < 300) return accept(answer.value);
    const parsed = parseJson(body);
    if (!isComplete || !parsed.ok || checkSchema('error', parsed.value.value) !== undefined) {
      return unreachable(`the server answered ${status} and did not say why`, 'no-authority');
    }
    // The schema has just proven the shape.
    return refuse({ kind: 'refused', status, error: parsed.value.value as unknown as ProtocolError });
  }

  private async postOpenly(path: string, body: object): Promise<Readonly<Record<string, unknown>>> {
    const answer = await this.exchange({
      method: 'POST',
      path,
      headers: JSON_TYPE,
      body: Buffer.from(JSON.stringify(body)),
      maxBytes: MAX_JSON_BYTES,
    });
    if (!answer.ok) throw new NotOpened(answer.fault);
    const members = readJson(answer.value);
    if (!members.ok) throw new NotOpened(members.fault);
    return members.value as Record<string, unknown>;
  }
}

/** On the way to a token: what the credentials hand back unchanged. */
class NotOpened extends Error {
  override readonly name = 'NotOpened';
  readonly fault: ControlPlaneFault;

  constructor(fault: ControlPlaneFault) {
    super(describeFault(fault));
    this.fault = fault;
  }
}

/** What a fault says about the connection as a whole. */
export function troubleOfFault(fault: ControlPlaneFault): LinkTrouble {
  if (fault.kind === 'refused') return troubleOfRefusal(fault.error);
  const { kind, message: detail } = fault;
  if (kind === 'unreachable') return { reason: fault.reason ?? 'other', detail };
  return { reason: kind === 'no-access' ? 'key-unusable' : 'no-authority', detail };
}

/** One line for people. */
export function describeFault(fault: ControlPlaneFault): string {
  return fault.kind === 'refused'
    ? `refused with ${fault.status}: ${fault.error.code} ${fault.error.message}`
    : `${fault.kind}: ${fault.message}`;
}

function artifactPath(groupId: string, contentHash: string): string {
  return `/v0.1/artifacts/${contentHash}?groupId=${encodeURIComponent(groupId)}`;
}

function readJson({ body, isComplete }: HttpAnswer): Result<object, ControlPlaneFault> {
  if (!isComplete) return unreachable('the answer broke off');
  const parsed = parseJson(body, { limits: { maxBytes: MAX_JSON_BYTES, maxDepth: 64 } });
  if (!parsed.ok || !isJsonObject(parsed.value.value)) return malformed('the answer is no JSON object');
  return accept(parsed.value.value);
}

function malformed(message: string): { readonly ok: false; readonly fault: ControlPlaneFault } {
  return refuse({ kind: 'malformed', message });
}

function unreachable(
  message: string,
  reason: LinkTroubleReason = 'cut-off',
): { readonly ok: false; readonly fault: ControlPlaneFault } {
  return refuse({ kind: 'unreachable', message, reason });
}

function pauseFor(tries: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, PAUSE_MS * 2 ** tries);
  });
}
