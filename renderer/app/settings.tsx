// The settings of this installation in the window: read once, changed through the host, applied to the document.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useEffect, useMemo } from 'react';
import type { Capabilities, Settings } from '../../core/contract/system.ts';
import { changeLanguage } from '../i18n/i18n.ts';
import { useDesk } from '../transport/desk.tsx';
import { setBindings, switchSingleKeys } from '../ui/shortcuts.ts';

interface Installation {
  readonly settings: Settings;
  readonly capabilities: Capabilities;
  readonly change: (changes: Partial<Settings>) => void;
}

const InstallationContext = createContext<Installation | undefined>(undefined);

export function useInstallation(): Installation {
  const installation = useContext(InstallationContext);
  if (installation === undefined) throw new Error('The installation is not known yet.');
  return installation;
}

/** Draws `children` as soon as settings and capabilities are known, and `waiting` before that. */
export function InstallationProvider(props: { readonly waiting: ReactNode; readonly children: ReactNode }) {
  const desk = useDesk();
  const queries = useQueryClient();
  const capabilities = useQuery({ queryKey: ['capabilities'], queryFn: () => desk.system.capabilities() });
  const settings = useQuery({ queryKey: ['settings'], queryFn: () => desk.system.settings() });

  const installation = useMemo<Installation | undefined>(() => {
    if (settings.data === undefined || capabilities.data === undefined) return undefined;
    const change = (changes: Partial<Settings>): void => {
      // At once, for a look that follows the hand; the host's answer is what counts.
      queries.setQueryData<Settings>(['settings'], (before) =>
        before === undefined ? before : Object.assign({ ...before }, changes),
      );
      desk.system.changeSettings(changes).then(
        (now) => queries.setQueryData(['settings'], now),
        async (fault: unknown) => {
          console.error('The settings could not be changed', fault);
          await queries.invalidateQueries({ queryKey: ['settings'] });
        },
      );
    };
    return { settings: settings.data, capabilities: capabilities.data, change };
  }, [desk, queries, settings.data, capabilities.data]);

  useAppliedSettings(installation?.settings);
  if (installation === undefined) return props.waiting;
  return <InstallationContext value={installation}>{props.children}</InstallationContext>;
}

function useAppliedSettings(settings: Settings | undefined): void {
  useEffect(() => {
    if (settings === undefined) return;
    const root = document.documentElement;
    root.dataset['density'] = settings.density;
    root.dataset['motion'] = settings.reducedMotion ? 'reduced' : 'free';
    root.dataset['contrast'] = settings.appearance === 'high-contrast' ? 'high' : 'normal';
    root.style.setProperty('--text-scale', String(settings.textScale));
    switchSingleKeys(settings.singleKeyShortcuts);
    setBindings(settings.shortcuts ?? {});
    changeLanguage(settings.language).catch((fault: unknown) => {
      console.error('The language could not be changed', fault);
    });
  }, [settings]);
}
