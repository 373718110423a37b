// The files of the window and the headers they are sent with: the same on loopback and under Electron's own scheme. What a
// window may load is what the build wrote into one folder, and nothing that a path climbs or links out to.
import { readFile, realpath } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';

export interface DeskFile {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly mediaType: string;
}

/**
 * What the window may do: its own scripts and workers, no inline code, no evaluation, nothing from elsewhere. Styles are set
 * inline by the component library; pictures may be made in the window; content of strangers is shown in a sandboxed frame
 * that is filled from a blob.
 */
export const DESK_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "worker-src 'self' blob:",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  'frame-src blob:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Sent with every file of the window. */
export const DESK_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': DESK_POLICY,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy':
    'camera=(), display-capture=(), geolocation=(), hid=(), microphone=(), midi=(), payment=(), serial=(), usb=()',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-cache',
};

/** Everything that the build of the window writes; other files are not handed out. */
const MEDIA_TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};

/**
 * The file for the path of an address (`/` is the page itself), or undefined when there is none: an unknown name or kind, or
 * a path that leads out of the folder.
 */
export async function readDeskFile(folder: string, pathname: string): Promise<DeskFile | undefined> {
  const path = decode(pathname);
  if (path === undefined) return undefined;
  const mediaType = MEDIA_TYPES[extname(path)];
  if (mediaType === undefined) return undefined;
  try {
    // Links are followed before the comparison, so that none of them leads out.
    const root = await realpath(folder);
    const file = await realpath(join(root, path));
    if (!file.startsWith(root + sep)) return undefined;
    return { bytes: await readFile(file), mediaType };
  } catch (error) {
    if (isNoFile(error)) return undefined;
    throw error;
  }
}

function decode(pathname: string): string | undefined {
  if (pathname === '/' || pathname === '') return 'index.html';
  let path: string;
  try {
    path = decodeURIComponent(pathname);
  } catch {
    return undefined;
  }
  // A backslash separates folders on Windows, and a colon names a drive or a stream there.
  return /[\\:\0]/.test(path) || path.split('/').includes('..') ? undefined : path;
}

function isNoFile(error: unknown): boolean {
  return (
    error instanceof Error && 'code' in error && ['ENOENT', 'ENOTDIR', 'EISDIR'].includes(String(error.code))
  );
}
