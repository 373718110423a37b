// The Authorities that are administered from here: one's own, and folders of Organizations that were added. Looking needs the
// database alone; acting opens an Authority for as long as it takes, as `heddle authority` does, so a server that runs beside
// is disturbed by no look.
import { randomUUID } from 'node:crypto';
import { access, constants } from 'node:fs/promises';
import { isAbsolute, join, resolve } from 'node:path';
import type { AdministeredRow } from '../contract/operator.ts';
import type { Fault, Language } from '../contract/values.ts';
import type { DeskRuntime } from '../coordinator/desk-runtime/desk-runtime.ts';
import type { LiveContent, LiveSource } from '../coordinator/desk-runtime/live-queries.ts';
import { type OperatorFaultCode, operatorWords } from '../coordinator/desk-runtime/words/operator-words.ts';
import { say, textsOf } from '../coordinator/desk-runtime/words/texts.ts';
import { accept, type Result } from '../protocol/result.ts';
import { type AuthorityStore, openHostedAuthority, openStore } from './authority-host.ts';
import type { AuthorityServer } from './authority-server.ts';
import { readJson, writeJson } from './desk-profile.ts';
import type { Nothing } from './desk-services.ts';
import type { Operator } from './operator-acts.ts';
import { OrganizationFault, pathsOf, readOrganizationId, readServiceKey } from './organization-files.ts';
import { SERVICE_ROLES } from './service-roles.ts';

/** A folder that was added. A URL may hold a password: it stays in the profile, readable by its owner alone. */
interface KeptFolder {
  readonly authorityId: string;
  readonly name: string;
  readonly folder: string;
  readonly databaseUrl?: string;
  readonly metricsPort?: number;
}

/** One that can be looked at. */
export interface Administered {
  readonly authorityId: string;
  readonly folder: string;
  readonly organizationId: string;
  readonly store: AuthorityStore;
  readonly databaseUrl: string | undefined;
  readonly metricsPort: number | undefined;
  /** Ours, when this app runs it. */
  readonly server: AuthorityServer | undefined;
  /** Why nothing can be changed; undefined when it can. */
  readonly obstacle: string | undefined;
  /** Keys that the services of the folder sign with. */
  readonly serviceKeyIds: ReadonlySet<string>;
}

interface OpenFolder {
  readonly administered: Administered;
  readonly stop: () => void;
}

export interface OperatorAuthoritiesOptions {
  readonly desk: DeskRuntime;
  readonly profileFolder: string;
  /** Where the Organization of an own connection lies. */
  readonly organizationFolder: (connectionId: string) => string;
  readonly serverOf: (connectionId: string) => AuthorityServer | undefined;
  readonly onFault: (error: unknown) => void;
}

/** Commits come many in a second; a list need not be read anew for each. */
const TELL_MS = 1_000;

export class OperatorAuthorities {
  private readonly options: OperatorAuthoritiesOptions;
  private readonly keptPath: string;
  private readonly open = new Map<string, Promise<OpenFolder>>();
  private telling: NodeJS.Timeout | undefined;
  private isClosed = false;

  constructor(options: OperatorAuthoritiesOptions) {
    this.options = options;
    this.keptPath = join(options.profileFolder, 'operator.json');
  }

  /** What a window lists. A folder that cannot be opened says why, and is tried again at the next look. */
  source(): LiveSource<AdministeredRow, Nothing> {
    return {
      concerns: (topic) =>
        topic.kind === 'area' && (topic.area === 'operator' || topic.area === 'connections'),
      read: async (): Promise<LiveContent<AdministeredRow, Nothing>> => {
        const rows: AdministeredRow[] = [];
        for (const kept of [...this.own(), ...(await this.kept())]) rows.push(await this.rowOf(kept));
        return { rows, summary: {} };
      },
    };
  }

  async find(authorityId: string): Promise<Administered | undefined> {
    const all = [...this.own(), ...(await this.kept())];
    const kept = all.find((each) => each.authorityId === authorityId);
    return kept === undefined ? undefined : (await this.opened(kept)).administered;
  }

  async add(wanted: {
    readonly name: string;
    readonly folder: string;
    readonly databaseUrl?: string | undefined;
    readonly metricsPort?: number | undefined;
  }): Promise<Result<{ readonly authorityId: string }, Fault>> {
    const { name, databaseUrl, metricsPort } = wanted;
    if (!isAbsolute(wanted.folder)) return textsOf(this.language).fault('bad-path');
    const folder = resolve(wanted.folder);
    const all = await this.kept();
    if ([...this.own(), ...all].some((each) => each.folder === folder)) return this.fault('known-folder');
    try {
      await readOrganizationId(folder);
    } catch (error) {
      if (!(error instanceof OrganizationFault)) throw error;
      return this.fault('no-organization', error.message);
    }
    const kept: KeptFolder = {
      authorityId: `folder-${randomUUID()}`,
      name,
      folder,
      ...(databaseUrl === undefined ? {} : { databaseUrl }),
      ...(metricsPort === undefined ? {} : { metricsPort }),
    };
    try {
      await this.opened(kept);
    } catch (error) {
      return this.fault('cannot-open', detailOf(error, databaseUrl));
    }
    await writeJson(this.keptPath, [...all, kept]);
    this.tell();
    return accept({ authorityId: kept.authorityId });
  }

  async remove(authorityId: string): Promise<Result<Nothing, Fault>> {
    const all = await this.kept();
    if (!all.some((each) => each.authorityId === authorityId)) return this.fault('no-authority');
    await writeJson(
      this.keptPath,
      all.filter((each) => each.authorityId !== authorityId),
    );
    await this.close(authorityId);
    this.tell();
    return accept({});
  }

  /** Acts with an Authority on the folder; ours when it runs here. */
  async act<Answer>(
    { folder, databaseUrl, server }: Administered,
    work: (operator: Operator) => Promise<Answer>,
  ): Promise<Answer> {
    const now = () => Date.now();
    try {
      if (server !== undefined) return await work({ folder, authority: server.authority, now });
      const authority = await openHostedAuthority({
        folder,
        now,
        onFault: this.options.onFault,
        ...(databaseUrl === undefined ? {} : { databaseUrl }),
      });
      try {
        return await work({ folder, authority, now });
      } finally {
        await authority.close();
      }
    } finally {
      this.tell();
    }
  }

  /** Something is another one: every list of operators looks again. */
  tell(): void {
    this.options.desk.tell({ kind: 'area', area: 'operator' });
  }

  fault(code: OperatorFaultCode, detail?: string): { readonly ok: false; readonly fault: Fault } {
    const text = operatorWords(this.language).faults[code];
    const words = say(`operator.fault.${code}`, detail === undefined ? text : `${text} (${detail})`);
    return { ok: false, fault: { code, words } };
  }

  get language(): Language {
    return this.options.desk.language;
  }

  async closeAll(): Promise<void> {
    this.isClosed = true;
    clearTimeout(this.telling);
    for (const authorityId of this.open.keys()) await this.close(authorityId);
  }

  private own(): readonly KeptFolder[] {
    const { desk, organizationFolder, serverOf } = this.options;
    return desk
      .connections()
      .filter(({ facts }) => facts.kind === 'embedded' && serverOf(facts.connectionId) !== undefined)
      .map(({ facts: { connectionId, name } }) => ({
        authorityId: connectionId,
        name,
        folder: organizationFolder(connectionId),
      }));
  }

  private async kept(): Promise<readonly KeptFolder[]> {
    // Written here; a file that is not there is a profile that administers nothing else.
    return ((await readJson(this.keptPath)) ?? []) as readonly KeptFolder[];
  }

  private async rowOf(kept: KeptFolder): Promise<AdministeredRow> {
    const { authorityId, name, folder, databaseUrl } = kept;
    const { states, readOnly } = operatorWords(this.language);
    const base = {
      id: authorityId,
      sort: `${this.options.serverOf(authorityId) === undefined ? 1 : 0} ${name.toLowerCase()}`,
      authorityId,
      name,
      folder,
      kind: this.options.serverOf(authorityId) === undefined ? ('folder' as const) : ('embedded' as const),
      database: databaseUrl === undefined ? ('sqlite' as const) : ('postgresql' as const),
    };
    try {
      const { organizationId, obstacle } = (await this.opened(kept)).administered;
      return {
        ...base,
        organizationId,
        canAct: obstacle === undefined,
        state: obstacle === undefined ? 'open' : 'read-only',
        words:
          obstacle === undefined
            ? say('operator.state.open', states.open)
            : say('operator.state.read-only', readOnly(obstacle)),
      };
    } catch (error) {
      const text = `${states.broken} ${detailOf(error, databaseUrl)}`;
      return { ...base, canAct: false, state: 'broken', words: say('operator.state.broken', text) };
    }
  }

  /** Opened once and kept open; one that failed is tried again by whoever asks next. */
  private async opened(kept: KeptFolder): Promise<OpenFolder> {
    const { authorityId } = kept;
    const known = this.open.get(authorityId);
    const found = await known;
    const server = this.options.serverOf(authorityId);
    if (found !== undefined && found.administered.server === server) return found;
    found?.stop();
    if (this.isClosed) throw new Error('the app is being closed');
    const opening = this.openFolder(kept, server);
    this.open.set(authorityId, opening);
    opening.catch(() => {
      if (this.open.get(authorityId) === opening) this.open.delete(authorityId);
    });
    return opening;
  }

  private async openFolder(kept: KeptFolder, server: AuthorityServer | undefined): Promise<OpenFolder> {
    const { authorityId, folder, databaseUrl, metricsPort } = kept;
    const organizationId = await readOrganizationId(folder);
    const { obstacle, serviceKeyIds } = await this.readRights(folder);
    const store =
      server?.authority.store ??
      (await openStore(databaseUrl === undefined ? { folder } : { folder, databaseUrl }));
    const administered: Administered = {
      authorityId,
      folder,
      organizationId,
      store,
      databaseUrl,
      metricsPort,
      server,
      obstacle,
      serviceKeyIds,
    };
    const stop =
      server === undefined
        ? store.onForeignCommit(() => this.tellSoon())
        : server.authority.onCommit(() => this.tellSoon());
    return {
      administered,
      stop: () => {
        stop();
        if (server === undefined) store.close().catch(this.options.onFault);
      },
    };
  }

  private async readRights(folder: string): Promise<Pick<Administered, 'obstacle' | 'serviceKeyIds'>> {
    const serviceKeyIds = new Set<string>();
    let obstacle: string | undefined;
    for (const role of SERVICE_ROLES) {
      try {
        serviceKeyIds.add((await readServiceKey(folder, role)).keyId);
      } catch (error) {
        // A key that cannot be read, or is none: whoever has no such keys may look.
        obstacle ??= detailOf(error, undefined);
      }
    }
    try {
      await access(pathsOf(folder).settings, constants.W_OK);
    } catch {
      obstacle ??= operatorWords(this.language).settingsReadOnly;
    }
    return { obstacle, serviceKeyIds };
  }

  private tellSoon(): void {
    if (this.telling !== undefined || this.isClosed) return;
    this.telling = setTimeout(() => {
      this.telling = undefined;
      this.tell();
    }, TELL_MS);
    this.telling.unref();
  }

  private async close(authorityId: string): Promise<void> {
    const opening = this.open.get(authorityId);
    this.open.delete(authorityId);
    try {
      (await opening)?.stop();
    } catch {
      // What could not be opened needs no closing.
    }
  }
}

/** What went wrong, without the password of a database. */
export function detailOf(error: unknown, databaseUrl: string | undefined): string {
  const message = error instanceof Error ? error.message : String(error);
  return databaseUrl === undefined ? message : message.replaceAll(databaseUrl, 'postgres://…');
}
