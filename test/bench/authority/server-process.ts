// The server under load: the real Authority server in a process of its own, on a folder that the parent has made.
import { writeFile } from 'node:fs/promises';
import { Session } from 'node:inspector/promises';
import { type AuthorityServer, startAuthorityServer } from '../../../core/host/authority-server.ts';
import { type ProcessUse, readProcessUse, serveRequests } from './child-process.ts';

export interface ServerStart {
  readonly port: number;
  /** From the first line of `startAuthorityServer` to a server that takes Commands. */
  readonly openMs: number;
}

let server: AuthorityServer | undefined;
let profiler: Session | undefined;

const served = {
  start: async ({ folder }: { readonly folder: string }): Promise<ServerStart> => {
    const startedAt = performance.now();
    server = await startAuthorityServer({
      folder,
      host: '127.0.0.1',
      port: 0,
      now: () => Date.now(),
      onFault: (error) => console.error(error),
    });
    return { port: server.port, openMs: performance.now() - startedAt };
  },
  use: async (): Promise<ProcessUse> => readProcessUse(),
  startProfile: async (): Promise<void> => {
    profiler = new Session();
    profiler.connect();
    await profiler.post('Profiler.enable');
    await profiler.post('Profiler.start');
  },
  stopProfile: async ({ path }: { readonly path: string }): Promise<void> => {
    const result = await profiler?.post('Profiler.stop');
    profiler?.disconnect();
    profiler = undefined;
    await writeFile(path, JSON.stringify(result?.profile));
  },
};

export type ServerRequests = typeof served;

serveRequests(served, async () => {
  await server?.close();
});
