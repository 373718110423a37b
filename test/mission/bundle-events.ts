// The Events of a history, as whoever has nothing but the file reads them.
import { readFile } from 'node:fs/promises';
import { LINE } from '../../core/host/bundle-format.ts';
import type { AgentCard, Event } from '../../core/protocol/generated/documents.ts';

/** All Events of a bundle, in the order of the file. */
export async function readBundleEvents(path: string): Promise<readonly Event[]> {
  const text = await readFile(path, 'utf8');
  return text
    .split('\n')
    .filter((line) => line.startsWith(`${LINE.event} `))
    .map((line) => JSON.parse(line.slice(2)) as Event);
}

/** The cards of the Agents that a Mission in a folder was begun with. */
export async function readMissionCards(settingsPath: string): Promise<readonly AgentCard[]> {
  const settings = JSON.parse(await readFile(settingsPath, 'utf8')) as {
    readonly cards: readonly AgentCard[];
  };
  return settings.cards;
}
