// A server on loopback that plays the chat interface of a language model, well or badly, and keeps what it was sent.
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createTlsServer, type ServerOptions } from 'node:https';
import type { AddressInfo, Server } from 'node:net';

export interface ReceivedRequest {
  readonly path: string | undefined;
  readonly authorization: string | undefined;
  readonly body: string;
}

export type Play = (response: ServerResponse, request: ReceivedRequest) => void;

export class ModelServer {
  readonly received: ReceivedRequest[] = [];
  /** What it does with the next requests. */
  play: Play = (response) => response.end();
  readonly origin: string;
  private readonly server: Server & { closeAllConnections?: () => void };

  private constructor(server: Server, scheme: string) {
    this.server = server;
    this.origin = `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  static async open(tls?: ServerOptions): Promise<ModelServer> {
    let self: ModelServer | undefined;
    const answer = async (request: IncomingMessage, response: ServerResponse) => {
      const body = await collect(request);
      const received = { path: request.url, authorization: request.headers.authorization, body };
      self?.received.push(received);
      self?.play(response, received);
    };
    const listener: RequestListener = (request, response) => {
      // A request that broke off needs no answer.
      answer(request, response).catch(() => response.destroy());
    };
    const server = tls === undefined ? createServer(listener) : createTlsServer(tls, listener);
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    self = new ModelServer(server, tls === undefined ? 'http' : 'https');
    return self;
  }

  close(): void {
    this.server.closeAllConnections?.();
    this.server.close();
  }
}

async function collect(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString();
}

/** Answers with a text, as such servers do. */
export function say(
  content: string,
  extra: { readonly usage?: unknown; readonly finish?: string } = {},
): Play {
  return (response) => {
    response.setHeader('content-type', 'application/json');
    response.end(
      JSON.stringify({
        id: 'chatcmpl-1',
        object: 'chat.completion',
        choices: [
          { index: 0, message: { role: 'assistant', content }, finish_reason: extra.finish ?? 'stop' },
        ],
        ...(extra.usage === undefined ? {} : { usage: extra.usage }),
      }),
    );
  };
}

/** Answers with a status and a body. */
export function refuseWith(status: number, body = '', headers: Record<string, string> = {}): Play {
  return (response) => {
    response.writeHead(status, headers);
    response.end(body);
  };
}
