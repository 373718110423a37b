// How a second start finds the app that runs already with the same profile, and gets an address to open a window of it. A file
// in the profile that only its owner can read says where to ask, and with which secret (desk-host.ts writes it).
import { readFile } from 'node:fs/promises';
import { profilePathsOf } from './desk-profile.ts';

/** Nothing else is asked or opened: whoever has the port of an app that died could answer anything. */
const ORIGIN = /^http:\/\/127[.]0[.]0[.]1:[0-9]{1,5}$/;
const LAUNCH_URL = /^http:\/\/127[.]0[.]0[.]1:[0-9]{1,5}\/[?]launch=[\w-]+$/;

/** Both ends are on this computer. */
const PATIENCE_MS = 5_000;

/** An address that opens a window of the app that runs with this profile; undefined when none does. */
export async function askDeskInstance(profileFolder: string): Promise<string | undefined> {
  try {
    const kept: unknown = JSON.parse(await readFile(profilePathsOf(profileFolder).instance, 'utf8'));
    const [origin, secret] = [textOf(kept, 'origin'), textOf(kept, 'secret')];
    if (origin === undefined || !ORIGIN.test(origin)) return undefined;
    const response = await fetch(`${origin}/launch`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}` },
      redirect: 'error',
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    const launchUrl = textOf(await response.json(), 'launchUrl');
    return launchUrl !== undefined && LAUNCH_URL.test(launchUrl) ? launchUrl : undefined;
  } catch {
    // None has run, or it died and left its file behind: there is nobody to open a window.
    return undefined;
  }
}

function textOf(value: unknown, name: string): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const member: unknown = (value as Record<string, unknown>)[name];
  return typeof member === 'string' ? member : undefined;
}
