// Adding and removing connections: an Organization of one's own on this computer, or an Authority of somebody else.
import { randomUUID, X509Certificate } from 'node:crypto';
import { readFile, rm, stat } from 'node:fs/promises';
import type { Fault } from '../contract/values.ts';
import { readKey } from '../coordinator/desk/attention/marks.ts';
import { isSameActor } from '../coordinator/desk/connection.ts';
import type { DeskRuntime } from '../coordinator/desk-runtime/desk-runtime.ts';
import { say, textsOf } from '../coordinator/desk-runtime/words/texts.ts';
import type { LocalFaultCode } from '../coordinator/desk-runtime/words/row-words.ts';
import type { KeyEntry } from '../keys/key-store.ts';
import type { Actor, RegistryBinding } from '../protocol/generated/documents.ts';
import { accept, type Result } from '../protocol/result.ts';
import { formatTimestamp } from '../protocol/timestamp.ts';
import { openServerAddress } from '../sync/server-address.ts';
import { openHostedAuthority, openStore } from './authority-host.ts';
import { COORDINATION, enrolmentOf } from './desk-enrolment.ts';
import { type KeyServiceOptions, makeReady, type ProfileKeys } from './desk-keys.ts';
import { type OpenedConnection, openConnection } from './desk-links.ts';
import { type KeptConnection, type KeptIdentity, readConnections, writeConnections } from './desk-profile.ts';
import type { ConnectionService, NewConnection } from './desk-services.ts';
import { newId } from '../sync/system-ports.ts';
import { bindKey, type Operator, registerCard } from './operator-acts.ts';
import { createOrganization, serviceOf } from './organization-files.ts';
import { composeCard } from './worker-card.ts';

/** A chain of certificates is much smaller. */
const MAX_CERTIFICATE_BYTES = 65_536;

export interface ProfileConnectionsOptions extends KeyServiceOptions {
  /** Who works through a connection begins when it is there, and lets go before it is closed for good. */
  readonly users?: {
    opened(connectionId: string): Promise<void>;
    closing(connectionId: string, forget: boolean): Promise<void>;
  };
  readonly onFault: (error: unknown) => void;
  /** Nothing is sent, and nobody begins to work through a connection. */
  readonly isSafeMode?: boolean;
}

export class ProfileConnections implements ConnectionService {
  private readonly options: ProfileConnectionsOptions;
  private readonly opened = new Map<string, OpenedConnection>();

  constructor(options: ProfileConnectionsOptions) {
    this.options = options;
  }

  /** Opens everything that is kept. What cannot be opened is told and left out; nothing of it is touched. Answers with it. */
  async openAll(): Promise<readonly { readonly name: string; readonly error: unknown }[]> {
    const { paths, onFault } = this.options;
    const failed: { name: string; error: unknown }[] = [];
    await this.forget();
    for (const kept of await readConnections(paths)) {
      if (isRemoved(kept)) continue;
      try {
        await this.open(kept);
      } catch (error) {
        failed.push({ name: kept.name, error });
        onFault(new Error(`${kept.name} cannot be opened`, { cause: error }));
      }
    }
    return failed;
  }

  async closeAll(): Promise<void> {
    for (const [connectionId, opened] of this.opened) {
      this.options.desk.removeConnection(connectionId);
      await opened.close();
    }
    this.opened.clear();
  }

  find(connectionId: string): OpenedConnection | undefined {
    return this.opened.get(connectionId);
  }

  async createLocal(
    name: string,
    personName: string,
  ): Promise<Result<{ readonly connectionId: string }, Fault>> {
    const { paths, keys } = this.options;
    await makeReady(keys.store);
    const human: Actor = { type: 'human', id: newId() };
    const agent: Actor = { type: 'agent', id: newId() };
    const identities: KeptIdentity[] = [];
    for (const [actor, its] of [
      [human, personName],
      [agent, `${name} Coordinator`],
    ] as const) {
      const made = await keys.store.create({ keyId: newId(), principal: actor });
      if (!made.ok) return this.keyFault(made.fault.reason);
      identities.push({ actor, name: its, keyId: made.value.keyId });
    }
    await keys.refresh();
    const connectionId = `local-${randomUUID()}`;
    const organizationId = `urn:uuid:${randomUUID()}`;
    const folder = paths.organization(connectionId);
    const kept: KeptConnection = {
      connectionId,
      name,
      kind: 'embedded',
      origin: undefined,
      organizationId,
      groupAuthorityId: serviceOf(organizationId, 'group-authority').id,
      certificate: undefined,
      identities,
    };
    await foundOrganization(folder, organizationId, kept, keys, this.options.onFault);
    // Last: a folder that no connection names is left over from a crash and in nobody's way.
    await writeConnections(paths, [...(await readConnections(paths)), kept]);
    await this.open(kept);
    return accept({ connectionId });
  }

  enrolment({
    keyIds,
    ...about
  }: Parameters<ConnectionService['enrolment']>[0]): ReturnType<ConnectionService['enrolment']> {
    const entries: KeyEntry[] = [];
    for (const keyId of keyIds) {
      const entry = this.options.keys.list().find((each) => each.keyId === keyId);
      if (entry === undefined) return this.fault('no-identity', { keyId });
      entries.push(entry);
    }
    return accept({ steps: enrolmentOf(entries, { ...about, nowMs: Date.now() }) });
  }

  async add(wanted: NewConnection): Promise<Result<{ readonly connectionId: string }, Fault>> {
    const { paths, keys } = this.options;
    const { name, organizationId, certificateFile, keyIds, personName } = wanted;
    const certificate =
      certificateFile === undefined ? wanted.certificate : await readCertificate(certificateFile);
    const server = certificate === undefined ? wanted : { ...wanted, ca: certificate };
    const address = openServerAddress(server);
    if (!address.ok) return this.fault('bad-address', { detail: address.fault });
    // Without its last slash: a typed address and the one that it stands for are the same.
    const { origin } = new URL(wanted.origin);
    if (certificate !== undefined && !isCertificate(certificate)) return this.fault('bad-certificate');
    const all = await readConnections(paths);
    const there = all.filter((each) => each.kind === 'remote' && each.organizationId === organizationId);
    const identities: KeptIdentity[] = [];
    for (const keyId of keyIds) {
      const entry = keys.list().find((each) => each.keyId === keyId);
      const type = entry?.principal.type;
      if (entry === undefined || (type !== 'human' && type !== 'agent'))
        return this.fault('no-identity', { keyId });
      const actor = { type, id: entry.principal.id };
      // Two connections of one Agent would take its Session from each other (WS-016).
      if (there.some((each) => !isRemoved(each) && hasIdentity(each, actor)))
        return this.fault('known-connection');
      // An Agent is called what its card says.
      const called = type === 'human' ? personName : undefined;
      identities.push({ actor, name: called ?? actor.id, keyId });
    }
    // Whoever comes back finds what was kept: the log, drafts, and Commands that wait.
    const left = there.find(
      (each) =>
        isRemoved(each) &&
        each.identities.length === identities.length &&
        identities.every(({ actor }) => hasIdentity(each, actor)),
    );
    const kept: KeptConnection = {
      connectionId: left?.connectionId ?? `remote-${randomUUID()}`,
      name,
      kind: 'remote',
      origin,
      organizationId,
      groupAuthorityId: undefined,
      certificate,
      identities,
    };
    await writeConnections(paths, [...all.filter((each) => each !== left), kept]);
    await this.open(kept);
    return accept({ connectionId: kept.connectionId });
  }

  async remove(connectionId: string, forget: boolean): Promise<Result<Record<string, never>, Fault>> {
    const { paths, desk } = this.options;
    const all = await readConnections(paths);
    const kept = all.find((each) => each.connectionId === connectionId && !isRemoved(each));
    if (kept === undefined) return this.fault('no-connection');
    const others = all.filter((each) => each !== kept);
    // Before anything is deleted: of a crash in between, files are left that the next run deletes.
    await writeConnections(paths, [...others, { ...kept, removed: forget ? 'forgotten' : 'kept' }]);
    await this.options.users?.closing(connectionId, forget);
    desk.removeConnection(connectionId);
    await this.opened.get(connectionId)?.close();
    this.opened.delete(connectionId);
    if (forget) await this.forget();
    desk.tell({ kind: 'area', area: 'connections' });
    return accept({});
  }

  async signWith(keyId: string): Promise<Result<Record<string, never>, Fault>> {
    const { keys, desk, paths } = this.options;
    const entry = keys.list().find((each) => each.keyId === keyId);
    if (entry === undefined) return this.keyFault('unknown-key');
    const all = await readConnections(paths);
    const used = all.filter(
      (kept) => !isRemoved(kept) && kept.identities.some(({ actor }) => actor.id === entry.principal.id),
    );
    if (used.length === 0) return this.fault('no-identity', { keyId });
    // What is signed already keeps its key, and must be answered before the line is closed.
    const connections = used.flatMap(({ connectionId }) => desk.connection(connectionId) ?? []);
    if (connections.some((connection) => desk.commands.isUnderWay(connection)))
      return this.fault('commands-under-way');
    for (const kept of used) {
      const opened = this.opened.get(kept.connectionId);
      if (opened?.server !== undefined) {
        const folder = paths.organization(kept.connectionId);
        await tellOwnOrganization(
          { folder, authority: opened.server.authority, now: Date.now },
          entry,
          opened,
        );
      }
      const identities = kept.identities.map((identity) =>
        identity.actor.id === entry.principal.id ? { ...identity, keyId } : identity,
      );
      const next = { ...kept, identities };
      // Before the line is closed: after a crash the next run signs with it.
      const now = await readConnections(paths);
      await writeConnections(
        paths,
        now.map((each) => (each.connectionId === kept.connectionId ? next : each)),
      );
      await this.options.users?.closing(kept.connectionId, false);
      desk.removeConnection(kept.connectionId);
      await opened?.close();
      this.opened.delete(kept.connectionId);
      await this.open(next);
    }
    desk.tell({ kind: 'area', area: 'keys' });
    return accept({});
  }

  async workOffline(connectionId: string, isOffline: boolean): Promise<Result<Record<string, never>, Fault>> {
    const { paths, desk } = this.options;
    const connection = desk.connection(connectionId);
    if (connection === undefined) return this.fault('no-connection');
    const all = await readConnections(paths);
    const kept = all.find((each) => each.connectionId === connectionId);
    if (kept !== undefined)
      await writeConnections(paths, all.with(all.indexOf(kept), { ...kept, isOffline }));
    for (const link of connection.links) link.setOffline(isOffline);
    return accept({});
  }

  /** Deletes what is kept of connections that nobody wants any more; an Authority of ours has secrets there. */
  private async forget(): Promise<void> {
    const { paths } = this.options;
    const all = await readConnections(paths);
    for (const { connectionId, kind, identities } of all.filter(({ removed }) => removed === 'forgotten')) {
      for (const { actor } of identities) {
        const path = paths.replica(connectionId, actor);
        for (const suffix of ['', '-wal', '-shm', '.history', '.history-wal', '.history-shm']) {
          await rm(`${path}${suffix}`, { force: true });
        }
      }
      if (kind === 'embedded') await rm(paths.organization(connectionId), { recursive: true, force: true });
    }
    await writeConnections(
      paths,
      all.filter(({ removed }) => removed !== 'forgotten'),
    );
  }

  private async open(kept: KeptConnection): Promise<void> {
    const { paths, keys, desk, onFault } = this.options;
    const opened = await openConnection({
      kept,
      paths,
      keys,
      onFault,
      attentionOf: (groupId) => desk.marks.liveFilters.get(readKey(kept.connectionId, groupId)),
    });
    this.opened.set(kept.connectionId, opened);
    await desk.addConnection(opened.facts, opened.links, opened.agents);
    const { isSafeMode = false } = this.options;
    if (kept.isOffline === true || isSafeMode) for (const link of opened.links) link.setOffline(true);
    opened.start();
    if (!isSafeMode) await this.options.users?.opened(kept.connectionId);
    desk.tell({ kind: 'area', area: 'connections' });
  }

  private fault(code: LocalFaultCode, values: Readonly<Record<string, string>> = {}) {
    return textsOf(this.options.desk.language).fault(code, values);
  }

  private keyFault(reason: Parameters<typeof keyWords>[1]): { readonly ok: false; readonly fault: Fault } {
    return { ok: false, fault: { code: reason, words: keyWords(this.options.desk, reason) } };
  }
}

function isRemoved({ removed }: KeptConnection): boolean {
  return removed !== undefined;
}

function hasIdentity({ identities }: KeptConnection, actor: Actor): boolean {
  return identities.some((each) => isSameActor(each.actor, actor));
}

/** What cannot be read is no certificate: it is refused as one. */
async function readCertificate(path: string): Promise<string> {
  try {
    const { size } = await stat(path);
    return size > MAX_CERTIFICATE_BYTES ? '' : await readFile(path, 'utf8');
  } catch {
    return '';
  }
}

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).raw.length > 0;
  } catch {
    return false;
  }
}

function keyWords({ language }: DeskRuntime, reason: keyof ReturnType<typeof textsOf>['row']['keyFaults']) {
  return say(`key-fault.${reason}`, textsOf(language).row.keyFaults[reason]);
}

/** An Organization with two members: everybody's key bound, and the Coordinator's card registered. */
async function foundOrganization(
  folder: string,
  organizationId: string,
  { identities }: KeptConnection,
  keys: ProfileKeys,
  onFault: (error: unknown) => void,
): Promise<void> {
  const now = () => Date.now();
  const at = formatTimestamp(now());
  const bindings = await createOrganization(folder, organizationId, at);
  const store = await openStore({ folder });
  try {
    for (const binding of bindings) await store.writeBinding(binding);
  } finally {
    await store.close();
  }
  const authority = await openHostedAuthority({ folder, now, onFault });
  try {
    const operator = { folder, authority, now };
    for (const identity of identities) await bindKey(operator, bindingOf(identity, keys, at));
    const human = identities.find(({ actor }) => actor.type === 'human');
    const agent = identities.find(({ actor }) => actor.type === 'agent');
    if (human === undefined || agent === undefined) throw new Error('an Organization of one has two members');
    const registered = await registerCard(
      operator,
      composeCard({
        agentId: agent.actor.id,
        displayName: agent.name,
        keyId: agent.keyId,
        publicKey: publicKeyOf(agent, keys),
        organizationId,
        origin: 'https://127.0.0.1',
        owner: human.actor,
        capabilities: [COORDINATION],
        slots: 1,
        validFrom: at,
        issuedAt: at,
      }),
    );
    if (!registered.ok) throw new Error(`${registered.fault.code}: ${registered.fault.message}`);
  } finally {
    await authority.close();
  }
}

/** Binds a further key in an Organization of ours, and names it on the card of an Agent. Both keys are valid from now on. */
async function tellOwnOrganization(
  operator: Operator,
  { keyId, publicKey, principal }: KeyEntry,
  { agents }: OpenedConnection,
): Promise<void> {
  const at = formatTimestamp(operator.now());
  const known = await operator.authority.store.readBindings();
  if (!known.some((binding) => binding.keyId === keyId)) {
    const facts = { algorithm: 'Ed25519' as const, publicKey, validFrom: at };
    await bindKey(operator, { keyId, principal, ...facts, validityHistory: [] });
  }
  const card = agents.cards().get(principal.id);
  if (card === undefined || card.publicKeys.some((each) => each.keyId === keyId)) return;
  const { signature: _signature, ...unsigned } = card;
  const key = { keyId, algorithm: 'Ed25519' as const, publicKey, validFrom: at };
  const registered = await registerCard(operator, {
    ...unsigned,
    cardVersion: card.cardVersion + 1,
    publicKeys: [...card.publicKeys, key],
    issuedAt: at,
  });
  if (!registered.ok) throw new Error(`${registered.fault.code}: ${registered.fault.message}`);
}

function bindingOf(identity: KeptIdentity, keys: ProfileKeys, validFrom: string): RegistryBinding {
  return {
    keyId: identity.keyId,
    principal: identity.actor,
    algorithm: 'Ed25519',
    publicKey: publicKeyOf(identity, keys),
    validFrom,
    validityHistory: [],
  };
}

function publicKeyOf({ keyId }: KeptIdentity, keys: ProfileKeys): string {
  const entry = keys.list().find((each) => each.keyId === keyId);
  if (entry === undefined) throw new Error(`${keyId} is not here`);
  return entry.publicKey;
}
