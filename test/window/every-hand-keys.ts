// What the walks by keys share outside of the page: keys that are pressed many times, and what two buttons have in common.
import type { CDPSession } from 'playwright-core';
import type { Part } from './every-hand-look.ts';

const CODES = { Tab: 9, ArrowLeft: 37, ArrowUp: 38, ArrowRight: 39, ArrowDown: 40 } as const;

export type WalkKey = keyof typeof CODES;

/** Presses a key many times; they go to the page one behind the other without waiting for an answer to each. */
export async function pressTimes(keys: CDPSession, key: WalkKey, times: number): Promise<void> {
  const sent: Promise<unknown>[] = [];
  for (let each = 0; each < times; each += 1) {
    const event = { key, code: key, windowsVirtualKeyCode: CODES[key] };
    sent.push(keys.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...event }));
    sent.push(keys.send('Input.dispatchKeyEvent', { type: 'keyUp', ...event }));
  }
  await Promise.all(sent);
}

/** The same for the same button of another row or screen: ids and numbers are what differs. */
export function nameOfKind({ name }: Pick<Part, 'name'>): string {
  return name.replaceAll(/…\S+|(?:urn|sha256):\S+|[0-9.,:]+/gu, '#');
}
