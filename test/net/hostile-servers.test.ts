// Servers that mean harm, with the right certificate: the client signs nothing for them, believes nothing that it can check,
// and does not drown in what they send.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { encodeBase64Url } from '../../core/protocol/base64url.ts';
import type { Event } from '../../core/protocol/generated/documents.ts';
import { canonicalize } from '../../core/protocol/jcs.ts';
import { signDocument } from '../../core/protocol/sign.ts';
import type { ReplicaStore } from '../../core/store/replica-store.ts';
import { MemoryReplicaStore } from '../../core/store/memory/replica-memory-store.ts';
import { type KeySigner, signerOfLocalKey } from '../../core/sync/key-signer.ts';
import { DEFAULT_SETTINGS } from '../../core/sync/settings.ts';
import type { Principal } from '../harness/organization.ts';
import { type HostileLine, HostileServer, type LooseFrame } from './hostile-server.ts';
import { type NetClient, PAUSE } from './net-client.ts';
import { NetWorld } from './net-world.ts';

let world: NetWorld;
let nextAgent = 0;

beforeAll(async () => {
  world = await NetWorld.open({ agents: 14 });
});
afterAll(() => world.close());

function anAgent(): Principal {
  const agent = world.agents[nextAgent];
  if (agent === undefined) throw new Error('the world has too few Agents');
  nextAgent += 1;
  return agent;
}

/** A key that notes what it was asked to sign. */
function watchedSigner(agent: Principal): { readonly signer: KeySigner; readonly signed: string[] } {
  const signed: string[] = [];
  const real = signerOfLocalKey(agent.signer);
  const sign = (bytes: Uint8Array) => {
    signed.push(Buffer.from(bytes).toString('utf8'));
    return real.sign(bytes);
  };
  return { signer: { ...real, sign }, signed };
}

function canonical(value: object): string {
  const text = canonicalize(value);
  if (!text.ok) throw new Error('not to be canonicalized');
  return text.value;
}

describe('a server that wants something else signed than a proof for itself (WS-013)', () => {
  /** Of the first handshake; it is offered again in later ones. */
  let old: LooseFrame | undefined;
  const transcriptOf = (frame: LooseFrame) =>
    JSON.parse(Buffer.from(String(frame['challenge']), 'base64url').toString('utf8')) as object;
  const setTranscript = (frame: Record<string, unknown>, text: string) => {
    frame['challenge'] = encodeBase64Url(Buffer.from(text));
  };
  const tricks: Readonly<Record<string, (frame: Record<string, unknown>) => void>> = {
    'no transcript at all': (frame) => {
      old = { ...frame };
      setTranscript(frame, 'sign this');
    },
    'the challenge of an earlier handshake': (frame) => {
      Object.assign(frame, old);
    },
    'the same under the nonce of now': (frame) => {
      frame['challenge'] = old?.['challenge'];
    },
    'an earlier challenge under the nonce of now': (frame) => {
      setTranscript(
        frame,
        canonical({ ...transcriptOf(frame), clientNonce: encodeBase64Url(Buffer.alloc(18, 7)) }),
      );
    },
    'a Command': (frame) => {
      setTranscript(
        frame,
        canonical({
          protocolVersion: '0.1',
          actionId: 'urn:heddle:test:action:forged',
          actor: { type: 'agent', id: 'urn:heddle:test:agent:net-worker-1' },
          kind: 'message.post',
          groupId: world.group.groupId,
          issuedAt: new Date().toISOString(),
          payload: { messageId: 'urn:heddle:test:message:forged', content: [] },
        }),
      );
    },
    'a Command inside a transcript': (frame) => {
      setTranscript(frame, canonical({ ...transcriptOf(frame), kind: 'message.post', payload: {} }));
    },
    'the transcript of another Agent': (frame) => {
      setTranscript(
        frame,
        canonical({ ...transcriptOf(frame), agentId: 'urn:heddle:test:agent:somebody-else' }),
      );
    },
    'the transcript of another key': (frame) => {
      setTranscript(frame, canonical({ ...transcriptOf(frame), keyId: 'urn:heddle:test:key:other' }));
    },
    'a transcript in another spelling': (frame) => {
      setTranscript(frame, JSON.stringify(transcriptOf(frame), undefined, 1));
    },
    'a transcript of last week': (frame) => {
      const expiresAt = new Date(Date.now() - 7 * 86_400_000).toISOString();
      setTranscript(frame, canonical({ ...transcriptOf(frame), expiresAt }));
    },
    'another version of the protocol': (frame) => {
      frame['selectedVersion'] = '0.2';
    },
  };

  test('gets no signature, and is tried again only after growing pauses', async () => {
    const agent = anAgent();
    const { signer, signed } = watchedSigner(agent);
    const offers = Object.values(tricks);
    const answers: (LooseFrame | undefined)[] = [];
    const hostile = await HostileServer.open(world, async (line, nth) => {
      const init = await line.frame('HELLO', 'client_init');
      if (init !== undefined) line.challenge(init, offers[nth - 1]);
      answers.push(await line.frame('HELLO', 'client_response'));
    });
    const tested = await world.client(agent, {
      signer,
      gatewayPort: () => (hostile.lines.length < offers.length ? hostile.port : world.port),
      random: { bytes: (count) => crypto.getRandomValues(new Uint8Array(count)), fraction: () => 0.5 },
    });
    tested.client.start();
    await tested.opened();
    expect(answers).toEqual(offers.map(() => undefined));
    // The one signature is for the Authority itself.
    expect(signed).toHaveLength(1);
    expect(tested.faults.map(String).filter((fault) => /not signed|no frame/.test(fault))).toHaveLength(
      offers.length,
    );
    // Half of 20 ms, doubled up to half of 100 ms.
    const pauses = tested.clock.delays.filter((delayMs) => delayMs >= 10);
    expect(pauses.slice(0, offers.length)).toEqual([10, 20, 40, ...offers.slice(3).map(() => 50)]);
  });

  test('a server that says it accepts before anything was proven is not believed', async () => {
    const agent = anAgent();
    const { signer, signed } = watchedSigner(agent);
    const hostile = await HostileServer.open(world, async (line) => {
      await line.frame('HELLO', 'client_init');
      line.say({
        frameType: 'HELLO',
        phase: 'server_accept',
        selectedVersion: '0.1',
        sessionEpoch: 1,
        sessionToken: 'heddle-test-session-token-of-a-hostile-server',
        expiresAt: new Date(Date.now() + 900_000).toISOString(),
      });
    });
    const tested = await world.client(agent, {
      signer,
      gatewayPort: () => (hostile.lines.length < 3 ? hostile.port : world.port),
    });
    tested.client.start();
    await tested.opened();
    expect(tested.sessions.map(({ kind }) => kind)).toEqual(['opened']);
    expect(signed).toHaveLength(1);
  });
});

/** A client that has followed the Group at the Authority, and is then led to another server. */
async function lead({
  act,
  store = new MemoryReplicaStore(),
}: {
  readonly act: (line: HostileLine, nth: number) => Promise<void>;
  readonly store?: ReplicaStore;
}): Promise<{
  readonly tested: NetClient;
  readonly hostile: HostileServer;
  readonly cursor: number;
  goHome: () => void;
}> {
  const hostile = await HostileServer.open(world, act);
  let isLed = false;
  const tested = await world.connect(anAgent(), {
    store,
    gatewayPort: () => (isLed ? hostile.port : world.port),
  });
  const cursor = await cursorOf(tested);
  isLed = true;
  // The Group's Events could still be read there; this is about the gateway alone.
  tested.plane.plan = () => 'refused';
  tested.plane.cut();
  tested.wire.cut();
  return {
    tested,
    hostile,
    cursor,
    goHome: () => {
      isLed = false;
      tested.plane.plan = () => ({});
      tested.wire.cut();
    },
  };
}

async function cursorOf({ store }: NetClient): Promise<number> {
  return (await store.readGroups()).find(({ groupId }) => groupId === world.group.groupId)?.cursor ?? 0;
}

describe('a server that tells what the Authority never said', () => {
  test('DEL-002, DEL-008: gaps, repetitions, foreign Groups and wrong signatures move no Cursor', async () => {
    const liar = anAgent();
    const messages = ['m1', 'm2', 'm3'].map(() => world.newId('message'));
    const poster = await world.connect(anAgent());
    const asked = Promise.withResolvers<HostileLine>();
    const { tested, cursor, goHome } = await lead({
      act: async (line) => {
        await line.welcome(99);
        await line.frame('SUBSCRIBE');
        asked.resolve(line);
      },
    });
    for (const id of messages) await poster.client.submit(poster.message(world.group, id));
    const line = await asked.promise;
    const [first = '', second = '', third = ''] = await world.logTexts(cursor);
    const known = (await world.logTexts())[cursor - 1] ?? '';
    const before = tested.applied.length;
    const resigned = (change: Partial<Event>) => {
      const { signature: _signature, ...unsigned } = JSON.parse(first) as Event;
      const signed = signDocument('event', { ...unsigned, ...change }, liar.signer);
      if (!signed.ok) throw new Error(signed.fault.message);
      return Buffer.from(signed.value.bytes).toString('utf8');
    };
    const lies = [
      third,
      second,
      known,
      known,
      first.replace(messages[0] ?? '', 'urn:heddle:test:message:forged'),
      resigned({}),
      resigned({ acceptedBy: liar.actor }),
      resigned({ groupId: 'urn:heddle:test:group:foreign' }),
      first.replace(world.group.groupId, 'urn:heddle:test:group:foreign'),
      first.slice(0, -20),
      '{}',
    ];
    for (const lie of lies) line.sayEvent(lie);
    const disbelief = (faults: readonly unknown[]) =>
      faults.flatMap((fault) => {
        const [, reason] = /not believed: ([a-z-]+, [a-z-]+)/.exec(String(fault)) ?? [];
        return String(fault).includes('not the Authority') ? ['not the Authority'] : (reason ?? []);
      });
    await tested.until(({ faults }) => disbelief(faults).at(-1) === 'schema, schema-mismatch');
    expect(disbelief(tested.faults)).toEqual([
      'signature, equation',
      'key-resolution, wrong-principal',
      'not the Authority',
      'key-resolution, wrong-principal',
      'signature, equation',
      'parse, not-strict-json',
      'schema, schema-mismatch',
    ]);
    expect([tested.applied.length, await cursorOf(tested)]).toEqual([before, cursor]);
    expect(line.received.filter(({ frameType }) => frameType === 'ACK')).toEqual([]);
    expect(tested.client.groupIds()).toEqual([world.group.groupId]);
    goHome();
    await tested.until(async () => (await cursorOf(tested)) >= cursor + 3);
    expect(tested.applied.map(({ sequence }) => sequence)).toEqual(
      Array.from({ length: cursor + 3 }, (_none, n) => n + 1).slice(-tested.applied.length),
    );
    expect(JSON.stringify(tested.applied)).not.toContain('forged');
  });
});

const MEBIBYTE = 1024 * 1024;
/** What operating system, TLS and proxy may hold of a line that nobody reads. */
const ON_THE_WAY = 24 * MEBIBYTE;

/** Sends again and again, as fast as the other side takes it and no faster. */
async function flood(line: HostileLine, count: number, send: () => void): Promise<void> {
  for (let sent = 0; sent < count && !line.isClosed; sent += 1) {
    send();
    while (line.socket.bufferedAmount > MEBIBYTE / 8 && !line.isClosed)
      await new Promise((resolve) => {
        setTimeout(resolve, 1);
      });
  }
}

/** A disk that takes its time. */
class SlowStore extends MemoryReplicaStore {
  private readonly gate = Promise.withResolvers<void>();
  isSlow = false;

  override async findEvents(...args: Parameters<MemoryReplicaStore['findEvents']>) {
    if (this.isSlow) await this.gate.promise;
    return super.findEvents(...args);
  }

  goOn(): void {
    this.isSlow = false;
    this.gate.resolve();
  }
}

describe('a server that sends too much', () => {
  test('DEL-009: of frames of ten megabytes only so many are taken in while they wait, and none is believed', async () => {
    const frames = 8;
    const store = new SlowStore();
    const event = `{"eventId":"urn:heddle:test:event:large","payload":{"text":"${'x'.repeat(10 * MEBIBYTE)}"}}`;
    let isOver = false;
    const { tested, cursor, goHome } = await lead({
      store,
      act: async (line, nth) => {
        await line.welcome(100 + nth);
        if (nth > 1) return;
        await line.frame('SUBSCRIBE');
        store.isSlow = true;
        await flood(line, frames, () => line.sayEvent(event));
        isOver = true;
      },
    });
    await tested.until(({ sent }) => sent.includes(PAUSE));
    const line = tested.wire.last;
    // Whatever is on its way comes to rest.
    let before = -1;
    await tested.until(async () => {
      const isAtRest = line.passed.down === before;
      before = line.passed.down;
      await tested.ticks(5);
      return isAtRest;
    });
    const bound = DEFAULT_SETTINGS.waitingBytes + 2 * event.length + ON_THE_WAY;
    expect([isOver, line.passed.down < bound]).toEqual([false, true]);
    store.goOn();
    await tested.until(() => isOver);
    goHome();
    await tested.until(({ client }) => client.isCaughtUp(world.group.groupId));
    expect(tested.applied.some(({ eventId }) => eventId === 'urn:heddle:test:event:large')).toBe(false);
    expect(await cursorOf(tested)).toBeGreaterThanOrEqual(cursor);
  });

  test('WS-003: a message of fragments without end is cut off, and the client comes back', async () => {
    const { tested, hostile, goHome } = await lead({
      act: async (line, nth) => {
        await line.welcome(200 + nth);
        if (nth > 1) return;
        await flood(line, Number.POSITIVE_INFINITY, () => line.socket.send(' ', { fin: false }));
      },
    });
    await tested.until(() => hostile.lines[0]?.isClosed === true);
    await tested.until(() => tested.wire.connections[1]?.isOver === true);
    expect(tested.wire.connections[1]?.passed.down).toBeLessThan(ON_THE_WAY);
    await tested.opened(201);
    goHome();
    await tested.client.caughtUp();
  });

  test('DEL-009: answers to PINGs that nobody reads do not pile up: the line is given up', async () => {
    const asked = 150_000;
    let isOver = false;
    const { tested, hostile, goHome } = await lead({
      act: async (line, nth) => {
        await line.welcome(300 + nth);
        if (nth > 1) return;
        line.raw.pause();
        const ping = { frameType: 'PING', nonce: 'aGVkZGxlLXRlc3Q', sentAt: new Date().toISOString() };
        await flood(line, asked, () => line.say(ping));
        line.raw.resume();
        isOver = true;
      },
    });
    await tested.until(() => hostile.lines.length > 1 || isOver);
    const answers = tested.sent.reduce((bytes, text) => bytes + text.length, 0);
    expect(answers).toBeLessThan(ON_THE_WAY);
    expect(tested.losses().at(-1)).toBe('disconnected');
    await tested.opened(301);
    goHome();
    await tested.client.caughtUp();
  });
});
