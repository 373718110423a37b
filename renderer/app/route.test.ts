import { assert, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hrefOf, parseRoute } from './route.ts';

describe('addresses of places', () => {
  it('carry ids of any shape there and back', () => {
    assert(
      property(string({ minLength: 1 }), string({ minLength: 1 }), string({ minLength: 1 }), (a, b, c) => {
        const values = { connectionId: a, groupId: b, workItemId: c, tab: 'offers' };
        expect(parseRoute(hrefOf('work', values))).toEqual({ place: 'work', values });
      }),
    );
  });

  it('begin at the attention list', () => {
    expect(parseRoute('')).toEqual({ place: 'attention', values: {} });
    expect(parseRoute('#/')).toEqual({ place: 'attention', values: {} });
  });

  it.each(['#/nowhere', '#/missions/extra', '#/toString', '#/work/%E0%A4%A', '#/__proto__'])(
    'lead nowhere rather than to a wrong place: %s',
    (hash) => {
      expect(parseRoute(hash).place).toBeUndefined();
    },
  );

  it('leave out what is not known, from there on', () => {
    expect(hrefOf('outbox', {})).toBe('#/outbox');
    expect(hrefOf('plan', { item: 'x y' })).toBe('#/plan?item=x+y');
  });
});
