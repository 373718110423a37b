// Links from outside, and what is none.
import { describe, expect, it } from 'vitest';
import { findLink, hrefOfLink } from './deep-link.ts';

const C = encodeURIComponent('urn:heddle:connection:1');
const W = encodeURIComponent('urn:uuid:0192f0c1-0000-7000-8000-00000000000a');

describe('deep links', () => {
  it('leads to an object by connection, kind and id', () => {
    expect(hrefOfLink(`heddle://${C}/workItem/${W}`)).toBe(`#/open/${C}/workItem/${W}`);
    expect(hrefOfLink(`heddle://${C}/mission/${W}/`)).toBe(`#/open/${C}/mission/${W}`);
  });

  it('writes each part anew, so that none can reach into the address around it', () => {
    expect(hrefOfLink('heddle://a%2Fb/workItem/x%3Fy%23z')).toBe('#/open/a%2Fb/workItem/x%3Fy%23z');
  });

  it.each([
    ['another scheme', 'https://a/workItem/b'],
    ['a scheme that begins the same', 'heddle-app://a/workItem/b'],
    ['too few parts', 'heddle://a/workItem'],
    ['too many parts', 'heddle://a/workItem/b/c'],
    ['a query', 'heddle://a/workItem/b?x=1'],
    ['a fragment', 'heddle://a/workItem/b#x'],
    ['a kind that is no word', 'heddle://a/work%20item/b'],
    ['a part with a broken escape', 'heddle://a/workItem/%'],
    ['a part that cannot be decoded', 'heddle://a/workItem/%ff'],
    ['a line break in a part', 'heddle://a/workItem/b%0Ac'],
    ['a character that turns the direction of text', 'heddle://a/workItem/b%E2%80%AEc'],
    ['more text than a link needs', `heddle://a/workItem/${'b'.repeat(2_048)}`],
  ])('refuses %s', (_what, link) => {
    expect(hrefOfLink(link)).toBeUndefined();
  });

  it('is found among the arguments of a program', () => {
    const link = `heddle://${C}/mission/${W}`;
    expect(findLink(['/usr/bin/heddle', '--profile', '/tmp/x', link])).toBe(link);
    expect(findLink(['/usr/bin/heddle', 'heddle://', '--x=heddle://a/mission/b'])).toBeUndefined();
  });
});
