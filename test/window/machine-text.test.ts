import { afterAll, beforeAll, expect, it } from 'vitest';
import { type OpenWindow, WindowFixture } from './open-window.ts';
import { findMachineText } from './machine-text.ts';

let fixture: WindowFixture;
let opened: OpenWindow;
beforeAll(async () => {
  fixture = await WindowFixture.create();
  opened = await fixture.open();
}, 180_000);
afterAll(async () => {
  await fixture[Symbol.asyncDispose]();
});

it('finds what only a machine writes, and leaves code, words and hidden texts alone', async () => {
  await opened.page.setContent(
    '<p>ends in PT15M</p><p>P1DT2H left</p><p>on 2026-05-04T09:00:00Z</p>' +
      '<pre>PT1S</pre><p>PTA, P-12, PT100 and 2026-05-04</p><p hidden>PT5M</p>',
  );
  expect(await findMachineText(opened.page)).toEqual([
    'ends in PT15M',
    'P1DT2H left',
    'on 2026-05-04T09:00:00Z',
  ]);
});
