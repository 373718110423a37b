// Which files make up a profile, and in which order they may be copied while all of them are in use.
import { readdir, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';

export interface ProfileFile {
  /** With `/` between the parts. */
  readonly path: string;
  readonly bytes: number;
  readonly isDatabase: boolean;
}

/** On top of a profile: of the process that runs, of the window, copies, what is thrown away, or what can be made again. */
const LEFT_OUT: ReadonlySet<string> = new Set([
  'claims',
  'instance.json',
  'window',
  'opened-files',
  'exports',
  'backups',
  'backup-work',
  'rebuild-at-start',
  'safe-mode-at-start',
  'demo',
]);

/** What a crash has left, what belongs to an open database, locks, and indices that are made anew. */
const PASSING = /(?:\.next|\.part|\.partial|\.lock|\.history|-wal|-shm|-journal)$/u;

/**
 * Whether a file is a database of ours, by its place: one that is damaged is a database still, and one that some work has brought
 * along is a file like any other.
 */
function isDatabasePath(path: string): boolean {
  return /^replicas\/[^/]+\.db$/u.test(path) || /(?:^|\/)(?:authority|replica|coordinator)\.db$/u.test(path);
}

/** All files of a profile that a backup has to hold, in the order of `copyRank`. Throws what the system says. */
export async function listProfileFiles(profileFolder: string): Promise<readonly ProfileFile[]> {
  const files: ProfileFile[] = [];
  for (const path of await walk(profileFolder)) {
    const [top = ''] = path.split('/');
    if (LEFT_OUT.has(top) || PASSING.test(path) || path.includes('/claims/')) continue;
    const whole = join(profileFolder, path);
    try {
      const { size } = await stat(whole);
      files.push({ path, bytes: size, isDatabase: isDatabasePath(path) });
    } catch (error) {
      // Replaced or cleared away a moment ago.
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    }
  }
  return files.toSorted((a, b) => copyRank(a) - copyRank(b) || (a.path < b.path ? -1 : 1));
}

/**
 * What names others is copied before them, and what others rest on after them: a copied list of connections names no replica that
 * is not there, a copied replica holds no Event that its Authority's copy does not, a copied Command has its note, and
 * content that an Event names is there. Content goes last: nothing that was published is ever taken away.
 */
function copyRank({ path, isDatabase }: ProfileFile): number {
  if (path === 'connections.json') return 0;
  if (isDatabase) return path.endsWith('/authority.db') ? 2 : 1;
  return path.includes('/artifacts/') || path.startsWith('contents/') ? 4 : 3;
}

/** Work may clear a folder away while it is being read: then it is read again. */
const ATTEMPTS = 5;

async function walk(folder: string): Promise<readonly string[]> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true });
      return entries
        .filter((entry) => entry.isFile())
        .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'));
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
      if (attempt === ATTEMPTS) throw error;
    }
  }
}
