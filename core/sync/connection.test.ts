import { beforeEach, describe, expect, test } from 'vitest';
import { decodeBase64Url } from '../protocol/base64url.ts';
import { importSeed, satisfiesEquation } from '../protocol/ed25519.ts';
import { canonicalize } from '../protocol/jcs.ts';
import { createLocalSigner } from '../protocol/sign.ts';
import { AuthorityTime } from './authority-time.ts';
import { Connection, type ConnectionListener } from './connection.ts';
import { signerOfLocalKey } from './key-signer.ts';
import { ScriptedServer } from './scripted-server.test-data.ts';
import { DEFAULT_SETTINGS } from './settings.ts';
import { VirtualClock } from './virtual-clock.test-data.ts';

const AGENT = 'urn:heddle:test:agent:a';
const LOCAL = createLocalSigner('urn:heddle:test:key:a', importSeed(new Uint8Array(32).fill(3)));
if (!LOCAL.ok) throw new Error('a test key is strict');
const SIGNER = signerOfLocalKey(LOCAL.value);
const HOUR = 3_600_000;

let clock: VirtualClock;
let server: ScriptedServer;
/** By how much the server's clock is behind ours. */
let skewMs: number;
let time: AuthorityTime;
let connection: Connection;
let told: string[];
let faults: string[];
let troubles: string[];
let signed: Uint8Array[];
let hook: (event: string) => void;
let isLocked: boolean;

beforeEach(() => {
  clock = new VirtualClock();
  skewMs = 0;
  server = new ScriptedServer(() => clock.wallMs() - skewMs);
  time = new AuthorityTime(clock);
  told = [];
  faults = [];
  troubles = [];
  signed = [];
  hook = () => {};
  isLocked = false;
  const tell = (event: string) => {
    told.push(event);
    hook(event);
  };
  const listener: ConnectionListener = {
    opened: ({ sessionEpoch }) => tell(`opened ${sessionEpoch}`),
    frame: ({ frameType }) => tell(`frame ${frameType}`),
    lost: ({ sessionEpoch }, reason) => tell(`lost ${sessionEpoch} ${reason}`),
    replaced: (session) => tell(`replaced ${session?.sessionEpoch}`),
    failed: ({ reason }) => troubles.push(reason),
    woke: (jumpMs) => tell(`woke ${jumpMs}`),
    timeLearned: () => tell('time learned'),
    presence: () => undefined,
    tick: () => {},
  };
  let lastId = 0;
  connection = new Connection({
    identity: {
      agentId: AGENT,
      signer: {
        ...SIGNER,
        sign: (bytes) => {
          if (isLocked) return Promise.reject(new Error('the keychain is locked'));
          signed.push(bytes);
          return SIGNER.sign(bytes);
        },
      },
    },
    dial: server.dial,
    clock,
    random: { bytes: (count) => new Uint8Array(count).fill((lastId += 1)), fraction: () => 0.5 },
    newId: (kind) => `urn:heddle:test:${kind}:${(lastId += 1)}`,
    time,
    settings: DEFAULT_SETTINGS,
    listener,
    onFault: (error) => faults.push(error instanceof Error ? error.message : String(error)),
  });
});

async function turns(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) {
    await new Promise((resolve) => {
      setTimeout(resolve, 1);
    });
  }
}

/** Waits for a signature, which is made on another thread. */
async function untilProven(): Promise<void> {
  while (!server.last.sent.some(({ phase }) => phase === 'client_response')) await turns();
}

async function open(sessionEpoch = 1): Promise<void> {
  server.last.connected();
  server.last.challenge();
  await untilProven();
  server.last.accept(sessionEpoch);
}

async function startAndOpen(): Promise<void> {
  connection.start();
  await open();
}

describe('the handshake of the client', () => {
  test('WS-012: signs exactly the transcript, and opens the Session', async () => {
    await startAndOpen();
    expect(connection.state).toBe('open');
    expect(connection.openSession?.sessionEpoch).toBe(1);
    expect(told).toStrictEqual(['opened 1']);
    const response = server.last.sent.find(({ phase }) => phase === 'client_response');
    const signature = decodeBase64Url(response?.challengeSignature ?? '') ?? new Uint8Array();
    expect(satisfiesEquation(SIGNER.publicKey, signed[0] ?? new Uint8Array(), signature)).toBe(true);
    const members = JSON.parse(Buffer.from(signed[0] ?? []).toString('utf8')) as object;
    expect(Object.keys(members).sort()).toStrictEqual([
      'agentId',
      'challengeId',
      'clientNonce',
      'expiresAt',
      'keyId',
      'protocolVersion',
      'serverNonce',
    ]);
  });

  const canonical = (value: object) => {
    const text = canonicalize(value);
    if (!text.ok) throw new Error('has a canonical form');
    return text.value;
  };

  test.each<[string, object, ((members: Record<string, string>) => string) | undefined]>([
    ['another nonce of ours', { clientNonce: 'AAAAAAAA' }, undefined],
    ['another nonce of its own', { serverNonce: 'AAAAAAAA' }, undefined],
    ['no base64url', { challenge: 'AAAAA' }, undefined],
    ['no JSON', {}, () => 'nonsense'],
    ['a Command', {}, () => canonical({ kind: 'mission.cancel', agentId: AGENT })],
    ['one member more', {}, (members) => canonical({ ...members, kind: 'work.start' })],
    ['one member less', {}, ({ challengeId: _gone, ...members }) => canonical(members)],
    ['the name of another Agent', {}, (members) => canonical({ ...members, agentId: 'urn:a:b' })],
    ['another key', {}, (members) => canonical({ ...members, keyId: 'urn:a:b' })],
    ['another version', {}, (members) => canonical({ ...members, protocolVersion: '0.2' })],
    ['a nonce of another handshake', {}, (members) => canonical({ ...members, clientNonce: 'AAAA' })],
    ['another spelling', {}, (members) => `${canonical(members)} `],
    [
      'a challenge from last year',
      {},
      (members) => canonical({ ...members, expiresAt: '2025-01-01T00:00:00Z' }),
    ],
  ])('WS-013: signs nothing for %s, and tries again later', async (_what, changes, transcript) => {
    connection.start();
    server.last.connected();
    server.last.challenge(changes, transcript);
    await turns();
    expect(signed).toStrictEqual([]);
    expect(faults.join()).toContain('challenge not signed');
    expect(server.last.isOver).toBe(true);
    expect(connection.state).toBe('waiting');
    clock.pass(1_000);
    expect(server.peers).toHaveLength(2);
  });

  test('a wrong clock of our own keeps nobody out: the nonce is what is fresh', async () => {
    skewMs = 2 * HOUR;
    await startAndOpen();
    server.last.ping({ replyToNonce: 'AAAA' });
    expect(time.nowMs()).toBe(clock.wallMs() - 2 * HOUR);
  });

  test('each handshake has a nonce of its own, and one challenge is answered once', async () => {
    connection.start();
    server.last.connected();
    server.last.challenge();
    await untilProven();
    server.last.challenge();
    expect(connection.state).toBe('waiting');
    clock.pass(1_000);
    server.last.connected();
    const nonces = server.peers.map(({ sent }) => JSON.stringify(sent[0]));
    expect(new Set(nonces).size).toBe(2);
    await turns();
    expect(signed).toHaveLength(1);
  });

  test('an answer that is signed too late goes nowhere', async () => {
    connection.start();
    server.last.connected();
    server.last.challenge();
    server.last.closed();
    await turns();
    clock.pass(1_000);
    await turns();
    expect(
      server.peers.flatMap(({ sent }) => sent).filter(({ phase }) => phase === 'client_response'),
    ).toStrictEqual([]);
  });
});

describe('reconnecting', () => {
  test('with full jitter, longer and longer, until a connection has held for a while', async () => {
    connection.start();
    const pauses: number[] = [];
    for (let failure = 0; failure < 4; failure += 1) {
      server.last.closed();
      const before = clock.monotonicMs();
      const count = server.peers.length;
      while (server.peers.length === count) clock.pass(50);
      pauses.push(clock.monotonicMs() - before);
    }
    expect(pauses).toStrictEqual([250, 500, 1_000, 2_000]);
    await open();
    server.last.closed();
    expect(told).toStrictEqual(['opened 1', 'lost 1 disconnected']);
    clock.pass(3_000);
    expect(server.peers).toHaveLength(5);
    clock.pass(2_000);
    expect(server.peers).toHaveLength(6);
    await open(2);
    clock.pass(DEFAULT_SETTINGS.stableMs);
    server.last.closed();
    clock.pass(1_000);
    expect(server.peers).toHaveLength(7);
  });

  test.each([1001, 1002, 1006, 1008, 1011])('after close code %d', async (code) => {
    await startAndOpen();
    server.last.closed(code);
    expect(connection.state).toBe('waiting');
    clock.pass(1_000);
    expect(connection.state).toBe('dialing');
  });

  test.each(['dialing', 'greeting', 'proving'])(
    'a server that says nothing while %s is given up',
    async (phase) => {
      connection.start();
      if (phase !== 'dialing') server.last.connected();
      if (phase === 'proving') {
        server.last.challenge();
        await untilProven();
      }
      expect(connection.state).toBe(phase);
      clock.pass(DEFAULT_SETTINGS.phaseMs + DEFAULT_SETTINGS.tickMs);
      expect(server.peers[0]?.isOver).toBe(true);
      clock.pass(1_000);
      expect(server.peers.length).toBeGreaterThan(1);
    },
  );

  test('no exception in its own path ends the tries: sockets, timers, listeners, signers', async () => {
    server.isBroken = true;
    clock.pass(0);
    connection.start();
    clock.isBroken = true;
    clock.pass(5_000);
    expect(faults.join()).toContain('no socket to be had');
    expect(faults.join()).toContain('no timer to be had');
    server.isBroken = false;
    // Without a timer for it, the steady tick does the retry.
    while (server.peers.length === 0) clock.pass(1_000);
    clock.isBroken = false;
    hook = () => {
      throw new Error('a listener fails');
    };
    await open();
    expect(connection.state).toBe('open');
    server.last.error('RATE_LIMITED');
    server.last.closed();
    clock.pass(60_000);
    server.last.connected();
    expect(connection.state).toBe('greeting');
    expect(faults.filter((fault) => fault === 'a listener fails').length).toBeGreaterThan(2);
  });

  test('a signer that cannot be used now is asked again', async () => {
    connection.start();
    server.last.connected();
    isLocked = true;
    server.last.challenge();
    await turns();
    isLocked = false;
    expect(troubles).toStrictEqual(['key-unusable']);
    expect(faults).not.toContain('the keychain is locked');
    expect(connection.state).toBe('waiting');
    clock.pass(1_000);
    await open();
    expect(connection.state).toBe('open');
  });

  test('what an earlier socket still tells is nobody’s business', async () => {
    await startAndOpen();
    const [old] = server.peers;
    old?.closed();
    clock.pass(1_000);
    await open(2);
    old?.error('AUTH_STALE_SESSION', { fatal: true });
    old?.closed(4001);
    old?.text('nonsense');
    expect(connection.state).toBe('open');
    expect(told).toStrictEqual(['opened 1', 'lost 1 disconnected', 'opened 2']);
  });

  test.each([
    ['text that is no frame', (server_: ScriptedServer) => server_.last.text('nonsense')],
    ['a binary message', (server_: ScriptedServer) => server_.last.binary()],
    ['a second challenge', (server_: ScriptedServer) => server_.last.challenge()],
    ['a second acceptance', (server_: ScriptedServer) => server_.last.accept(9)],
    ['a fatal error', (server_: ScriptedServer) => server_.last.error('PROTOCOL_VIOLATION', { fatal: true })],
  ])('%s ends the connection, not the tries', async (_what, act) => {
    await startAndOpen();
    act(server);
    expect(connection.state).toBe('waiting');
    expect(server.last.isOver).toBe(true);
    expect(told.at(-1)).toMatch(/^lost 1/);
    clock.pass(1_000);
    expect(connection.state).toBe('dialing');
  });

  test('an error that is not fatal leaves the connection as it is (WS-071)', async () => {
    await startAndOpen();
    server.last.error('REVISION_CONFLICT');
    expect(connection.state).toBe('open');
    expect(told.at(-1)).toBe('frame ERROR');
  });
});

describe('why there is no connection', () => {
  test.each([
    ['AUTH_INVALID_SIGNATURE', 'key-not-accepted'],
    ['AUTH_FORBIDDEN', 'no-card'],
    ['RATE_LIMITED', 'later'],
    ['UNSUPPORTED_VERSION', 'other-version'],
  ])('is told when the server ends it with %s', async (code, reason) => {
    connection.start();
    server.last.connected();
    server.last.error(code, { fatal: true });
    expect(troubles).toStrictEqual([reason]);
  });

  test('is told of a server that is silent, breaks off or says nonsense, and of a key that is locked', async () => {
    connection.start();
    clock.pass(DEFAULT_SETTINGS.phaseMs + DEFAULT_SETTINGS.tickMs);
    connection.retry();
    server.last.closed();
    connection.retry();
    server.last.connected();
    server.last.text('nonsense');
    connection.retry();
    server.last.connected();
    isLocked = true;
    server.last.challenge();
    await turns();
    expect(troubles).toStrictEqual(['too-slow', 'cut-off', 'no-authority', 'key-unusable']);
  });

  test('is not told where another runtime has the identity: that is no trouble of the line (WS-016)', async () => {
    await startAndOpen();
    server.last.closed(4001);
    expect(troubles).toStrictEqual([]);
  });

  test('who does not want to wait tries at once, and only then', async () => {
    connection.start();
    server.last.closed();
    expect(connection.state).toBe('waiting');
    connection.retry();
    expect(connection.state).toBe('dialing');
    await open();
    connection.retry();
    expect(connection.state).toBe('open');
    server.last.closed(4001);
    connection.retry();
    expect(connection.state).toBe('halted');
  });
});

describe('liveness', () => {
  test('WS-060: a PING is answered, an answer is not', async () => {
    await startAndOpen();
    const pings = () => server.last.sent.filter(({ frameType }) => frameType === 'PING');
    expect(pings()).toHaveLength(1);
    server.last.ping({ nonce: 'BBBB' });
    expect(pings()[1]).toMatchObject({ replyToNonce: 'BBBB' });
    server.last.ping({ nonce: 'CCCC', replyToNonce: 'DDDD' });
    expect(pings()).toHaveLength(2);
    expect(told).toStrictEqual(['opened 1', 'time learned']);
  });

  test('a peer that is heard stays, one that is silent is half-open and goes', async () => {
    await startAndOpen();
    for (let n = 0; n < 20; n += 1) {
      clock.pass(DEFAULT_SETTINGS.heartbeatMs);
      server.last.ping({ replyToNonce: 'AAAA' });
    }
    expect(connection.state).toBe('open');
    expect(server.last.sent.filter(({ frameType }) => frameType === 'PING').length).toBeGreaterThan(15);
    clock.pass(DEFAULT_SETTINGS.silentMs + DEFAULT_SETTINGS.tickMs);
    expect(server.peers[0]?.isOver).toBe(true);
    expect(told.at(-1)).toBe('lost 1 silent');
  });

  test('who does not read does not call the peer silent', async () => {
    await startAndOpen();
    connection.pauseReading();
    expect(server.last.isReading).toBe(false);
    clock.pass(4 * DEFAULT_SETTINGS.silentMs);
    expect(connection.state).toBe('open');
    connection.resumeReading();
    clock.pass(DEFAULT_SETTINGS.silentMs - DEFAULT_SETTINGS.tickMs);
    expect(connection.state).toBe('open');
    clock.pass(2 * DEFAULT_SETTINGS.tickMs);
    expect(told.at(-1)).toBe('lost 1 silent');
  });
});

describe('jumps in time', () => {
  test.each([2 * HOUR, -2 * HOUR])(
    'a clock that is set by %d ms ends the Session and begins another',
    async (byMs) => {
      await startAndOpen();
      server.last.ping({ replyToNonce: 'AAAA' });
      clock.setWall(byMs);
      clock.pass(DEFAULT_SETTINGS.tickMs);
      expect(told.slice(2)).toStrictEqual([`woke ${byMs}`, 'lost 1 time-jump']);
      expect(server.peers).toHaveLength(2);
      expect(server.peers[0]?.isOver).toBe(true);
      expect(time.isKnown).toBe(false);
      await open(2);
      expect(connection.openSession?.sessionEpoch).toBe(2);
    },
  );

  test('a machine that slept never trusts the socket that was open', async () => {
    await startAndOpen();
    clock.freeze(HOUR);
    expect(connection.sendText('{}')).toBe(false);
    expect(server.peers[0]?.sent.some(({ frameType }) => frameType === undefined)).toBe(false);
    expect(told.slice(1)).toStrictEqual([`woke ${HOUR}`, 'lost 1 time-jump']);
    expect(connection.state).toBe('dialing');
  });

  test('a machine that wakes up while it waits tries at once', () => {
    connection.start();
    for (let failure = 0; failure < 8; failure += 1) {
      server.last.closed();
      while (connection.state === 'waiting') clock.pass(1_000);
    }
    server.last.closed();
    const count = server.peers.length;
    clock.setWall(HOUR);
    clock.pass(DEFAULT_SETTINGS.tickMs);
    expect(server.peers).toHaveLength(count + 1);
  });
});

describe('one identity, two runtimes (WS-016)', () => {
  test.each([
    ['a fatal error', (s: ScriptedServer) => s.last.error('AUTH_STALE_SESSION', { fatal: true })],
    ['close code 4001', (s: ScriptedServer) => s.last.closed(4001)],
  ])('who is taken over by %s stays away, and says so once', async (_how, act) => {
    await startAndOpen();
    act(server);
    server.peers[0]?.closed(4001);
    expect(connection.state).toBe('halted');
    expect(connection.openSession).toBeUndefined();
    expect(told.slice(1)).toStrictEqual(['replaced 1']);
    connection.start();
    clock.setWall(HOUR);
    clock.pass(24 * HOUR);
    expect(server.peers).toHaveLength(1);
    connection.reclaim();
    await open(3);
    expect(connection.openSession?.sessionEpoch).toBe(3);
  });

  test('who is taken over during its handshake stays away too', async () => {
    connection.start();
    server.last.connected();
    server.last.challenge();
    await untilProven();
    server.last.error('AUTH_STALE_SESSION', { fatal: true });
    expect(told).toStrictEqual(['replaced undefined']);
    clock.pass(HOUR);
    expect(server.peers).toHaveLength(1);
  });

  test('a server that speaks no version of ours is not asked again', async () => {
    connection.start();
    server.last.connected();
    server.last.error('UNSUPPORTED_VERSION', { fatal: true });
    clock.pass(HOUR);
    expect(connection.state).toBe('halted');
    expect(server.peers).toHaveLength(1);
  });

  test('stopping says goodbye, ends every timer, and may be followed by a start', async () => {
    await startAndOpen();
    connection.stop();
    expect(server.last.closedWith).toBe(1001);
    expect(told.at(-1)).toBe('lost 1 stopped');
    expect(clock.timerCount).toBe(0);
    clock.pass(HOUR);
    expect(server.peers).toHaveLength(1);
    connection.start();
    await open(2);
    expect(connection.state).toBe('open');
  });
});
