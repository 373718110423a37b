import { PassThrough } from 'node:stream';
import stringWidth from 'string-width';
import { describe, expect, test } from 'vitest';
import type { MissionProgress } from '../host/mission-events.ts';
import { cut, MissionScreen, renderMission } from './mission-screen.ts';
import { MISSION_ENGLISH } from './mission-words-en.ts';

const { table } = MISSION_ENGLISH;

function progressOf(items: readonly Partial<MissionProgress['items'][number]>[]): MissionProgress {
  return {
    title: 'A Mission',
    phase: 'working',
    items: items.map((item, index) => ({
      item: `item-${index}`,
      groupId: 'urn:example:group',
      workItemId: `urn:example:work:${index}`,
      kind: 'work',
      phase: 'active',
      phaseText: 'at work',
      agentId: undefined,
      worker: undefined,
      attempts: 1,
      activity: undefined,
      blockers: [],
      needs: [],
      ...item,
    })),
  };
}

describe('the table of a Mission', () => {
  test('columns stand under each other, whatever they hold', () => {
    const lines = renderMission(
      progressOf([
        { item: '漢字', worker: 'é' },
        { item: 'report (review)', worker: 'x', activity: 'reading' },
      ]),
      table,
      100,
    );
    expect(lines).toEqual([
      'A Mission: working',
      '',
      'Work             State    Worker  Doing',
      '漢字             at work  é',
      'report (review)  at work  x       reading',
    ]);
  });

  test('no line is wider than the screen', () => {
    const lines = renderMission(
      progressOf([{ item: '漢字'.repeat(40) }, { activity: 'x'.repeat(300), attempts: 3 }]),
      table,
      30,
    );
    for (const line of lines) expect(stringWidth(line)).toBeLessThanOrEqual(30);
    expect(cut('👨‍👩‍👧‍👦👨‍👩‍👧‍👦', 3)).toBe('👨‍👩‍👧‍👦…');
  });

  test('what Workers say cannot steer the terminal', () => {
    const text = renderMission(
      progressOf([{ activity: '\u001b[2J\u001b]0;owned\u0007', blockers: ['a\nb', '\u202edesrever'] }]),
      table,
      200,
    ).join('|');
    expect(text).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e]/);
  });

  test('the last state stays, and nothing is drawn over what follows', () => {
    const stream = new PassThrough();
    const screen = new MissionScreen(Object.assign(stream, { columns: 60, isTTY: true }) as never, table);
    screen.draw(progressOf([{ phaseText: 'at work' }]));
    screen.pause();
    screen.go();
    screen.draw(progressOf([{ phaseText: 'done' }]));
    screen.close();
    screen.close();
    screen.say('afterwards', true);
    const text = String(stream.read());
    expect(text).toContain('at work');
    expect(text).toContain('done');
    expect(text.endsWith('afterwards\n')).toBe(true);
  });
});
