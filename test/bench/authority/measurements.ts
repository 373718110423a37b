// The goals of the Authority, one measurement each, and what they come to.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createBenchOrganization, fillHistory } from './bench-organization.ts';
import type { WorldShape } from './bench-world.ts';
import { measureRawLimits, type RawLimits } from './raw-limits.ts';
import { type PreparedFolder, runOnServer, type RunResult } from './server-runs.ts';

export interface AuthoritySettings {
  readonly rounds: number;
  readonly messages: number;
  readonly workItems: number;
  readonly inFlight: number;
  /** A load is measured for at most so long. */
  readonly limitMs: number;
  /** The two lengths of history that are compared. */
  readonly shortHistory: number;
  readonly longHistory: number;
  /** A history of a million Events for memory and start; it takes many minutes. */
  readonly million: boolean;
  /** Only measurements whose name includes this. */
  readonly only: string;
  /** A folder for CPU profiles of the server; one file for each measurement's last round. */
  readonly profiles: string | undefined;
}

export const AUTHORITY_SETTINGS: AuthoritySettings = {
  rounds: 3,
  messages: 24_000,
  workItems: 2_000,
  inFlight: 64,
  limitMs: 10_000,
  shortHistory: 1_000,
  longHistory: 100_000,
  million: false,
  only: '',
  profiles: undefined,
};

/** For a quick look: everything is exercised, nothing is measured well. */
export const QUICK_AUTHORITY_SETTINGS: AuthoritySettings = {
  ...AUTHORITY_SETTINGS,
  rounds: 1,
  messages: 3_000,
  workItems: 200,
  limitMs: 4_000,
  longHistory: 5_000,
};

/** One goal with the rounds of its measurement. */
export interface AuthorityMeasurement {
  readonly name: string;
  readonly unit: string;
  /** From the slowest to the fastest. */
  readonly rounds: readonly RunResult[];
  /** Units per second; undefined where the figure is for information. */
  readonly target: number | undefined;
  readonly p95TargetMs?: number | undefined;
  readonly memoryTargetBytes?: number;
  readonly openTargetMs?: number;
}

export interface AuthorityReport {
  readonly settings: AuthoritySettings;
  readonly shape: WorldShape;
  readonly limits: RawLimits;
  readonly measurements: readonly AuthorityMeasurement[];
}

/** Small enough for a history of a thousand Events, large enough for 512 pairs of worker and Group. */
const SHAPE: WorldShape = { groups: 64, coordinators: 8, workers: 32, workersPerGroup: 8 };
const LARGE_SHAPE: WorldShape = { ...SHAPE, groups: 1_000 };
const MILLION = 1_000_000;
const REPLAY_LIMIT_MS = 60_000;

type Log = (line: string) => void;

/** Measures everything in a temporary folder, which is gone afterwards. */
export async function measureAuthority(settings: AuthoritySettings, log: Log): Promise<AuthorityReport> {
  const root = await mkdtemp(join(tmpdir(), 'heddle-bench-'));
  try {
    const short = await prepare(root, 'short', SHAPE, settings.shortHistory, log);
    const long = await prepare(root, 'long', SHAPE, settings.longHistory, log);
    const measurements = [
      ...(await measureRounds(settings, goalsOf(settings, short, long), log)),
      ...(settings.million ? await measureMillion(root, settings, log) : []),
    ];
    const message = measurements.find(({ name }) => name.startsWith(MESSAGES))?.rounds[0];
    const limits = measureRawLimits(root, {
      signingBytes: 1_000,
      bytesPerRow: Math.round(message === undefined ? 4_000 : message.bytesAdded / message.eventsAdded),
      rowsPerCommit: settings.inFlight,
      milliseconds: settings.rounds > 1 ? 2_000 : 500,
    });
    return { settings, shape: SHAPE, limits, measurements };
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

const MESSAGES = '(a) message.post';

interface Goal {
  readonly name: string;
  readonly unit: string;
  readonly target: number | undefined;
  readonly p95TargetMs?: number | undefined;
  readonly run: (profile: string | undefined) => Promise<RunResult>;
}

function goalsOf(settings: AuthoritySettings, short: PreparedFolder, long: PreparedFolder): readonly Goal[] {
  const { messages, workItems, inFlight, limitMs } = settings;
  const post = (prepared: PreparedFolder, groups?: number) => (profile: string | undefined) =>
    runOnServer(prepared, { who: 'everybody', ...profileIn(profile) }, ({ client }) =>
      client.ask('messages', {
        warmUp: Math.ceil(messages / 12),
        count: messages,
        inFlight,
        limitMs,
        ...(groups === undefined ? {} : { groups }),
      }),
    );
  return [
    {
      name: `${MESSAGES}, ${short.events} Events of history`,
      unit: 'Command',
      target: 3_000,
      p95TargetMs: 60,
      run: post(short),
    },
    {
      name: `(c) the same, ${long.events} Events of history`,
      unit: 'Command',
      target: undefined,
      run: post(long),
    },
    {
      name: '(b) life cycles of WorkItems',
      unit: 'Command',
      target: 1_500,
      p95TargetMs: 60,
      run: (profile) =>
        runOnServer(short, { who: 'everybody', ...profileIn(profile) }, ({ client }) =>
          client.ask('lifeCycles', {
            warmUp: Math.ceil(workItems / 10),
            count: workItems,
            inFlight,
            limitMs,
          }),
        ),
    },
    {
      name: 'message.post, all into 4 Groups',
      unit: 'Command',
      target: undefined,
      run: post(short, 4),
    },
    {
      name: `(d) replay of ${long.world.eventsForReader} Events to one subscriber`,
      unit: 'Event',
      target: 30_000,
      run: (profile) =>
        runOnServer(long, { who: 'reader', ...profileIn(profile) }, ({ client }) =>
          client.ask('replay', { events: long.world.eventsForReader, limitMs: REPLAY_LIMIT_MS }),
        ),
    },
  ];
}

/** Rounds alternate over the goals, so that a drift of the machine's speed meets all of them. */
async function measureRounds(
  { rounds, only, profiles }: AuthoritySettings,
  goals: readonly Goal[],
  log: Log,
): Promise<readonly AuthorityMeasurement[]> {
  const chosen = goals.filter(({ name }) => name.includes(only));
  const results = chosen.map((): RunResult[] => []);
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, { name, run }] of chosen.entries()) {
      log(`${name}, round ${round + 1} of ${rounds} …`);
      const isProfiled = profiles !== undefined && round === rounds - 1;
      results[index]?.push(
        await run(isProfiled ? join(profiles, `authority-${index}.cpuprofile`) : undefined),
      );
    }
  }
  return chosen.map(({ name, unit, target, p95TargetMs }, index) => ({
    name,
    unit,
    target,
    p95TargetMs,
    rounds: (results[index] ?? []).toSorted((a, b) => paceOf(a) - paceOf(b)),
  }));
}

/** Memory and start with a long log: every Group is written to once, then as in (a). */
async function measureMillion(
  root: string,
  { messages, inFlight, limitMs, profiles }: AuthoritySettings,
  log: Log,
): Promise<readonly AuthorityMeasurement[]> {
  const prepared = await prepare(root, 'million', LARGE_SHAPE, MILLION, log);
  const settings = { who: 'everybody', inPlace: true } as const;
  const run = await runOnServer(
    prepared,
    profiles === undefined
      ? settings
      : { ...settings, profile: join(profiles, 'authority-million.cpuprofile') },
    ({ client }) =>
      client.ask('messages', { warmUp: LARGE_SHAPE.groups * 8, count: messages, inFlight, limitMs }),
  );
  return [
    {
      name: `(e) message.post to ${LARGE_SHAPE.groups} Groups, ${prepared.events} Events of history`,
      unit: 'Command',
      target: undefined,
      memoryTargetBytes: 400e6,
      openTargetMs: 2_000,
      rounds: [run],
    },
  ];
}

async function prepare(
  root: string,
  name: string,
  shape: WorldShape,
  events: number,
  log: Log,
): Promise<PreparedFolder> {
  log(`writing a history of ${events} Events …`);
  const folder = join(root, name);
  const startedAt = performance.now();
  await createBenchOrganization(folder, shape);
  const world = await fillHistory(folder, shape, events, (position) => log(`… ${position} Events`));
  log(`… in ${((performance.now() - startedAt) / 1_000).toFixed(1)} s`);
  return { folder, world, events };
}

function profileIn(profile: string | undefined): { readonly profile?: string } {
  return profile === undefined ? {} : { profile };
}

/** The middle of the rounds by speed. */
export function middleOf({ rounds }: AuthorityMeasurement): RunResult | undefined {
  return rounds[Math.floor((rounds.length - 1) / 2)];
}

export function paceOf({ load }: RunResult): number {
  return load.count / load.seconds;
}
