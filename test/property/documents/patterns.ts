// Text rules of the field tables: each has a check, an arbitrary of accepted texts and near misses.

import * as fc from 'fast-check';

import { charsOf } from './alphabets.ts';
import {
  anyUri,
  anyWssUri,
  brokenIdentifiers,
  oddIdentifiers,
  uriFault,
  uriOfLength,
} from './identifiers.ts';
import { anyTimestamp, brokenTimestamps, oddTimestamps, timestampFault } from './timestamps.ts';

/** What a string field demands beyond its length. */
export interface TextRule {
  /** The name the specification gives the rule. */
  readonly name: string;
  /** Why the text is refused, or undefined. */
  readonly fault: (text: string) => string | undefined;
  /** Accepted texts. */
  readonly arbitrary: fc.Arbitrary<string>;
  /** One plain accepted text. */
  readonly example: string;
  /** An accepted text of exactly this length, where the rule leaves the length open. */
  readonly ofLength?: (length: number) => string;
  /** Texts close to the border of the rule, on either side of it. */
  readonly near: readonly string[];
}

const LOWER = 'abcdefghijklmnopqrstuvwxyz';
const UPPER = LOWER.toUpperCase();
const DIGITS = '0123456789';

function pattern(expression: RegExp, rest: Omit<TextRule, 'fault'>): TextRule {
  return { ...rest, fault: (value) => (expression.test(value) ? undefined : `pattern ${rest.name}`) };
}

/** P-CAP. */
export const capabilityId = pattern(/^[a-z0-9]+(?:[.-][a-z0-9]+)+$/, {
  name: 'P-CAP',
  arbitrary: fc
    .tuple(
      charsOf(LOWER + DIGITS, 1, 5),
      fc.array(fc.tuple(fc.constantFrom('.', '-'), charsOf(LOWER + DIGITS, 1, 5)), {
        minLength: 1,
        maxLength: 4,
      }),
    )
    .map(([first, more]) => first + more.map((pair) => pair.join('')).join('')),
  example: 'code.review',
  ofLength: (length) => `a.${'b'.repeat(length - 2)}`,
  near: [
    'code',
    'code.',
    '.code',
    'code..review',
    'code.-review',
    'code_review.a',
    'Code.review',
    '0-1',
    'a.b-c.d',
    'é.a',
    'a.b\n',
    '',
  ],
});

/** P-LOCALID. */
export const localId = pattern(/^[a-zA-Z0-9][a-zA-Z0-9._-]{0,127}$/, {
  name: 'P-LOCALID',
  arbitrary: fc.oneof(
    fc
      .tuple(charsOf(LOWER + UPPER + DIGITS, 1, 1), charsOf(`${LOWER}${UPPER}${DIGITS}._-`, 0, 10))
      .map((parts) => parts.join('')),
    fc.constantFrom('a', 'Z'.repeat(128)),
  ),
  example: 'criterion-1',
  near: [
    '',
    '-a',
    '.a',
    '_a',
    'a b',
    'a/b',
    'a:b',
    'é',
    'a'.repeat(128),
    'a'.repeat(129),
    'a\n',
    'A.',
    'a--',
  ],
});

/** P-EXTKIND: `ext` and at least three further segments. */
export const extensionKind = pattern(/^ext\.[a-z0-9][a-z0-9_-]*(?:\.[a-z0-9][a-z0-9_-]*){2,}$/, {
  name: 'P-EXTKIND',
  arbitrary: fc
    .array(fc.tuple(charsOf(LOWER + DIGITS, 1, 1), charsOf(`${LOWER}${DIGITS}_-`, 0, 6)), {
      minLength: 3,
      maxLength: 5,
    })
    .map((parts) => `ext.${parts.map((part) => part.join('')).join('.')}`),
  example: 'ext.example.profile.act',
  ofLength: (length) => `ext.a.b.${'c'.repeat(length - 8)}`,
  near: [
    'ext',
    'ext.a',
    'ext.a.b',
    'ext.a.b.c',
    'ext.a.b.c.d',
    'ext.a..b.c',
    'ext.a.b.c.',
    'ext.-a.b.c',
    'ext._a.b.c',
    'ext.a-.b_.0',
    'Ext.a.b.c',
    'ext.A.b.c',
    'ex.a.b.c',
    'xext.a.b.c',
    'ext.a.b.é',
    'ext.a.b.c\n',
    ' ext.a.b.c',
    'extra.a.b.c',
    '',
  ],
});

/** P-MEDIA. */
export const mediaType = pattern(/^[A-Za-z0-9!#$&^_.+-]+\/[A-Za-z0-9!#$&^_.+-]+$/, {
  name: 'P-MEDIA',
  arbitrary: fc
    .tuple(
      charsOf(`${LOWER}${UPPER}${DIGITS}!#$&^_.+-`, 1, 8),
      charsOf(`${LOWER}${UPPER}${DIGITS}!#$&^_.+-`, 1, 8),
    )
    .map((parts) => parts.join('/')),
  example: 'application/json',
  ofLength: (length) => `a/${'b'.repeat(length - 2)}`,
  near: [
    'application',
    'application/',
    '/json',
    'a/b/c',
    'text/plain; charset=utf-8',
    'text/plain;a',
    'a/*',
    '*/*',
    "a/'",
    'a/b\n',
    'a /b',
    '!/^',
    'APPLICATION/JSON',
    'é/a',
    '',
  ],
});

/** P-SCOPE. */
export const scopeName = pattern(/^[a-z][a-z0-9._:-]*$/, {
  name: 'P-SCOPE',
  arbitrary: fc
    .tuple(charsOf(LOWER, 1, 1), charsOf(`${LOWER}${DIGITS}._:-`, 0, 10))
    .map((parts) => parts.join('')),
  example: 'work:read',
  ofLength: (length) => 'a'.repeat(length),
  near: ['', 'a', 'A', 'a.', 'a:', 'aB', '1a', ':a', '-a', 'a/b', 'a b', 'a*', 'é', 'a\n'],
});

/** P-FAILCODE. */
export const failureCode = pattern(/^[A-Z][A-Z0-9_]{1,127}$/, {
  name: 'P-FAILCODE',
  arbitrary: fc.oneof(
    fc.tuple(charsOf(UPPER, 1, 1), charsOf(`${UPPER}${DIGITS}_`, 1, 10)).map((parts) => parts.join('')),
    fc.constantFrom('AA', 'Z'.repeat(128)),
  ),
  example: 'TIMEOUT',
  near: ['', 'A', 'A_', 'A0', '0A', '_A', 'Aa', 'A-B', 'A B', 'AA\n', 'A'.repeat(128), 'A'.repeat(129), 'ÉA'],
});

/** P-CURRENCY. */
export const currency = pattern(/^[A-Z]{3}$/, {
  name: 'P-CURRENCY',
  arbitrary: charsOf(UPPER, 3, 3),
  example: 'EUR',
  near: ['', 'EU', 'EURO', 'eur', 'Eur', 'EU1', 'EUR\n', ' EUR', 'ÉUR', 'EUＲ'],
});

/** P-NONBLANK: at least one character that is no white space of ECMA-262. */
export const nonBlank = pattern(/\S/u, {
  name: 'P-NONBLANK',
  arbitrary: fc
    .tuple(
      fc.constantFrom('', ' ', '\n', '\u00a0'),
      fc.string({ unit: 'binary', maxLength: 10 }),
      fc.constantFrom('x', '\u200b', '😀'),
    )
    .map((parts) => parts.join('')),
  example: 'handed over',
  ofLength: (length) => `${' '.repeat(length - 1)}x`,
  near: [
    '',
    ' ',
    '   ',
    '\n',
    '\t\r\n\v\f',
    '\u00a0',
    '\u3000',
    '\u2028\u2029',
    '\ufeff',
    '\u1680',
    '\u180e',
    '\u200b',
    '\u0085',
    '.',
    ' x ',
    '😀',
    '\ud800',
    '\u0000',
  ],
});

/** DOC-COM-07. */
export const semanticVersion = pattern(
  /^(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)(?:-[0-9A-Za-z.-]+)?(?:\+[0-9A-Za-z.-]+)?$/,
  {
    name: 'semver',
    arbitrary: fc
      .tuple(
        fc.array(fc.oneof(fc.nat(30), fc.nat()), { minLength: 3, maxLength: 3 }),
        fc.option(charsOf(`${LOWER}${UPPER}${DIGITS}.-`, 1, 6), { nil: undefined }),
        fc.option(charsOf(`${LOWER}${UPPER}${DIGITS}.-`, 1, 6), { nil: undefined }),
      )
      .map(
        ([core, pre, build]) =>
          `${core.join('.')}${pre === undefined ? '' : `-${pre}`}${build === undefined ? '' : `+${build}`}`,
      ),
    example: '1.2.3',
    ofLength: (length) => `1.2.3-${'a'.repeat(length - 6)}`,
    near: [
      '',
      '1',
      '1.2',
      '1.2.3.4',
      'v1.2.3',
      '01.2.3',
      '1.02.3',
      '1.2.03',
      '0.0.0',
      '1.2.3-',
      '1.2.3+',
      '1.2.3-01',
      '1.2.3-a..b',
      '1.2.3-.',
      '1.2.3+a+b',
      '1.2.3-a+b-c',
      '1.2.3+b-a',
      '1.2.3--',
      '1.2.3-a_b',
      '1.2.x',
      '-1.2.3',
      '1.2.3\n',
      ' 1.2.3',
      '99999999999999999999.0.0',
      '1.2.٣',
    ],
  },
);

/** DOC-COM-08. */
export const base64url = pattern(/^[A-Za-z0-9_-]+$/, {
  name: 'base64url',
  arbitrary: charsOf(`${LOWER}${UPPER}${DIGITS}_-`, 2, 90),
  example: 'AbC_-9',
  ofLength: (length) => 'A'.repeat(length),
  near: ['', 'A', 'AA', 'AAA', 'AAAAA', 'AA==', 'AAA=', 'A+/A', 'AA\n', 'AA AA', '__', '--', 'AÁ'],
});

/** DOC-COM-09. */
export const sha256 = pattern(/^sha256:[0-9a-f]{64}$/, {
  name: 'sha256',
  arbitrary: charsOf('0123456789abcdef', 64, 64).map((hex) => `sha256:${hex}`),
  example: `sha256:${'0a'.repeat(32)}`,
  near: [
    '',
    'sha256:',
    `sha256:${'a'.repeat(63)}`,
    `sha256:${'a'.repeat(65)}`,
    `sha256:${'A'.repeat(64)}`,
    `SHA256:${'a'.repeat(64)}`,
    `sha512:${'a'.repeat(64)}`,
    `sha256:${'g'.repeat(64)}`,
    `sha256:${'a'.repeat(64)}\n`,
    `sha256:${'a'.repeat(32)} ${'a'.repeat(31)}`,
    'a'.repeat(64),
    `sha256:${'0'.repeat(64)}`,
  ],
});

/** DOC-COM-10. */
export const duration = pattern(
  /^P(?!$)(?:[0-9]+D)?(?:T(?=[0-9])(?:[0-9]+H)?(?:[0-9]+M)?(?:[0-9]+(?:\.[0-9]+)?S)?)?$/,
  {
    name: 'duration',
    arbitrary: fc
      .tuple(
        fc.option(fc.nat(), { nil: undefined }),
        fc.option(fc.nat(999), { nil: undefined }),
        fc.option(fc.nat(999), { nil: undefined }),
        fc.option(
          fc.oneof(
            fc.nat(99).map(String),
            fc.tuple(fc.nat(99), charsOf(DIGITS, 1, 6)).map((parts) => parts.join('.')),
          ),
          { nil: undefined },
        ),
      )
      .map(([days, hours, minutes, seconds]) => {
        const time = `${hours === undefined ? '' : `${hours}H`}${minutes === undefined ? '' : `${minutes}M`}${seconds === undefined ? '' : `${seconds}S`}`;
        const day = days === undefined ? '' : `${days}D`;
        return day + time === '' ? 'PT0S' : `P${day}${time === '' ? '' : `T${time}`}`;
      }),
    example: 'PT5M',
    ofLength: (length) => `PT${'0'.repeat(length - 3)}S`,
    near: [
      '',
      'P',
      'PT',
      'P1',
      'P1D',
      'P1DT',
      'PT0S',
      'PT5',
      'PT5M',
      'PT5M3H',
      'PT1.5H',
      'PT1.5S',
      'PT1.S',
      'PT.5S',
      'PT1,5S',
      'P1DT2H3.5S',
      'P1DT2H4M3.5S',
      'P1Y',
      'P1M',
      'P1W',
      'P1D1H',
      'PT1D',
      '-PT1S',
      'P-1D',
      'pt1s',
      'PT1s',
      'PT1S\n',
      ' PT1S',
      'PT1S ',
      'P0D',
      'PT٥S',
      'PT1H1S',
      'T1S',
      '1D',
    ],
  },
);

/** DOC-COM-03. */
export const dottedKind = pattern(/^[a-z][a-z0-9_]*(?:\.[a-z][a-z0-9_]*)+$/, {
  name: 'DottedKind',
  arbitrary: fc
    .array(fc.tuple(charsOf(LOWER, 1, 1), charsOf(`${LOWER}${DIGITS}_`, 0, 6)), {
      minLength: 2,
      maxLength: 4,
    })
    .map((parts) => parts.map((part) => part.join('')).join('.')),
  example: 'work.started',
  ofLength: (length) => `a.${'b'.repeat(length - 2)}`,
  near: [
    '',
    'work',
    'work.',
    '.work',
    'work..started',
    'work.1',
    '1.work',
    'work.a-b',
    'work.a_b',
    'work._a',
    '_a.b',
    'work.a1_',
    'Work.started',
    'work.started\n',
    'ext.a.b.c',
    'wörk.a',
  ],
});

/** DOC-COM-02 without its length. */
export const identifier: TextRule = {
  name: 'Id',
  fault: uriFault,
  arbitrary: anyUri,
  example: 'urn:missionweaveprotocol:item:one',
  ofLength: uriOfLength,
  near: [...brokenIdentifiers, ...oddIdentifiers],
};

/** `format: uri` on its own. */
export const uriText: TextRule = { ...identifier, name: 'uri' };

/** P-WSS together with `format: uri`. */
export const wssUri: TextRule = {
  name: 'P-WSS',
  fault: (value) => (value.startsWith('wss://') ? uriFault(value) : 'pattern P-WSS'),
  arbitrary: anyWssUri,
  example: 'wss://agent.example/socket',
  ofLength: (length) => `wss://${'a'.repeat(length - 6)}`,
  near: [
    '',
    'wss:',
    'wss:/',
    'wss://',
    'wss:///',
    'WSS://host/',
    'ws://host/',
    'https://host/',
    ' wss://host/',
    'wss://host/\n',
    'wss://[::1]/',
    'wss://[::g]/',
    'wss://host:443',
    'wss://host:a',
    'wss://hö/',
    'wss://h/%zz',
    'wss://h/ a',
    'xwss://h',
    'wss://h#a',
    'wss://h#a#b',
  ],
};

/** DOC-COM-04. */
export const dateTime: TextRule = {
  name: 'Timestamp',
  fault: timestampFault,
  arbitrary: anyTimestamp,
  example: '2026-07-15T00:00:00Z',
  near: [...brokenTimestamps, ...oddTimestamps],
};
