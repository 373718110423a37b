// Where an adapter reports faults that no caller is waiting for, so that none is swallowed. It recovers nothing.
import type { StoreFault } from './authority-store.ts';

/** Hears of faults on the side: a lost listening connection, a lookup that only answers with a status. */
export type TroubleHook = (fault: StoreFault) => void;

/** For a process that has not said where to report: Node prints it once per occurrence. */
export function warnOfTrouble(fault: StoreFault): void {
  process.emitWarning(fault);
}
