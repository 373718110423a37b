// Screens that are fetched one by one, and ahead of time when there is time: whoever goes to a fetched one sees it at once,
// without the frame of emptiness in which React would wait for a moment even then.
import { type ComponentType, lazy } from 'react';

type Screen = ComponentType<Record<string, never>>;
interface ScreenModule {
  readonly default: Screen;
}

const fetchers = new Map<Screen, () => Promise<ScreenModule>>();

/** A screen that `load` fetches when it is shown, or when it is prepared. */
export function lazyScreen(load: () => Promise<ScreenModule>): Screen {
  let fetched: ScreenModule | undefined;
  let fetching: Promise<ScreenModule> | undefined;
  const fetch = (): Promise<ScreenModule> => {
    fetching ??= load().then(
      (module) => (fetched = module),
      (fault: unknown) => {
        // The next visit tries again.
        fetching = undefined;
        throw fault;
      },
    );
    return fetching;
  };
  const screen = lazy(() => (fetched === undefined ? fetch() : answerAtOnce(fetched)));
  fetchers.set(screen, fetch);
  return screen;
}

/** Fetches a screen that is about to be shown. Why it could not be fetched, its visit says. */
export async function prepareScreen(screen: Screen | undefined): Promise<void> {
  const fetch = screen === undefined ? undefined : fetchers.get(screen);
  await fetch?.().catch(() => undefined);
}

/** Fetches all screens, one after another and only while nothing else is to be done. */
export async function prepareScreens(whenIdle: () => Promise<void>): Promise<void> {
  for (const screen of fetchers.keys()) {
    await whenIdle();
    await prepareScreen(screen);
  }
}

/** What `lazy` awaits, with an answer that needs no turn of the event loop: a promise would never be that quick. */
function answerAtOnce(module: ScreenModule): Promise<ScreenModule> {
  const promise = Promise.resolve(module);
  return Object.assign(promise, {
    // oxlint-disable-next-line unicorn/no-thenable -- being one is what it is for
    then: (take: (module: ScreenModule) => unknown) => Promise.resolve(take(module)),
  }) as typeof promise;
}
