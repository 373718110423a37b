// Asks a language model behind any OpenAI-compatible chat interface. Nothing of the product needs one; whatever comes back,
// or does not, changes nothing but the draft that a person is shown.
import { excerptOf } from '../protocol/excerpt.ts';
import { isJsonObject, parseJson } from '../protocol/json.ts';
import { accept, refuse, type Result } from '../protocol/result.ts';
import { HttpConnections, type HttpAnswer } from '../sync/http-request.ts';
import { openServerAddress, type ServerAddress } from '../sync/server-address.ts';
import { MAX_ANSWER_BYTES, type ModelDraft, readAnswer } from '../coordinator/assistant/model/answer.ts';
import {
  costOf,
  estimateTokens,
  type ModelBudget,
  type ModelCost,
  type TokenUse,
} from '../coordinator/assistant/model/cost.ts';
import type { ModelEndpoint } from '../coordinator/assistant/model/endpoint.ts';
import type { ModelFault } from '../coordinator/assistant/model/model-fault.ts';
import type { ModelRequest } from '../coordinator/assistant/model/request.ts';

export interface ModelEndpointPorts {
  /** The key as it is kept, read for every request and never held; undefined for a server that wants none. */
  readonly readKey: () => Promise<Result<string | undefined, string>>;
  readonly nowMs: () => number;
  /** Of a server under its own CA, PEM; the system's CAs count without it. */
  readonly ca?: string;
}

/** A draft with what it has cost. */
export interface DraftAnswer {
  readonly draft: ModelDraft;
  readonly cost: ModelCost;
}

export interface AskOptions {
  readonly budget: ModelBudget;
  /** Ends the request at once. */
  readonly signal?: AbortSignal;
}

/** When a server says "too often" and not until when. */
const DEFAULT_REST_MS = 60_000;
/** No server sends us away for longer. */
const MAX_REST_MS = 3_600_000;

export class ModelEndpointClient {
  private readonly endpoint: ModelEndpoint;
  private readonly ports: ModelEndpointPorts;
  private readonly address: Result<ServerAddress, string>;
  /** Until then nothing is sent; milliseconds since 1970. */
  private restsUntilMs = 0;

  constructor(endpoint: ModelEndpoint, ports: ModelEndpointPorts) {
    this.endpoint = endpoint;
    this.ports = ports;
    const { ca } = ports;
    this.address = openServerAddress({ origin: endpoint.origin, ...(ca === undefined ? {} : { ca }) });
  }

  /** Sends exactly the request that was made before, and reads the answer as a draft. */
  async ask(request: ModelRequest, { budget, signal }: AskOptions): Promise<Result<DraftAnswer, ModelFault>> {
    const { address, endpoint, restsUntilMs } = this;
    // What a person has read would go to another server.
    if (request.endpoint !== endpoint) throw new Error('the request was made for another endpoint');
    if (!address.ok) return fail('unsafe-address', { detail: address.fault });
    if (signal?.aborted === true) return fail('cancelled', {});
    if (this.ports.nowMs() < restsUntilMs) return fail('too-many-requests', { retryAtMs: restsUntilMs });
    const key = await this.ports.readKey();
    if (!key.ok) return fail('key-unusable', { detail: key.fault });
    const secret = key.value?.trim() ?? '';
    // Anything else would not be a header, or would be two.
    if (!/^[\u0021-\u007e]*$/u.test(secret)) {
      return fail('key-unusable', { detail: 'it holds characters that no key has' });
    }
    if (isStopped(signal)) return fail('cancelled', {});
    const reservation = budget.reserve(request.highestCost);
    if (!reservation.ok) return fail('budget-spent', reservation.fault);
    const outcome = await this.send(address.value, request, secret, signal);
    reservation.value.settle(outcome.cost);
    return outcome.draft.ok ? accept({ draft: outcome.draft.value, cost: outcome.cost }) : outcome.draft;
  }

  private async send(
    address: ServerAddress,
    request: ModelRequest,
    secret: string,
    signal: AbortSignal | undefined,
  ): Promise<Outcome> {
    const { path, timeoutMs } = this.endpoint;
    const connections = new HttpConnections(address, { idleMs: timeoutMs, answerMs: timeoutMs });
    let isLate = false;
    // Ends the connection and with it the request, whatever the server is about to send.
    const giveUp = () => connections.close();
    const timer = setTimeout(() => {
      isLate = true;
      giveUp();
    }, timeoutMs);
    signal?.addEventListener('abort', giveUp, { once: true });
    try {
      const answer = await connections.send({
        method: 'POST',
        path,
        headers: {
          'content-type': 'application/json',
          accept: 'application/json',
          ...(secret === '' ? {} : { authorization: `Bearer ${secret}` }),
        },
        body: Buffer.from(request.body),
        maxBytes: MAX_ANSWER_BYTES,
      });
      // What came too late, or after a stop, is not looked at.
      if (isStopped(signal)) return unread(request, { code: 'cancelled', values: {} });
      if (isLate) return unread(request, { code: 'too-slow', values: { timeoutMs } });
      if (answer.ok) return this.judge(answer.value, request, secret);
      const { reason, detail } = answer.fault;
      if (detail.includes(`more than ${MAX_ANSWER_BYTES} bytes`)) {
        return unread(request, { code: 'answer-too-large', values: { limit: MAX_ANSWER_BYTES } });
      }
      if (reason === 'too-slow') return unread(request, { code: 'too-slow', values: { timeoutMs } });
      const values = { reason, detail: excerptOf(conceal(detail, secret)) };
      return free({ code: 'unreachable', values });
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', giveUp);
      connections.close();
    }
  }

  private judge(answer: HttpAnswer, request: ModelRequest, secret: string): Outcome {
    const { status, headers, body, isComplete } = answer;
    if (status >= 300 && status < 400) {
      return free({ code: 'redirected', values: { to: hostOf(headers.location, secret) } });
    }
    if (status === 401 || status === 403) return free({ code: 'key-refused', values: { status } });
    if (status === 429 || status === 503) {
      this.restsUntilMs = restEnd(headers['retry-after'], this.ports.nowMs());
      return free({ code: 'too-many-requests', values: { retryAtMs: this.restsUntilMs } });
    }
    if (status >= 500) return free({ code: 'server-failed', values: { status } });
    if (status !== 200) {
      return free({ code: 'request-refused', values: { status, detail: messageIn(body, secret) } });
    }
    if (!isComplete) return unread(request, { code: 'answer-broken-off', values: {} });
    const { draft, use } = readAnswer(body, request.kind);
    const cost = costOf(this.endpoint, use ?? estimateUse(request, body.length));
    // As JSON writes it too: escaped, the server's bytes do not hold it, and the draft does.
    const written = JSON.stringify(secret).slice(1, -1);
    const isEchoed = secret !== '' && (body.includes(secret) || JSON.stringify(draft).includes(written));
    if (isEchoed) return { draft: fail('key-echoed', {}), cost };
    return { draft, cost };
  }
}

interface Outcome {
  readonly draft: Result<ModelDraft, ModelFault>;
  readonly cost: ModelCost;
}

function fail<Code extends ModelFault['code']>(
  code: Code,
  values: Extract<ModelFault, { readonly code: Code }>['values'],
): Result<never, ModelFault> {
  // Code and values belong together by the signature.
  return refuse({ code, values } as unknown as ModelFault);
}

/** A server that did not do the work is not paid for it. */
function free(fault: ModelFault): Outcome {
  return { draft: refuse(fault), cost: { tokens: 0, microunits: 0, currency: undefined } };
}

/** A server that may have done the work counts with the most that it can have cost. */
function unread({ highestCost }: ModelRequest, fault: ModelFault): Outcome {
  return { draft: refuse(fault), cost: highestCost };
}

function estimateUse({ bodyBytes }: ModelRequest, answerBytes: number): TokenUse {
  return { input: estimateTokens(bodyBytes), output: estimateTokens(answerBytes) };
}

function isStopped(signal: AbortSignal | undefined): boolean {
  return signal?.aborted === true;
}

/** Seconds or a date (RFC 9110, 10.2.3). */
function restEnd(retryAfter: string | undefined, nowMs: number): number {
  const text = retryAfter?.trim() ?? '';
  const restMs = /^\d{1,9}$/u.test(text) ? Number(text) * 1_000 : Date.parse(text) - nowMs;
  const isUsable = Number.isFinite(restMs) && restMs >= 0;
  return nowMs + (isUsable ? Math.min(restMs, MAX_REST_MS) : DEFAULT_REST_MS);
}

function hostOf(location: string | undefined, secret: string): string {
  const host = location !== undefined && URL.canParse(location) ? new URL(location).host : '';
  return excerptOf(conceal(host, secret));
}

/** What a server says about a refusal, as OpenAI-compatible ones do. */
function messageIn(body: Uint8Array, secret: string): string {
  const parsed = parseJson(body, { limits: { maxBytes: MAX_ANSWER_BYTES, maxDepth: 32 } });
  const value = parsed.ok ? parsed.value.value : undefined;
  const error = isJsonObject(value) ? value['error'] : undefined;
  const message = isJsonObject(error) ? error['message'] : error;
  return typeof message === 'string' ? excerptOf(conceal(message, secret)) : '';
}

/** Servers like to repeat the key that they refuse, or a part of it. */
function conceal(text: string, secret: string): string {
  if (secret === '') return text;
  const PART = 8;
  const parts = secret.length <= PART ? [secret] : [secret, secret.slice(0, PART), secret.slice(-PART)];
  return parts.reduce((rest, part) => rest.replaceAll(part, '[key]'), text);
}
