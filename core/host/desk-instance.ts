// How a second start finds the app that runs already with the same profile, and gets an address to open a window of it. A file
// in the profile that only its owner can read says where to ask, and with which secret.
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';

export interface DeskInstance {
  /** From here on nobody finds it. */
  close(): Promise<void>;
}

interface Where {
  readonly port: number;
  readonly secret: string;
}

const HOST = '127.0.0.1';
const SECRET_BYTES = 32;
/** Secrets and addresses are short. */
const MAX_CHARACTERS = 1_024;
/** Nothing else is opened: whoever has the port of an app that died could answer anything. */
const LAUNCH_URL = /^http:\/\/127[.]0[.]0[.]1:[0-9]+\/[?]launch=[\w-]+$/;
/** Both ends are on this computer. */
const PATIENCE_MS = 5_000;

/** Makes this process the one that others find. `newLaunchUrl` gives an address that opens one window. */
export async function openDeskInstance(
  profileFolder: string,
  newLaunchUrl: () => string,
): Promise<DeskInstance> {
  const secret = randomBytes(SECRET_BYTES).toString('base64url');
  const server = createServer((socket) => answer(socket, secret, newLaunchUrl));
  const port = await listen(server);
  const path = fileOf(profileFolder);
  const part = `${path}.part`;
  const where: Where = { port, secret };
  await writeFile(part, JSON.stringify(where), { mode: 0o600 });
  await rename(part, path);
  return {
    close: async () => {
      await rm(path, { force: true });
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

/** An address that opens a window of the app that runs with this profile; undefined when none does. */
export async function askDeskInstance(profileFolder: string): Promise<string | undefined> {
  const where = await readWhere(profileFolder);
  if (where === undefined) return undefined;
  const socket = connect({ host: HOST, port: where.port, timeout: PATIENCE_MS });
  try {
    socket.write(`${where.secret}\n`);
    const answered = await readLine(socket);
    return answered !== undefined && LAUNCH_URL.test(answered) ? answered : undefined;
  } catch {
    // It ended without a word, and something else may have its port now.
    return undefined;
  } finally {
    socket.destroy();
  }
}

function fileOf(profileFolder: string): string {
  return join(profileFolder, 'instance.json');
}

function answer(socket: Socket, secret: string, newLaunchUrl: () => string): void {
  socket.setTimeout(PATIENCE_MS, () => socket.destroy());
  readLine(socket).then(
    (given) => (isSame(given, secret) ? socket.end(`${newLaunchUrl()}\n`) : socket.destroy()),
    () => socket.destroy(),
  );
}

function isSame(given: string | undefined, secret: string): boolean {
  const [one, other] = [Buffer.from(given ?? ''), Buffer.from(secret)];
  return one.length === other.length && timingSafeEqual(one, other);
}

/** The first line; undefined when the other side ends without one. Rejects when it cannot be read. */
function readLine(socket: Socket): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    let text = '';
    socket.setEncoding('utf8');
    socket.on('data', (chunk: string) => {
      text += chunk;
      const end = text.indexOf('\n');
      if (end >= 0) resolve(text.slice(0, end));
      else if (text.length > MAX_CHARACTERS) reject(new Error('Too long for a line.'));
    });
    socket.on('end', () => resolve(undefined));
    socket.on('close', () => resolve(undefined));
    socket.on('timeout', () => reject(new Error('No answer.')));
    socket.on('error', reject);
  });
}

async function readWhere(profileFolder: string): Promise<Where | undefined> {
  try {
    const where: unknown = JSON.parse(await readFile(fileOf(profileFolder), 'utf8'));
    return isWhere(where) ? where : undefined;
  } catch {
    // There is none, or a damaged one: the app will write it anew.
    return undefined;
  }
}

function isWhere(value: unknown): value is Where {
  return (
    typeof value === 'object' &&
    value !== null &&
    'port' in value &&
    typeof value.port === 'number' &&
    'secret' in value &&
    typeof value.secret === 'string'
  );
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host: HOST, port: 0 }, () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : 0);
    });
  });
}
