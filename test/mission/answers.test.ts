// What people answer: through a pipe, on second thoughts, wrongly, or not at all.
import { readdir, readFile } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { FAILING, MISSION_TIMEOUT_MS, MissionStage, WRITING, HOOK_TIMEOUT_MS } from './mission-stage.ts';

let stage: MissionStage;
beforeEach(async () => {
  stage = await MissionStage.open();
}, HOOK_TIMEOUT_MS);
afterEach(async () => {
  await stage.close();
}, HOOK_TIMEOUT_MS);

const FINAL = { event: 'question.asked', kind: 'final-approval' };

describe('answers', { timeout: MISSION_TIMEOUT_MS }, () => {
  test('MIS-011: a line that waits in the pipe approves exactly what was shown', async () => {
    const brief = await stage.newBrief(WRITING);
    const run = stage.run([brief, '--input', stage.path('input'), '--out', stage.path('out')]);
    run.type('approve');
    await run.exits(0);
    const { artifacts, approval } = JSON.parse(await readFile(stage.path('out', 'mission.json'), 'utf8')) as {
      artifacts: { file: string; contentHash: string }[];
      approval: { missionRevision: number };
    };
    expect(artifacts.map(({ file }) => file)).toEqual(['note.md']);
    expect(run.err).toContain(`note.md  7 bytes, ${artifacts[0]?.contentHash.slice(0, 23)}, from "note"`);
    expect(run.err).toContain(`revision ${approval.missionRevision}`);
    expect(run.err).toContain('written: The note is there.\n    deterministic_test passed: looked');
    expect(run.err).toContain('accepted: Its owner has accepted it.\n    to be answered by this decision');
  });

  test('MIS-012: what is sent back is done anew with what was asked for, and approved then', async () => {
    const brief = await stage.newBrief(WRITING);
    const run = stage.run([brief, '--input', stage.path('input'), '--out', stage.path('out')]);
    const { choices } = await run.until(FINAL);
    expect(choices).toEqual(['approve', 'request-changes', 'cancel']);
    await run.untilTrue(() => run.err.includes('Answer with a number'), 'the question');
    expect(run.err).toContain(`Look at it in ${stage.path('out', 'proposed')}`);
    expect(await readFile(stage.path('out', 'proposed', 'note.md'), 'utf8')).toBe('# Note\n');
    run.type('maybe');
    await run.untilTrue(() => run.err.includes('That is none of them.'), 'the question again');
    run.type('2');
    await run.untilTrue(() => run.err.includes('What is to be changed?'), 'what to change');
    run.type('Write it in blue.');
    await run.untilTrue(() => run.err.includes('Which work is to be done anew?'), 'which work');
    run.type('poem');
    await run.untilTrue(() => run.err.includes('There is no such work: poem.'), 'the work again');
    run.type('note');
    await run.until({ event: 'command.accepted', kind: 'mission.request_changes', by: 'owner' });
    await run.untilTrue(() => run.count(FINAL) === 2, 'the second question');
    run.type('1');
    await run.exits(0);
    expect(await readFile(stage.path('out', 'note.md'), 'utf8')).toContain('Write it in blue.');
    await expect(readdir(stage.path('out', 'proposed'))).rejects.toThrow('ENOENT');
  });

  test('without anybody to ask, nothing is approved, and what is missing is said', async () => {
    const brief = await stage.newBrief(WRITING);
    const run = stage.run([brief, '--input', stage.path('input'), '--out', stage.path('out')]);
    run.endInput();
    await run.exits(1);
    expect(run.err).toContain('Nobody answered: cancel.');
    expect(run.err).toContain('Missing:\n  the Approval; all work was done and accepted');
    // The work that was accepted is not lost.
    expect(await readFile(stage.path('out', 'artifacts', 'note', 'note.md'), 'utf8')).toContain('# Note');
    const verified = stage.heddle(['verify', stage.path('out', 'history.mwpbundle')]);
    await verified.exits(0);
  });

  test('work that fails for good is asked about, and its reason is what is missing', async () => {
    const brief = await stage.newBrief(FAILING);
    const key = await stage.newKey('owner');
    const run = stage.run([
      brief,
      '--input',
      stage.path('input'),
      '--out',
      stage.path('out'),
      '--approve-final',
      key,
    ]);
    const { choices } = await run.until({ event: 'question.asked', kind: 'failed' });
    expect(choices).toContain('retry');
    run.type('stop');
    await run.exits(1);
    expect(run.err).toContain('note: failed, NO_PAPER: permanent_failure: there is no paper');
    const account = JSON.parse(await readFile(stage.path('out', 'mission.json'), 'utf8')) as object;
    expect(account).toMatchObject({
      result: 'failed',
      missing: [{ item: 'note', phase: 'failed', failureCode: 'NO_PAPER' }],
    });
  });

  test('German is spoken where the locale says so', async () => {
    const brief = await stage.newBrief(WRITING);
    const run = stage.run([brief, '--input', stage.path('input'), '--out', stage.path('out')], {
      LANG: 'de_DE.UTF-8',
    });
    run.type('genehmigen');
    await run.untilTrue(() => run.err.includes('Das ist nichts davon.'), 'the question again');
    run.type('approve');
    await run.exits(0);
    expect(run.err).toContain('Genau dieses Ergebnis genehmigen?');
    expect(run.err).toContain('alle geprüft');
  });
});
