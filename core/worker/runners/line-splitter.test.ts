import { expect, it } from 'vitest';
import { LineSplitter } from './line-splitter.ts';

function split(text: string, pieceBytes: number, maxBytes = 10): [string, boolean][] {
  const lines: [string, boolean][] = [];
  const splitter = new LineSplitter(maxBytes, ({ bytes, isCut }) => lines.push([bytes.toString(), isCut]));
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += pieceBytes) splitter.add(bytes.subarray(at, at + pieceBytes));
  splitter.finish();
  return lines;
}

it.each([1, 2, 3, 7, 1000])('cuts lines wherever the pieces of %i bytes end', (pieceBytes) => {
  expect(split('one\n\ntwo\nlast', pieceBytes)).toEqual([
    ['one', false],
    ['', false],
    ['two', false],
    ['last', false],
  ]);
});

it.each([1, 4, 1000])('keeps the beginning of an endless line, with pieces of %i bytes', (pieceBytes) => {
  expect(split(`${'x'.repeat(5000)}\n${'y'.repeat(10)}\n`, pieceBytes)).toEqual([
    ['x'.repeat(10), true],
    ['y'.repeat(10), false],
  ]);
});
