// A TCP proxy before PostgreSQL that loses a COMMIT, or the answer to it, exactly once.
import { connect, createServer, type Socket } from 'node:net';

/** What happens to the next COMMIT: it never arrives, or it arrives and its answer does not. */
export type Loss = 'request' | 'answer';

export interface CommitProxy {
  readonly port: number;
  loseNext(loss: Loss): void;
  close(): Promise<void>;
}

/** The simple query message of the protocol ends with a zero byte. */
const COMMIT = Buffer.from('COMMIT\0');

export async function startCommitProxy(serverPort: number): Promise<CommitProxy> {
  const sockets = new Set<Socket>();
  let planned: Loss | undefined;
  const proxy = createServer((client) => {
    const server = connect(serverPort, '127.0.0.1');
    const cut = () => {
      client.destroy();
      server.destroy();
    };
    let isAnswerLost = false;
    for (const socket of [client, server]) {
      sockets.add(socket);
      socket.on('close', cut);
      // The other end went away; `close` follows.
      socket.on('error', cut);
    }
    client.on('data', (data) => {
      if (planned !== undefined && data.includes(COMMIT)) {
        const loss = planned;
        planned = undefined;
        if (loss === 'request') {
          cut();
          return;
        }
        isAnswerLost = true;
      }
      server.write(data);
    });
    server.on('data', (data) => {
      if (isAnswerLost) cut();
      else client.write(data);
    });
  });
  await new Promise<void>((resolve) => {
    proxy.listen(0, '127.0.0.1', resolve);
  });
  const address = proxy.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    port: address.port,
    loseNext(loss) {
      planned = loss;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => {
        proxy.close(resolve);
      });
    },
  };
}
