// Runs `heddle` commands in this process and collects what they print.
import { createProgram } from '../../core/cli/program.ts';
import type { Terminal } from '../../core/cli/terminal.ts';
import { wordsFor } from '../../core/cli/words.ts';

export interface CommandRun {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

export interface RunOptions {
  readonly environment?: Record<string, string>;
  readonly nowMs?: number;
  /** For commands that run until they are asked to stop. */
  readonly untilAskedToStop?: () => Promise<void>;
  /** Hears of every line as it is printed. */
  readonly onLine?: (line: string) => void;
}

export async function runHeddle(args: readonly string[], options: RunOptions = {}): Promise<CommandRun> {
  const { environment = {}, nowMs = 1_772_000_000_000, onLine = () => {} } = options;
  const out: string[] = [];
  const err: string[] = [];
  const collect = (lines: string[]) => (line: string) => {
    lines.push(line);
    onLine(line);
  };
  const terminal: Terminal = {
    out: collect(out),
    err: collect(err),
    words: wordsFor(environment),
    now: () => nowMs,
    untilAskedToStop: options.untilAskedToStop ?? (() => Promise.resolve()),
  };
  const code = await createProgram(terminal, environment).run(args);
  return { code, out: out.join('\n'), err: err.join('\n') };
}
