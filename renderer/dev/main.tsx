// The window on sample data. The address may say what it starts with: `?language=de&appearance=dark&empty&plan=2000`
import { createRoot } from 'react-dom/client';
import { App } from '../app/App.tsx';
import { prepareScreen, prepareScreens } from '../app/lazy-screen.ts';
import { parseRoute } from '../app/route.ts';
import { SCREENS } from '../app/screens.tsx';
import { whenIdle } from '../app/when-idle.ts';
import type { Settings } from '../../core/contract/system.ts';
import { startI18n } from '../i18n/i18n.ts';
import { createMockDesk, type MockDesk } from './mock-desk.ts';

declare global {
  interface Window {
    /** For tests that have to change something behind the window's back. */
    mockDesk?: MockDesk;
  }
}

const root = document.querySelector('#root');
if (root === null) throw new Error('The page has no place for the window.');
const wishes = new URLSearchParams(location.search);
const language = wishes.get('language') === 'de' ? 'de' : 'en';
const appearance = (wishes.get('appearance') ?? 'system') as Settings['appearance'];
const planSize = wishes.get('plan');
window.mockDesk = createMockDesk({
  language,
  isEmpty: wishes.has('empty'),
  mode: wishes.has('recovery') ? 'recovery' : 'desk',
  settings: { appearance },
  ...(planSize === null ? {} : { planSize: Number(planSize) }),
});
const { place } = parseRoute(location.hash);
await Promise.all([startI18n(language), prepareScreen(place === undefined ? undefined : SCREENS[place])]);
createRoot(root).render(<App client={window.mockDesk.client} />);
await prepareScreens(whenIdle);
