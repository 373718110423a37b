// How an administered Authority is: what GET /healthz and GET /metrics know, and what only its folder tells.
import { X509Certificate } from 'node:crypto';
import { readFile, stat, statfs } from 'node:fs/promises';
import type { HealthReport } from '../contract/operator.ts';
import type { Language } from '../contract/values.ts';
import { type HealthFactName, operatorWords } from '../coordinator/desk-runtime/words/operator-words.ts';
import { say } from '../coordinator/desk-runtime/words/texts.ts';
import { openRegistry } from '../protocol/registry.ts';
import { type Administered, detailOf } from './operator-authorities.ts';
import type { OperatorJobs } from './operator-jobs.ts';
import { organizationRecords } from './operator-lists.ts';
import { pathsOf, readSettings, readTokenSecret } from './organization-files.ts';

type Tone = HealthReport['facts'][number]['tone'];

const DAY_MS = 86_400_000;
const WARN_DAYS = 30;
/** The Authority stops when a commit finds no room; a commit is small, but what fills a disk does so fast. */
const LOW_BYTES = 1_000_000_000;
const LITTLE_BYTES = 100_000_000;
const BACKUP_DAYS = 7;
/** Proving a binding takes up to a millisecond; more of them are proven by the verification of the log. */
const MAX_PROVEN_BINDINGS = 500;
const ASK_MS = 3_000;
const MAX_METRICS_CHARACTERS = 1_000_000;
/** What is shown of the counters; the rest are details of histograms. */
const SHOWN =
  /^heddle_authority_(?:commands|events|faults|store_faults|http_requests|http_refused|audit_drops)_total$|^heddle_authority_(?:websocket_connections|http_connections|waiting_commands)$|^heddle_authority_commit_duration_seconds_(?:sum|count)$/u;

export interface Counter {
  readonly name: string;
  readonly labels: string;
  readonly value: number;
}

/** Counters in the text format of Prometheus, as far as they are for people. */
export function readCounters(text: string): Counter[] {
  const counters: Counter[] = [];
  for (const line of text.slice(0, MAX_METRICS_CHARACTERS).split('\n')) {
    const match = /^(?<name>\w+)(?:\{(?<labels>[^}]*)\})? (?<value>\S+)$/u.exec(line);
    const { name = '', labels = '', value = '' } = match?.groups ?? {};
    if (!SHOWN.test(name) || !Number.isFinite(Number(value))) continue;
    counters.push({ name: name.replace('heddle_authority_', ''), labels, value: Number(value) });
  }
  return counters;
}

export async function readHealth(
  at: Administered,
  jobs: Pick<OperatorJobs, 'integrityOf' | 'backupsOf'>,
  language: Language,
): Promise<HealthReport> {
  const { health, counters: sources } = operatorWords(language);
  const nowMs = Date.now();
  const facts: HealthReport['facts'] = [];
  const number = new Intl.NumberFormat(language);
  const time = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' });
  const add = (name: HealthFactName, value: string, tone: Tone = 'plain', advice?: string): void => {
    facts.push({
      id: name,
      words: say(`operator.health.${name}`, health.names[name]),
      value,
      tone,
      ...(advice === undefined || tone === 'good' || tone === 'plain'
        ? {}
        : { advice: say(`operator.advice.${name}`, advice) }),
    });
  };

  await addStore();
  const bindings = await at.store.readBindings();
  add('events', number.format(await at.store.readPosition()));
  add('groups', number.format((await at.store.readGroupIds()).length));
  add('agents', number.format((await organizationRecords(at.store, 'agent')).size));
  const registry =
    at.server?.authority.keys ??
    (bindings.length <= MAX_PROVEN_BINDINGS
      ? openRegistry({ organizationId: at.organizationId, bindings })
      : undefined);
  if (registry?.ok === false) add('registry', registry.fault.message, 'bad', health.registryAdvice);
  else add('registry', health.keys(bindings.length), registry === undefined ? 'plain' : 'good');
  await addPolicy();
  await addDisk();
  await addCertificate();
  await addSecret();
  const integrity = jobs.integrityOf(at.authorityId);
  if (integrity === undefined) add('integrity', health.never, 'plain');
  else {
    const moment = time.format(integrity.atMs);
    if (integrity.isGood) add('integrity', health.checkedAt(moment), 'good');
    else add('integrity', health.damagedAt(moment), 'bad', health.damagedAdvice);
  }
  if (at.databaseUrl === undefined) {
    const [newest] = await jobs.backupsOf(at);
    const isOld = newest === undefined || nowMs - newest.madeAtMs > BACKUP_DAYS * DAY_MS;
    add(
      'backup',
      newest === undefined ? health.never : time.format(newest.madeAtMs),
      isOld ? 'warn' : 'good',
      health.neverAdvice,
    );
  }
  const { counters, source } = await readCountersOf(at);
  const counted = (name: string) => counters.find((each) => each.name === name)?.value;
  const waiting = counted('waiting_commands');
  if (waiting !== undefined) add('waiting', health.commands(waiting));
  const sockets = counted('websocket_connections');
  if (sockets !== undefined) add('connections', number.format(sockets));
  const dropped = counted('audit_drops_total');
  if (dropped !== undefined) {
    add('dropped', number.format(dropped), dropped > 0 ? 'warn' : 'good', health.droppedAdvice);
  }
  const verdict = facts.some(({ tone }) => tone === 'bad')
    ? 'bad'
    : facts.some(({ tone }) => tone === 'warn')
      ? 'warn'
      : 'good';
  return {
    checkedAtMs: nowMs,
    verdict,
    verdictWords: say(`operator.verdict.${verdict}`, health.verdicts[verdict]),
    facts,
    counters,
    countersWords: say(`operator.counters.${source}`, sources[source]),
  };

  /** As GET /healthz does: an empty transaction takes the right to write and gives it back. */
  async function addStore(): Promise<void> {
    const startedAtMs = Date.now();
    if (at.obstacle !== undefined) {
      add('store', at.obstacle, 'plain');
      return;
    }
    try {
      await at.store.write(async () => undefined);
      add('store', health.storeWrites(Date.now() - startedAtMs), 'good');
    } catch (error) {
      add('store', health.storeFails(detailOf(error, at.databaseUrl)), 'bad', health.storeAdvice);
    }
  }

  async function addPolicy(): Promise<void> {
    try {
      await readSettings(at.folder);
      add('policy', health.policyInForce, 'good');
    } catch (error) {
      add('policy', health.policyBroken(detailOf(error, undefined)), 'bad', health.policyAdvice);
    }
  }

  async function addDisk(): Promise<void> {
    if (at.databaseUrl === undefined) add('database', bytes(await sizeOf(pathsOf(at.folder).database)));
    else add('database', health.elsewhere);
    const { bavail, blocks, bsize } = await statfs(at.folder);
    const free = bavail * bsize;
    const tone = free < LITTLE_BYTES ? 'bad' : free < LOW_BYTES ? 'warn' : 'good';
    add('disk', health.diskFree(bytes(free), bytes(blocks * bsize)), tone, health.diskAdvice);
  }

  async function addCertificate(): Promise<void> {
    try {
      const { validTo } = new X509Certificate(await readFile(pathsOf(at.folder).certificate));
      const endsAtMs = Date.parse(validTo);
      const days = Math.floor((endsAtMs - nowMs) / DAY_MS);
      const moment = time.format(endsAtMs);
      if (days < 0) add('certificate', health.certificateEnded(moment), 'bad', health.certificateAdvice);
      else {
        const tone = days < WARN_DAYS ? 'warn' : 'good';
        add('certificate', health.certificateEnds(moment, days), tone, health.certificateAdvice);
      }
    } catch {
      add('certificate', health.certificateMissing, 'warn', health.certificateAdvice);
    }
  }

  async function addSecret(): Promise<void> {
    try {
      await readTokenSecret(at.folder);
      add('secret', health.secretKept, 'good');
    } catch (error) {
      // Whoever may only look cannot read it, which is as it should be.
      const tone = at.obstacle === undefined ? 'bad' : 'plain';
      add('secret', detailOf(error, undefined), tone, health.secretAdvice);
    }
  }

  function bytes(count: number): string {
    const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;
    const step = count < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(count) / 3));
    return new Intl.NumberFormat(language, {
      style: 'unit',
      unit: units[step] ?? 'byte',
      maximumFractionDigits: 1,
    }).format(count / 1_000 ** step);
  }
}

async function sizeOf(database: string): Promise<number> {
  let size = 0;
  for (const suffix of ['', '-wal']) {
    try {
      ({ size } = { size: size + (await stat(`${database}${suffix}`)).size });
    } catch {
      // There is no log file beside a database that nobody has open.
    }
  }
  return size;
}

async function readCountersOf({
  server,
  metricsPort,
}: Administered): Promise<{ counters: Counter[]; source: 'own' | 'port' | 'none' | 'unreachable' }> {
  if (server !== undefined) return { counters: readCounters(await server.metricsText()), source: 'own' };
  if (metricsPort === undefined) return { counters: [], source: 'none' };
  try {
    const answer = await fetch(`http://127.0.0.1:${metricsPort}/metrics`, {
      signal: AbortSignal.timeout(ASK_MS),
      redirect: 'error',
    });
    if (!answer.ok) return { counters: [], source: 'unreachable' };
    return { counters: readCounters(await answer.text()), source: 'port' };
  } catch {
    return { counters: [], source: 'unreachable' };
  }
}
