// The operator's port: metrics, and nothing else. It is another port than the one for clients, on loopback unless an operator
// binds it to a network of its own.
import { createServer, type Server } from 'node:http';
import type { AuthorityMetrics } from '../metrics.ts';

export interface OperatorServerOptions {
  readonly metrics: Pick<AuthorityMetrics, 'text' | 'contentType'>;
  readonly onFault: (error: unknown) => void;
}

const REQUEST_MS = 5_000;
const MAX_HEADER_BYTES = 8_192;

/** A server that does not listen yet. */
export function createOperatorServer({ metrics, onFault }: OperatorServerOptions): Server {
  const limits = { headersTimeout: REQUEST_MS, requestTimeout: REQUEST_MS, maxHeaderSize: MAX_HEADER_BYTES };
  return createServer(limits, (request, response) => {
    const isAsked = request.url === '/metrics' && (request.method === 'GET' || request.method === 'HEAD');
    request.resume();
    if (!isAsked) {
      response.writeHead(404, { 'content-length': 0 }).end();
      return;
    }
    metrics
      .text()
      .then((text) => {
        const headers = {
          'content-type': metrics.contentType,
          'content-length': Buffer.byteLength(text),
          'cache-control': 'no-store',
          'x-content-type-options': 'nosniff',
        };
        return response.writeHead(200, headers).end(request.method === 'HEAD' ? undefined : text);
      })
      .catch((error: unknown) => {
        onFault(error);
        response.writeHead(500, { 'content-length': 0 }).end();
      });
  });
}
