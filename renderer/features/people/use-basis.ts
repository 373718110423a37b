// What the forms about a Mission choose from; undefined until it has come.
import type { BasisRow } from '../../../core/contract/people.ts';
import { useLive } from '../../transport/desk.tsx';

export function useBasis(
  mission: { readonly connectionId: string; readonly groupId: string } | undefined,
): BasisRow | undefined {
  const { rows } = useLive('people.basis', mission ?? { connectionId: '-', groupId: '-' }, {
    isOff: mission === undefined,
  });
  return mission === undefined ? undefined : rows[0];
}
