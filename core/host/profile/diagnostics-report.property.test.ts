// The report, whatever went wrong with whatever in it: nothing of anybody's work comes out.
import { homedir } from 'node:os';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { seedFromEnvironment } from '../../../test/harness/random.ts';
import { StoreFault } from '../../store/authority-store.ts';
import { DiagnosticsLog } from './diagnostics-log.ts';
import { composeReport } from './diagnostics-report.ts';

const seed = seedFromEnvironment();

/** What must not come out: long enough that it is in no word of ours by chance. Every key here is a TEST KEY. */
const secret = fc.oneof(
  fc.string({ minLength: 12, maxLength: 60 }).map((text) => `title ${text}`),
  fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => Buffer.from(bytes).toString('base64url')),
  fc.uuid().map((id) => `Bearer ${id}`),
  fc.constantFrom(`${homedir()}/secret-project/notes.db`, String.raw`C:\Users\ada\secret-project\notes.db`),
  fc.emailAddress(),
  fc.webUrl(),
);

/** Every place of an error that a text can be in, and messages that look like a stack or like a code. */
const brokenError = fc
  .record({
    text: secret,
    shape: fc.constantFrom('message', 'name', 'code', 'stack', 'store', 'thrown', 'places'),
    cause: fc.option(secret, { nil: undefined }),
  })
  .map(({ text, shape, cause }) => {
    if (shape === 'thrown') return text;
    const options = cause === undefined ? {} : { cause: new Error(`because of ${cause}`) };
    if (shape === 'store') return new StoreFault('corrupt', text, options);
    const error = new TypeError(
      shape === 'places' ? `x\n    at ${text} (file:///core/${text}.ts:1:2)\n core/${text}.ts:3:4` : text,
      options,
    );
    if (shape === 'name') error.name = text;
    if (shape === 'code') Object.assign(error, { code: text });
    if (shape === 'stack') error.stack = `${text}\n    at core/host/${text}.ts:1:1`;
    return error;
  });

describe('the diagnostics report', () => {
  it('never holds a text of a fault, of its cause, or of a value that is in no closed list', () => {
    fc.assert(
      fc.property(fc.array(brokenError, { maxLength: 8 }), secret, secret, (errors, value, step) => {
        const log = new DiagnosticsLog(() => 0, new Set(['system.settings']));
        log.level = 'steps';
        for (const error of errors) log.fault(error);
        log.step(step, true);
        log.step('system.settings', false);
        const text = composeReport({
          madeAtMs: 0,
          sections: [{ title: 'Section', values: [['value', value]] }],
          lines: log.lines,
        });
        const texts = errors.flatMap((error) => textsOf(error));
        // A version may look as it likes, so plain words in it are for the caller to choose.
        const isPlain = /^[A-Za-z0-9][A-Za-z0-9 .,:_+-]{0,79}$/u.test(value);
        for (const each of [...texts, step, ...(isPlain ? [] : [value])]) {
          expect(text.includes(each), `${each} came out`).toBe(false);
        }
        expect(text).not.toContain(homedir() === '/' ? '//' : homedir());
        expect(text).toContain('system.settings failed');
      }),
      { seed, numRuns: 500 },
    );
  });

  it('holds the kind, the code and the place of a fault, and of what it came from', () => {
    const log = new DiagnosticsLog(() => 0, new Set());
    const cause = Object.assign(new Error('/home/ada cannot be written'), { code: 'ENOSPC' });
    log.fault(new StoreFault('full', 'SQLITE_FULL: database or disk is full', { cause }));
    const text = composeReport({ madeAtMs: 0, sections: [], lines: log.lines });
    expect(text).toContain('1970-01-01T00:00:00.000Z StoreFault full');
    expect(text).toContain('because of Error ENOSPC');
    expect(text).toMatch(/core\/host\/profile\/diagnostics-report[.]property[.]test[.]ts:\d+/u);
    expect(text).not.toContain('ada');
  });

  it('keeps nothing while the log is off, and no step that nobody asked to see', () => {
    const log = new DiagnosticsLog(() => 0, new Set(['system.settings']));
    log.step('system.settings', true);
    log.level = 'off';
    log.fault(new Error('x'));
    expect(log.lines).toEqual([]);
  });
});

function textsOf(error: unknown): readonly string[] {
  if (typeof error === 'string') return [error];
  if (!(error instanceof Error)) return [];
  const { cause, message, name } = error;
  const own = [message, ...(['TypeError', 'StoreFault', 'Error'].includes(name) ? [] : [name])];
  return [...own, ...(cause === undefined ? [] : textsOf(cause))];
}
