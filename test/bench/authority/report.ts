// The figures of the Authority as tables for people.
import { type AuthorityMeasurement, type AuthorityReport, middleOf, paceOf } from './measurements.ts';
import type { RunResult } from './server-runs.ts';

const MIB = 1024 * 1024;

export function formatReport({ measurements, limits, settings }: AuthorityReport): string {
  const rows = measurements.map((measurement) => formatRow(measurement));
  return [
    formatTable(
      [
        'what',
        'speed (slowest–fastest round)',
        'p50 / p95 / p99',
        'server CPU per unit',
        'client CPU',
        'stored',
        'server memory',
        'start',
        'load',
        'target',
      ],
      rows,
    ),
    '',
    `raw limits of this run: ${count(limits.signaturePairsPerSecond)}/s pairs of one verification and one signature on one core;`,
    `${count(limits.rowsPerSecond)}/s rows of ${limits.bytesPerRow} bytes in durable commits of ${limits.rowsPerCommit}; ${count(limits.commitsPerSecond)}/s durable commits of one`,
    ...formatRatios(measurements, limits),
    `${settings.inFlight} Commands in flight; ${settings.rounds} rounds, the middle one is shown`,
  ].join('\n');
}

function formatRow(measurement: AuthorityMeasurement): readonly string[] {
  const { name, unit, rounds } = measurement;
  const middle = middleOf(measurement);
  const [slowest] = rounds;
  const fastest = rounds.at(-1);
  if (middle === undefined || slowest === undefined || fastest === undefined) return [name];
  const { load, server } = middle;
  const pace = paceOf(middle);
  const hasLatencies = load.p95Ms > 0;
  return [
    name,
    `${count(pace)} ${unit}/s (${count(paceOf(slowest))}–${count(paceOf(fastest))})`,
    hasLatencies ? `${load.p50Ms.toFixed(0)} / ${load.p95Ms.toFixed(0)} / ${load.p99Ms.toFixed(0)} ms` : '',
    `${serverMicroseconds(middle).toFixed(0)} µs`,
    `${((100 * load.clientCpuSeconds) / load.seconds).toFixed(0)} % of a core`,
    middle.eventsAdded >= load.count
      ? `${Math.round(middle.bytesAdded / middle.eventsAdded)} bytes/Event`
      : '',
    `${Math.round(middle.residentAtStart / MIB)} → ${Math.round(server.residentBytes / MIB)} MiB`,
    `${Math.round(middle.openMs)} ms`,
    middle.loadAverage.toFixed(1),
    formatTargets(measurement, middle),
  ];
}

function formatTargets(
  { target, p95TargetMs, memoryTargetBytes, openTargetMs }: AuthorityMeasurement,
  run: RunResult,
): string {
  const judge = (isReached: boolean, text: string) => `${isReached ? 'reaches' : 'MISSES'} ${text}`;
  return [
    target === undefined ? [] : judge(paceOf(run) >= target, `${count(target)}/s`),
    p95TargetMs === undefined ? [] : judge(run.load.p95Ms < p95TargetMs, `p95 ${p95TargetMs} ms`),
    memoryTargetBytes === undefined
      ? []
      : judge(run.server.residentBytes < memoryTargetBytes, `${memoryTargetBytes / 1e6} MB`),
    openTargetMs === undefined ? [] : judge(run.openMs < openTargetMs, `start ${openTargetMs} ms`),
  ]
    .flat()
    .join(', ');
}

/** CPU of the server for one Command or one replayed Event: what hardly depends on who else uses the machine. */
function serverMicroseconds({ server, load, eventsAdded }: RunResult): number {
  return (1e6 * server.cpuSeconds) / Math.max(eventsAdded, load.count);
}

function formatRatios(
  measurements: readonly AuthorityMeasurement[],
  limits: AuthorityReport['limits'],
): readonly string[] {
  const [message, same] = ['(a)', '(c)'].map((mark) => {
    const found = measurements.find(({ name }) => name.startsWith(mark));
    return found === undefined ? undefined : middleOf(found);
  });
  if (message === undefined) return [];
  const pace = paceOf(message);
  const share = (limit: number) => `${((100 * pace) / limit).toFixed(0)} %`;
  return [
    `(a) reaches ${share(limits.signaturePairsPerSecond)} of the signatures and ${share(limits.rowsPerSecond)} of the commits`,
    ...(same === undefined
      ? []
      : [`(c) has ${((100 * paceOf(same)) / pace).toFixed(0)} % of the speed of (a); the target is 85 %`]),
  ];
}

function formatTable(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = header.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  return [header, ...rows]
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function count(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString('en-US') : value.toPrecision(3);
}
