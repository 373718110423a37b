// The switches of the window, and where it opens.
import { describe, expect, it } from 'vitest';
import { findPlace, windowOptions } from './main-window.ts';

const SCREEN = { x: 0, y: 0, width: 1_920, height: 1_080 };

describe('switches of the window', () => {
  it('keeps everything shut that Electron can shut', () => {
    const { webPreferences } = windowOptions({ preload: '/app/preload.cjs', icon: '/app/icon.png' }, {});
    expect(webPreferences).toMatchObject({
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInSubFrames: false,
      nodeIntegrationInWorker: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      webviewTag: false,
      navigateOnDragDrop: false,
    });
    // An engine that is told to enable something may enable anything.
    expect(webPreferences).not.toHaveProperty('enableBlinkFeatures');
  });
});

describe('place of the window', () => {
  const place = { x: 100, y: 50, width: 1_000, height: 700 };

  it('is the remembered one while a screen shows enough of it', () => {
    expect(findPlace(place, [SCREEN])).toEqual(place);
    expect(findPlace({ ...place, x: 1_500 }, [SCREEN])).toEqual({ ...place, x: 1_500 });
    expect(findPlace({ ...place, x: 2_000 }, [SCREEN, { ...SCREEN, x: 1_920 }])).toEqual({
      ...place,
      x: 2_000,
    });
  });

  it.each([
    ['its screen is gone', { ...place, x: 2_000 }],
    ['it lies beyond the left edge', { ...place, x: -900 }],
    ['its title bar lies above the screen', { ...place, y: -10 }],
    ['its title bar lies at the lower edge', { ...place, y: 1_000 }],
  ])('is the usual one when %s', (_why, remembered) => {
    expect(findPlace(remembered, [SCREEN])).toEqual({});
  });

  it('is the usual one at first', () => {
    expect(findPlace(undefined, [SCREEN])).toEqual({});
  });
});
