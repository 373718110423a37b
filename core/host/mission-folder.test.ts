import { describe, expect, test } from 'vitest';
import { dataFolder, folderNameOf } from './mission-folder.ts';

describe('where a Mission goes', () => {
  test.each([
    ['Audit of a folder', 'audit-of-a-folder'],
    ['Prüfung: Ordner „Ä“', 'prufung-ordner-a'],
    ['../../etc/passwd', 'etc-passwd'],
    ['漢字', 'mission'],
    ['x'.repeat(200), 'x'.repeat(40)],
  ])('the name of %j is safe on every file system', (title, slug) => {
    expect(folderNameOf(title, '2026-05-04T09:00:00.5Z')).toBe(`${slug}-2026-05-04T09-00-00-5Z`);
  });

  test.runIf(process.platform === 'linux')(
    'the data folder is that of the desktop, also when it is set empty',
    () => {
      expect(dataFolder({ XDG_DATA_HOME: '/data' })).toBe('/data/heddle/missions');
      expect(dataFolder({ XDG_DATA_HOME: '' })).toMatch(/\/\.local\/share\/heddle\/missions$/);
    },
  );
});
