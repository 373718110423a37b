// The Mission on a terminal: one line for each piece of work, drawn over itself, and above it what is worth keeping.
import { createLogUpdate } from 'log-update';
import stringWidth from 'string-width';
import type { MissionProgress } from '../host/mission-events.ts';
import { toPlainText } from './plain-text.ts';

export interface TableWords {
  readonly item: string;
  readonly state: string;
  readonly worker: string;
  readonly doing: string;
  phase(phase: MissionProgress['phase']): string;
  attempt(count: number): string;
}

/** So often at most: people see no more, and slow connections carry no more. */
const DRAW_EVERY_MS = 100;
const GAP = '  ';
const DEFAULT_WIDTH = 80;

export class MissionScreen {
  private readonly stream: NodeJS.WriteStream;
  private readonly words: TableWords;
  private readonly update: ReturnType<typeof createLogUpdate>;
  private progress: MissionProgress | undefined;
  private passing = '';
  private timer: NodeJS.Timeout | undefined;
  private isPaused = false;
  private isClosed = false;
  private readonly onResize = () => this.drawSoon();

  constructor(stream: NodeJS.WriteStream, words: TableWords) {
    this.stream = stream;
    this.words = words;
    this.update = createLogUpdate(stream);
    stream.on('resize', this.onResize);
  }

  draw(progress: MissionProgress): void {
    this.progress = progress;
    this.drawSoon();
  }

  /** A line that stays above the table, or one that gives way to the next. */
  say(text: string, isLasting: boolean): void {
    const line = toPlainText(text);
    if (!isLasting) this.passing = line;
    else if (this.isPaused || this.isClosed) this.stream.write(`${line}\n`);
    else this.update.persist(line);
    this.drawSoon();
  }

  /** Leaves the table as it is, for something to be asked below it. */
  pause(): void {
    this.drawNow();
    this.isPaused = true;
    this.update.done();
  }

  go(): void {
    this.isPaused = false;
    this.drawSoon();
  }

  /** The last state stays on the screen, and the cursor comes back. */
  close(): void {
    if (this.isClosed) return;
    this.passing = '';
    this.drawNow();
    this.isClosed = true;
    clearTimeout(this.timer);
    this.stream.removeListener('resize', this.onResize);
    this.update.done();
  }

  private drawSoon(): void {
    if (this.isPaused || this.isClosed) return;
    this.timer ??= setTimeout(() => this.drawNow(), DRAW_EVERY_MS);
  }

  private drawNow(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    if (this.progress === undefined || this.isPaused || this.isClosed) return;
    const width = Math.max(20, (this.stream.columns ?? DEFAULT_WIDTH) - 1);
    const lines = renderMission(this.progress, this.words, width);
    if (this.passing !== '') lines.push('', cut(this.passing, width));
    this.update(lines.join('\n'));
  }
}

/** The table in a width of so many columns. */
export function renderMission(
  { title, phase, items }: MissionProgress,
  words: TableWords,
  width: number,
): string[] {
  const head = [words.item, words.state, words.worker, words.doing];
  const rows = items.map(({ item, phaseText, worker, activity, blockers, attempts }) =>
    [
      item,
      phaseText,
      worker ?? '',
      [
        ...(attempts > 1 ? [words.attempt(attempts)] : []),
        ...(activity === undefined ? [] : [activity]),
        ...blockers,
      ].join('; '),
    ].map(toPlainText),
  );
  const widths = head.map((_name, column) =>
    Math.max(...[head, ...rows].map((row) => stringWidth(row[column] ?? ''))),
  );
  const line = (row: readonly string[]) =>
    cut(row.map((cell, column) => pad(cell, widths[column] ?? 0)).join(GAP), width).trimEnd();
  return [cut(`${title}: ${words.phase(phase)}`, width), '', line(head), ...rows.map(line)];
}

function pad(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - stringWidth(text)));
}

const SEGMENTER = new Intl.Segmenter();

/** As much of a text as fits, whole characters only. */
export function cut(text: string, width: number): string {
  if (stringWidth(text) <= width) return text;
  let kept = '';
  for (const { segment } of SEGMENTER.segment(text)) {
    if (stringWidth(kept + segment) > width - 1) break;
    kept += segment;
  }
  return `${kept}…`;
}
