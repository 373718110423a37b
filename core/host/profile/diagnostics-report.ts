// The text of the diagnostics report. It is made of numbers, times and words of closed lists, so that nothing of anybody's work can be
// in it: no key, no token, no message, no title, no name, no address, and no path of this computer.
import type { FaultLine, StepLine } from './diagnostics-log.ts';

/** A value of a closed list, a number, or a version. */
export type ReportValue = string | number | boolean | undefined;

export interface ReportSection {
  readonly title: string;
  readonly values: readonly (readonly [name: string, value: ReportValue])[];
}

export interface ReportContent {
  readonly madeAtMs: number;
  readonly sections: readonly ReportSection[];
  readonly lines: readonly (FaultLine | StepLine)[];
}

/** What a value may look like; anything else is left out, whatever it was. */
const PLAIN = /^[A-Za-z0-9][A-Za-z0-9 .,:_+-]{0,79}$/u;

export function composeReport({ madeAtMs, sections, lines }: ReportContent): string {
  const out = ['Heddle diagnostics', `made at ${timeOf(madeAtMs)}`];
  out.push('Without keys, tokens, messages, titles, names, addresses and paths.', '');
  for (const { title, values } of sections) {
    out.push(title);
    for (const [name, value] of values) out.push(`  ${name}: ${textOf(value)}`);
    out.push('');
  }
  out.push(`Log of this run (${lines.length})`);
  for (const line of lines) out.push(...linesOf(line));
  return `${out.join('\n')}\n`;
}

function linesOf(line: FaultLine | StepLine): readonly string[] {
  const at = timeOf(line.atMs);
  if (line.type === 'step') return [`  ${at} ${line.name} ${line.isOk ? 'answered' : 'failed'}`];
  const out: string[] = [];
  let prefix = `  ${at}`;
  for (
    let fault: Omit<FaultLine, 'type' | 'atMs'> | undefined = line;
    fault !== undefined;
    fault = fault.cause
  ) {
    out.push([prefix, textOf(fault.kind), fault.code].filter(Boolean).join(' '));
    out.push(...fault.places.map((place) => `      ${place}`));
    prefix = '    because of';
  }
  return out;
}

function textOf(value: ReportValue): string {
  if (value === undefined) return 'none';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : 'none';
  return PLAIN.test(value) ? value : '(left out)';
}

function timeOf(atMs: number): string {
  return new Date(atMs).toISOString();
}
