// The window as a whole: what every screen stands in.
import '@mantine/core/styles.layer.css';
import '@mantine/spotlight/styles.layer.css';
import './tokens.css';
import './base.css';
import './mantine.css';
import { MantineProvider, mergeThemeOverrides, PasswordInput } from '@mantine/core';
import { useColorScheme } from '@mantine/hooks';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, StrictMode, useEffect, useMemo, useState } from 'react';
import type { DeskClient } from '../../core/contract/contract.ts';
import { RecoveryScreen } from '../features/recovery/RecoveryScreen.tsx';
import { useTexts } from '../i18n/i18n.ts';
import { DeskProvider, useLive } from '../transport/desk.tsx';
import type { DeskLink } from '../transport/desk-link.ts';
import { Announcer } from '../ui/Announcer.tsx';
import { AuthorityClock } from '../ui/clock.tsx';
import { CommandSheetHost } from '../ui/CommandSheetHost.tsx';
import { listenToKeys } from '../ui/shortcuts.ts';
import { Frame } from './Frame.tsx';
import { InstallationProvider, useInstallation } from './settings.tsx';
import { resolveVariables, theme } from './theme.ts';

/** Over `link` to a host, or right to a `client`. */
export function App(props: { readonly link?: DeskLink; readonly client?: DeskClient }) {
  const [queries] = useState(
    () =>
      new QueryClient({ defaultOptions: { queries: { staleTime: 30_000, refetchOnWindowFocus: false } } }),
  );
  useEffect(() => listenToKeys(window), []);
  return (
    <StrictMode>
      <QueryClientProvider client={queries}>
        <DeskProvider {...props}>
          <InstallationProvider waiting={<Waiting />}>
            <Themed>
              <Whole />
              <Announcer />
            </Themed>
          </InstallationProvider>
        </DeskProvider>
      </QueryClientProvider>
    </StrictMode>
  );
}

function Whole() {
  const { capabilities } = useInstallation();
  // There is no desk behind it that could be followed.
  if (capabilities.mode === 'recovery') return <RecoveryScreen />;
  return (
    <Clocked>
      <Frame />
      <CommandSheetHost />
    </Clocked>
  );
}

function Themed(props: { readonly children: ReactNode }) {
  const { settings } = useInstallation();
  const system = useColorScheme('light', { getInitialValueInEffect: false });
  const { appearance } = settings;
  const scheme =
    appearance === 'light' || appearance === 'dark' ? appearance : system === 'dark' ? 'dark' : 'light';
  const { t } = useTexts();
  const label = t('common.showSecret');
  // The library says it in English, and leaves it out of the way of the Tab key.
  const own = useMemo(
    () =>
      mergeThemeOverrides(theme, {
        components: {
          PasswordInput: PasswordInput.extend({
            defaultProps: { visibilityToggleButtonProps: { tabIndex: 0, 'aria-label': label } },
          }),
        },
      }),
    [label],
  );
  return (
    <MantineProvider theme={own} cssVariablesResolver={resolveVariables} forceColorScheme={scheme}>
      {props.children}
    </MantineProvider>
  );
}

function Clocked(props: { readonly children: ReactNode }) {
  const { summary } = useLive('system.status');
  return <AuthorityClock offsetMs={summary?.clockOffsetMs ?? 0}>{props.children}</AuthorityClock>;
}

function Waiting() {
  const { t } = useTexts();
  return (
    <main className="app-waiting" aria-busy>
      <p>{t('frame.status.hostConnecting')}</p>
    </main>
  );
}
