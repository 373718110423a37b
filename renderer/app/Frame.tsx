// The frame around every screen: the rail on the left, the status bar below, and the keys that work everywhere.
import { Button } from '@mantine/core';
import { IconMapOff } from '@tabler/icons-react';
import { Component, type ReactNode, Suspense, useEffect, useLayoutEffect, useRef } from 'react';
import { Tour } from '../features/tour/Tour.tsx';
import { useTexts } from '../i18n/i18n.ts';
import { useLinkState } from '../transport/desk.tsx';
import { announce } from '../ui/announce.ts';
import { BrokenState, EmptyState, Skeleton } from '../ui/states.tsx';
import { DropBrief } from './DropBrief.tsx';
import { HostNote } from './HostNote.tsx';
import { KeysNote } from './KeysNote.tsx';
import { keepFocus } from './kept-focus.ts';
import { NoticeBanner } from './NoticeBanner.tsx';
import { ObjectMenu } from './ObjectMenu.tsx';
import { Palette } from './Palette.tsx';
import { placeTitle } from './place-titles.ts';
import { Rail } from './Rail.tsx';
import { go, useRoute } from './route.ts';
import { SCREENS } from './screens.tsx';
import { useInstallation } from './settings.tsx';
import { ShortcutSheet } from './ShortcutSheet.tsx';
import { StatusBar } from './StatusBar.tsx';
import { useFrameKeys } from './use-frame-keys.ts';
import { useShellCommands } from './use-shell-commands.ts';
import './frame.css';
import './forced-colors.css';

export function Frame() {
  const { t } = useTexts();
  const { settings } = useInstallation();
  const { place } = useRoute();
  const main = useRef<HTMLElement>(null);
  const link = useLinkState();
  useFrameKeys();
  useShellCommands();
  useEffect(keepFocus, []);

  useEffect(() => {
    if (!settings.isFirstRunDone && location.hash.length < 3) go('welcome', {}, 'replace');
  }, [settings.isFirstRunDone]);

  const title = place === undefined ? t('frame.notHere.title') : placeTitle(t, place);
  useEffect(() => {
    document.title = `${title} – Heddle`;
    announce(title);
  }, [title]);

  const placeBefore = useRef(place);
  // Before the effects of the new screen: its list takes the focus when nothing but the screen as a whole has it.
  useLayoutEffect(() => {
    if (placeBefore.current === place) return;
    placeBefore.current = place;
    // What had the focus has gone with its screen: the next key begins in the new one.
    if (document.activeElement === document.body) main.current?.focus({ preventScroll: true });
  }, [place]);

  const Screen = place === undefined ? undefined : SCREENS[place];
  return (
    <div className="frame">
      <a
        className="frame-skip"
        href="#main"
        onClick={(event) => {
          event.preventDefault();
          main.current?.focus();
        }}
      >
        {t('frame.skip')}
      </a>
      <Rail />
      <main id="main" ref={main} className="frame-main" tabIndex={-1} aria-label={title}>
        <h1 className="visually-hidden">{title}</h1>
        {link.name !== 'open' && <HostNote />}
        <KeysNote />
        <ScreenBoundary key={place ?? 'nowhere'}>
          <Suspense fallback={<Skeleton />}>{Screen === undefined ? <NotHere /> : <Screen />}</Suspense>
        </ScreenBoundary>
      </main>
      <StatusBar />
      <Palette />
      <ShortcutSheet />
      <ObjectMenu />
      <NoticeBanner />
      <DropBrief />
      <Tour />
    </div>
  );
}

function NotHere() {
  const { t } = useTexts();
  return (
    <EmptyState
      icon={<IconMapOff size={28} stroke={1.5} />}
      title={t('frame.notHere.title')}
      body={t('frame.notHere.body')}
      action={<Button onClick={() => go('attention', {})}>{t('frame.notHere.action')}</Button>}
    />
  );
}

/** A bug in one screen leaves the others alone. */
class ScreenBoundary extends Component<{ readonly children: ReactNode }, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError(): { readonly hasFailed: boolean } {
    return { hasFailed: true };
  }

  override componentDidCatch(fault: unknown): void {
    console.error('A screen has failed', fault);
  }

  override render(): ReactNode {
    return this.state.hasFailed ? (
      <Crashed onRetry={() => this.setState({ hasFailed: false })} />
    ) : (
      this.props.children
    );
  }
}

function Crashed(props: { readonly onRetry: () => void }) {
  const { t } = useTexts();
  return (
    <BrokenState
      title={t('frame.crash.title')}
      why={t('frame.crash.body')}
      action={<Button onClick={props.onRetry}>{t('frame.crash.action')}</Button>}
    />
  );
}
