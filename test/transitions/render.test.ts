// The committed tables are what the data says.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { renderTables } from './render.ts';

test('CONF-04: tables.md is the rendering of the tables', () => {
  expect(readFileSync(new URL('tables.md', import.meta.url), 'utf8')).toBe(renderTables());
});
