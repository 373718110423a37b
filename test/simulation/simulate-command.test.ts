// `heddle simulate`: exit codes, totals, and what it says to a call that cannot be carried out.
import { describe, expect, test } from 'vitest';
import { runSimulate, type SimulateOptions, type SimulateWords } from '../../core/cli/simulate.ts';
import { EXIT_CODES, UserFault } from '../../core/cli/terminal.ts';

const WORDS: SimulateWords = {
  badNumber: (option, text) => `bad number ${option} ${text}`,
  badMode: (text) => `bad mode ${text}`,
  progress: (done, total, broken) => `progress ${done} ${total} ${broken}`,
  total: (histories, steps) => `total ${histories} ${steps}`,
  answers: (accepted, refused) => `answers ${accepted > 0} ${refused > 0}`,
  kind: (name, accepted, refused) => `kind ${name} ${accepted} ${refused}`,
  code: (name, count) => `code ${name} ${count}`,
  neverAccepted: (kind) => `never accepted ${kind}`,
  neverRefused: (kind) => `never refused ${kind}`,
  neverSeen: (code) => `never seen ${code}`,
  broken: (invariant, seed, step) => `broken ${invariant} ${seed} ${step}`,
  shrunk: (steps) => `shrunk ${steps}`,
  replay: (line) => `replay ${line}`,
  sound: 'sound',
};

async function simulate(options: SimulateOptions) {
  const out: string[] = [];
  const err: string[] = [];
  let nowMs = 0;
  const terminal = {
    out: (line: string) => out.push(line),
    err: (line: string) => err.push(line),
    words: { simulate: WORDS },
    now: () => (nowMs += 1_000),
  };
  return { exitCode: await runSimulate(terminal, options), out, err };
}

describe('heddle simulate', () => {
  test('runs histories, says what it has seen and what it has not', async () => {
    const { exitCode, out, err } = await simulate({ seed: '1', steps: '20', histories: '5' });
    expect(exitCode).toBe(EXIT_CODES.yes);
    expect(out).toContain('total 5 20');
    expect(out).toContain('answers true true');
    expect(out.at(-1)).toBe('sound');
    expect(out.some((line) => line.startsWith('kind membership.change '))).toBe(true);
    // Twenty steps bring no Mission to its end.
    expect(err).toContain('never accepted ext.missionweaveprotocol.core.group_archive');
    expect(err.some((line) => line.startsWith('progress '))).toBe(true);
  });

  test('prints one JSON document, and the same one for the same seed', async () => {
    const options = { seed: '3', steps: '30', histories: '2', json: true };
    const [first, second] = [await simulate(options), await simulate(options)];
    expect(first.out).toHaveLength(1);
    expect(second.out).toEqual(first.out);
    expect(JSON.parse(first.out[0] ?? '')).toMatchObject({ seed: 3, histories: 2, broken: [], shrunk: [] });
  });

  test('runs the real Authority, and single steps of a history', async () => {
    const real = await simulate({ seed: '1', steps: '10', histories: '1', mode: 'real' });
    expect(real.exitCode).toBe(EXIT_CODES.yes);
    const some = await simulate({ seed: '1', steps: '10', histories: '1', only: '1,2,5' });
    expect(some.exitCode).toBe(EXIT_CODES.yes);
  });

  test('refuses what is no number and no mode', async () => {
    await expect(simulate({ seed: 'x' })).rejects.toThrow(new UserFault('bad number --seed x'));
    await expect(simulate({ seed: '1', steps: '-1' })).rejects.toThrow('bad number --steps -1');
    await expect(simulate({ seed: '1', only: '1,b' })).rejects.toThrow('bad number --only b');
    await expect(simulate({ seed: '1', mode: 'slow' })).rejects.toThrow('bad mode slow');
  });
});
