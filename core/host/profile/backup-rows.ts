// A backup as a row for windows.
import type { BackupRow } from '../../contract/data.ts';
import type { Language } from '../../contract/values.ts';
import { say } from '../../coordinator/desk-runtime/words/texts.ts';
import type { FoundBackup } from './backup-plan.ts';
import { dataWords } from './data-words.ts';

/** `profileId` tells own ones from those of others; undefined where nobody can tell. */
export function backupRowOf(
  { path, name, manifest }: FoundBackup,
  index: number,
  language: Language,
  profileId: string | undefined,
): BackupRow {
  const words = dataWords(language);
  const row = { id: path, sort: String(index).padStart(6, '0'), path, name };
  if (manifest === undefined) {
    return { ...row, bytes: 0, state: 'damaged', words: say('backup.damaged', words.states.damaged) };
  }
  const { facts, files, createdAt } = manifest;
  const state = profileId === undefined || manifest.profileId === profileId ? 'complete' : 'foreign';
  return {
    ...row,
    bytes: files.reduce((sum, { sealedBytes }) => sum + sealedBytes, 0),
    createdAtMs: Date.parse(createdAt),
    facts: { ...facts },
    state,
    words: say(
      `backup.${state}`,
      `${[words.states[state], words.lackingKeys[manifest.keys]].filter(Boolean).join(', ')}: ${words.facts(facts)}`,
    ),
  };
}
