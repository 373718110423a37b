// The judge itself: histories that are sound but for one thing broken by hand, and what it says to each. A judge that
// stays silent here would prove nothing anywhere else.
import { beforeAll, describe, expect, test } from 'vitest';
import { MemoryWorld } from '../../core/domain/world.ts';
import type { Event } from '../../core/protocol/generated/documents.ts';
import { checkLiveState } from '../../core/simulation/model/compare.ts';
import { Model, objectionOf, type Observation } from '../../core/simulation/model.ts';
import { MODEL_SERVICES } from '../../core/simulation/organization.ts';
import { recordHistory } from '../../core/simulation/run.ts';
import { findDifference, rebuild } from '../../core/simulation/state-text.ts';

/** A JSON object whose members a test may change. */
interface Loose {
  [name: string]: Loose;
}

const histories: (readonly Observation[])[] = [];

beforeAll(async () => {
  for (let seed = 1; histories.length < 16 && seed < 40; seed += 1) {
    try {
      histories.push((await recordHistory({ seed, steps: 200, mode: 'fast' })).observations);
    } catch {
      // A history that is not sound says nothing about the judge; other tests are about it.
    }
  }
  // The machine may be busy with other files.
}, 60_000);

type Chosen = (event: Event, observation: Observation) => boolean;

/** Replaces the first Event of a kind that fits, with its Command, and answers with the first objection. */
function judgeBroken(
  kind: string,
  change: (parts: { event: Loose; payload: Loose; command: Loose; observation: Observation }) => void,
  fits: Chosen = () => true,
): string | undefined {
  for (const history of histories) {
    const at = history.findIndex(({ added, ...rest }) =>
      added.some(({ event }) => event.kind === kind && fits(event, { added, ...rest })),
    );
    const observation = history[at];
    if (observation === undefined) continue;
    return judge([...history.slice(0, at), breakOne(observation, kind, change, fits)]);
  }
  throw new Error(`no recorded history has such a ${kind}`);
}

function breakOne(
  observation: Observation,
  kind: string,
  change: Parameters<typeof judgeBroken>[1],
  fits: Chosen,
): Observation {
  const copy = structuredClone({ command: observation.command, added: observation.added });
  const chosen = copy.added.find(({ event }) => event.kind === kind && fits(event, observation));
  if (chosen === undefined || copy.command === undefined) throw new Error('the copy lacks the Event');
  const event = chosen.event as unknown as Loose;
  const command = copy.command as unknown as Loose;
  change({ event, payload: event['payload'] as Loose, command, observation });
  return { ...observation, ...copy };
}

function judge(observations: readonly Observation[]): string | undefined {
  const model = new Model(MODEL_SERVICES);
  for (const observation of observations) {
    const objection = objectionOf(() => model.observe(observation));
    if (objection !== undefined) return objection.invariant;
  }
  return undefined;
}

/** Sets a member whose type does not matter. */
function set(target: Loose | undefined, name: string, value: unknown): void {
  if (target === undefined) throw new Error(`nothing to set ${name} in`);
  target[name] = value as Loose;
}

function isByAgent(event: Event): boolean {
  return event.actor.type === 'agent';
}

/** A Message in one root Mission while another root Mission is there. */
function findMessageBesideAnotherRoot() {
  for (const history of histories) {
    const roots: string[] = [];
    for (const [at, observation] of history.entries()) {
      for (const { event } of observation.added) {
        const mission = event.payload['mission'] as Loose | undefined;
        const isFounded = event.kind === 'mission.created' || event.kind === 'mission.follow_up.created';
        if (isFounded && mission?.['parent'] === undefined) roots.push(event.groupId ?? '');
      }
      const groupId = observation.command?.groupId ?? '';
      const otherGroupId = roots.find((each) => each !== groupId);
      const isMessage = observation.added[0]?.event.kind === 'message.posted';
      if (isMessage && otherGroupId !== undefined && roots.includes(groupId)) {
        return { before: history.slice(0, at), observation, otherGroupId };
      }
    }
  }
  throw new Error('no recorded history has two root Missions and a Message');
}

describe('the judge', () => {
  test('is content with sound histories', () => {
    expect(histories.length).toBe(16);
    for (const history of histories) expect(judge(history)).toBeUndefined();
  });

  test('INV-01: a second Mission in a Group', () => {
    const invariant = judgeBroken(
      'mission.child.created',
      () => {},
      () => true,
    );
    expect(invariant).toBeUndefined();
    const broken = judgeBroken(
      'mission.created',
      ({ payload, observation }) => {
        const parent = (payload['mission'] as Loose)['parent'] as Loose;
        set(payload['mission'], 'missionId', parent['missionId']);
        expect(observation.added.length).toBeGreaterThan(1);
      },
      (event) => (event.payload['mission'] as Loose)['parent'] !== undefined,
    );
    expect(broken).toBe('INV-01');
  });

  test('INV-02: a Message with authority, or one that carries a lease', () => {
    expect(judgeBroken('message.posted', ({ payload }) => set(payload['message'], 'authority', true))).toBe(
      'INV-02',
    );
    expect(judgeBroken('message.posted', ({ payload }) => set(payload, 'announcement', {}))).toBeUndefined();
    expect(judgeBroken('message.posted', ({ payload }) => set(payload, 'permissions', ['pay']))).toBe(
      'INV-02',
    );
    const byMessage = judgeBroken(
      'work.cancelled',
      ({ command }) => {
        set(command, 'kind', 'message.post');
        Reflect.deleteProperty(command, 'expectedRevision');
      },
      (event) => event.cause.type === 'command',
    );
    expect(byMessage).toBe('INV-02');
  });

  test('INV-03: work under a lease of another Session, or under one that has ended', () => {
    expect(judgeBroken('work.started', ({ payload }) => set(payload['lease'], 'sessionEpoch', 99))).toBe(
      'INV-03',
    );
    const late = judgeBroken('artifact.published', ({ command, observation }) => {
      const leases = observation.command?.payload['executionLeaseId'];
      set(command['payload'], 'executionLeaseId', `${String(leases)}x`);
    });
    expect(late).toBe('INV-03');
  });

  test('INV-04: a Command of a former Session', () => {
    const broken = judgeBroken(
      'work.offer.created',
      ({ command }) => set(command, 'sessionEpoch', 77),
      isByAgent,
    );
    expect(broken).toBe('INV-04');
  });

  test('INV-05: a result of a former owner, a second owner, a reused epoch', () => {
    const stale = judgeBroken('work.submitted', ({ command }) =>
      set(command['payload'], 'ownershipEpoch', 88),
    );
    expect(stale).toBe('INV-05');
    const reused = judgeBroken('work.offer.accepted', ({ payload }) => {
      const owner = (payload['workItem'] as Loose)['owner'] as Loose;
      set(owner, 'ownershipEpoch', 0);
    });
    expect(reused).toBe('INV-05');
    const foreign = judgeBroken('work.offer.accepted', ({ command }) =>
      set(command['payload'], 'offerId', 'urn:x:y'),
    );
    expect(foreign).toBe('INV-05');
  });

  test('INV-06: bytes of an old Event, a Message twice, a contract in passing', () => {
    const [history = []] = histories;
    const model = new Model(MODEL_SERVICES);
    for (const observation of history) model.observe(observation);
    const texts = history.flatMap(({ added }) => added.map(({ text }) => text));
    expect(objectionOf(() => model.checkTexts(texts))).toBeUndefined();
    expect(objectionOf(() => model.checkTexts(texts.with(3, `${texts[3] ?? ''} `)))?.invariant).toBe(
      'INV-06',
    );
    expect(objectionOf(() => model.checkTexts(texts.slice(1)))?.invariant).toBe('INV-06');
    const twice = judgeBroken('message.corrected', ({ payload }) => {
      const message = payload['message'] as Loose;
      set(message, 'messageId', message['targetMessageId']);
    });
    expect(twice).toBe('INV-06');
    const contract = judgeBroken('work.started', ({ payload }) => {
      set((payload['workItem'] as Loose)['contract'], 'goal', 'something else');
    });
    expect(contract).toBe('INV-06');
  });

  test('INV-07: a Command that writes to an unrelated Group', () => {
    const found = findMessageBesideAnotherRoot();
    const added = found.observation.added.map(({ event, text }) => ({
      event: { ...event, groupId: found.otherGroupId },
      text,
    }));
    expect(judge([...found.before, { ...found.observation, added }])).toBe('INV-07');
  });

  test('INV-08: a transition twice, an Event id twice, two primary Events', () => {
    const [history = []] = histories;
    const at = history.findIndex(
      ({ added }) => added.length === 1 && added[0]?.event.kind === 'work.authorized',
    );
    const again = history[at];
    if (again === undefined) throw new Error('nothing was authorized');
    expect(judge([...history.slice(0, at + 1), again])).toBe('INV-08');
    const id = history[0]?.added[0]?.event.eventId;
    expect(
      judgeBroken('work.authorized', ({ event, observation }) => {
        set(event, 'eventId', id);
        expect(observation.answer.kind).toBe('accepted');
      }),
    ).toBe('INV-08');
    const primaries = judgeBroken('mission.child.created', ({ event }) =>
      set(event, 'cause', { type: 'event', id: 'urn:x:y' }),
    );
    expect(primaries).toBe('INV-08');
  });

  test('INV-09: a document of another Group', () => {
    const broken = judgeBroken('message.posted', ({ payload }) =>
      set(payload['message'], 'groupId', 'urn:x:group'),
    );
    expect(broken).toBe('INV-09');
    const artifact = judgeBroken('artifact.published', ({ payload }) =>
      set(payload['artifact'], 'sourceArtifactHashes', [`sha256:${'9'.repeat(64)}`]),
    );
    expect(artifact).toBe('INV-09');
  });

  test('INV-10: an Approval of another set, of another revision, by somebody else', () => {
    const approval = (change: (document: Loose) => void) =>
      judgeBroken('mission.approved', ({ payload }) => change(payload['approval'] as Loose));
    expect(approval((document) => set(document, 'artifactHashes', []))).toBe('INV-10');
    expect(approval((document) => set(document, 'missionRevision', 0))).toBe('INV-10');
    expect(approval((document) => set(document, 'approver', { type: 'agent', id: 'urn:x:agent' }))).toBe(
      'INV-10',
    );
    expect(approval((document) => set(document, 'decision', 'denied'))).toBe('INV-10');
  });

  test('INV-11: usage above a limit, a contract above its Mission in budget or resources, a child that is permitted more', () => {
    const usage = judgeBroken('ext.missionweaveprotocol.core.resource_usage_recorded', ({ payload }) => {
      const cumulative = payload['cumulativeUsage'] as unknown as { [name: string]: number };
      const delta = payload['usageDelta'] as unknown as { [name: string]: number };
      const before = (cumulative['toolCalls'] ?? 0) - (delta['toolCalls'] ?? 0);
      delta['toolCalls'] = 1_000_000;
      cumulative['toolCalls'] = before + 1_000_000;
    });
    expect(usage).toBe('INV-11');
    const contract = judgeBroken('work.authorized', ({ payload }) => {
      const budget = ((payload['workItem'] as Loose)['contract'] as Loose)['budget'];
      set(budget, 'modelTokenLimit', 10_001);
    });
    expect(contract).toBe('INV-11');
    const allowed = judgeBroken('work.authorized', ({ payload }) => {
      const grants = [{ resource: 'urn:x:resource', operations: ['payment.send'] }];
      set((payload['workItem'] as Loose)['contract'], 'allowedResources', grants);
    });
    expect(allowed).toBe('INV-11');
    const child = judgeBroken(
      'mission.created',
      ({ payload }) => set(payload, 'permissions', ['payment.send']),
      (event) => (event.payload['mission'] as Loose)['parent'] !== undefined,
    );
    expect(child).toBe('INV-11');
  });

  test('INV-12: a Message where nobody who leads can see it, a leader who is no member', () => {
    const hidden = judgeBroken('message.posted', ({ payload }) =>
      set(payload['message'], 'conversationId', 'urn:x:conversation'),
    );
    expect(hidden).toBe('INV-12');
    const blind = judgeBroken('mission.created', ({ payload }) => {
      const memberships = payload['memberships'] as unknown as Loose[];
      for (const membership of memberships) set(membership, 'visibilityStartSequence', 5);
    });
    expect(blind).toBe('INV-12');
  });

  test('INV-13: private reasoning in the log, a decision without what audit needs', () => {
    expect(judgeBroken('work.offer.accepted', ({ payload }) => set(payload, 'reasoningTrace', {}))).toBe(
      'INV-13',
    );
    const silent = judgeBroken('work.offer.created', ({ payload }) => {
      Reflect.deleteProperty(payload, 'selectionBasis');
    });
    expect(silent).toBe('INV-13');
  });
});

describe('the judge beside the thirteen', () => {
  test('the log: gaps, Events of a refused Command, receipts that change', () => {
    expect(judgeBroken('work.proposed', ({ event }) => set(event, 'sequence', 999))).toBe('EVT-001');
    const [history = []] = histories;
    const at = history.findIndex(({ added }) => added.some(({ event }) => event.kind === 'work.authorized'));
    const known = history[at];
    if (known === undefined) throw new Error('nothing was authorized');
    const refused: Observation = {
      ...known,
      answer: { kind: 'refused', code: 'AUTH_FORBIDDEN', rule: '', message: '' },
    };
    expect(judge([...history.slice(0, at), refused])).toBe('REFUSED');
    const other: Observation = {
      ...known,
      added: [],
      answer: { kind: 'accepted', primaryEventId: 'urn:x:y', isRepeat: true },
    };
    expect(judge([...history.slice(0, at + 1), other])).toBe('IDM-001');
    expect(judge([...history.slice(0, at + 1), { ...other, signingHash: 'sha256:0' }])).toBe('IDM-002');
  });

  test('revisions, epochs, states', () => {
    const skip = judgeBroken('work.started', ({ event, payload }) => {
      set(payload['workItem'], 'revision', 50);
      set(event, 'aggregateRevision', 50);
    });
    expect(skip).toBe('WORK-070');
    expect(judgeBroken('work.authorized', ({ payload }) => set(payload, 'missionRevision', 50))).toBe(
      'REVISION',
    );
    expect(judgeBroken('work.started', ({ command }) => set(command, 'expectedRevision', 50))).toBe(
      'REV-001',
    );
    expect(
      judgeBroken('membership.changed', ({ payload }) => set(payload['membership'], 'membershipEpoch', 50)),
    ).toBe('EPOCH');
    expect(judgeBroken('work.proposed', ({ command }) => set(command, 'membershipEpoch', 50))).toBe(
      'MEM-002',
    );
    const state = judgeBroken('work.started', ({ payload }) => set(payload['workItem'], 'state', 'verified'));
    expect(state).toBe('WORK-010');
    const coordinator = judgeBroken(
      'work.offer.created',
      ({ command }) => set(command, 'coordinatorEpoch', 50),
      (event) => event.actor.type === 'agent' && event.payload['delegationGrantId'] === undefined,
    );
    expect(coordinator).toBe('CRD-002');
  });

  test('leases: a closed one that is never closed, and one that is rewritten', () => {
    const open = judgeBroken('work.submitted', ({ payload }) => {
      Reflect.deleteProperty(payload, 'lease');
    });
    expect(open).toBe('LEASE');
    const wrong = judgeBroken('work.submitted', ({ payload }) => set(payload['lease'], 'state', 'expired'));
    expect(wrong).toBe('LSE-008');
  });

  test('the state: another one than the log makes', () => {
    const [history = []] = histories;
    const texts = history.flatMap(({ added }) => added.map(({ text }) => text));
    const world = rebuild(texts);
    expect(findDifference(world, rebuild(texts))).toBeUndefined();
    const model = new Model(MODEL_SERVICES);
    for (const observation of history) model.observe(observation);
    expect(objectionOf(() => checkLiveState(model.picture, world))).toBeUndefined();
    const [entry] = [...world.list('session', '')];
    if (entry === undefined) throw new Error('nobody has a Session');
    const [id, session] = entry;
    world.apply([{ kind: 'session', groupId: '', id, value: { ...session, sessionEpoch: 99 } }]);
    expect(findDifference(world, rebuild(texts))).toContain('session');
    expect(objectionOf(() => checkLiveState(model.picture, world))?.invariant).toBe('STATE');
    expect(findDifference(new MemoryWorld(), rebuild(texts))).toBeDefined();
  });
});
