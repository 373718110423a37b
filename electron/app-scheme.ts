// The scheme under which the window is loaded: the files of the renderer, with the same headers as on loopback. `file:` is not
// used, since every such page could read every file.
import type { CustomScheme } from 'electron';
import { DESK_HEADERS, readDeskFile } from '../core/host/desk-files.ts';
import type { ElectronModule } from './electron-module.ts';

export const APP_SCHEME = 'heddle-app';

/** The origin of the window, as Chromium writes it for a standard scheme. */
export const APP_ORIGIN = `${APP_SCHEME}://window`;

export const START_PAGE = `${APP_ORIGIN}/index.html`;

/** Its own origin and a secure context, and nothing that goes around the policy. */
export const APP_PRIVILEGES: CustomScheme = {
  scheme: APP_SCHEME,
  privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true },
};

/** Before the app is ready. */
export function registerAppScheme({ protocol }: Pick<ElectronModule, 'protocol'>): void {
  protocol.registerSchemesAsPrivileged([APP_PRIVILEGES]);
}

/** Once the app is ready: answers requests of the window out of `folder`. */
export function serveAppScheme({ protocol }: Pick<ElectronModule, 'protocol'>, folder: string): void {
  protocol.handle(APP_SCHEME, (request) => answer(folder, request));
}

async function answer(folder: string, request: Request): Promise<Response> {
  const url = new URL(request.url);
  if (!isAppUrl(url)) return refuse(404);
  if (request.method !== 'GET') return refuse(405);
  const file = await readDeskFile(folder, url.pathname);
  if (file === undefined) return refuse(404);
  return new Response(file.bytes, { headers: { ...DESK_HEADERS, 'content-type': file.mediaType } });
}

function refuse(status: number): Response {
  return new Response(null, { status, headers: DESK_HEADERS });
}

/** Whether an address belongs to the window. Compared by its parts: the text of an address can look like another one. */
export function isAppUrl(address: string | URL): boolean {
  if (typeof address === 'string' && !URL.canParse(address)) return false;
  const url = new URL(address);
  return (
    url.protocol === `${APP_SCHEME}:` && url.host === 'window' && url.username === '' && url.password === ''
  );
}
