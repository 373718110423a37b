// The folder of the demo in a profile. It counts as a demo only once its last file is there: whatever a crash has left without
// that is thrown away by the next start.
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Actor, SigningKeyFile } from '../../protocol/generated/documents.ts';
import { pathsOf } from '../organization-files.ts';
import { type KeptConnection, type ProfilePaths, profilePathsOf } from '../desk-profile.ts';

/** Everybody who acts in the demo, by what they are there. */
export const DEMO_ROLES = [
  'owner',
  'coordinator',
  'deputy',
  'field',
  'night',
  'relief',
  'translator',
  'inventory',
  'checks',
  'writer',
  'reviewer',
  'records',
] as const;

export type DemoRole = (typeof DEMO_ROLES)[number];

export interface DemoPerson {
  readonly actor: Actor;
  readonly name: string;
  /** Made for this demo alone, and thrown away with it. */
  readonly key: SigningKeyFile;
}

export type DemoCast = { readonly [Role in DemoRole]: DemoPerson };

/** What a demo is, once it has begun. */
export interface KeptDemo {
  readonly version: 1;
  readonly connection: KeptConnection;
  readonly cast: DemoCast;
  /** Mission ids; Groups and WorkItems follow from them. */
  readonly missions: { readonly archive: string; readonly accounts: string };
}

export interface DemoPaths {
  readonly folder: string;
  /** Written last. */
  readonly demo: string;
  readonly workers: string;
  /** Where Organization and replicas lie, as in a profile. */
  readonly profile: ProfilePaths;
}

export function demoPathsOf(profileFolder: string): DemoPaths {
  const folder = join(profileFolder, 'demo');
  return {
    folder,
    demo: join(folder, 'demo.json'),
    workers: join(folder, 'workers'),
    profile: profilePathsOf(folder),
  };
}

/** Where the Authority of an Organization keeps a content, as `core/store/blobs` lays it out. */
export function contentPathOf(organizationFolder: string, contentHash: string): string {
  const digits = contentHash.slice('sha256:'.length);
  return join(pathsOf(organizationFolder).artifacts, 'sha256', digits.slice(0, 2), digits.slice(2));
}

/** The demo that was begun here; undefined when there is none, or none that can be used. */
export async function readDemo({ demo }: DemoPaths): Promise<KeptDemo | undefined> {
  try {
    const kept = JSON.parse(await readFile(demo, 'utf8')) as KeptDemo;
    return kept.version === 1 ? kept : undefined;
  } catch (error) {
    // Another content than ours is as good as none: nothing in a demo is worth keeping.
    if (error instanceof SyntaxError) return undefined;
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

export async function writeDemo({ demo }: DemoPaths, kept: KeptDemo): Promise<void> {
  await writeFile(`${demo}.next`, `${JSON.stringify(kept, undefined, 2)}\n`, { mode: 0o600, flush: true });
  await rename(`${demo}.next`, demo);
}

/** Throws everything away. The file that makes it a demo goes first: what a crash leaves counts as nothing. */
export async function clearDemo({ demo, folder }: DemoPaths): Promise<void> {
  await rm(demo, { force: true });
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}

export async function makeDemoFolder({ folder }: DemoPaths): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
}
