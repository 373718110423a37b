// Runs the checks that contracts declare, each in a child process that can do nothing but compute: Node's permission model
// without any permission, no code from strings, a bounded heap, a bounded time, and a bounded answer.
import { type ChildProcess, spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import type { CheckOutcome, CheckProgram } from '../coordinator/assistant/review/review-types.ts';
import { SYSTEM_CLOCK } from '../sync/system-ports.ts';
import { CHECK_SANDBOX } from './check-sandbox.ts';

/** For a process to begin and to read its inputs on a busy machine; the check's own time is measured inside. */
const START_MS = 30_000;
/** Bytes that one character of an answer may take, and what stands around it. */
const BYTES_PER_CHARACTER = 6;
const ENVELOPE_BYTES = 1_024;
const MAX_COMPLAINT = 16_384;
const AT_ONCE = 2;

/** A runner for checks. It never rejects; what goes wrong is an outcome. At most two run at once, the others wait. */
export function createCheckRunner(): (program: CheckProgram) => Promise<CheckOutcome> {
  const waiting: (() => void)[] = [];
  let running = 0;
  // A place that becomes free goes to whoever waits, before anybody new.
  const release = () => {
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next();
  };
  return async (program) => {
    if (running < AT_ONCE) running += 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    return runOnce(program).finally(release);
  };
}

async function runOnce({ source, inputs, limits }: CheckProgram): Promise<CheckOutcome> {
  const child = startChild(limits.memoryMegabytes);
  const ended = Promise.withResolvers<CheckOutcome>();
  const output = { text: '', bytes: 0 };
  let complaint = '';
  const end = (outcome: CheckOutcome) => {
    child.kill('SIGKILL');
    ended.resolve(outcome);
  };
  const cancel = SYSTEM_CLOCK.after(limits.timeMs + START_MS, () =>
    end({ status: 'stopped', limit: 'time', detail: '' }),
  );
  const maxBytes = limits.outputCharacters * BYTES_PER_CHARACTER + ENVELOPE_BYTES;
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    output.bytes += text.length;
    if (output.bytes > maxBytes) end({ status: 'stopped', limit: 'output', detail: '' });
    else output.text += text;
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    if (complaint.length < MAX_COMPLAINT) complaint += text;
  });
  child.on('error', ({ message }) => end({ status: 'broken', detail: message }));
  child.on('close', (code, signal) =>
    ended.resolve(outcomeOf({ code, signal, text: output.text, complaint })),
  );
  // A child that ends early closes its input: what became of it is told by its end.
  child.stdin?.on('error', () => {});
  child.stdin?.end(
    JSON.stringify({
      source,
      inputsJson: JSON.stringify(inputs),
      outputCharacters: limits.outputCharacters,
      timeMs: limits.timeMs,
    }),
  );
  return ended.promise.finally(cancel);
}

function startChild(memoryMegabytes: number): ChildProcess {
  const options = [
    '--permission',
    '--no-warnings',
    '--disallow-code-generation-from-strings',
    `--max-old-space-size=${memoryMegabytes}`,
    '--eval',
    CHECK_SANDBOX,
  ];
  // Windows cannot start a process without this one.
  const root = process.env['SystemRoot'];
  return spawn(process.execPath, options, {
    cwd: tmpdir(),
    env: root === undefined ? {} : { SystemRoot: root },
    stdio: ['pipe', 'pipe', 'pipe'],
    windowsHide: true,
  });
}

interface ChildEnd {
  readonly code: number | null;
  readonly signal: string | null;
  readonly text: string;
  readonly complaint: string;
}

/** The heap that is full ends the process, with words of the engine. */
function outcomeOf({ code, signal, text, complaint }: ChildEnd): CheckOutcome {
  if (/heap out of memory|heap limit|invalid table size/i.test(complaint))
    return { status: 'stopped', limit: 'memory', detail: '' };
  if (code !== 0) return { status: 'broken', detail: `ended with ${signal ?? String(code)}` };
  return readOutcome(text) ?? { status: 'broken', detail: 'no answer' };
}

const RESULTS: ReadonlySet<unknown> = new Set(['passed', 'failed', 'inconclusive']);
const LIMITS: ReadonlySet<unknown> = new Set(['time', 'output']);

function readOutcome(text: string): CheckOutcome | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  const { status, result, limit, detail } = value as Readonly<Record<string, unknown>>;
  if (typeof detail !== 'string') return undefined;
  if (status === 'finished' && RESULTS.has(result))
    return { status, result: result as Extract<CheckOutcome, { status: 'finished' }>['result'], detail };
  if (status === 'stopped' && LIMITS.has(limit))
    return { status, limit: limit as Extract<CheckOutcome, { status: 'stopped' }>['limit'], detail };
  return status === 'broken' ? { status, detail } : undefined;
}
