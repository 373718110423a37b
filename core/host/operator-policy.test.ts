import { expect, test } from 'vitest';
import { checkSchema } from '../protocol/schema.ts';
import { POLICY_BOUNDS } from './operator-policy.ts';

test('the bounds that people are told are those of the schema', () => {
  const faultOf = (group: string, key: string, value: number) =>
    checkSchema('organization-settings', {
      organizationId: 'urn:x:y',
      policy: { [group]: { [key]: value } },
    });
  for (const [group, key] of [
    ['cooperation', 'activeWorkItems'],
    ['seconds', 'offer'],
  ] as const) {
    const { minimum, maximum } = POLICY_BOUNDS[group];
    expect(faultOf(group, key, minimum)).toBeUndefined();
    expect(faultOf(group, key, maximum)).toBeUndefined();
    expect(faultOf(group, key, minimum - 1)).toBeDefined();
    expect(faultOf(group, key, maximum + 1)).toBeDefined();
  }
});
