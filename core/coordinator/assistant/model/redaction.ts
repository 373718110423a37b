// What is taken out of a text before it leaves the computer: whole fields by their kind, and passages by what they look like.
// The same passage gets the same stand-in everywhere in a request, so that a model can still tell things apart.

/** What a quoted text is. */
export type FieldKind =
  | 'objective'
  | 'contract'
  | 'message'
  | 'artifact'
  | 'evidence'
  | 'person'
  | 'path'
  | 'request';

/**
 * No expression nests repetitions and every repetition is bounded, so hostile text costs no more than a multiple of its
 * length. The order matters: what holds another pattern comes first.
 */
const PATTERNS = {
  'private-key':
    /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----[\s\S]{0,8000}?(?:-----END [A-Z ]{0,40}PRIVATE KEY-----|$)/gu,
  'url-credentials': /(?<=:\/\/)[^\s/@:]{1,200}:[^\s/@]{1,200}(?=@)/gu,
  token:
    /\b(?:eyJ[\w-]{8,1000}\.[\w-]{8,4000}\.[\w-]{8,1000}|(?:sk|pk|rk|ghp|gho|ghs|glpat|xox[abp])[-_][\w-]{12,300}|AKIA[0-9A-Z]{16}|(?:Bearer|Basic) [\w.~+/=-]{12,2000})/gu,
  email: /[\w.+%-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}/gu,
  iban: /\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?\b/gu,
  'ip-address': /\b\d{1,3}(?:\.\d{1,3}){3}\b/gu,
  phone: /(?<![\w.])\+\d[\d ()/-]{6,20}\d\b/gu,
  'home-folder': /(?:\/home\/|\/Users\/|[A-Za-z]:\\Users\\)[^\s/\\"']{1,64}/gu,
} as const satisfies { readonly [name: string]: RegExp };

export type PatternName = keyof typeof PATTERNS;

export const PATTERN_NAMES = Object.keys(PATTERNS) as readonly PatternName[];

export interface RedactionRules {
  /** Fields that are left out whole. */
  readonly omittedFields: readonly FieldKind[];
  readonly patterns: readonly PatternName[];
  /** Words of one's own, such as the name of a customer; taken as they stand, in any case. */
  readonly words: readonly string[];
}

/** Every pattern, and no content of Artifacts. */
export const DEFAULT_REDACTION: RedactionRules = {
  omittedFields: ['artifact'],
  patterns: PATTERN_NAMES,
  words: [],
};

/** How often each rule has taken something out; fields by their kind. */
export type RedactionCounts = ReadonlyMap<PatternName | 'word' | `field ${FieldKind}`, number>;

/** Redacts all texts of one request. */
export class Redactor {
  readonly rules: RedactionRules;
  private readonly found = new Map<PatternName | 'word' | `field ${FieldKind}`, number>();
  /** Stand-ins by rule and passage. */
  private readonly standIns = new Map<string, string>();
  private readonly words: RegExp | undefined;

  constructor(rules: RedactionRules) {
    this.rules = rules;
    const words = rules.words
      .map((word) => word.normalize('NFC').trim())
      .filter((word) => word !== '')
      // Longer ones first: one may stand in another.
      .toSorted((a, b) => b.length - a.length)
      .map((word) => word.replaceAll(/[\\^$.*+?()[\]{}|/]/gu, '\\$&'));
    this.words = words.length === 0 ? undefined : new RegExp(words.join('|'), 'giu');
  }

  get counts(): RedactionCounts {
    return this.found;
  }

  /** Whether a field may be sent at all; counted when not. */
  admits(kind: FieldKind): boolean {
    if (!this.rules.omittedFields.includes(kind)) return true;
    this.count(`field ${kind}`);
    return false;
  }

  redact(text: string): string {
    let rest = text.normalize('NFC');
    if (this.words !== undefined) rest = rest.replace(this.words, (found) => this.standInFor('word', found));
    for (const name of PATTERN_NAMES) {
      if (!this.rules.patterns.includes(name)) continue;
      rest = rest.replace(PATTERNS[name], (found) => this.standInFor(name, found));
    }
    return rest;
  }

  private standInFor(rule: PatternName | 'word', found: string): string {
    this.count(rule);
    const key = `${rule} ${found.toLowerCase()}`;
    const known = this.standIns.get(key);
    if (known !== undefined) return known;
    const number = [...this.standIns.keys()].filter((each) => each.startsWith(`${rule} `)).length + 1;
    const standIn = `[${rule} ${number}]`;
    this.standIns.set(key, standIn);
    return standIn;
  }

  private count(rule: PatternName | 'word' | `field ${FieldKind}`): void {
    this.found.set(rule, (this.found.get(rule) ?? 0) + 1);
  }
}
