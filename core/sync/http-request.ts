// One request to the control plane over `node:http(s)`: bounded in time and size, and every trouble a value.
import {
  Agent as HttpAgent,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  request as httpRequest,
} from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { LinkTrouble } from '../protocol/link-trouble.ts';
import { accept, refuse, type Result } from '../protocol/result.ts';
import { troubleOfError } from './link-trouble.ts';
import type { ServerAddress } from './server-address.ts';

export interface HttpRequest {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'POST';
  readonly path: string;
  readonly headers?: OutgoingHttpHeaders;
  readonly body?: Uint8Array;
  /** More than this is not read. */
  readonly maxBytes: number;
}

export interface HttpAnswer {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
  /** False when the connection broke before the announced end; `body` is what came. */
  readonly isComplete: boolean;
}

export interface HttpSettings {
  /** Until the headers of the answer are there, and between two pieces of it. */
  readonly idleMs: number;
  /** From the headers of an answer to its end: a server that trickles holds nobody for longer. */
  readonly answerMs: number;
}

/** A long download breaks off after two minutes and goes on where it was. */
export const DEFAULT_HTTP_SETTINGS: HttpSettings = { idleMs: 30_000, answerMs: 120_000 };

/** Connections to one control plane. */
export class HttpConnections {
  private readonly address: ServerAddress;
  private readonly settings: HttpSettings;
  private readonly agent: HttpAgent | HttpsAgent;

  constructor(address: ServerAddress, settings: Partial<HttpSettings> = {}) {
    this.address = address;
    this.settings = { ...DEFAULT_HTTP_SETTINGS, ...settings };
    this.agent = address.isEncrypted
      ? new HttpsAgent({ ...address.tls, keepAlive: true, maxSockets: 8 })
      : new HttpAgent({ keepAlive: true, maxSockets: 8 });
  }

  /** The answer, or why there is none. */
  send({
    method,
    path,
    headers = {},
    body,
    maxBytes,
  }: HttpRequest): Promise<Result<HttpAnswer, LinkTrouble>> {
    const { address, agent, settings } = this;
    return new Promise((resolve) => {
      const options = {
        host: address.hostname,
        port: address.port,
        method,
        path,
        agent,
        headers: { ...headers, ...(body === undefined ? {} : { 'content-length': body.length }) },
      };
      const request = address.isEncrypted ? httpsRequest(options) : httpRequest(options);
      let isAnswered = false;
      request.setTimeout(settings.idleMs, () => request.destroy(new Error('the server takes too long')));
      request.on('response', (response) => {
        isAnswered = true;
        collect(response, { maxBytes, answerMs: settings.answerMs }, resolve);
      });
      request.on('error', (error) => {
        // A server that has answered may hang up while the body is still being sent.
        if (!isAnswered) resolve(refuse(troubleOfError(error)));
      });
      request.end(body);
    });
  }

  /** Lets go of connections that are kept for later. */
  close(): void {
    this.agent.destroy();
  }
}

function collect(
  response: IncomingMessage,
  { maxBytes, answerMs }: Pick<HttpRequest, 'maxBytes'> & Pick<HttpSettings, 'answerMs'>,
  resolve: (answer: Result<HttpAnswer, LinkTrouble>) => void,
): void {
  const pieces: Buffer[] = [];
  let length = 0;
  const timer = setTimeout(() => response.destroy(), answerMs);
  response.on('data', (piece: Buffer) => {
    length += piece.length;
    if (length > maxBytes) {
      resolve(refuse({ reason: 'other', detail: `the answer has more than ${maxBytes} bytes` }));
      response.destroy();
    } else pieces.push(piece);
  });
  // `close` follows, and tells that the answer is not complete.
  response.on('error', () => {});
  response.on('close', () => {
    clearTimeout(timer);
    resolve(
      accept({
        status: response.statusCode ?? 0,
        headers: response.headers,
        body: Buffer.concat(pieces),
        isComplete: response.complete,
      }),
    );
  });
}
