// The window where the system chooses the colours: what is on, what is chosen, and the bars of pictures are still seen.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenWindow, WindowFixture } from './open-window.ts';
import { WINDOW_PLACES } from './places.ts';

let fixture: WindowFixture;
let opened: OpenWindow;
beforeAll(async () => {
  fixture = await WindowFixture.create();
  opened = await fixture.open();
  await opened.page.emulateMedia({ forcedColors: 'active', contrast: 'more', reducedMotion: 'reduce' });
}, 180_000);
afterAll(async () => {
  await fixture[Symbol.asyncDispose]();
});

describe('forced colours', () => {
  it.each([
    ['a switch that is on', WINDOW_PLACES.settings, '.mantine-Switch-input:checked + .mantine-Switch-track'],
    ['a box that is ticked', WINDOW_PLACES['settings-notifications'], '.mantine-Checkbox-input:checked'],
    ['the bar of an execution', WINDOW_PLACES['plan-timeline'], '.plan-span[data-kind="execution"]'],
    ['what is used of a budget', WINDOW_PLACES.budget, '.account-bar > span'],
    ['the Events of a time', WINDOW_PLACES['history-timeline'], '.history-stretch'],
  ])('leave %s to be seen', async (_what, place, selector) => {
    const { page, follow } = opened;
    await follow(place);
    const [shown, ground] = await page
      .locator(selector)
      .first()
      .evaluate((each) => [
        getComputedStyle(each).backgroundColor,
        getComputedStyle(document.body).backgroundColor,
      ]);
    expect(shown).not.toBe(ground);
    expect(shown).not.toBe('rgba(0, 0, 0, 0)');
  });
});
