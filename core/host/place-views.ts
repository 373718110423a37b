// Views of places that a person has saved under a name, in the profile.
import type { PlaceView } from '../contract/view-text.ts';
import { type ProfilePaths, readPlaceViews, writePlaceViews } from './desk-profile.ts';

export class PlaceViews {
  private readonly paths: ProfilePaths;
  /** Changes take turns. */
  private turn: Promise<unknown> = Promise.resolve();

  constructor(paths: ProfilePaths) {
    this.paths = paths;
  }

  /** By name. */
  async list(): Promise<PlaceView[]> {
    return (await readPlaceViews(this.paths)).toSorted((a, b) => (a.name < b.name ? -1 : 1));
  }

  /** One of the same place and name is replaced. */
  save(view: PlaceView): Promise<void> {
    return this.change((views) => [...views.filter((each) => !isSame(each, view)), view]);
  }

  remove(named: Pick<PlaceView, 'place' | 'name'>): Promise<void> {
    return this.change((views) => views.filter((each) => !isSame(each, named)));
  }

  private change(action: (views: readonly PlaceView[]) => readonly PlaceView[]): Promise<void> {
    const changed = this.turn.then(async () => writePlaceViews(this.paths, action(await this.list())));
    this.turn = changed.catch(() => undefined);
    return changed;
  }
}

function isSame(a: Pick<PlaceView, 'place' | 'name'>, b: Pick<PlaceView, 'place' | 'name'>): boolean {
  return a.place === b.place && a.name === b.name;
}
