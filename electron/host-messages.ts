// What the main process and the host process say to each other. Content of Missions does not pass here, but for the few
// words of a notification: the window has a port of its own to the host.
import type { StatusSummary } from '../core/contract/system.ts';
import type { Language } from '../core/contract/values.ts';

/** From main to the host. `window` comes with one MessagePort, on which the host serves one window. */
export type MessageToHost =
  | { readonly type: 'window' }
  | { readonly type: 'suspend' }
  | { readonly type: 'resume' }
  /** Finish what is under way, and say so. */
  | { readonly type: 'stop' };

/** What tray, badge and menus show. */
export interface ShellSummary {
  readonly language: Language;
  /** Rows of the attention list. */
  readonly now: number;
  readonly decide: number;
  /** What a person wants to see counted on the icon. */
  readonly badge: number;
  /** What the settings say of keys. */
  readonly keyboard: StatusSummary['keyboard'];
}

/** One notification of the system. `href` is where a click leads in the window. */
export interface Notice {
  readonly title: string;
  readonly body: string;
  readonly href: string;
}

/** From the host to main. */
export type MessageFromHost =
  | { readonly type: 'ready' }
  | { readonly type: 'summary'; readonly summary: ShellSummary }
  | { readonly type: 'notice'; readonly notice: Notice }
  /** Everything is let go of: the process may be ended. */
  | { readonly type: 'stopped' }
  /** The host cannot run like this, and starting it again would change nothing. */
  | {
      readonly type: 'refused';
      readonly reason: 'running-already' | 'unusable-profile';
      readonly detail: string;
    };

/** Names of the channels between main and the preload script; preload.cjs has the same ones. */
export const CHANNELS = {
  portWanted: 'heddle.desk-port-wanted',
  port: 'heddle.desk-port',
  toWindow: 'heddle.to-window',
  chooseFile: 'heddle.choose-file',
  showFile: 'heddle.show-file',
} as const;

/** What main tells the window, through the preload script. */
export type MessageToWindow =
  /** Go to a place: the part of the address from `#` on. */
  | { readonly type: 'heddle.go'; readonly href: string }
  /** A menu entry was chosen. */
  | { readonly type: 'heddle.command'; readonly id: WindowCommand };

export type WindowCommand = 'settings' | 'lock-keys' | 'palette' | 'shortcuts' | 'find';
