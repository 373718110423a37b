// Why a profile could not be opened, in the kinds that a person can do something about.
import { basename } from 'node:path';
import { StoreFault } from '../../store/authority-store.ts';

export interface ProfileProblem {
  readonly code: 'corrupt' | 'too-new' | 'foreign' | 'full' | 'readonly' | 'busy' | 'unreadable' | 'other';
  /** A connection by its name, or a file. */
  readonly about: string;
  /** As the system says it; for the person who sits here. */
  readonly detail: string;
}

/** Connections that could not be opened, each with why. Everything else of the profile was let go of again. */
export class ProfileFault extends Error {
  override readonly name = 'ProfileFault';
  readonly failed: readonly { readonly name: string; readonly error: unknown }[];

  constructor(failed: ProfileFault['failed']) {
    super(`${failed.length} connections cannot be opened`, { cause: failed[0]?.error });
    this.failed = failed;
  }
}

export function problemsOf(error: unknown): readonly ProfileProblem[] {
  if (error instanceof ProfileFault) return error.failed.map((each) => problemOf(each.error, each.name));
  return [problemOf(error, '')];
}

/** Faults of disk and database, which a person has to look at; anything else is left out of a start as before. */
export function isStorageFault(error: unknown): boolean {
  return codeOf(error) !== 'other';
}

function problemOf(error: unknown, name: string): ProfileProblem {
  const detail = error instanceof Error ? error.message : String(error);
  return { code: codeOf(error), about: name === '' ? aboutOf(error) : name, detail };
}

function codeOf(error: unknown): ProfileProblem['code'] {
  if (error instanceof StoreFault) {
    const { kind, message } = error;
    if (kind === 'corrupt' || kind === 'too-new' || kind === 'full' || kind === 'readonly' || kind === 'busy')
      return kind;
    return /another program|not a replica/u.test(message) ? 'foreign' : 'other';
  }
  if (!(error instanceof Error)) return 'other';
  const code = 'code' in error ? String(error.code) : '';
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'full';
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') return 'readonly';
  if (error instanceof SyntaxError) return 'unreadable';
  if (/cannot be read/u.test(error.message))
    return codeOf(error.cause) === 'readonly' ? 'readonly' : 'unreadable';
  return error.cause === undefined ? 'other' : codeOf(error.cause);
}

/** The file, without where it lies. */
function aboutOf(error: unknown): string {
  const path = error instanceof Error && /^(\S+) cannot be read/u.exec(error.message)?.[1];
  return typeof path === 'string' ? basename(path) : '';
}
