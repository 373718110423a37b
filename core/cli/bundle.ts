// Bundles on the command line: `heddle verify FILE.mwpbundle` and `heddle authority export`.
import { sourceOfStore } from '../host/bundle-sources.ts';
import { type BundleVerification, verifyBundle } from '../host/bundle-verification.ts';
import { type BundleSource, writeBundle } from '../host/bundle-writer.ts';
import { readSettings } from '../host/organization-files.ts';
import { type KeyEvidence, openRegistry } from '../protocol/registry.ts';
import { formatTimestamp } from '../protocol/timestamp.ts';
import { inPlainWords, type StoreOptions, withStore } from './authority.ts';
import { parseObject, readRequired, unreadableFault, unwritableFault } from './document-files.ts';
import { EXIT_CODES, type ExitCode, type Terminal, UserFault } from './terminal.ts';

export interface BundleVerifyOptions {
  readonly registry?: string;
  readonly json?: boolean;
}

/** Answers yes when every bundle is whole, signed and in order. It needs nothing but the files. */
export async function runVerifyBundles(
  terminal: Terminal,
  files: readonly string[],
  { registry, json }: BundleVerifyOptions,
): Promise<ExitCode> {
  const keys = registry === undefined ? undefined : await readKeys(terminal, registry);
  let isWhole = true;
  for (const file of files) {
    const verification = await verify(terminal, file, keys);
    isWhole &&= verification.findings.length === 0;
    if (json === true) terminal.out(JSON.stringify({ file, ...verification }));
    else show(terminal, file, verification, keys !== undefined);
  }
  return isWhole ? EXIT_CODES.yes : EXIT_CODES.no;
}

async function readKeys(terminal: Terminal, path: string): Promise<KeyEvidence> {
  return openRegistry(parseObject(terminal, path, await readRequired(terminal, path)));
}

async function verify(
  terminal: Terminal,
  file: string,
  keys: KeyEvidence | undefined,
): Promise<BundleVerification> {
  let shown = 0;
  try {
    return await verifyBundle(file, {
      ...(keys === undefined ? {} : { keys }),
      onProgress: (events) => {
        if (events - shown < EVENTS_PER_LINE) return;
        shown = events;
        terminal.err(terminal.words.bundle.progress(events));
      },
    });
  } catch (error) {
    if (error instanceof Error && 'syscall' in error) throw unreadableFault(terminal, file, error);
    throw error;
  }
}

/** About once a second. */
const EVENTS_PER_LINE = 5_000;

function show(
  terminal: Terminal,
  file: string,
  { organizationId, createdAt, events, groups, findings }: BundleVerification,
  hasOwnKeys: boolean,
): void {
  const { bundle } = terminal.words;
  if (findings.length > 0) {
    terminal.out(bundle.broken(file, findings.length));
    for (const { line, problem, detail } of findings)
      terminal.out(`  ${bundle.finding(line, problem, detail)}`);
    return;
  }
  terminal.out(bundle.whole(file, events, createdAt ?? ''));
  for (const group of groups) terminal.out(`  ${bundle.group(group)}`);
  for (const line of bundle.proven(organizationId ?? '', hasOwnKeys)) terminal.out(`  ${line}`);
}

export interface ExportOptions extends StoreOptions {
  readonly target: string;
  /** All Groups when empty. */
  readonly groupIds: readonly string[];
}

/** `export`: also while a server is running on the same store. */
export async function runAuthorityExport(
  terminal: Terminal,
  folder: string,
  options: ExportOptions,
): Promise<ExitCode> {
  const { words } = terminal;
  return inPlainWords(terminal, async () => {
    const { organizationId } = await readSettings(folder);
    return withStore(folder, options, async (store) => {
      const known = await store.readGroupIds();
      const unknown = options.groupIds.find((groupId) => !known.includes(groupId));
      if (unknown !== undefined) throw new UserFault(words.bundle.unknownGroup(unknown));
      const groupIds = options.groupIds.length === 0 ? known : options.groupIds;
      const source = await sourceOfStore(organizationId, store, groupIds);
      const events = await write(terminal, options.target, source);
      terminal.err(words.bundle.exported(options.target, events, groupIds.length));
      return EXIT_CODES.yes;
    });
  });
}

async function write(terminal: Terminal, target: string, source: BundleSource): Promise<number> {
  try {
    return (await writeBundle(target, source, formatTimestamp(terminal.now()))).events;
  } catch (error) {
    if (error instanceof Error && 'syscall' in error) throw unwritableFault(terminal, target, error);
    throw error;
  }
}
