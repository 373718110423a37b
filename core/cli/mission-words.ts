// What `heddle mission` says; the texts stand in mission-words-en.ts and mission-words-de.ts.
import type { MissionLanguage } from '../host/mission-brief.ts';
import type { MissionEvent, MissionQuestion } from '../host/mission-events.ts';
import type { MissionEnding } from '../host/mission-ending.ts';
import type { MissionFault, MissionFaultValues } from '../host/mission-faults.ts';
import type { TableWords } from './mission-screen.ts';

export interface MissionWords {
  readonly language: MissionLanguage;
  readonly help: {
    readonly mission: string;
    readonly run: string;
    readonly brief: string;
    readonly input: string;
    readonly out: string;
    readonly approveFinal: string;
    readonly ownerKey: string;
    readonly resume: string;
    readonly json: string;
    readonly authority: string;
    readonly ca: string;
    readonly organization: string;
    readonly coordinatorKey: string;
    readonly coordinatorAgent: string;
  };
  readonly table: TableWords;
  briefOrResume(): string;
  remoteIncomplete(missing: readonly string[]): string;
  /** Why it was not begun: what is wrong, and what to do. */
  fault(fault: MissionFault): readonly string[];
  faults(count: number): string;
  opened(title: string, folder: string): string;
  /** A line for an event on a terminal; undefined for what the table shows already. */
  event(event: MissionEvent): EventText | undefined;
  question(question: MissionQuestion): readonly string[];
  /** What is approved by the key that was named for it. */
  approving(question: MissionQuestion): readonly string[];
  notAChoice(question: MissionQuestion): string;
  unattended(question: MissionQuestion): string;
  askForChanges(): string;
  askForResolution(): string;
  askForItems(items: readonly string[]): string;
  unknownItems(names: readonly string[]): string;
  stopping(): string;
  killing(): string;
  stopped(): string;
  replaced(): string;
  resume(folder: string): string;
  toEnrol(organizationId: string): readonly string[];
  ended(ending: MissionEnding): readonly string[];
}

/** A line that stays, or one that gives way to the next. */
export interface EventText {
  readonly text: string;
  readonly isLasting: boolean;
}

export type MissionFaultTexts = {
  readonly [Code in keyof MissionFaultValues]: (values: MissionFaultValues[Code]) => readonly string[];
};

/** The text of a fault out of a table of all of them. */
export function faultText(texts: MissionFaultTexts, { code, values }: MissionFault): readonly string[] {
  // Code and values belong together by the type of the fault.
  const describe = texts[code] as (values: MissionFault['values']) => readonly string[];
  return describe(values);
}

/** A hash as people compare it; the whole one stands in mission.json. */
export function shortHash(contentHash: string): string {
  return contentHash.slice(0, 'sha256:'.length + 16);
}

/** A value of an event as text. */
export function factOf(event: MissionEvent, name: string): string {
  const value = event[name];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** For a shell: what is not plain stands in single quotes. */
export function shellPath(path: string): string {
  return /^[\w@%+=:,./-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`;
}
