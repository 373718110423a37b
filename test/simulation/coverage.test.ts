// What the histories are worth: over fixed seeds every kind of Command is accepted and refused, with every code. Fixed,
// because a run this small cannot promise every rare kind for any seed.
import { expect, test } from 'vitest';
import { COMMAND_KINDS, findGaps, REFUSAL_CODES } from '../../core/simulation/coverage.ts';
import { runHistory } from '../../core/simulation/run.ts';
import { addTally, emptyTally } from '../../core/simulation/tally.ts';

test('the histories of fixed seeds accept and refuse every kind of Command, with every code', async () => {
  const total = emptyTally();
  for (let seed = 1; seed <= 60; seed += 1) {
    addTally(total, (await runHistory({ seed, steps: 200, mode: 'fast' })).tally);
  }
  const { neverAccepted, neverRefused, neverSeen } = findGaps(total);
  expect({ neverAccepted, neverRefused, neverSeen }).toEqual({
    neverAccepted: [],
    neverRefused: [],
    neverSeen: [],
  });
  // Whole life cycles, up to approvals and archives, and not only first steps.
  expect(total.acceptedByKind['mission.approve'] ?? 0).toBeGreaterThan(15);
  expect(total.acceptedByKind['work.accept_result'] ?? 0).toBeGreaterThan(80);
  expect(total.refused).toBeGreaterThan(2_000);
  expect(COMMAND_KINDS).toHaveLength(38);
  expect(REFUSAL_CODES).toHaveLength(24);
});
