// The bundle while it is built: files by path, and the lists of artifacts that its manifests carry.
import type { BundleArtifact } from '../../../core/protocol/generated/documents.ts';
import { canonicalBytesWithout, printJson, sha256, utf8 } from './bytes.ts';

/** Collects the files of a bundle. Paths are relative to it, with forward slashes. */
export class Bundle {
  private readonly contents = new Map<string, Uint8Array>();

  get files(): ReadonlyMap<string, Uint8Array> {
    return this.contents;
  }

  /** Adds a file and returns its path. Two vectors that claim one path are a mistake in the generator. */
  add(path: string, content: Uint8Array | string): string {
    if (this.contents.has(path)) throw new Error(`${path} is written twice`);
    this.contents.set(path, typeof content === 'string' ? utf8(content) : content);
    return path;
  }

  addJson(path: string, value: unknown): string {
    return this.add(path, printJson(value));
  }

  /** Adds `<folder>/manifest.json` with the artifacts of the folder and its own digest; returns the digest (RUN-010). */
  addManifest(folder: string, members: object, cases: readonly object[]): string {
    const manifest = { ...members, artifacts: this.artifactsOf(folder), cases };
    const artifactDigest = sha256(canonicalBytesWithout(manifest, 'artifactDigest'));
    this.addJson(`${folder}/manifest.json`, { ...manifest, artifactDigest });
    return artifactDigest;
  }

  private artifactsOf(folder: string): BundleArtifact[] {
    return [...this.contents]
      .filter(([path]) => path.startsWith(`${folder}/`))
      .map(([path, content]) => ({ path, byteLength: content.length, sha256: sha256(content) }))
      .sort((a, b) => (a.path < b.path ? -1 : 1));
  }
}
