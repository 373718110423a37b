// Shuts everything that a window could do beyond showing itself (Electron's security checklist, points 5 and 11 to 15): no other
// page, no other window, no guest, no permission, no request but for its own files.
import type { OnBeforeRequestListenerDetails, Session, WebContents } from 'electron';
import { APP_ORIGIN, isAppUrl } from './app-scheme.ts';
import type { ElectronModule } from './electron-module.ts';

/** The only thing that the window asks the system for: to put a text that a person copies on the clipboard. */
const ALLOWED_PERMISSIONS: ReadonlySet<string> = new Set(['clipboard-sanitized-write']);

/** Once, before the first window: applies to each page there will ever be. */
export function lockDownContents({ app }: Pick<ElectronModule, 'app'>): void {
  app.on('web-contents-created', (_event, contents) => lockContents(contents));
}

function lockContents(contents: WebContents): void {
  // Links to other places are shown as text; a person who wants to go there copies them.
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
  contents.on('will-redirect', (details) => {
    if (!isAppUrl(details.url)) details.preventDefault();
  });
  contents.on('will-frame-navigate', (details) => {
    if (details.isMainFrame ? !isAppUrl(details.url) : !isPreviewUrl(details.url)) details.preventDefault();
  });
  contents.on('will-attach-webview', (event) => event.preventDefault());
}

/** Content of strangers is shown in a sandboxed frame that the window fills itself. */
function isPreviewUrl(url: string): boolean {
  return url.startsWith(`blob:${APP_ORIGIN}/`) || url === 'about:srcdoc' || url === 'about:blank';
}

/** For the session of the windows. */
export function lockDownSession(session: Session): void {
  session.setPermissionRequestHandler((_contents, permission, callback, details) => {
    callback(ALLOWED_PERMISSIONS.has(permission) && details.isMainFrame && isAppUrl(details.requestingUrl));
  });
  session.setPermissionCheckHandler(
    (_contents, permission, requestingOrigin) =>
      ALLOWED_PERMISSIONS.has(permission) && isAppUrl(requestingOrigin),
  );
  session.setDevicePermissionHandler(() => false);
  session.setDisplayMediaRequestHandler((_request, callback) => callback({}));
  session.setUSBProtectedClassesHandler(({ protectedClasses }) => protectedClasses);
  session.setSpellCheckerEnabled(false);
  session.on('will-download', (event) => event.preventDefault());
  // The host has its own connections; the window has none.
  session.webRequest.onBeforeRequest((details, callback) => callback({ cancel: !mayRequest(details) }));
}

function mayRequest({ url }: Pick<OnBeforeRequestListenerDetails, 'url'>): boolean {
  return isAppUrl(url) || /^(?:blob|data|devtools):/.test(url);
}
