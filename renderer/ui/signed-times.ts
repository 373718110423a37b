// Whether instants are written as they were signed (UTC, to the millisecond) or by the person's own clock. One key turns all of them
// over, so that nobody has to point at each.
import { create } from 'zustand';

export const useSignedTimes = create<{ readonly areShown: boolean }>()(() => ({ areShown: false }));

export function toggleSignedTimes(): void {
  useSignedTimes.setState(({ areShown }) => ({ areShown: !areShown }));
}
