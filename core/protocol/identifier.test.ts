import { describe, expect, test } from 'vitest';
import * as fc from 'fast-check';
import { isAbsoluteUri } from './identifier.ts';

describe('absolute RFC 3986 URIs (DATA-040, DATA-042)', () => {
  test.each([
    // named by DATA-042
    'example:',
    'example:/path',
    'urn:example:%E2%82%AC',
    'https://[2001:db8::1]/path',
    'x://[V01.a]/',
    'x://[::ffff:192.168.1.1]/',
    // RFC 3986 section 1.1.2
    'ftp://ftp.is.co.za/rfc/rfc1808.txt',
    'http://www.ietf.org/rfc/rfc2396.txt',
    'ldap://[2001:db8::7]/c=GB?objectClass?one',
    'mailto:John.Doe@example.com',
    'news:comp.infosystems.www.servers.unix',
    'tel:+1-816-555-1212',
    'telnet://192.0.2.16:80/',
    'urn:oasis:names:specification:docbook:dtd:xml:4.1.2',
    // schemes
    'a:',
    'A+.-9:b',
    // hier-part
    'urn:missionweaveprotocol:agent:weaver',
    "urn:a:-._~!$&'()*+,;=:@",
    'x:a//b',
    'x:/',
    'x:/a//b',
    'x:%41',
    'x:?',
    'x:#',
    'x:?#',
    'x:a?b/c?d#e/f?g',
    'x://',
    'x:///path',
    'x://?q',
    'x://#f',
    'file:///etc/hosts',
    // authority
    'x://user@host',
    'x://user:pass:word@host:8080/',
    'x://@host',
    'x://:@:',
    'x://%41@%42',
    'x://host:',
    'x://host:99999999',
    "x://a!$&'()*+,;=b",
    // IP literals
    'x://[::]',
    'x://[::1]:80',
    'x://[1::]',
    'x://[1:2:3:4:5:6:7:8]',
    'x://[1:2:3:4:5:6:7::]',
    'x://[::2:3:4:5:6:7:8]',
    'x://[1::3:4:5:6:7:8]',
    'x://[1:2:3:4:5:6:1.2.3.4]',
    'x://[::255.249.199.0]',
    'x://[FFFF:abcd::0000]',
    'x://user@[::1]:1/p?q#f',
    'x://[v1.a:b]',
    "x://[vFF.-._~!$&'()*+,;=:]",
    // IPv4 look-alikes outside brackets are registered names
    'x://999.999.999.999/',
    'x://192.168.001.1/',
  ])('%s', (text) => {
    expect(isAbsoluteUri(text)).toBe(true);
  });
});

describe('everything else (DATA-041, DATA-043)', () => {
  test.each([
    // named by DATA-043
    '',
    'relative/path',
    '1example:path',
    'https://例え.テスト/',
    'urn:example:%GG',
    'example:/path\n',
    'https://[not-an-ip]/',
    'x://[::ffff:192.168.001.1]/',
    'x://[::ffff:256.168.1.1]/',
    'x://[::ffff:1.168.1.300]/',
    // scheme
    ':',
    ':a',
    'a',
    '//host/path',
    '/path',
    '?q',
    '#f',
    '-a:b',
    'a_b:c',
    'ä:b',
    'a%41:b',
    // characters outside the set
    ' x:a',
    'x:a ',
    'x: a',
    'x:a\t',
    'x:a\r\n',
    '\nx:a',
    'x:a\nx:b',
    'x:a\u0000',
    'x:a\u007f',
    'x:a\u2028',
    'x:é',
    'x:\u212a',
    'x:"',
    'x:<a>',
    'x:a\\b',
    'x:^',
    'x:`',
    'x:{a}',
    'x:a|b',
    'x:[a]',
    'x:a[',
    'x://h/[',
    'x:?[]',
    'x:##',
    'x:#a#b',
    // percent
    'x:%',
    'x:%4',
    'x:%4g',
    'x:a%',
    'x:%%41',
    'x:%٤١',
    'x://%zz@h',
    'x:?%1',
    'x:#%',
    // authority
    'x://a@b@c',
    'x://host:8a',
    'x://host:1:2',
    'x://h]',
    'x://[::1',
    'x://::1]',
    'x://[::1]a',
    'x://a[::1]',
    'x://[::1]:a',
    // IP literals
    'x://[]',
    'x://[:]',
    'x://[1]',
    'x://[:::]',
    'x://[1::2::3]',
    'x://[1:2:3:4:5:6:7]',
    'x://[1:2:3:4:5:6:7:8:9]',
    'x://[1:2:3:4:5:6:7:8::]',
    'x://[::1:2:3:4:5:6:7:8]',
    'x://[12345::]',
    'x://[g::]',
    'x://[:1:2:3:4:5:6:7]',
    'x://[1:2:3:4:5:6:7:]',
    'x://[1.2.3.4]',
    'x://[::1.2.3]',
    'x://[::1.2.3.4.5]',
    'x://[::1.2.3.4:5]',
    'x://[1.2.3.4::]',
    'x://[::01.2.3.4]',
    'x://[::00.2.3.4]',
    'x://[1:2:3:4:5:6:7:1.2.3.4]',
    'x://[fe80::1%25eth0]',
    'x://[fe80::1%eth0]',
    'x://[%31::]',
    'x://[v.a]',
    'x://[v1.]',
    'x://[v1]',
    'x://[vg.a]',
    'x://[v1.%41]',
    'x://[v1.a/b]',
  ])('%j', (text) => {
    expect(isAbsoluteUri(text)).toBe(false);
  });
});

test('no length limit of its own: 513 characters and more are the schema’s business (DATA-044)', () => {
  expect(isAbsoluteUri(`urn:example:${'x'.repeat(513)}`)).toBe(true);
  expect(isAbsoluteUri(`https://host/${'x'.repeat(70_000)}`)).toBe(true);
});

test('property: each ASCII character alone behind "x:" is decided by RFC 3986 (DATA-041)', () => {
  const allowed = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~!$&'()*+,;=:@/?#";
  for (let code = 0; code < 0x180; code += 1) {
    const character = String.fromCharCode(code);
    expect([character, isAbsoluteUri(`x:${character}`)]).toStrictEqual([
      character,
      allowed.includes(character),
    ]);
    const isInUrn = allowed.includes(character);
    expect([character, isAbsoluteUri(`urn:a${character}`)]).toStrictEqual([character, isInUrn]);
  }
});

test('property: IPv6 literals are accepted as the word count says (DATA-042, DATA-043)', () => {
  const word = fc.stringMatching(/^[0-9a-fA-F]{1,4}$/);
  const words = fc.array(word, { maxLength: 10 });
  fc.assert(
    fc.property(words, fc.option(words, { nil: undefined }), fc.boolean(), (head, tail, hasIpv4) => {
      const end = hasIpv4 ? ['1.20.255.0'] : [];
      const count = head.length + (tail?.length ?? 0) + (hasIpv4 ? 2 : 0);
      const text =
        tail === undefined
          ? [...head, ...end].join(':')
          : `${head.join(':')}::${[...tail, ...end].join(':')}`;
      expect([text, isAbsoluteUri(`x://[${text}]`)]).toStrictEqual([
        text,
        tail === undefined ? count === 8 : count <= 7,
      ]);
    }),
    { numRuns: 1000 },
  );
});

test('DATA-045: nothing is normalized, so spellings stay different texts that are all accepted', () => {
  const spellings = ['HTTP://Example.com/%7Ea', 'http://example.com/~a', 'http://example.com:80/%7ea/'];
  expect(spellings.every((text) => isAbsoluteUri(text))).toBe(true);
  expect(new Set(spellings).size).toBe(3);
});

describe('ten megabytes are decided without an exception', () => {
  const SIZE = 10_000_000;
  test.each([
    ['urn', `urn:${'x'.repeat(SIZE)}`, true],
    ['urn that ends badly', `urn:${'x'.repeat(SIZE)} `, false],
    ['urn of percent triplets', `urn:${'%41'.repeat(SIZE / 4)}`, true],
    ['broken triplet at the end', `urn:${'%41'.repeat(SIZE / 4)}%4`, false],
    ['scheme without an end', 'a'.repeat(SIZE), false],
    ['user information without @', `x://${'a:'.repeat(SIZE / 2)}`, false],
    ['host', `x://${'a'.repeat(SIZE)}`, true],
    ['port that ends badly', `x://h:${'1'.repeat(SIZE)}x`, false],
    ['many @', `x://${'@'.repeat(SIZE)}`, false],
    ['segments that end badly', `x://h/${'a/'.repeat(SIZE / 2)}"`, false],
    ['slashes', `x:${'/'.repeat(SIZE)}`, true],
    ['query', `x:?${'?'.repeat(SIZE)}`, true],
    ['fragments', `x:${'#'.repeat(SIZE)}`, false],
    ['open IPv6', `x://[${'1:'.repeat(SIZE / 2)}]`, false],
    ['open IPvFuture', `x://[v${'1'.repeat(SIZE)}`, false],
  ])('%s', (_, text, expected) => {
    expect(isAbsoluteUri(text)).toBe(expected);
  });
});
