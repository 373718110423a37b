import { describe, expect, it } from 'vitest';
import { hrefOfObject, hrefOfOption } from './outbox-acts.ts';
import { REFUSED, UNKNOWN } from './outbox-rows.test-data.ts';

describe('where an option leads', () => {
  it('is a place for what only needs a look, by what the Command is about', () => {
    expect(hrefOfOption({ id: 'open-item' }, REFUSED)).toBe(
      '#/work/local/urn%3Aheddle%3Agroup%3Acli/urn%3Aheddle%3Awork-item%3Athreat',
    );
    expect(hrefOfOption({ id: 'open-budget' }, REFUSED)).toContain('?tab=budget');
    expect(hrefOfOption({ id: 'open-budget' }, UNKNOWN)).toBe('#/mission/local/urn%3Aheddle%3Agroup%3Aauth');
    expect(hrefOfOption({ id: 'new-offer' }, UNKNOWN)).toBeUndefined();
  });

  it('is nothing for what the host does', () => {
    for (const id of ['reissue', 'drop', 'keep-as-draft', 'ask-authority', 'resend-identical', 'edit']) {
      expect(hrefOfOption({ id }, REFUSED)).toBeUndefined();
    }
  });

  it('is nothing for an object of a type that has no place', () => {
    expect(
      hrefOfObject({ connectionId: 'local', type: 'command', groupId: '', id: 'urn:x' }),
    ).toBeUndefined();
  });
});
