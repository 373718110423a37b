import { describe, expect, test } from 'vitest';
import { COORDINATOR, SeededOrganization, START_MS } from '../../../domain/seeded-world.test-data.ts';
import { accept, refuse, type Result } from '../../../protocol/result.ts';
import {
  actFor,
  connectionOf,
  matrixOf,
  noteOf,
  REASONS,
} from '../../../../test/assistant/autonomy/scenes.ts';
import { AutonomyGate } from './gate.ts';
import { AUTONOMY_EXTENSION, type AutonomyNote, type NoteBook } from './notes.ts';
import { StopSwitch } from './stop-switch.ts';

const MATRIX = matrixOf([
  { id: 'keep-leading', because: 'somebody has to', acts: ['mission.renew_coordinator'] },
]);

/** A note book whose writes end when the test says so. */
class SlowBook implements NoteBook {
  readonly written: AutonomyNote[] = [];
  private readonly waiting: (() => void)[] = [];
  private readonly answer: Result<void, string>;

  constructor(answer: Result<void, string> = accept(undefined)) {
    this.answer = answer;
  }

  write(note: AutonomyNote): Promise<Result<void, string>> {
    return new Promise((resolve) => {
      this.waiting.push(() => {
        this.written.push(note);
        resolve(this.answer);
      });
    });
  }

  finish(): void {
    for (const each of this.waiting.splice(0)) each();
  }
}

function gateWith(matrix = MATRIX, book = new SlowBook(), known: readonly AutonomyNote[] = []) {
  const stop = new StopSwitch();
  const gate = new AutonomyGate(stop, book, known, () => START_MS);
  gate.use(matrix);
  const organization = new SeededOrganization();
  const ask = (actionId = 'urn:heddle:test:action:1') =>
    gate.ask(actFor('mission.renew_coordinator', {}, { actionId }), connectionOf(organization));
  return { stop, gate, book, organization, ask };
}

describe('the gate', () => {
  test('lets nothing through before it was given a matrix', async () => {
    const gate = new AutonomyGate(new StopSwitch(), new SlowBook(), [], () => START_MS);
    const answer = await gate.ask(
      actFor('mission.renew_coordinator', {}),
      connectionOf(new SeededOrganization()),
    );
    expect(answer).toMatchObject({ ok: false, fault: [{ id: 'no-rule' }] });
  });

  test('gives a permission only when the note is kept, and the Command cites its rule', async () => {
    const { book, ask, organization } = gateWith();
    let isAnswered = false;
    const asked = ask().then((answer) => {
      isAnswered = true;
      return answer;
    });
    await Promise.resolve();
    expect(isAnswered).toBe(false);
    book.finish();
    const answer = await asked;
    if (!answer.ok) throw new Error(JSON.stringify(answer.fault));
    const { draft, note, isStanding } = answer.value;
    expect(isStanding()).toBe(true);
    expect(book.written).toStrictEqual([note]);
    expect(note).toMatchObject({
      ruleId: 'keep-leading',
      actionId: 'urn:heddle:test:action:1',
      reasons: REASONS,
    });
    expect(draft.extensions).toStrictEqual({
      [AUTONOMY_EXTENSION]: {
        version: '1.0.0',
        critical: false,
        data: {
          rule: 'keep-leading',
          because: 'somebody has to',
          matrix: MATRIX.hash,
          reasons: ['deadline-fit'],
        },
      },
    });
    // EVT-005: the Authority takes the mark and copies it into the Event.
    const marked = draft.extensions ?? {};
    const [event] = organization.mustAct(
      'mission.renew_coordinator',
      COORDINATOR,
      {},
      { extensions: marked },
    );
    expect(event?.extensions).toStrictEqual(marked);
  });

  test('a stop while the note is being written counts', async () => {
    const { stop, book, ask } = gateWith();
    const asked = ask();
    stop.stop(START_MS);
    book.finish();
    await expect(asked).resolves.toMatchObject({ ok: false, fault: [{ id: 'stopped' }] });
  });

  test('a stop takes permissions back for ever, also when it is released', async () => {
    const { stop, book, ask } = gateWith();
    const asked = ask();
    book.finish();
    const answer = await asked;
    if (!answer.ok) throw new Error('allowed');
    const { signal } = stop;
    stop.stop(START_MS);
    expect(answer.value.isStanding()).toBe(false);
    expect(signal.aborted).toBe(true);
    stop.release(START_MS + 1);
    expect(answer.value.isStanding()).toBe(false);
    expect(stop.signal.aborted).toBe(false);
    expect(stop.record).toStrictEqual({ isStopped: false, sinceMs: START_MS + 1 });
  });

  test('a switch that cannot be read is stopped', () => {
    expect(new StopSwitch('unreadable').isStopped).toBe(true);
    expect(new StopSwitch({ isStopped: true, sinceMs: 3 }).signal.aborted).toBe(true);
  });

  test('everybody who watches the switch hears of it', () => {
    const stop = new StopSwitch();
    const heard: boolean[] = [];
    const leave = stop.subscribe(() => heard.push(stop.isStopped));
    stop.stop(1);
    stop.release(2);
    leave();
    stop.stop(3);
    expect(heard).toStrictEqual([true, false]);
  });

  test('another matrix takes permissions back', async () => {
    const { gate, book, ask } = gateWith();
    const asked = ask();
    gate.use(matrixOf([]));
    book.finish();
    await expect(asked).resolves.toMatchObject({ ok: false, fault: [{ id: 'matrix-changed' }] });
  });

  test('two questions at once do not both get the last place', async () => {
    const { book, ask } = gateWith(matrixOf([{ acts: ['mission.renew_coordinator'] }], { perMinute: 1 }));
    const both = Promise.all([ask('urn:heddle:test:action:1'), ask('urn:heddle:test:action:2')]);
    book.finish();
    expect((await both).map(({ ok }) => ok)).toStrictEqual([true, false]);
  });

  test('a note that cannot be kept means no signature', async () => {
    const { book, ask } = gateWith(MATRIX, new SlowBook(refuse('the disk is full')));
    const asked = ask();
    book.finish();
    await expect(asked).resolves.toStrictEqual({
      ok: false,
      fault: [{ id: 'not-noted', values: { detail: 'the disk is full' } }],
    });
  });

  test('an act that was noted before a crash is asked again, and counts once', async () => {
    const actionId = 'urn:heddle:test:action:1';
    const { gate, book, ask } = gateWith(
      matrixOf([{ acts: ['mission.renew_coordinator'] }], { perMinute: 1 }),
      new SlowBook(),
      [noteOf({ actionId })],
    );
    const asked = ask(actionId);
    book.finish();
    expect((await asked).ok).toBe(true);
    expect(gate.notes).toHaveLength(1);
  });
});
