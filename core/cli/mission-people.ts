// Asks the person at the terminal, or whoever has written answers into a pipe: one question after another, with all that its
// answer is about.
import { createInterface, type Interface } from 'node:readline';
import type { BriefAnswer, MissionQuestion } from '../host/mission-events.ts';
import { toPlainText } from './plain-text.ts';
import type { Terminal } from './terminal.ts';

export interface MissionPeopleOptions {
  /** The final Approval is given with a key that was named for it, and not asked for. */
  readonly approvesFinal: boolean;
  /** What is drawn makes room meanwhile. */
  readonly beforeAsking: () => void;
  readonly afterAsking: () => void;
}

export class MissionPeople {
  private readonly terminal: Terminal;
  private readonly options: MissionPeopleOptions;
  private readonly lines: AnswerLines;
  private turn: Promise<unknown> = Promise.resolve();

  constructor(terminal: Terminal, options: MissionPeopleOptions) {
    this.terminal = terminal;
    this.options = options;
    this.lines = new AnswerLines(terminal.console?.input);
  }

  /** Undefined when the question was taken back before it was answered. */
  ask(question: MissionQuestion, signal: AbortSignal): Promise<BriefAnswer | undefined> {
    const { terminal, options } = this;
    if (options.approvesFinal && question.question.kind === 'final-approval') {
      options.beforeAsking();
      for (const line of terminal.words.mission.approving(question)) terminal.err(toPlainText(line));
      options.afterAsking();
      return Promise.resolve({ choice: 'approve' });
    }
    const asked = this.turn.then(() => this.askNow(question, signal));
    this.turn = asked.catch(() => {});
    return asked;
  }

  close(): void {
    this.lines.close();
  }

  private async askNow(question: MissionQuestion, signal: AbortSignal): Promise<BriefAnswer | undefined> {
    if (signal.aborted) return undefined;
    const { mission: words } = this.terminal.words;
    this.options.beforeAsking();
    try {
      this.lines.forgetTyped();
      for (const line of words.question(question)) this.terminal.err(toPlainText(line));
      for (;;) {
        const line = await this.lines.next(signal);
        if (signal.aborted) return undefined;
        if (line === undefined) {
          this.terminal.err(words.unattended(question));
          return question.question.unattended;
        }
        const chosen = choiceIn(line, question);
        if (chosen === undefined) this.terminal.err(words.notAChoice(question));
        else return await this.complete(chosen, question, signal);
      }
    } finally {
      this.options.afterAsking();
    }
  }

  /** Asks for what belongs to an answer and was not said with it. */
  private async complete(
    { choice, text }: Chosen,
    { question, items }: MissionQuestion,
    signal: AbortSignal,
  ): Promise<BriefAnswer | undefined> {
    const { mission: words } = this.terminal.words;
    if (choice !== 'request-changes' && choice !== 'unblock') {
      return { choice, ...(text === '' ? {} : { text }) };
    }
    let said = text;
    if (said === '') {
      this.terminal.err(choice === 'unblock' ? words.askForResolution() : words.askForChanges());
      said = (await this.lines.next(signal)) ?? '';
    }
    if (signal.aborted) return undefined;
    // Only a whole Mission has parts to choose from.
    if (choice !== 'request-changes' || question.kind !== 'final-approval') return { choice, text: said };
    for (;;) {
      this.terminal.err(words.askForItems(items));
      const named = ((await this.lines.next(signal)) ?? '').split(/[\s,]+/).filter((name) => name !== '');
      if (signal.aborted) return undefined;
      const unknown = named.filter((name) => !items.includes(name));
      if (unknown.length === 0)
        return { choice, text: said, ...(named.length === 0 ? {} : { items: named }) };
      this.terminal.err(words.unknownItems(unknown));
    }
  }
}

interface Chosen {
  readonly choice: BriefAnswer['choice'];
  /** What was said after it. */
  readonly text: string;
}

/** A choice by its number or name; words may follow. */
function choiceIn(line: string, { choices }: MissionQuestion): Chosen | undefined {
  const [, said = '', text = ''] = /^\s*(\S+)\s*(.*?)\s*$/.exec(line) ?? [];
  const name = said.toLowerCase().replace(/[.):]$/, '');
  const found = choices.find(({ choice }, index) => choice === name || String(index + 1) === name);
  return found === undefined ? undefined : { choice: found.choice, text };
}

/** Standard input by lines, read from the first question on. */
class AnswerLines {
  private readonly input: NodeJS.ReadStream | undefined;
  private reader: Interface | undefined;
  private readonly waiting: string[] = [];
  private isOver: boolean;
  private wake = () => {};

  constructor(input: NodeJS.ReadStream | undefined) {
    this.input = input;
    this.isOver = input === undefined;
  }

  /** What was typed before a question was there answers nothing; what stands in a pipe does. */
  forgetTyped(): void {
    if (this.input?.isTTY === true) this.waiting.length = 0;
  }

  /** Undefined when nobody will say any more, and when the signal comes. */
  async next(signal: AbortSignal): Promise<string | undefined> {
    this.open();
    const onAbort = () => this.wake();
    signal.addEventListener('abort', onAbort, { once: true });
    try {
      while (this.waiting.length === 0 && !this.isOver && !signal.aborted) {
        await new Promise<void>((resolve) => {
          this.wake = resolve;
        });
      }
    } finally {
      signal.removeEventListener('abort', onAbort);
    }
    return signal.aborted ? undefined : this.waiting.shift();
  }

  close(): void {
    this.isOver = true;
    this.reader?.close();
  }

  private open(): void {
    if (this.reader !== undefined || this.input === undefined) return;
    this.reader = createInterface({ input: this.input, terminal: false });
    this.reader.on('line', (line) => {
      this.waiting.push(line);
      this.wake();
    });
    this.reader.once('close', () => {
      this.isOver = true;
      this.wake();
    });
    // A standard input that cannot be read has nobody behind it.
    this.input.once('error', () => this.close());
  }
}
