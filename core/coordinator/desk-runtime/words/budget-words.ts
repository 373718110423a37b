// Texts about budgets. A language that forgets one does not compile.
import type { BudgetDimension, Language } from '../../../contract/values.ts';

export interface BudgetWords {
  readonly dimensions: { readonly [Each in BudgetDimension['dimension']]: string };
  readonly refused: (
    command: string,
    values: {
      readonly dimension: string;
      readonly level: string;
      readonly wanted: string;
      readonly limit: string;
    },
  ) => string;
}

const EN: BudgetWords = {
  dimensions: {
    money: 'money',
    modelTokens: 'model tokens',
    toolCalls: 'tool calls',
    computeSeconds: 'compute seconds',
    wallClockSeconds: 'wall-clock seconds',
    externalActions: 'external actions',
  },
  refused: (command, { dimension, level, wanted, limit }) =>
    `“${command}” was refused: ${dimension} of “${level}” would come to ${wanted}, and ${limit} is the limit.`,
};

const DE: BudgetWords = {
  dimensions: {
    money: 'Geld',
    modelTokens: 'Modell-Tokens',
    toolCalls: 'Tool-Aufrufe',
    computeSeconds: 'Rechensekunden',
    wallClockSeconds: 'Sekunden Wanduhr',
    externalActions: 'externe Aktionen',
  },
  refused: (command, { dimension, level, wanted, limit }) =>
    `„${command}“ wurde abgelehnt: ${dimension} von „${level}“ kämen auf ${wanted}, und ${limit} ist die Grenze.`,
};

const WORDS: { readonly [Each in Language]: BudgetWords } = { en: EN, de: DE };

export function budgetWords(language: Language): BudgetWords {
  return WORDS[language];
}
