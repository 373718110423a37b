import { describe, expect, test } from 'vitest';
import type {
  BriefNeed,
  BriefRunInput,
  BriefRunNotes,
  BriefRunStep,
} from '../coordinator/brief-run/run-types.ts';
import { planBrief } from '../coordinator/briefs/plan-brief.ts';
import { readBrief } from '../coordinator/briefs/resolve-brief.ts';
import { MemoryWorld, SINGLE } from '../domain/world.ts';
import { hashContent } from '../protocol/hash.ts';
import { refuseEvidence } from '../protocol/registry.ts';
import { createError } from '../protocol/error-codes.ts';
import { encodeBase64Url } from '../protocol/base64url.ts';
import type { AgentCard, Event, Evidence } from '../protocol/generated/documents.ts';
import type { SessionChange } from '../sync/agent-link.ts';
import { type CommandReport, MissionLoop, type MissionLoopOptions } from './mission-loop.ts';
import type { OwnerOutcome } from './mission-owner.ts';
import { composeCard } from './worker-card.ts';

const NOW = Date.UTC(2026, 4, 4, 9);
const BRIEF = `brief: 1
title: A note
objective: Write one note.
definitionOfDone: [{ id: done, text: It is there., evidence: [human_review] }]
budget: { toolCalls: 10 }
deadline: { in: 1h }
workers: { writer: { agent: "urn:example:agent:writer", capabilities: [notes.write@1.0.0] } }
work:
  note:
    goal: Write it.
    capability: notes.write
    deliverables: [note.md]
    accept: [{ id: written, text: It is there., evidence: [deterministic_test] }]
`;

function planOf() {
  const brief = readBrief(Buffer.from(BRIEF), { format: 'yaml', startMs: NOW });
  if (!brief.ok) throw new Error(JSON.stringify(brief.fault));
  const plan = planBrief(brief.value, {
    missionId: 'urn:example:mission',
    ownerId: 'urn:example:human:owner',
    coordinatorAgentId: 'urn:example:agent:coordinator',
    agentIds: new Map(),
  });
  if (!plan.ok) throw new Error(plan.fault.reason);
  return plan.value;
}

function cardOf(agentId: string): AgentCard {
  const at = '2026-05-04T08:00:00Z';
  const unsigned = composeCard({
    agentId,
    displayName: 'coordinator',
    keyId: 'urn:example:key',
    publicKey: 'A'.repeat(43),
    organizationId: 'urn:example:organization',
    origin: 'https://localhost',
    owner: { type: 'human', id: 'urn:example:human:owner' },
    capabilities: [{ id: 'heddle.coordination', version: '1.0.0' }],
    slots: 1,
    validFrom: at,
    issuedAt: at,
  });
  const signature = {
    algorithm: 'Ed25519',
    keyId: 'urn:example:key',
    createdAt: at,
    value: 'A'.repeat(86),
  } as const;
  return { ...unsigned, signature };
}

/** A loop whose owner answers by hand, in a world that only the test changes. */
function stageOf(changes: Partial<MissionLoopOptions> = {}) {
  const plan = planOf();
  const world = new MemoryWorld();
  const submitted: PromiseWithResolvers<OwnerOutcome>[] = [];
  const reports: CommandReport[] = [];
  const timers = new Set<{ readonly atMs: number; readonly action: () => void }>();
  const clock = { nowMs: NOW };
  let applied: (groupId: string, events: readonly Event[]) => void = () => {};
  let session: (change: SessionChange) => void = () => {};
  const loop = new MissionLoop({
    plan,
    link: {
      world,
      now: () => clock.nowMs + 0.5,
      onApplied: (listener) => {
        applied = listener;
        return () => {
          applied = () => {};
        };
      },
      onSession: (listener) => {
        session = listener;
        return () => {};
      },
      submit: () => Promise.reject(new Error('the Coordinator has nothing to say yet')),
    },
    reviewPorts: () => {
      throw new Error('nothing is reviewed here');
    },
    owner: {
      submit: () => {
        const answer = Promise.withResolvers<OwnerOutcome>();
        submitted.push(answer);
        return answer.promise;
      },
    },
    sign: (_kind, unsigned) => unsigned,
    cards: [cardOf(plan.coordinatorAgentId)],
    history: new Map(),
    ask: async () => undefined,
    after: (delayMs, action) => {
      const timer = { atMs: clock.nowMs + delayMs, action };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    onStep: () => {},
    onCommand: (report) => reports.push(report),
    ...changes,
  });
  const apply = (sequence: number) => {
    world.apply([{ kind: 'head', groupId: plan.groupId, id: SINGLE, value: { sequence } } as never]);
    applied(plan.groupId, []);
  };
  const pass = (ms: number) => {
    clock.nowMs += ms;
    for (const timer of [...timers].filter(({ atMs }) => atMs <= clock.nowMs)) {
      timers.delete(timer);
      timer.action();
    }
  };
  return {
    loop,
    plan,
    world,
    submitted,
    reports,
    apply,
    pass,
    session: (change: SessionChange) => session(change),
  };
}

/** A step with one Command of the owner, in which a document has to be signed. */
function oneSignedIntent(): BriefRunStep {
  const plan = planOf();
  return {
    phase: 'working',
    intents: [
      {
        intentId: 'approve',
        author: 'owner',
        reason: { code: 'approve-mission', values: {} },
        signs: [{ kind: 'approval', path: ['approval'], by: 'owner' }],
        draft: {
          kind: 'mission.approve',
          groupId: plan.groupId,
          // Nobody looks at it here.
          payload: { approval: {} } as never,
        },
      },
    ],
    questions: [],
    needs: [],
    obstacles: [],
    progress: [],
    wakeAtMs: undefined,
    archiveGroupId: undefined,
    outcome: undefined,
  };
}

const CONTENT = Buffer.from('a note');
const NO_PORTS = {
  keys: () => refuseEvidence('unavailable', 'nobody reads the Registry here'),
  runCheck: () => Promise.reject(new Error('nothing is run here')),
};

const FETCH: BriefNeed['need'] = {
  kind: 'content',
  contentHash: hashContent(CONTENT),
  mediaType: 'text/plain',
  maxBytes: CONTENT.length,
};

const EVIDENCE_ID = 'urn:example:evidence';
/** Of the right form, by a key that nobody knows. */
const SIGNED_EVIDENCE: Evidence = {
  evidenceId: EVIDENCE_ID,
  missionId: 'urn:example:mission',
  groupId: 'urn:example:mission:group',
  workItemId: 'urn:example:work',
  type: 'deterministic_test',
  subject: { type: 'work_item', id: 'urn:example:work' },
  criterionIds: ['written'],
  method: 'looked',
  result: 'passed',
  artifactHashes: [],
  generatedBy: { type: 'agent', id: 'urn:example:agent:writer' },
  createdAt: '2026-05-04T08:30:00Z',
  signature: {
    algorithm: 'Ed25519',
    keyId: 'urn:example:key:unknown',
    createdAt: '2026-05-04T08:30:00Z',
    value: encodeBase64Url(Buffer.from(`${'58'.padEnd(64, '6')}${'01'.padEnd(64, '0')}`, 'hex')),
  },
};

/** Steps that want one thing until it is known, whatever became of it; with the notes that they saw. */
function oneNeed(wanted: BriefNeed['need'] = FETCH) {
  const { groupId } = planOf();
  const need: BriefNeed = {
    groupId,
    workItemId: 'urn:example:work',
    revision: 3,
    need: wanted,
  };
  const seen: BriefRunNotes[] = [];
  const decide = ({ notes }: BriefRunInput): BriefRunStep => {
    seen.push(notes);
    const facts = notes.facts.get(need.workItemId);
    const isKnown = facts !== undefined && facts.contents.size + facts.signatures.size === 1;
    return { ...oneSignedIntent(), intents: [], needs: isKnown ? [] : [need] };
  };
  return { need, decide, seen };
}

/** Lets everything happen that needs no further news. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
}

function refusal(retryAfterMs: number): OwnerOutcome {
  const error = createError('RATE_LIMITED', {
    message: 'later',
    retryAfterMs,
    occurredAt: '2026-05-04T09:00:00Z',
  });
  return { status: 'refused', error };
}

describe('the loop', () => {
  test('what was refused for now is sent again after its pause, and not before', async () => {
    const { loop, submitted, reports, pass } = stageOf();
    const end = loop.run();
    await settle();
    expect(submitted).toHaveLength(1);
    submitted[0]?.resolve(refusal(3_000));
    await settle();
    pass(2_999);
    await settle();
    expect(submitted).toHaveLength(1);
    pass(2);
    await settle();
    expect(submitted).toHaveLength(2);
    expect(reports).toMatchObject([{ status: 'refused', error: { code: 'RATE_LIMITED' } }]);
    loop.stop();
    expect(await end).toEqual({ kind: 'stopped' });
  });

  test('what was accepted counts only once its Event is here, so it is never done twice', async () => {
    const { loop, plan, submitted, reports, apply } = stageOf();
    const end = loop.run();
    await settle();
    submitted[0]?.resolve({ status: 'accepted', event: { groupId: plan.groupId, sequence: 2 } as Event });
    await settle();
    apply(1);
    await settle();
    expect([submitted.length, reports.length]).toEqual([1, 0]);
    apply(2);
    await settle();
    expect(reports).toMatchObject([{ status: 'accepted', intent: { draft: { kind: 'mission.create' } } }]);
    loop.stop();
    expect(await end).toEqual({ kind: 'stopped' });
  });

  test('one Command at a time, however much happens meanwhile', async () => {
    const { loop, submitted, apply } = stageOf();
    const end = loop.run();
    for (let sequence = 1; sequence < 20; sequence += 1) {
      apply(sequence);
      await settle();
    }
    expect(submitted).toHaveLength(1);
    loop.stop();
    await end;
  });

  test('stopped, it waits for no answer', async () => {
    const { loop } = stageOf();
    const end = loop.run();
    await settle();
    loop.stop();
    expect(await end).toEqual({ kind: 'stopped' });
  });

  test('WS-016: it leaves the Mission to another process that connects as its Coordinator', async () => {
    const { loop, session } = stageOf();
    const end = loop.run();
    await settle();
    session({ kind: 'replaced', session: undefined });
    expect(await end).toEqual({ kind: 'replaced' });
  });

  test('nothing is signed while nobody can sign; afterwards it is decided anew', async () => {
    const kept: string[] = [];
    let isPaused = true;
    const { loop, submitted, apply } = stageOf({
      canSign: () => !isPaused,
      keep: async ({ intentId }) => {
        kept.push(intentId);
      },
    });
    const end = loop.run();
    await settle();
    apply(1);
    await settle();
    expect([submitted.length, kept.length]).toEqual([0, 0]);
    isPaused = false;
    loop.look();
    await settle();
    // Kept before it is signed: the same Action ID after a crash (IDM-001).
    expect([submitted.length, kept.length]).toEqual([1, 1]);
    loop.stop();
    await end;
  });

  test('a key that is locked at the very moment of signing is waited for', async () => {
    const { loop, submitted, reports } = stageOf({
      canSign: () => !isLocked,
      keep: async () => {
        isLocked = true;
      },
      decide: () => oneSignedIntent(),
      sign: () => {
        if (isLocked) throw new Error('locked');
        return {};
      },
    });
    let isLocked = false;
    const end = loop.run();
    await settle();
    expect([submitted.length, reports.length]).toEqual([0, 0]);
    loop.stop();
    expect(await end).toEqual({ kind: 'stopped' });
  });

  test('WORK-062: what a review needs is fetched once, and known for the next step', async () => {
    const { need, decide, seen } = oneNeed();
    let fetched = 0;
    const { loop } = stageOf({
      decide,
      reviewPorts: () => ({
        ...NO_PORTS,
        fetchContent: async () => {
          fetched += 1;
          return { ok: true, bytes: CONTENT };
        },
      }),
    });
    const end = loop.run();
    loop.look();
    await settle();
    const facts = seen.at(-1)?.facts.get(need.workItemId);
    expect(facts?.contents.get(hashContent(CONTENT))).toMatchObject({ status: 'intact', text: 'a note' });
    expect(fetched).toBe(1);
    loop.stop();
    await end;
  });

  test('WORK-062: a content that cannot be had is noted with the moment to ask again', async () => {
    const { need, decide, seen } = oneNeed();
    const { loop } = stageOf({
      decide,
      reviewPorts: () => ({ ...NO_PORTS, fetchContent: async () => ({ ok: false, problem: 'gone' }) }),
    });
    const end = loop.run();
    await settle();
    const facts = seen.at(-1)?.facts.get(need.workItemId);
    expect(facts?.contents.get(hashContent(CONTENT))).toEqual({ status: 'unavailable', problem: 'gone' });
    expect([...(facts?.retryAtMs.values() ?? [])]).toEqual([NOW + 5_000]);
    loop.stop();
    await end;
  });

  test('SIG-031: a key that was bound a moment ago is waited for before a signature is doubted', async () => {
    const { need, decide, seen } = oneNeed({ kind: 'signature', document: 'evidence', id: EVIDENCE_ID });
    let refreshed = 0;
    const { loop, plan, world, pass } = stageOf({
      decide,
      reviewPorts: () => ({
        ...NO_PORTS,
        fetchContent: () => Promise.reject(new Error('nothing is fetched here')),
        refreshKeys: async () => {
          refreshed += 1;
        },
      }),
    });
    const value = SIGNED_EVIDENCE;
    world.apply([{ kind: 'evidence', groupId: plan.groupId, id: EVIDENCE_ID, value } as never]);
    const end = loop.run();
    await settle();
    expect([refreshed, seen.at(-1)?.facts.size]).toEqual([1, 0]);
    for (let tries = 2; tries <= 6; tries += 1) {
      pass(5_000);
      await settle();
    }
    // Nobody knows it after all: then the review says so.
    const facts = seen.at(-1)?.facts.get(need.workItemId);
    expect([...(facts?.signatures.values() ?? [])]).toEqual([
      { status: 'invalid', reason: 'registry-refused' },
    ]);
    expect(refreshed).toBe(6);
    loop.stop();
    await end;
  });

  test('what breaks inside is told, not swallowed', async () => {
    const { loop, submitted } = stageOf({
      onStep: () => {
        throw new Error('no room');
      },
    });
    await expect(loop.run()).rejects.toThrow('no room');
    expect(submitted).toEqual([]);
  });
});
