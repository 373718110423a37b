// `heddle authority`: makes an Organization, says how it is, copies and re-verifies what it holds.
import { randomUUID } from 'node:crypto';
import { type AuthorityStore, openHostedAuthority, openStore, StoreFault } from '../host/authority-host.ts';
import { startAuthorityServer } from '../host/authority-server.ts';
import { archiveGroup, bindKey, type Operator, registerCard } from '../host/operator-acts.ts';
import { parseObject, parsePrincipal, readRequired } from './document-files.ts';
import { verifyLog } from '../host/log-verification.ts';
import { createOrganization, OrganizationFault, readSettings } from '../host/organization-files.ts';
import { openRegistry } from '../protocol/registry.ts';
import { formatTimestamp } from '../protocol/timestamp.ts';
import { EXIT_CODES, type ExitCode, type Terminal, UserFault } from './terminal.ts';

export interface InitOptions {
  readonly organizationId?: string;
}

export interface StoreOptions {
  readonly databaseUrl?: string;
}

/** `init`: everything that an Organization needs, in a folder that holds none yet. */
export async function runAuthorityInit(
  terminal: Terminal,
  folder: string,
  options: InitOptions,
): Promise<ExitCode> {
  const organizationId = options.organizationId ?? `urn:uuid:${randomUUID()}`;
  return inPlainWords(terminal, async () => {
    const bindings = await createOrganization(folder, organizationId, formatTimestamp(terminal.now()));
    await withStore(folder, {}, async (store) => {
      for (const binding of bindings) await store.writeBinding(binding);
    });
    for (const line of terminal.words.organizationMade(folder, organizationId)) terminal.err(line);
    return EXIT_CODES.yes;
  });
}

/** `status`: what is there, and whether it is sound. */
export async function runAuthorityStatus(
  terminal: Terminal,
  folder: string,
  options: StoreOptions,
): Promise<ExitCode> {
  return inPlainWords(terminal, async () => {
    const { organizationId } = await readSettings(folder);
    return withStore(folder, options, async (store) => {
      const bindings = await store.readBindings();
      const registry = openRegistry({ organizationId, bindings });
      const problems = await store.checkIntegrity();
      const facts = {
        organizationId,
        events: await store.readPosition(),
        groups: (await store.readGroupIds()).length,
        keys: bindings.length,
        registryFault: registry.ok ? undefined : registry.fault.message,
        problems,
      };
      for (const line of terminal.words.status(facts)) terminal.out(line);
      return problems.length === 0 && registry.ok ? EXIT_CODES.yes : EXIT_CODES.no;
    });
  });
}

/** `backup`: a checked copy of the database. */
export async function runAuthorityBackup(
  terminal: Terminal,
  folder: string,
  target: string,
  options: StoreOptions,
): Promise<ExitCode> {
  return inPlainWords(terminal, async () => {
    await withStore(folder, options, (store) => store.backup(target));
    terminal.err(terminal.words.backedUp(target));
    return EXIT_CODES.yes;
  });
}

/** `verify`: the whole log again, with the Registry as it is. */
export async function runAuthorityVerify(
  terminal: Terminal,
  folder: string,
  options: StoreOptions,
): Promise<ExitCode> {
  const { words } = terminal;
  return inPlainWords(terminal, async () => {
    const { organizationId } = await readSettings(folder);
    return withStore(folder, options, async (store) => {
      const keys = openRegistry({ organizationId, bindings: await store.readBindings() });
      const result = await verifyLog(store, keys, (position) => terminal.err(words.logProgress(position)));
      for (const { position, message } of result.findings) terminal.out(words.logFinding(position, message));
      if (result.findings.length === 0) {
        terminal.out(words.logVerified(result.events, result.groups, result.records));
        return EXIT_CODES.yes;
      }
      terminal.out(words.logBroken(result.findings.length));
      return EXIT_CODES.no;
    });
  });
}

export interface ServeOptions extends StoreOptions {
  readonly host: string;
  readonly port: string;
  readonly operatorPort?: string;
  readonly plainLoopback?: boolean;
}

/** `serve`: until the process is asked to stop. */
export async function runAuthorityServe(
  terminal: Terminal,
  folder: string,
  options: ServeOptions,
): Promise<ExitCode> {
  const { words } = terminal;
  return inPlainWords(terminal, async () => {
    const { host, databaseUrl, operatorPort } = options;
    const server = await startAuthorityServer({
      folder,
      host,
      port: parsePort(terminal, options.port),
      now: () => terminal.now(),
      onFault: (error) =>
        terminal.err(words.backgroundFault(error instanceof Error ? error.message : String(error))),
      plainLoopback: options.plainLoopback === true,
      ...(databaseUrl === undefined ? {} : { databaseUrl }),
      ...(operatorPort === undefined ? {} : { operatorPort: parsePort(terminal, operatorPort) }),
    });
    const scheme = options.plainLoopback === true ? 'http' : 'https';
    const name = host.includes(':') ? `[${host}]` : host;
    for (const line of words.serving(`${scheme}://${name}:${server.port}`, server.organizationId))
      terminal.out(line);
    if (server.operatorPort !== undefined) {
      terminal.out(words.servingMetrics(`http://127.0.0.1:${server.operatorPort}/metrics`));
    }
    await terminal.untilAskedToStop();
    terminal.err(words.stopping());
    await server.close();
    terminal.err(words.stopped());
    return EXIT_CODES.yes;
  });
}

export interface EnrolOptions extends StoreOptions {
  readonly principal: string;
  readonly keyId: string;
  readonly publicKey: string;
  readonly validFrom?: string;
  readonly card?: string;
}

/** `enrol`: a key for somebody, and a card for an Agent. */
export async function runAuthorityEnrol(
  terminal: Terminal,
  folder: string,
  options: EnrolOptions,
): Promise<ExitCode> {
  const { words } = terminal;
  const principal = parsePrincipal(terminal, options.principal);
  const { keyId, publicKey } = options;
  const validFrom = options.validFrom ?? formatTimestamp(terminal.now());
  const card = options.card === undefined ? undefined : await readRequired(terminal, options.card);
  return asOperator(terminal, folder, options, async (operator) => {
    await bindKey(operator, {
      keyId,
      principal,
      algorithm: 'Ed25519',
      publicKey,
      validFrom,
      validityHistory: [],
    });
    terminal.err(words.enrolled(keyId));
    if (card === undefined) return EXIT_CODES.yes;
    // Signing checks it against the schema of an Agent Card.
    const unsigned = parseObject(terminal, options.card ?? '', card) as unknown as Parameters<
      typeof registerCard
    >[1];
    const registered = await registerCard(operator, unsigned);
    if (!registered.ok) return refuseWith(terminal, registered.fault);
    terminal.err(words.cardRegistered(unsigned.agentId, unsigned.cardVersion));
    return EXIT_CODES.yes;
  });
}

/** `archive`: a Group whose Mission has come to its end. */
export async function runAuthorityArchive(
  terminal: Terminal,
  folder: string,
  groupId: string,
  options: StoreOptions,
): Promise<ExitCode> {
  return asOperator(terminal, folder, options, async (operator) => {
    const archived = await archiveGroup(operator, groupId);
    if (!archived.ok) return refuseWith(terminal, archived.fault);
    terminal.out(terminal.words.archived(groupId, archived.value));
    return EXIT_CODES.yes;
  });
}

function refuseWith(
  terminal: Terminal,
  { code, message }: { readonly code: string; readonly message: string },
): ExitCode {
  terminal.err(terminal.words.notAccepted(code, message));
  return EXIT_CODES.no;
}

async function asOperator(
  terminal: Terminal,
  folder: string,
  { databaseUrl }: StoreOptions,
  work: (operator: Operator) => Promise<ExitCode>,
): Promise<ExitCode> {
  const { words } = terminal;
  return inPlainWords(terminal, async () => {
    const authority = await openHostedAuthority({
      folder,
      now: () => terminal.now(),
      onFault: (error) =>
        terminal.err(words.backgroundFault(error instanceof Error ? error.message : String(error))),
      ...(databaseUrl === undefined ? {} : { databaseUrl }),
    });
    try {
      return await work({ folder, authority, now: () => terminal.now() });
    } finally {
      await authority.close();
    }
  });
}

/** Throws a `UserFault` when it is none. */
export function parsePort(terminal: Terminal, text: string): number {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port;
  throw new UserFault(terminal.words.badPort(text));
}

/** Opens the store of an Organization for as long as the work takes. */
export async function withStore<Answer>(
  folder: string,
  { databaseUrl }: StoreOptions,
  work: (store: AuthorityStore) => Promise<Answer>,
): Promise<Answer> {
  const store = await openStore(databaseUrl === undefined ? { folder } : { folder, databaseUrl });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

/** Faults of the folder and the store become what a person can act on. */
export async function inPlainWords(terminal: Terminal, work: () => Promise<ExitCode>): Promise<ExitCode> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof StoreFault) {
      throw new UserFault(terminal.words.storeFault(error.kind, error.message), { cause: error });
    }
    if (error instanceof OrganizationFault) {
      throw new UserFault(terminal.words.organizationFault(error.message), { cause: error });
    }
    throw error;
  }
}
