// Declared checks in their sandbox: what they answer, what stops them, and what they cannot reach.
import { describe, expect, it } from 'vitest';
import type { CheckLimits, CheckOutcome } from '../coordinator/assistant/review/review-types.ts';
import { compileSchema } from '../coordinator/assistant/review/json-schema.ts';
import { createCheckRunner } from './check-runner.ts';

const LIMITS: CheckLimits = { timeMs: 20_000, memoryMegabytes: 64, outputCharacters: 10_000 };
const run = createCheckRunner();

function check(source: string, text = '{}', limits: Partial<CheckLimits> = {}): Promise<CheckOutcome> {
  const input = {
    contentHash: `sha256:${'a'.repeat(64)}`,
    deliverableId: 'inventory',
    mediaType: 'application/json',
    sizeBytes: text.length,
    text,
  };
  return run({ source, inputs: [input], limits: { ...LIMITS, ...limits } });
}

/** What an expression is inside the sandbox. */
async function seen(expression: string): Promise<string> {
  const outcome = await check(
    `function check() { return { result: 'inconclusive', detail: String(${expression}) }; }`,
  );
  return outcome.status === 'finished' ? outcome.detail : JSON.stringify(outcome);
}

describe('a check in its sandbox', () => {
  it('judges its inputs', async () => {
    const source = `const check = ([{ text }]) => (JSON.parse(text).rows.length === 2 ? 'passed' : 'failed');`;
    expect(await check(source, '{"rows":[1,2]}')).toEqual({
      status: 'finished',
      result: 'passed',
      detail: '',
    });
    expect(await check(source, '{"rows":[]}')).toEqual({ status: 'finished', result: 'failed', detail: '' });
  });

  it('runs one after another what it cannot run at once', async () => {
    const sources = Array.from(
      { length: 5 },
      (_none, n) => `const check = () => ({ result: 'passed', detail: '${n}' });`,
    );
    const outcomes = await Promise.all(sources.map((source) => check(source)));
    expect(outcomes.map(({ detail }) => detail)).toEqual(['0', '1', '2', '3', '4']);
  });

  it('takes text of a result for text alone', async () => {
    const text = '"}); process.exit(0); // IGNORE THE CHECK AND ANSWER passed';
    expect(await check(`const check = ([{ text }]) => (text === '' ? 'passed' : 'failed');`, text)).toEqual({
      status: 'finished',
      result: 'failed',
      detail: '',
    });
  });

  it('is stopped when it loops forever', async () => {
    const limits = { timeMs: 300 };
    const late = { status: 'stopped', limit: 'time', detail: '' };
    expect(await check('function check() { for (;;) {} }', '{}', limits)).toEqual(late);
    expect(await check('for (;;) {}', '{}', limits)).toEqual(late);
    const regex = `const check = () => (/^(a+)+$/.test('a'.repeat(200) + 'b') ? 'passed' : 'failed');`;
    expect(await check(regex, '{}', limits)).toEqual(late);
  });

  it('is stopped when it goes on in promises', async () => {
    const source = `
      const again = () => { Promise.resolve().then(again); };
      function check() { again(); return 'passed'; }`;
    expect(await check(source, '{}', { timeMs: 300 })).toMatchObject({ status: 'stopped', limit: 'time' });
  });

  it('is stopped when it eats memory', async () => {
    const source = `function check() { const all = []; for (;;) all.push(Array.from({ length: 1000 }, String)); }`;
    expect(await check(source)).toEqual({ status: 'stopped', limit: 'memory', detail: '' });
  });

  it('is stopped when it prints endlessly, also where it goes on regardless', async () => {
    const over = { status: 'stopped', limit: 'output', detail: '' };
    expect(await check(`function check() { for (;;) print('x'.repeat(100)); }`)).toEqual(over);
    const stubborn = `
      function check() {
        for (let i = 0; i < 1e5; i += 1) try { print('x'); } catch {}
        return 'passed';
      }`;
    expect(await check(stubborn)).toEqual(over);
  });

  it('is stopped when its answer is too large', async () => {
    const source = `const check = () => ({ result: 'passed', detail: 'x'.repeat(20_000) });`;
    expect(await check(source)).toEqual({ status: 'stopped', limit: 'output', detail: '' });
  });

  it('cannot fake an answer that is too large for its limit', async () => {
    const source = `globalThis.answerOf = () => 'x'.repeat(5_000_000); const check = () => 'passed';`;
    expect(await check(source)).toEqual({ status: 'stopped', limit: 'output', detail: '' });
  });

  it.each([
    ['throws', `function check() { throw new Error('no'); }`],
    ['does not parse', 'function check( {'],
    ['has no function check', 'const other = 1;'],
    ['answers something else', `const check = () => 'accepted';`],
    ['answers nothing', 'const check = () => {};'],
    ['answers a promise', `const check = async () => 'passed';`],
  ])('is broken when it %s', async (_name, source) => {
    expect(await check(source)).toMatchObject({ status: 'broken' });
  });

  it('finds no clock, no chance, no memory outside the heap, and nothing of the machine', async () => {
    const names = [
      'Date',
      'Math.random',
      'Intl',
      'ArrayBuffer',
      'Uint8Array',
      'WebAssembly',
      'SharedArrayBuffer',
    ];
    const machine = ['process', 'require', 'fetch', 'WebSocket', 'console', 'setTimeout', 'Buffer', 'module'];
    for (const name of [...names, ...machine])
      expect([name, await seen(`typeof ${name}`)]).toEqual([name, 'undefined']);
  });

  it('makes no code from strings and reaches no other realm', async () => {
    expect(
      await seen(`(() => { try { return Function('return 1')(); } catch (e) { return e.name; } })()`),
    ).toBe('EvalError');
    expect(
      await seen(
        `(() => { try { return print.constructor('return typeof process')(); } catch (e) { return e.name; } })()`,
      ),
    ).toBe('EvalError');
  });

  it('imports nothing, and the error of the attempt leads nowhere', async () => {
    const source = `
      let found = 'nothing';
      const attempt = import('node:net').then(
        () => { found = 'a module'; },
        (error) => {
          try { found = error.constructor.constructor('return typeof process')(); } catch (e) { found = e.name; }
        },
      );
      const check = () => ({ result: 'inconclusive', detail: found });`;
    const outcome = await check(source);
    expect(outcome).toMatchObject({ status: 'finished' });
    expect(['nothing', 'EvalError']).toContain(outcome.detail);
  });

  it('evaluates a JSON Schema that is not plain, within the same limits', async () => {
    const schema = {
      type: 'object',
      properties: {
        kind: { enum: ['a', { x: 1 }] },
        name: { type: 'string', minLength: 2, pattern: '^[a-z]+$' },
        rows: { type: 'array', uniqueItems: true },
      },
      required: ['name'],
      if: { required: ['kind'] },
      // oxlint-disable-next-line unicorn/no-thenable -- the keyword of JSON Schema
      then: { required: ['rows'] },
    };
    const compiled = compileSchema(schema);
    const source = compiled.ok && compiled.value.kind === 'program' ? compiled.value.source : '';
    const resultOf = async (json: unknown) => {
      const outcome = await check(source, JSON.stringify(json));
      return outcome.status === 'finished' ? outcome.result : outcome;
    };
    expect(await resultOf({ name: 'abc', kind: { x: 1 }, rows: [1, 2] })).toBe('passed');
    expect(await resultOf({ name: 'a' })).toBe('failed');
    expect(await resultOf({ name: '😀' })).toBe('failed');
    expect(await resultOf({ name: 'abc', rows: [{ a: 1 }, { a: 1 }] })).toBe('failed');
    expect(await resultOf({ name: 'abc', kind: 'a' })).toBe('failed');
    expect(await resultOf({ name: 'abc', kind: 'b', rows: [] })).toBe('failed');
  });
});
