// Filters of histories that a person has saved under a name, in the profile.
import type { SavedView } from '../contract/history.ts';
import { type ProfilePaths, readHistoryViews, writeHistoryViews } from './desk-profile.ts';

export class HistoryViews {
  private readonly paths: ProfilePaths;
  /** Changes take turns. */
  private turn: Promise<unknown> = Promise.resolve();

  constructor(paths: ProfilePaths) {
    this.paths = paths;
  }

  /** By name. */
  async list(): Promise<SavedView[]> {
    return (await readHistoryViews(this.paths)).toSorted((a, b) => (a.name < b.name ? -1 : 1));
  }

  /** One of the same name is replaced. */
  save(view: SavedView): Promise<void> {
    return this.change((views) => [...views.filter(({ name }) => name !== view.name), view]);
  }

  remove(name: string): Promise<void> {
    return this.change((views) => views.filter((view) => view.name !== name));
  }

  private change(action: (views: readonly SavedView[]) => readonly SavedView[]): Promise<void> {
    const changed = this.turn.then(async () => writeHistoryViews(this.paths, action(await this.list())));
    this.turn = changed.catch(() => undefined);
    return changed;
  }
}
