// A client that sends what a test wants, also what no client should send, and answers with what really came back.
import { request as httpRequest, type OutgoingHttpHeaders } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { connect, type Socket } from 'node:net';

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: Buffer;
  /** False when the connection broke before the announced length had come. */
  readonly isComplete: boolean;
}

export interface Sent {
  readonly method?: string;
  readonly path: string;
  readonly headers?: OutgoingHttpHeaders;
  readonly body?: Uint8Array | string;
  readonly token?: string;
  readonly ca?: string;
}

/** One request on a connection of its own. */
export function send(
  port: number,
  { method = 'GET', path, headers = {}, body, token, ca }: Sent,
): Promise<Answer> {
  const options = {
    host: '127.0.0.1',
    port,
    method,
    path,
    agent: false as const,
    headers: { ...headers, ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) },
  };
  return new Promise((resolve, reject) => {
    const request =
      ca === undefined ? httpRequest(options) : httpsRequest({ ...options, ca, servername: 'localhost' });
    let isAnswered = false;
    request.on('response', (response) => {
      isAnswered = true;
      const pieces: Buffer[] = [];
      response.on('data', (piece: Buffer) => pieces.push(piece));
      response.on('error', () => undefined);
      response.on('close', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(pieces),
          isComplete: response.complete,
        }),
      );
    });
    // A server that has answered may hang up while we are still sending.
    request.on('error', (error) => {
      if (!isAnswered) reject(error);
    });
    request.end(body);
  });
}

/** The members of an answer in JSON. */
export function jsonOf({ body }: Pick<Answer, 'body'>): Record<string, unknown> {
  return JSON.parse(body.toString('utf8')) as Record<string, unknown>;
}

/** A connection on which a test writes by itself. */
export function openRaw(
  port: number,
): Promise<{ readonly socket: Socket; readonly received: Promise<string> }> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port });
    const pieces: Buffer[] = [];
    socket.on('data', (piece) => pieces.push(piece));
    const received = new Promise<string>((done) => {
      socket.on('close', () => done(Buffer.concat(pieces).toString('latin1')));
    });
    socket.once('connect', () => {
      socket.off('error', reject);
      socket.on('error', () => undefined);
      resolve({ socket, received });
    });
    socket.once('error', reject);
  });
}
