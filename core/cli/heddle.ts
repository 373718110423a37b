#!/usr/bin/env -S node --max-semi-space-size=8
// The `heddle` command: parses arguments, picks the language, and turns outcomes into exit codes. Its first line keeps the young
// generation of the heap small: under load it would otherwise fill up to 100 MB with what is garbage a moment later, at no gain.
import { createProgram } from './program.ts';
import { EXIT_CODES, type Terminal } from './terminal.ts';
import { wordsFor } from './words.ts';

const terminal: Terminal = {
  out: (line) => process.stdout.write(`${line}\n`),
  err: (line) => process.stderr.write(`${line}\n`),
  words: wordsFor(process.env),
  now: () => Date.now(),
  untilAskedToStop: () =>
    new Promise((resolve) => {
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
    }),
  console: {
    input: process.stdin,
    screen: process.stdout.isTTY ? process.stdout : undefined,
  },
};

// A reader that went away (`heddle … | head`) is no failure of ours.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exitCode ??= EXIT_CODES.yes;
});

process.exitCode = await createProgram(terminal, process.env).run(process.argv.slice(2));
