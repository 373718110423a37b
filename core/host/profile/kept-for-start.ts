// Settings and marks as a start finds them. In safe mode a file that cannot be read is no obstacle: the usual values stand for it, and it
// is left as it is.
import type { Settings } from '../../contract/system.ts';
import { type AttentionMarks, NO_MARKS } from '../../coordinator/desk/attention/marks.ts';
import { DEFAULT_SETTINGS, type ProfilePaths, readMarks, readSettings } from '../desk-profile.ts';

export interface KeptForStart {
  readonly settings: Settings;
  readonly marks: AttentionMarks;
  /** Only what could be read may be written. */
  readonly areSettingsSound: boolean;
  readonly areMarksSound: boolean;
}

export async function readKeptForStart(paths: ProfilePaths, isSafeMode: boolean): Promise<KeptForStart> {
  const settings = await orNothing(readSettings(paths), isSafeMode);
  const marks = await orNothing(readMarks(paths), isSafeMode);
  return {
    settings: settings ?? DEFAULT_SETTINGS,
    marks: marks ?? NO_MARKS,
    areSettingsSound: settings !== undefined,
    areMarksSound: marks !== undefined,
  };
}

async function orNothing<Value>(reading: Promise<Value>, isSafeMode: boolean): Promise<Value | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (!isSafeMode) throw error;
    return undefined;
  }
}
