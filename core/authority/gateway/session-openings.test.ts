// The rate of sessions for each Agent, and that it takes no more memory than it may.
import { expect, test } from 'vitest';
import { SessionOpenings } from './session-openings.ts';

const LIMITS = { sessionBurst: 2, sessionRefillMs: 10_000, rememberedAgents: 3 };

test('a burst, then one each interval, for each Agent by itself', () => {
  const openings = new SessionOpenings(LIMITS);
  expect(['a', 'a', 'a', 'b'].map((agentId) => openings.take(agentId, 0))).toEqual([0, 0, 10_000, 0]);
  expect(openings.take('a', 4_000)).toBe(6_000);
  expect([openings.take('a', 10_000), openings.take('a', 10_000)]).toEqual([0, 10_000]);
});

test('the Agents that asked last are remembered, and no more', () => {
  const openings = new SessionOpenings(LIMITS);
  for (const agentId of ['a', 'a', 'b', 'b', 'c', 'c']) openings.take(agentId, 0);
  // Refused, but it has asked: now `b` is the one that asked longest ago.
  expect(openings.take('a', 0)).toBeGreaterThan(0);
  openings.take('d', 0);
  expect(openings.take('a', 0)).toBeGreaterThan(0);
  expect(openings.take('c', 0)).toBeGreaterThan(0);
  expect(openings.take('b', 0)).toBe(0);
});
