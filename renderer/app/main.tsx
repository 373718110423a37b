// The entry of the window: connects to the host and draws.
import { createRoot } from 'react-dom/client';
import { startI18n } from '../i18n/i18n.ts';
import { connectOfShell } from '../transport/connect.ts';
import { DeskLink } from '../transport/desk-link.ts';
import { listenToPlaces } from '../transport/desktop.ts';
import { App } from './App.tsx';
import { prepareScreen, prepareScreens } from './lazy-screen.ts';
import { goTo, parseRoute } from './route.ts';
import { SCREENS } from './screens.tsx';
import { whenIdle } from './when-idle.ts';

const root = document.querySelector('#root');
if (root === null) throw new Error('The page has no place for the window.');
// Before anything is waited for: the shell may want to go to a link at once.
listenToPlaces((href) => goTo(href));
const { place } = parseRoute(location.hash);
await Promise.all([
  startI18n(navigator.language.startsWith('de') ? 'de' : 'en'),
  prepareScreen(place === undefined ? undefined : SCREENS[place]),
]);
const link = new DeskLink(connectOfShell());
window.addEventListener('online', () => link.retryNow());
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible') link.retryNow();
});
createRoot(root).render(<App link={link} />);
await prepareScreens(whenIdle);
