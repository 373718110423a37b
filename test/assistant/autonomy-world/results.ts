// The contents that Workers make: by what the contract asks for, or with every fault that its checks could find.
import type { WorkContract } from '../../../core/protocol/generated/documents.ts';
import type { Hand } from './mission-plan.ts';
import type { Behaviour } from './troubles.ts';

interface Task {
  readonly label: string;
  readonly rows: number;
  readonly total: number;
}

export function contentFor(
  { constraints }: WorkContract,
  part: string,
  epoch: number,
  { principal }: Hand,
  behaviour: Behaviour,
): string {
  const task = (constraints?.['task'] ?? { label: 'other', rows: 1, total: 0 }) as Task;
  const isBad = behaviour === 'bad-output';
  const rows = Array.from({ length: task.rows }, (_none, n) => ({ row: n + 1 }));
  return JSON.stringify({
    label: task.label,
    part,
    // Every term makes contents of its own.
    made: `${principal.label} ${epoch} ${behaviour}`,
    status: isBad ? 'partial' : 'complete',
    rows: isBad ? [] : rows,
    total: isBad ? task.total + 1 : task.total,
    note: isBad ? 'some of it is to be done' : '',
  });
}
