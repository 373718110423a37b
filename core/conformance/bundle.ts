// A protocol test bundle on disk: its manifests, its files, and the digests that tie them together (RUN-001…RUN-020).
import { readdir, readFile } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import { type ErrorObject, Ajv2020 } from 'ajv/dist/2020.js';
import type { BundleArtifact } from '../protocol/generated/documents.ts';
import { hashContent } from '../protocol/hash.ts';
import { isAbsoluteUri } from '../protocol/identifier.ts';
import { canonicalizeWithout } from '../protocol/jcs.ts';
import { isJsonObject, type JsonObject, parseJson } from '../protocol/json.ts';
import { checkSchema, describeSchemaFault, type SchemaName } from '../protocol/schema.ts';
import { isTimestamp } from '../protocol/timestamp.ts';

/** One line of a conformance run. `absent` is neither good nor bad: the bundle does not hold that file. */
export interface CaseResult {
  readonly suite: 'structural' | 'cryptography' | 'admission';
  /** `artifact` lines are about the bundle itself, `case` lines about us. */
  readonly subject: 'artifact' | 'case';
  readonly id: string;
  readonly verdict: 'passed' | 'failed' | 'absent';
  /** What differed; empty when nothing did. */
  readonly detail: string;
}

/** A bundle that cannot be run: a file is missing, or is not what the bundle format says. */
export class BundleFault extends Error {
  override readonly name = 'BundleFault';
}

/** Reads files below one directory, each at most once. Paths from manifests cannot lead out of it. */
export class BundleReader {
  readonly root: string;
  private readonly contents = new Map<string, Promise<Uint8Array | undefined>>();

  constructor(root: string) {
    this.root = resolve(root);
  }

  /** The bytes of a file, or undefined when it is not there. */
  read(path: string): Promise<Uint8Array | undefined> {
    const known = this.contents.get(path);
    if (known !== undefined) return known;
    const absolute = resolve(this.root, path);
    if (!absolute.startsWith(this.root + sep)) throw new BundleFault(`${path} leads out of the bundle`);
    const content = readFile(absolute).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw new BundleFault(`${path} cannot be read (${error.code ?? error.message})`, { cause: error });
    });
    this.contents.set(path, content);
    return content;
  }

  /** The bytes of a file that must be there. */
  async require(path: string): Promise<Uint8Array> {
    const content = await this.read(path);
    if (content === undefined) throw new BundleFault(`${path} is missing`);
    return content;
  }

  /** A strictly parsed JSON file that must be there. */
  async requireJson(path: string): Promise<unknown> {
    const parsed = parseJson(await this.require(path));
    if (!parsed.ok) throw new BundleFault(`${path} is not strict JSON: ${parsed.fault.message}`);
    return parsed.value.value;
  }

  /** A manifest that must be there and fit our schema of its format. */
  async requireManifest<Manifest>(path: string, schema: SchemaName): Promise<Manifest> {
    const manifest = await this.requireJson(path);
    const fault = checkSchema(schema, manifest);
    if (fault !== undefined) throw new BundleFault(`${path}: ${describeSchemaFault(fault)}`);
    // The schema has just proven the shape.
    return manifest as Manifest;
  }

  /** Paths of all files below a folder, relative to the bundle and with forward slashes. */
  async list(folder: string): Promise<string[]> {
    const entries = await readdir(join(this.root, folder), { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => relative(this.root, join(entry.parentPath, entry.name)).split(sep).join('/'))
      .sort();
  }
}

/**
 * Checks a manifest's own digest, the bytes of every artifact that it lists, and that it lists what is there
 * (RUN-010). Schema files that the bundle lacks are `absent`; any other missing file is a failure.
 */
export async function checkArtifacts(
  reader: BundleReader,
  suite: CaseResult['suite'],
  folder: string,
  manifest: { readonly artifacts: readonly BundleArtifact[]; readonly artifactDigest: string },
): Promise<CaseResult[]> {
  const results: CaseResult[] = [];
  const report = (
    id: string,
    detail: string,
    verdict: CaseResult['verdict'] = detail === '' ? 'passed' : 'failed',
  ) => results.push({ suite, subject: 'artifact', id, verdict, detail });

  const digest = digestOf(manifest as unknown as JsonObject);
  report(`${folder}/manifest.json`, digest === manifest.artifactDigest ? '' : `artifactDigest is ${digest}`);

  const paths = manifest.artifacts.map(({ path }) => path);
  const folded = new Set(paths.map((path) => path.toLowerCase()));
  const isSorted = paths.every((path, index) => index === 0 || (paths[index - 1] ?? '') < path);
  report(
    `${folder}: artifact list`,
    isSorted && folded.size === paths.length ? '' : 'not sorted, or not unique',
  );

  for (const artifact of manifest.artifacts) {
    const content = await reader.read(artifact.path);
    if (content === undefined) {
      const isSchema = artifact.path.startsWith('schemas/');
      report(artifact.path, 'not in this bundle', isSchema ? 'absent' : 'failed');
    } else if (content.length !== artifact.byteLength) {
      report(artifact.path, `has ${content.length} bytes instead of ${artifact.byteLength}`);
    } else {
      const hash = hashContent(content);
      report(artifact.path, hash === artifact.sha256 ? '' : `has ${hash} instead of ${artifact.sha256}`);
    }
  }

  const listed = new Set(paths);
  const unlisted = (await reader.list(folder)).filter(
    (path) => !listed.has(path) && path !== `${folder}/manifest.json` && path !== `${folder}/README.md`,
  );
  report(`${folder}: files on disk`, unlisted.length === 0 ? '' : `not listed: ${unlisted.join(', ')}`);
  return results;
}

/** The digest of a manifest: JCS without the top-level `artifactDigest`, hashed (RUN-010). */
export function digestOf(manifest: JsonObject): string {
  const canonical = canonicalizeWithout(manifest, 'artifactDigest');
  if (!canonical.ok)
    throw new BundleFault(`the manifest has no canonical form at ${canonical.fault.pointer}`);
  return hashContent(canonical.value);
}

/** What a schema that the bundle ships has against a value; empty when nothing (RUN-011). */
type BundleSchemaCheck = (value: unknown) => string;

/** A check by a schema of the bundle itself, or undefined when the bundle does not hold the file. */
export async function loadBundleSchema(
  reader: BundleReader,
  path: string,
): Promise<BundleSchemaCheck | undefined> {
  const content = await reader.read(path);
  if (content === undefined) return undefined;
  const schema = await reader.requireJson(path);
  if (!isJsonObject(schema as JsonObject)) throw new BundleFault(`${path} is not a schema`);
  const ajv = new Ajv2020({ strict: false, formats: { uri: isAbsoluteUri, 'date-time': isTimestamp } });
  const validate = ajv.compile(schema as JsonObject);
  return (value) => (validate(value) ? '' : describe(validate.errors?.[0]));
}

/** Fixture files against the fixture schema that the bundle ships; that schema may be absent like any other. */
export async function checkFixtures(
  reader: BundleReader,
  suite: CaseResult['suite'],
  paths: Iterable<string>,
  schemaPath: string,
): Promise<CaseResult[]> {
  const schema = await loadBundleSchema(reader, schemaPath);
  if (schema === undefined) {
    return [{ suite, subject: 'artifact', id: schemaPath, verdict: 'absent', detail: 'not in this bundle' }];
  }
  const results: CaseResult[] = [];
  for (const path of paths) {
    const detail = schema(await reader.requireJson(path));
    const verdict = detail === '' ? 'passed' : 'failed';
    results.push({ suite, subject: 'artifact', id: `${path} by its schema`, verdict, detail });
  }
  return results;
}

function describe(error: ErrorObject | undefined): string {
  return error === undefined ? 'does not conform' : `${error.instancePath} ${error.message ?? error.keyword}`;
}
