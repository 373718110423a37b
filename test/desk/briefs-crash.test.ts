// A run of a brief whose host is killed: it goes on in the next one, and nothing of it happens twice.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BriefHost } from './brief-host.ts';
import { LIMIT } from './brief-person.ts';
import { PATIENCE_MS, valueOf } from './desk-client.ts';

let host: BriefHost;
beforeAll(async () => {
  host = await BriefHost.found({ isApart: true });
}, PATIENCE_MS);
afterAll(() => host.close(), PATIENCE_MS);

test(
  'IDM-001, IDM-008: killed after the Mission was accepted and again in the middle of work, it ends as one Mission, and every step of it once',
  LIMIT,
  async () => {
    const wish = await host.wish('by-itself', await host.newInput());
    // With the answer of the Authority to the first Command of the human, which creates the Mission.
    await host.arm('answered');
    const { runId } = valueOf(await host.client.briefs.run(wish));
    await host.startAfterDeath();
    await host.unlock();
    const isBegun = (phase: string) => phase !== 'planned' && phase !== 'ready' && phase !== 'offered';
    await host.row(runId, ({ items }) =>
      items.some((item) => isBegun(item.phase) && item.name === 'inventory'),
    );
    // By force, with Workers that hold work.
    await host.stop();
    await host.start();
    await host.unlock();
    const { groupId } = await host.row(runId, ({ phase }) => phase === 'awaiting-approval');

    const { connectionId } = host;
    const missions = await host.state(
      (options) => host.client.missions.follow(undefined, options),
      ({ rows }) => rows.length > 0,
    );
    expect(missions.rows.map((row) => row.groupId)).toEqual([groupId]);
    const history = await host.state(
      (options) => host.client.history.follow({ connectionId, groupId }, options),
      ({ rows }) => rows.some(({ kind }) => kind === 'mission.submitted_for_approval'),
    );
    const counts = new Map<string, number>();
    for (const { kind } of history.rows) counts.set(kind, (counts.get(kind) ?? 0) + 1);
    expect(counts.get('mission.created')).toBe(1);
    expect(counts.get('mission.submitted_for_approval')).toBe(1);
    // Three pieces of work and a review.
    expect(counts.get('work.authorized')).toBe(4);
    expect(counts.get('work.result.accepted')).toBe(4);
    await host.stop();
    // Nobody has ended them: they notice.
    await host.workersEnd(runId);
  },
);
