// What `init` of a Worker and of a Coordinator have in common: into which Organization the Agent comes, and how its key is enrolled.
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { enrolCommand } from '../host/enrol-command.ts';
import { pathsOf, readSettings } from '../host/organization-files.ts';
import { enrolWorker, type MadeWorker } from '../host/worker-init.ts';
import { readRequired } from './document-files.ts';
import { type Terminal, UserFault } from './terminal.ts';

export interface AgentInitOptions {
  readonly authority: string;
  readonly ca?: string;
  readonly organization?: string;
  readonly organizationFolder?: string;
  readonly name: string;
  readonly agentId?: string;
  readonly owner?: string;
}

/** The Organization and the certificate to trust, as given or from the Organization's folder. */
export async function readOrganization(
  terminal: Terminal,
  { organization, organizationFolder, ca }: AgentInitOptions,
): Promise<{ readonly organizationId: string; readonly ca: string | undefined }> {
  const given = ca === undefined ? undefined : Buffer.from(await readRequired(terminal, ca)).toString('utf8');
  if (organizationFolder === undefined) {
    if (organization === undefined) throw new UserFault(terminal.words.worker.organizationNeeded());
    return { organizationId: organization, ca: given };
  }
  const { organizationId } = await readSettings(organizationFolder);
  if (organization !== undefined && organization !== organizationId) {
    throw new UserFault(terminal.words.otherOrganization(organizationFolder, organizationId));
  }
  return { organizationId, ca: given ?? (await readFile(pathsOf(organizationFolder).certificate, 'utf8')) };
}

/** Enrols an Agent where the Organization's folder is here, and tells the operator's command otherwise. False: it was refused. */
export async function enrolOrTell(
  terminal: Terminal,
  { organizationFolder }: AgentInitOptions,
  made: MadeWorker,
  cardFile: string,
): Promise<boolean> {
  const { worker: words } = terminal.words;
  if (organizationFolder === undefined) {
    for (const line of words.toEnrol(enrolCommandOf(made, cardFile))) terminal.out(line);
    return true;
  }
  const enrolled = await enrolWorker(organizationFolder, made, {
    now: () => terminal.now(),
    onFault: (error) =>
      terminal.err(terminal.words.backgroundFault(error instanceof Error ? error.message : String(error))),
  });
  if (enrolled.ok) terminal.err(words.enrolled(made.agentId));
  else terminal.err(terminal.words.notAccepted(enrolled.fault.code, enrolled.fault.message));
  return enrolled.ok;
}

/** The command line with which the operator enrols it, with the paths of this machine. */
export function enrolCommandOf({ agentId, ...key }: Omit<MadeWorker, 'card'>, cardFile: string): string {
  return enrolCommand({ principal: `agent:${agentId}`, ...key, card: resolve(cardFile) });
}
