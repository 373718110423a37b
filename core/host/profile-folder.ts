// Where an app profile is kept on this computer, when nobody says where.
import { homedir } from 'node:os';
import { join, posix, win32 } from 'node:path';

/** The place that each system has for data of an application; the same for every way to start the app. */
export function defaultProfileFolder(
  environment: { readonly [name: string]: string | undefined } = process.env,
  platform: NodeJS.Platform = process.platform,
  home: string = homedir(),
): string {
  const { HEDDLE_PROFILE, LOCALAPPDATA, XDG_DATA_HOME } = environment;
  if (HEDDLE_PROFILE !== undefined && HEDDLE_PROFILE !== '') return HEDDLE_PROFILE;
  if (platform === 'win32') {
    return win32.join(LOCALAPPDATA ?? win32.join(home, 'AppData', 'Local'), 'Heddle');
  }
  if (platform === 'darwin') return posix.join(home, 'Library', 'Application Support', 'Heddle');
  // A relative path in the variable has to be ignored (XDG Base Directory Specification).
  const base = XDG_DATA_HOME?.startsWith('/') === true ? XDG_DATA_HOME : posix.join(home, '.local', 'share');
  return posix.join(base, 'heddle');
}

/** Where the window keeps what is its own: never the data of the host. */
export function windowFolderOf(profileFolder: string): string {
  return join(profileFolder, 'window');
}
