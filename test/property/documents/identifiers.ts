// Identifiers (DATA-040…DATA-045): a hand-written RFC 3986 check, an arbitrary of URIs and lists of hard cases.

import * as fc from 'fast-check';

import { charOf, charsOf } from './alphabets.ts';

const ALPHA = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const DIGIT = '0123456789';
const HEX = '0123456789ABCDEFabcdef';
const UNRESERVED = `${ALPHA}${DIGIT}-._~`;
const SUB_DELIMS = "!$&'()*+,;=";
const REG_NAME = UNRESERVED + SUB_DELIMS;
const PCHAR = `${REG_NAME}:@`;

function onlyFrom(text: string, allowed: string): boolean {
  return Array.from(text).every((char) => allowed.includes(char));
}

/** Every character is in the set or is part of a complete percent triplet. */
function onlyFromOrPercent(text: string, allowed: string): boolean {
  let index = 0;
  while (index < text.length) {
    const char = text.charAt(index);
    if (char === '%') {
      const digits = text.slice(index + 1, index + 3);
      if (digits.length !== 2 || !onlyFrom(digits, HEX)) {
        return false;
      }
      index += 3;
    } else if (allowed.includes(char)) {
      index += 1;
    } else {
      return false;
    }
  }
  return true;
}

function isIpv4(text: string): boolean {
  const octets = text.split('.');
  return (
    octets.length === 4 &&
    octets.every(
      (octet) =>
        octet.length >= 1 &&
        octet.length <= 3 &&
        onlyFrom(octet, DIGIT) &&
        !(octet.length > 1 && octet.startsWith('0')) &&
        Number(octet) <= 255,
    )
  );
}

/** Counts the 16-bit groups in one colon-separated part, or gives undefined when the part is malformed. */
function countGroups(part: string, mayEndInIpv4: boolean): number | undefined {
  if (part === '') {
    return 0;
  }
  const groups = part.split(':');
  let count = 0;
  for (const [index, group] of groups.entries()) {
    if (group.length >= 1 && group.length <= 4 && onlyFrom(group, HEX)) {
      count += 1;
    } else if (mayEndInIpv4 && index === groups.length - 1 && isIpv4(group)) {
      count += 2;
    } else {
      return undefined;
    }
  }
  return count;
}

function isIpv6(text: string): boolean {
  const elision = text.indexOf('::');
  if (elision === -1) {
    return countGroups(text, true) === 8;
  }
  // A second elision, or three colons, leaves an empty group in the right part and is refused there.
  const left = countGroups(text.slice(0, elision), false);
  const right = countGroups(text.slice(elision + 2), true);
  return left !== undefined && right !== undefined && left + right <= 7;
}

function isIpFuture(text: string): boolean {
  const dot = text.indexOf('.');
  const version = text.slice(1, dot);
  const rest = text.slice(dot + 1);
  return (
    /^[vV]$/.test(text.charAt(0)) &&
    dot > 1 &&
    onlyFrom(version, HEX) &&
    rest.length > 0 &&
    onlyFrom(rest, `${REG_NAME}:`)
  );
}

function authorityFault(authority: string): string | undefined {
  const at = authority.indexOf('@');
  if (at !== -1 && !onlyFromOrPercent(authority.slice(0, at), `${REG_NAME}:`)) {
    return 'userinfo';
  }
  const hostAndPort = authority.slice(at + 1);
  let host: string;
  let port: string;
  if (hostAndPort.startsWith('[')) {
    const close = hostAndPort.indexOf(']');
    if (close === -1) {
      return 'unclosed IP literal';
    }
    host = hostAndPort.slice(1, close);
    port = hostAndPort.slice(close + 1);
    if (!isIpv6(host) && !isIpFuture(host)) {
      return 'IP literal';
    }
  } else {
    const colon = hostAndPort.indexOf(':');
    host = colon === -1 ? hostAndPort : hostAndPort.slice(0, colon);
    port = colon === -1 ? '' : hostAndPort.slice(colon);
    if (!onlyFromOrPercent(host, REG_NAME)) {
      return 'registered name';
    }
  }
  if (port !== '' && !(port.startsWith(':') && onlyFrom(port.slice(1), DIGIT))) {
    return 'port';
  }
  return undefined;
}

/** Why the text is not an RFC 3986 `URI`, or undefined when it is one. */
export function uriFault(text: string): string | undefined {
  const colon = text.indexOf(':');
  const scheme = text.slice(0, Math.max(colon, 0));
  if (scheme === '' || !ALPHA.includes(scheme.charAt(0)) || !onlyFrom(scheme, `${ALPHA}${DIGIT}+-.`)) {
    return 'DATA-040: no scheme';
  }
  let rest = text.slice(colon + 1);
  const hash = rest.indexOf('#');
  if (hash !== -1) {
    if (!onlyFromOrPercent(rest.slice(hash + 1), `${PCHAR}/?`)) {
      return 'DATA-041: fragment';
    }
    rest = rest.slice(0, hash);
  }
  const question = rest.indexOf('?');
  if (question !== -1) {
    if (!onlyFromOrPercent(rest.slice(question + 1), `${PCHAR}/?`)) {
      return 'DATA-041: query';
    }
    rest = rest.slice(0, question);
  }
  if (rest.startsWith('//')) {
    const slash = rest.indexOf('/', 2);
    const authority = slash === -1 ? rest.slice(2) : rest.slice(2, slash);
    const fault = authorityFault(authority);
    if (fault !== undefined) {
      return `DATA-041: ${fault}`;
    }
    rest = slash === -1 ? '' : rest.slice(slash);
  }
  return onlyFromOrPercent(rest, `${PCHAR}/`) ? undefined : 'DATA-041: path';
}

/** A URI of exactly that length (at least five characters). */
export function uriOfLength(length: number): string {
  return `urn:${'a'.repeat(length - 4)}`;
}

/** Unusual spellings that are identifiers nevertheless. */
export const oddIdentifiers: readonly string[] = [
  'example:',
  'example:/',
  'example:/path',
  'example:?',
  'example:#',
  'example:?#',
  'example:a//b',
  'example:/path?query#fragment',
  'example:/path?a=/?b#/?c',
  'example://',
  'example:///path',
  'example://:',
  'example://@',
  'example://user:pass@host:/',
  'example://a:b:c@host:123456789012/',
  'urn:example:%E2%82%AC',
  'urn:example:%e2%82%ac',
  'URN:Example:a',
  'a+b-c.1:x',
  'https://[2001:db8::1]/path',
  'https://[::]',
  'https://[::1]:/',
  'https://[1::]:443',
  'https://[1:2:3:4:5:6:7:8]/',
  'https://[1:2:3:4:5:6:7::]/',
  'https://[::2:3:4:5:6:7:8]/',
  'https://[1:2:3:4:5:6:1.2.3.4]/',
  'https://[1:2:3:4:5::1.2.3.4]/',
  'https://[::2:3:4:5:6:255.0.10.199]/',
  'x://[::ffff:192.168.1.1]/',
  'x://[V01.a]/',
  'x://[v1.a:b]/',
  'x://[vFf.~!$&]',
  'http://999.999.999.999/',
  'http://192.168.001.1/',
  'http://%41/',
  "x:!$&'()*+,;=:@-._~",
  'x://h?@:/',
];

/** Spellings that are not identifiers: the list of DATA-043 and near relations of it. */
export const brokenIdentifiers: readonly string[] = [
  '',
  ':',
  ':a',
  'relative/path',
  '//host/path',
  '/path',
  '#a',
  '?a',
  'noscheme',
  '1example:path',
  '+a:b',
  'a_b:c',
  'a%41:c',
  'é:c',
  'https://例え.テスト/',
  'urn:example:é',
  'urn:example:😀',
  'urn:example:\ud800',
  'urn:example:%GG',
  'urn:example:%',
  'urn:example:%4',
  'urn:example:%4\n1',
  'example:/path\n',
  'example:/path\r\n',
  '\nexample:/path',
  ' example:/path',
  'example:/path ',
  'example:/pa th',
  'example:/pa\tth',
  'example:/path\u0000',
  'example:/path\u007f',
  'example:/path\u00a0',
  'example:/path\u2028',
  'example:a#b#c',
  'example:#[',
  'example:?[a]',
  'example:[a]',
  'example:/a]b',
  'example:a\\b',
  'example:a^b',
  'example:a`b',
  'example:a{b}',
  'example:a|b',
  'example:<a>',
  'example:"a"',
  'https://[not-an-ip]/',
  'https://[]/',
  'https://[::1/',
  'https://::1]/',
  'https://[::1]a/',
  'https://[::1]:8a/',
  'https://a[::1]/',
  'https://[[::1]]/',
  'https://[1.2.3.4]/',
  'https://[1:2:3:4:5:6:7]/',
  'https://[1:2:3:4:5:6:7:8:9]/',
  'https://[1:2:3:4:5:6:7:8::]/',
  'https://[::1:2:3:4:5:6:7:8]/',
  'https://[1:2:3:4::5:6:7:8]/',
  'https://[1::2::3]/',
  'https://[:::]/',
  'https://[1:::2]/',
  'https://[:1:2:3:4:5:6:7]/',
  'https://[1:2:3:4:5:6:7:]/',
  'https://[12345::]/',
  'https://[g::]/',
  'https://[::1.2.3.4:5]/',
  'https://[1.2.3.4::]/',
  'https://[1:2:3:4:5:6:7:1.2.3.4]/',
  'https://[1:2:3:4:5:6::1.2.3.4]/',
  'https://[::1.2.3]/',
  'https://[::1.2.3.4.5]/',
  'https://[::1.2.3.256]/',
  'https://[::1.2.3.]/',
  'x://[::ffff:192.168.001.1]/',
  'x://[::ffff:00.1.1.1]/',
  'x://[::ffff:192.168.1.300]/',
  'x://[fe80::1%25eth0]/',
  'x://[v.a]/',
  'x://[v1.]/',
  'x://[v1]/',
  'x://[vG.a]/',
  'x://[v1.a%41]/',
  'x://[w1.a]/',
  'https://host:port/',
  'https://host:80:80/',
  'https://host:-1/',
  'https://a@b@c/',
  'https://us[er@host/',
  'https://ho st/',
];

function withTriplets(alphabet: string, minLength: number, maxLength: number): fc.Arbitrary<string> {
  const triplet = charsOf(HEX, 2, 2).map((digits) => `%${digits}`);
  const unit = fc.oneof({ weight: 6, arbitrary: charOf(alphabet) }, { weight: 1, arbitrary: triplet });
  return fc.string({ unit, minLength, maxLength });
}

const ipv4: fc.Arbitrary<string> = fc
  .tuple(fc.nat(255), fc.nat(255), fc.nat(255), fc.nat(255))
  .map((octets) => octets.join('.'));

const ipv6: fc.Arbitrary<string> = fc
  .tuple(
    fc.array(charsOf(HEX, 1, 4), { minLength: 8, maxLength: 8 }),
    fc.nat(8),
    fc.nat(7),
    fc.boolean(),
    ipv4,
  )
  .map(([groups, cut, dropped, endsInIpv4, tail]) => {
    if (cut === 8) {
      return endsInIpv4 ? [...groups.slice(0, 6), tail].join(':') : groups.join(':');
    }
    const leftCount = Math.min(cut, 7 - Math.min(dropped, 7));
    const rightCount = 7 - Math.min(dropped, 7) - leftCount;
    const left = groups.slice(0, leftCount);
    const right = groups.slice(8 - rightCount);
    const tailed = endsInIpv4 && rightCount >= 2 ? [...right.slice(0, rightCount - 2), tail] : right;
    return `${left.join(':')}::${tailed.join(':')}`;
  });

const ipFuture: fc.Arbitrary<string> = fc
  .tuple(fc.constantFrom('v', 'V'), charsOf(HEX, 1, 3), charsOf(`${REG_NAME}:`, 1, 6))
  .map(([letter, version, rest]) => `${letter}${version}.${rest}`);

const host: fc.Arbitrary<string> = fc.oneof(
  withTriplets(REG_NAME, 0, 8),
  ipv4,
  ipv6.map((address) => `[${address}]`),
  ipFuture.map((address) => `[${address}]`),
);

const authority: fc.Arbitrary<string> = fc
  .tuple(
    fc.option(withTriplets(`${REG_NAME}:`, 0, 5), { nil: undefined }),
    host,
    fc.option(charsOf(DIGIT, 0, 6), { nil: undefined }),
  )
  .map(
    ([user, name, port]) =>
      `${user === undefined ? '' : `${user}@`}${name}${port === undefined ? '' : `:${port}`}`,
  );

const segments: fc.Arbitrary<string> = fc
  .array(withTriplets(PCHAR, 0, 5), { maxLength: 3 })
  .map((parts) => parts.map((part) => `/${part}`).join(''));

const firstSegment = withTriplets(PCHAR, 1, 6);

const hierarchicalPart: fc.Arbitrary<string> = fc.oneof(
  fc.tuple(authority, segments).map(([where, path]) => `//${where}${path}`),
  fc.tuple(firstSegment, segments).map(([first, path]) => `/${first}${path}`),
  fc.tuple(firstSegment, segments).map(([first, path]) => `${first}${path}`),
  fc.constantFrom('', '/'),
);

/** What follows the scheme and its colon, built from the RFC 3986 grammar. */
const afterScheme: fc.Arbitrary<string> = fc
  .tuple(
    hierarchicalPart,
    fc.option(withTriplets(`${PCHAR}/?`, 0, 6), { nil: undefined }),
    fc.option(withTriplets(`${PCHAR}/?`, 0, 6), { nil: undefined }),
  )
  .map(
    ([hier, query, fragment]) =>
      `${hier}${query === undefined ? '' : `?${query}`}${fragment === undefined ? '' : `#${fragment}`}`,
  );

const scheme: fc.Arbitrary<string> = fc
  .tuple(charOf(ALPHA), charsOf(`${ALPHA}${DIGIT}+-.`, 0, 5))
  .map(([first, rest]) => first + rest);

/** URIs of any allowed shape, the odd ones included; all at most 512 characters long. */
export const anyUri: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(scheme, afterScheme).map(([name, rest]) => `${name}:${rest}`) },
  {
    weight: 2,
    arbitrary: charsOf('abc0123456789', 1, 8).map((name) => `urn:missionweaveprotocol:item:${name}`),
  },
  { weight: 2, arbitrary: fc.constantFrom(...oddIdentifiers) },
  { weight: 1, arbitrary: fc.constantFrom(511, 512).map(uriOfLength) },
);

/** URIs that begin with `wss://` and so have an authority. */
export const anyWssUri: fc.Arbitrary<string> = fc
  .tuple(authority, segments)
  .map(([where, path]) => `wss://${where}${path}`);
