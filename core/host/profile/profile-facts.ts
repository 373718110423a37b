// Counts what is in a profile, from its files: to tell people what a backup holds, and to compare a restore with.
import { DESK_NOTES } from '../../coordinator/desk-runtime/kept-commands.ts';
import { databaseKindOf, readReplicaFacts } from '../../store/sqlite/database-file.ts';
import { profilePathsOf, readConnections } from '../desk-profile.ts';
import type { ProfileFacts } from './backup-format.ts';

export type LogFacts = Pick<ProfileFacts, 'events' | 'waiting' | 'drafts'>;

const NOTHING: LogFacts = { events: 0, waiting: 0, drafts: 0 };
const SORTS = [{ prefix: DESK_NOTES.command, stage: 'wanted' }, { prefix: DESK_NOTES.draft }];

/** Of one database; the log of an Authority of ours is counted where its members read it. Throws a StoreFault. */
export function logFactsOf(path: string): LogFacts {
  if (databaseKindOf(path) !== 'replica') return NOTHING;
  const { events, pendingActionIds, notes } = readReplicaFacts(path, SORTS);
  const [wanted = 0, drafts = 0] = notes;
  return { events, waiting: pendingActionIds.length + wanted, drafts };
}

export function sumOfLogs(all: readonly LogFacts[]): LogFacts {
  const sum = (name: keyof LogFacts) => all.reduce((total, each) => total + each[name], 0);
  return { events: sum('events'), waiting: sum('waiting'), drafts: sum('drafts') };
}

export async function countIdentities(profileFolder: string): Promise<number> {
  const connections = await readConnections(profilePathsOf(profileFolder));
  return connections.reduce((total, { identities }) => total + identities.length, 0);
}
