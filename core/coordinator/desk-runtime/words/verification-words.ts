// What a verification has proven, in words. A verdict always names what it rests on, and never more than was proven.
import type { Language } from '../../../contract/values.ts';
import type { VerificationStage } from '../../../protocol/verify.ts';

export type Verdict = 'verified' | 'consistent' | 'unknown-key' | 'failed';

/** What can fail beside the six stages: something about the log as a whole. */
export type LogRule = 'order' | 'columns' | 'authority' | 'inner' | 'snapshot' | 'fold';

export interface VerificationBasis {
  readonly bindings: number;
  readonly verified: number;
  readonly checked: number;
  readonly fromSequence: number;
  readonly through: number;
  readonly hasGaps: boolean;
  readonly snapshots: number;
}

export interface VerificationWords {
  readonly verdicts: {
    readonly [Each in Exclude<Verdict, 'failed'>]: string;
  } & { readonly failed: (sequence: number, stage: number, name: string) => string };
  readonly stages: { readonly [Stage in VerificationStage]: string };
  readonly rules: { readonly [Rule in LogRule]: string };
  readonly failedRule: (sequence: number, name: string) => string;
  readonly basis: (basis: VerificationBasis, number: (value: number) => string) => string;
}

export const STAGES: readonly VerificationStage[] = [
  'parse',
  'schema',
  'signature-envelope',
  'key-resolution',
  'canonicalization',
  'signature',
];

const WORDS: { readonly [Each in Language]: VerificationWords } = {
  en: {
    verdicts: {
      verified: 'verified with pinned registry',
      consistent: 'consistent, keys not pinned',
      'unknown-key': 'unknown key (not proof of tampering)',
      failed: (sequence, stage, name) =>
        `first failure at #${sequence}, stage ${stage}: ${name} (local diagnostic)`,
    },
    stages: {
      parse: 'strict JSON',
      schema: 'schema',
      'signature-envelope': 'signature envelope',
      'key-resolution': 'key resolution',
      canonicalization: 'canonical form',
      signature: 'signature',
    },
    rules: {
      order: 'order and gaps',
      columns: 'place in the log',
      authority: 'accepting Authority',
      inner: 'a signed document inside',
      snapshot: 'snapshot',
      fold: 'state that follows from the Events',
    },
    failedRule: (sequence, name) => `first failure at #${sequence}: ${name} (local diagnostic)`,
    basis: ({ bindings, verified, checked, fromSequence, through, hasGaps, snapshots }, number) =>
      [
        `#${number(fromSequence)}–#${number(through)}`,
        `keys: registry with ${number(bindings)} bindings`,
        `signatures ${number(verified)}/${number(checked)}`,
        hasGaps ? 'gaps' : 'no gaps',
        ...(snapshots > 0 ? [`snapshots ${number(snapshots)}`] : []),
      ].join(' · '),
  },
  de: {
    verdicts: {
      verified: 'geprüft mit festgehaltener Registry',
      consistent: 'in sich stimmig, Schlüssel nicht festgehalten',
      'unknown-key': 'unbekannter Schlüssel (kein Beweis für Fälschung)',
      failed: (sequence, stage, name) =>
        `erster Fehler bei #${sequence}, Stufe ${stage}: ${name} (lokale Diagnose)`,
    },
    stages: {
      parse: 'striktes JSON',
      schema: 'Schema',
      'signature-envelope': 'Signaturumschlag',
      'key-resolution': 'Schlüsselsuche',
      canonicalization: 'kanonische Form',
      signature: 'Signatur',
    },
    rules: {
      order: 'Reihenfolge und Lücken',
      columns: 'Platz im Verlauf',
      authority: 'annehmende Authority',
      inner: 'ein signiertes Dokument darin',
      snapshot: 'Snapshot',
      fold: 'Stand, der aus den Events folgt',
    },
    failedRule: (sequence, name) => `erster Fehler bei #${sequence}: ${name} (lokale Diagnose)`,
    basis: ({ bindings, verified, checked, fromSequence, through, hasGaps, snapshots }, number) =>
      [
        `#${number(fromSequence)}–#${number(through)}`,
        `Schlüssel: Registry mit ${number(bindings)} Einträgen`,
        `Signaturen ${number(verified)}/${number(checked)}`,
        hasGaps ? 'Lücken' : 'keine Lücken',
        ...(snapshots > 0 ? [`Snapshots ${number(snapshots)}`] : []),
      ].join(' · '),
  },
};

export function verificationWords(language: Language): VerificationWords {
  return WORDS[language];
}
