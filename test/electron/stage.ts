// Where the shell is tried: over the shim with a Chromium, and in Electron itself where its program is there. Both give a test the
// same: the page of the window, and a way to run something in the main process.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runInThisContext } from 'node:vm';
import { _electron, type Browser, type Page } from 'playwright-core';
import { findElectron } from '../../core/cli/electron-program.ts';
import { openChromium, whyNoChromium } from '../harness/chromium.ts';
import { ELECTRON_FLAGS, ShimDesktop } from './shim/desktop.ts';
import type { ShimWindow } from './shim/window.ts';
import { type StageOptions, type StageWorld, startStageShell } from './stage-program.ts';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

export interface RunningShell {
  /** Whether it is the first one with its profile. */
  readonly isFirst: boolean;
  /** Resolves with the exit code. */
  readonly ended: Promise<number>;
  /** The page of the only window. */
  page(): Promise<Page>;
  /** Runs something in the main process. It has nothing but its parameters: its text travels. */
  main<Answer, Argument = undefined>(
    act: (world: StageWorld, argument: Argument) => Answer,
    argument?: Argument,
  ): Promise<Awaited<Answer>>;
}

/** A computer on which programs run. */
export interface Stage {
  start(options: Omit<StageOptions, 'root'>): Promise<RunningShell>;
  /** What left, or would have left, the computer. */
  readonly escaped: readonly string[];
}

export interface StageKind {
  readonly name: string;
  /** Why it cannot be had on this computer. */
  readonly isAbsent: string | undefined;
  readonly open: () => Promise<{ newStage(): Stage; close(): Promise<void> }>;
}

const program = findElectron(ROOT, process.env);

export const STAGES: readonly StageKind[] = [
  {
    name: 'shim over Chromium',
    isAbsent: whyNoChromium(),
    open: async () => {
      const browser = await openChromium(...ELECTRON_FLAGS);
      return { newStage: () => shimStage(browser), close: () => browser.close() };
    },
  },
  {
    name: 'Electron',
    isAbsent: program === undefined ? 'its program is not installed (npx install-electron)' : undefined,
    open: async () => ({ newStage: () => electronStage(program ?? ''), close: async () => {} }),
  },
];

type Carried = (world: StageWorld, argument: unknown) => unknown;

function shimStage(browser: Browser): Stage {
  const desktop = new ShimDesktop(browser);
  return {
    escaped: desktop.escaped,
    start: async (options) => {
      const { electron, ended } = desktop.start(options.args, ROOT);
      const { world, isFirst } = await startStageShell(electron, { ...options, root: ROOT });
      return {
        isFirst: await isFirst,
        ended,
        page: async () => {
          const [window] = electron.BrowserWindow.getAllWindows() as unknown as readonly ShimWindow[];
          if (window === undefined) throw new Error('there is no window');
          return window.webContents.page;
        },
        main: async (act, argument) => {
          // As in Electron itself, so that nothing is used that would not be there.
          const carried = runInThisContext(`(${act.toString()})`) as Carried;
          return (await carried(world, argument)) as never;
        },
      };
    },
  };
}

function electronStage(executablePath: string): Stage {
  return {
    escaped: [],
    start: async (options) => {
      const stage: StageOptions = { ...options, root: ROOT };
      // Chromium's own sandbox refuses to run as root.
      const flags = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
      const { promise: ended, resolve: onEnded } = Promise.withResolvers<number>();
      let app;
      try {
        app = await _electron.launch({
          executablePath,
          args: [...flags, join(ROOT, 'test', 'electron', 'electron-main.ts'), ...options.args],
          env: { ...process.env, HEDDLE_STAGE: JSON.stringify(stage) },
        });
      } catch {
        // A second one ends before it is ready.
        onEnded(0);
        return { isFirst: false, ended, page: noWindow, main: noWindow };
      }
      const running = app;
      running.process().once('exit', (code) => onEnded(code ?? 1));
      return {
        isFirst: true,
        ended,
        page: async () => running.windows()[0] ?? running.firstWindow(),
        main: async (act, argument) =>
          running.evaluate(
            async (_module, [text, given]) => {
              const { heddleStage } = globalThis as unknown as { readonly heddleStage: StageWorld };
              const vm = process.getBuiltinModule('node:vm');
              const carried = vm.runInThisContext(`(${text})`) as Carried;
              return (await carried(heddleStage, given)) as never;
            },
            [act.toString(), argument] as const,
          ),
      };
    },
  };
}

async function noWindow(): Promise<never> {
  throw new Error('the program did not start');
}
