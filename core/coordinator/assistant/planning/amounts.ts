// Values of reasons as texts show them: times, durations, and amounts of a budget in the unit that people use.
import type { DeskFormat } from '../../desk/words/desk-words.ts';
import type { ReasonValues } from '../proposal.ts';

const MICROUNITS = 1_000_000;

/** The moment under a name, as the window writes it. */
export function timeIn(values: ReasonValues, name: string, format: DeskFormat): string {
  return format.time(Number(values[name]));
}

export function durationIn(values: ReasonValues, name: string, format: DeskFormat): string {
  return format.duration(Number(values[name]));
}

/** An amount of the dimension that the values name; money in whole units of its currency. */
export function amountIn(values: ReasonValues, name: string, format: DeskFormat): string {
  const amount = Number(values[name]);
  return format.number(values['dimension'] === 'financialMicrounits' ? amount / MICROUNITS : amount);
}
