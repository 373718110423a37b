// A host process for the shell's tests: the real conversation with main (host-service.ts) around a host that does what its windows
// say. What is behind a real one is tested elsewhere.
import { EventEmitter, once } from 'node:events';
import type { AttentionRowModel } from '../../core/contract/attention.ts';
import type { NoticeRow } from '../../core/contract/notices.ts';
import type { DeskClient } from '../../core/contract/contract.ts';
import { serveHost } from '../../electron/host-service.ts';
import type { MessageFromHost } from '../../electron/host-messages.ts';

interface Port {
  on(event: 'message', listener: (event: { readonly data: unknown }) => void): unknown;
  postMessage(data: unknown): void;
  start(): void;
}

interface ParentPort {
  on(
    event: 'message',
    listener: (event: { readonly data: unknown; readonly ports: Port[] }) => void,
  ): unknown;
  postMessage(message: MessageFromHost): void;
}

const { parentPort } = process as unknown as { readonly parentPort: ParentPort };
const changes = new EventEmitter();
const power: string[] = [];
const rows: AttentionRowModel[] = [];
let language: 'en' | 'de' = 'en';
let shortcuts: Record<string, string[]> = {};

if (process.argv.includes('--refuse')) {
  parentPort.postMessage({ type: 'refused', reason: 'running-already', detail: 'for a test' });
} else {
  await serveHost<Port>(parentPort, {
    serveWindow,
    client: {
      system: { status: follow(() => summaryPart()), acknowledge: async () => ({}) },
      notices: { follow: follow(() => noticesPart()) },
    } as unknown as DeskClient,
    suspend: () => power.push('suspend'),
    resume: () => power.push('resume'),
    stop: async () => {},
  });
}

function serveWindow(port: Port): void {
  port.on('message', ({ data }) => {
    const [order, value = ''] = String(data).split(' ', 2);
    if (order === 'crash') process.kill(process.pid, 'SIGKILL');
    if (order === 'row') rows.push(rowOf(value));
    if (order === 'palette-keys') shortcuts = { palette: value === '' ? [] : [value] };
    if (order === 'language') language = value === 'de' ? 'de' : 'en';
    changes.emit('change');
    port.postMessage(JSON.stringify({ order, pid: process.pid, args: process.argv.slice(2), power }));
  });
  port.start();
}

/** A live query that sends everything anew after each change. */
function follow(part: () => object) {
  return async (_input: undefined, { signal }: { readonly signal: AbortSignal }) =>
    (async function* parts() {
      for (let number = 0; ; number += 1) {
        yield { liveId: 'x', number, type: 'reset', more: false, ...part() };
        await once(changes, 'change', { signal });
      }
    })();
}

function noticesPart(): object {
  return { rows: rows.map((row) => noticeOf(row)), summary: { badge: rows.length, isQuiet: false } };
}

function noticeOf({ id, sort, severity, words, title }: AttentionRowModel): NoticeRow {
  const href = `#/attention?row=${id}`;
  return {
    id,
    sort,
    severity,
    atMs: 1,
    title: words.text,
    body: title,
    href,
    channels: ['native'],
    count: 1,
    isTest: false,
  };
}

function summaryPart(): object {
  const decide = rows.filter((row) => row.severity === 'decide').length;
  const attention = { now: rows.length - decide, decide, watch: 0 };
  return { rows: [], summary: { language, attention, keyboard: { areSingleKeysOn: true, shortcuts } } };
}

function rowOf(id: string): AttentionRowModel {
  return {
    id,
    sort: id,
    rule: 'submission-waits',
    number: 10,
    severity: id.startsWith('now') ? 'now' : 'decide',
    object: { connectionId: 'c', type: 'workItem', groupId: 'g', id },
    title: `Item ${id}`,
    words: { key: 'attention.submission-waits', values: {}, text: 'A submission waits' },
    action: { id: 'review', words: { key: 'action.review', values: {}, text: 'Review' } },
    blocksCount: 0,
    isByClock: false,
  };
}
