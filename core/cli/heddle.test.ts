// How the command is started: by its own first line, and by the scripts of the package, with the same options for Node.
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { dirname, delimiter } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const COMMAND = fileURLToPath(new URL('heddle.ts', import.meta.url));
const optionsIn = (text: string) => text.match(/--max-\S+/g);

test('the scripts of the package start it with the options of its first line', async () => {
  const [firstLine = ''] = (await readFile(COMMAND, 'utf8')).split('\n', 1);
  const manifest = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8')) as {
    readonly scripts: Readonly<Record<string, string>>;
  };
  const { start = '', heddle = '' } = manifest.scripts;
  expect(optionsIn(firstLine)).toHaveLength(1);
  expect([optionsIn(heddle), optionsIn(start)]).toEqual([optionsIn(firstLine), optionsIn(firstLine)]);
});

test.skipIf(process.platform === 'win32')('its first line starts it', async () => {
  const path = [dirname(process.execPath), process.env['PATH']].join(delimiter);
  const { stdout } = await promisify(execFile)(COMMAND, ['--help'], { env: { ...process.env, PATH: path } });
  expect(stdout).toContain('authority');
});
