// What a verification has proven, in words. A verdict always names what it rests on, and never more than was proven.
import type { Language } from '../../../contract/values.ts';
import type { VerificationStage } from '../../../protocol/verify.ts';

export type Verdict = 'verified' | 'consistent' | 'unknown-key' | 'failed';

export interface VerificationWords {
  readonly verdicts: {
    readonly [Each in Exclude<Verdict, 'failed'>]: string;
  } & { readonly failed: (sequence: number, stage: number, name: string) => string };
  readonly stages: { readonly [Stage in VerificationStage]: string };
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
  },
};

export function verificationWords(language: Language): VerificationWords {
  return WORDS[language];
}
