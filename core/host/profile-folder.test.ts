// Where a profile is kept, by system and environment.
import { describe, expect, it } from 'vitest';
import { defaultProfileFolder } from './profile-folder.ts';

describe('default profile', () => {
  it.each([
    ['linux', {}, '/home/ada', '/home/ada/.local/share/heddle'],
    ['linux', { XDG_DATA_HOME: '/data' }, '/home/ada', '/data/heddle'],
    ['linux', { XDG_DATA_HOME: 'data' }, '/home/ada', '/home/ada/.local/share/heddle'],
    ['darwin', {}, '/Users/ada', '/Users/ada/Library/Application Support/Heddle'],
    ['win32', {}, 'C:\\Users\\Ada', 'C:\\Users\\Ada\\AppData\\Local\\Heddle'],
    ['win32', { LOCALAPPDATA: 'D:\\Data' }, 'C:\\Users\\Ada', 'D:\\Data\\Heddle'],
    ['linux', { HEDDLE_PROFILE: '/somewhere' }, '/home/ada', '/somewhere'],
    ['linux', { HEDDLE_PROFILE: '' }, '/home/ada', '/home/ada/.local/share/heddle'],
  ] as const)('%s with %o', (platform, environment, home, expected) => {
    expect(defaultProfileFolder(environment, platform, home)).toBe(expected);
  });
});
