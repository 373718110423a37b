// Histories of the sample desk: the same answers as those of a host, from rows that are all there.
import {
  type EventDetail,
  type EventRow,
  type ItemDigestModel,
  TIME_BUCKETS,
  type PastState,
  type TimeLane,
  type VerificationFinding,
  type VerificationSummary,
} from '../../core/contract/history.ts';
import { type FilterTerm, matchesKind, parseFilter } from '../../core/contract/history-filter.ts';
import type { implement } from '@orpc/server';
import type { OpenedFile } from '../../core/contract/bundles.ts';
import type { SearchHit } from '../../core/contract/search.ts';
import type { deskContract } from '../../core/contract/contract.ts';
import { MockRows } from './mock-live.ts';
import { SAMPLE_HEAD, sampleLog, sampleRefused } from './sample-history.ts';
import { ACME, ASSISTANT, AUTH, CODER, ITEM_TITLES, type SampleContext, TITLES } from './sample-world.ts';

/** Ascending by sequence. */
type Log = readonly EventRow[];

type History = ReturnType<typeof implement<typeof deskContract>>['history'];

export function mockHistory(os: History, contextNow: () => SampleContext, isEmpty: boolean) {
  const logNow = (): Log => (isEmpty ? [] : sampleLog(contextNow()));
  const reachOf = (log: Log) => {
    const head = log.at(-1)?.sequence ?? 0;
    return { startsAfter: 0, cursor: head, indexedThrough: head };
  };
  const verification = new MockRows<VerificationFinding, VerificationSummary>(
    [],
    isEmpty ? VERIFY_NOTHING : sampleVerdict(contextNow()),
  );
  const done = { ok: true as const, value: {} };
  return {
    followVerification: os.followVerification.handler(({ signal }) => verification.follow(signal)),
    verify: os.verify.handler(() => {
      const {
        verdict: _verdict,
        verdictWords: _words,
        basisWords: _basis,
        ...summary
      } = sampleVerdict(contextNow());
      verification.summarize({ ...summary, state: 'running', through: 640, checked: 640, verified: 640 });
      setTimeout(() => verification.summarize(sampleVerdict(contextNow())), VERIFY_MS);
      return done;
    }),
    stopVerification: os.stopVerification.handler(() => {
      const {
        verdict: _verdict,
        verdictWords: _words,
        basisWords: _basis,
        ...summary
      } = verification.summary;
      verification.summarize({ ...summary, state: 'stopped' });
      return done;
    }),
    window: os.window.handler(({ input: { filter, from, limit } }) => {
      const log = logNow();
      const found = filterLog(log, filter);
      return {
        ok: true as const,
        value: { rows: found.slice(from, from + limit), total: found.length, reach: reachOf(log) },
      };
    }),
    locate: os.locate.handler(({ input: { filter, sequence } }) => {
      const found = filterLog(logNow(), filter);
      const place = found.findLastIndex((row) => row.sequence <= sequence);
      return { ok: true as const, value: { place, total: found.length } };
    }),
    kinds: os.kinds.handler(() => ({
      ok: true as const,
      value: {
        kinds: [...Map.groupBy(logNow(), ({ kind }) => kind)]
          .map(([kind, rows]) => ({
            kind,
            words: rows[0]?.words ?? contextNow().say(kind, kind),
            count: rows.length,
          }))
          .toSorted((a, b) => b.count - a.count),
      },
    })),
    refused: os.refused.handler(() => ({
      ok: true as const,
      value: { commands: isEmpty ? [] : [...sampleRefused(contextNow())] },
    })),
    items: os.items.handler(({ input }) => {
      const log = logNow();
      return {
        ok: true as const,
        value: { items: digestLog(filterLog(log, input.filter)), reach: reachOf(log) },
      };
    }),
    times: os.times.handler(({ input }) => {
      const log = logNow();
      return { ok: true as const, value: { ...timeLog(filterLog(log, input.filter)), reach: reachOf(log) } };
    }),
    stateAt: os.stateAt.handler(({ input }) => ({
      ok: true as const,
      value: samplePast(contextNow(), input.sequence),
    })),
    read: os.read.handler(({ input }) => {
      const log = logNow();
      const row = log.find(({ sequence }) => sequence === input.sequence);
      if (row === undefined) {
        const words = contextNow().say('There is no such Event here.', 'Dieses Event gibt es hier nicht.');
        return { ok: false as const, fault: { code: 'no-event', words } };
      }
      return { ok: true as const, value: detailOf(log, row, contextNow()) };
    }),
  };
}

/** How long a sample verification takes. */
const VERIFY_MS = 1_200;

const VERIFY_NOTHING: VerificationSummary = {
  state: 'none',
  fromSequence: 1,
  throughSequence: 0,
  through: 0,
  checked: 0,
  verified: 0,
  unknownKeys: 0,
  failureCount: 0,
  keys: [],
};

function sampleVerdict({ say }: SampleContext): VerificationSummary {
  const head = SAMPLE_HEAD;
  return {
    ...VERIFY_NOTHING,
    state: 'done',
    throughSequence: head,
    through: head,
    checked: head,
    verified: head,
    perSecond: 9_840,
    verdict: 'verified',
    verdictWords: say('verified with pinned registry', 'geprüft mit festgehaltener Registry'),
    basisWords: say(
      '#1–#1,482 · keys: registry with 88 bindings · signatures 1,482/1,482 · no gaps · snapshots 1',
      '#1–#1.482 · Schlüssel: Registry mit 88 Einträgen · Signaturen 1.482/1.482 · keine Lücken · Snapshots 1',
    ),
    keys: [{ keyId: 'urn:acme:key:authority:3', count: head, firstSequence: 1, lastSequence: head }],
  };
}

function samplePast({ say, nowMs }: SampleContext, sequence: number): PastState {
  const states = [
    ['verified', say('verified', 'bestätigt')],
    ['active', say('active', 'in Arbeit')],
    ['queued', say('queued', 'in Warteschlange')],
    ['open', say('open', 'offen')],
  ] as const;
  const items = Object.entries(ITEM_TITLES).map(([workItemId, title], index) => {
    const [state, stateWords] =
      states[Math.min(states.length - 1, Math.floor((index * 400) / sequence))] ?? states[3];
    return {
      workItemId,
      title,
      state,
      stateWords,
      revision: 1 + (sequence % 5),
      deadlineAtMs: nowMs + (index + 1) * 3_600_000,
      ...(state === 'open' || state === 'queued' ? {} : { owner: CODER, ownershipEpoch: 1 }),
    };
  });
  return {
    sequence,
    isPartial: false,
    mission: {
      title: TITLES[AUTH] ?? '',
      objective: '',
      stateWords: say('active', 'in Arbeit'),
      revision: Math.ceil(sequence / 80),
      coordinator: ASSISTANT,
      coordinatorEpoch: sequence < 1_402 ? 1 : 2,
    },
    activeMembers: 7,
    items,
    counts: states
      .map(([state, stateWords]) => ({
        stateWords,
        count: items.filter((each) => each.state === state).length,
      }))
      .filter(({ count }) => count > 0),
  };
}

function filterLog(log: Log, text: string): Log {
  const { terms, fromSequence = 0, throughSequence = Infinity } = parseFilter(text);
  const byKey = Map.groupBy(terms, ({ key, isExcluded }) => `${key} ${isExcluded}`);
  return log.filter(
    (row) =>
      row.sequence >= fromSequence &&
      row.sequence <= throughSequence &&
      [...byKey.values()].every((group) => {
        const isMet = (term: FilterTerm): boolean => matches(row, term);
        if (group[0]?.isExcluded === true) return !group.some(isMet);
        return group[0]?.key === 'text' ? group.every(isMet) : group.some(isMet);
      }),
  );
}

function matches(row: EventRow, { key, value }: FilterTerm): boolean {
  const has = (text: string | undefined): boolean =>
    text?.toLocaleLowerCase().includes(value.toLocaleLowerCase()) === true;
  switch (key) {
    case 'kind':
      return matchesKind(row.kind, value);
    case 'actor':
      return has(row.actor.id) || has(row.actor.name);
    case 'item':
      return has(row.workItemId) || has(row.title);
    case 'text':
      return has(row.sentence);
    case 'cause':
      return row.cause?.id === value;
    case 'event':
      return row.eventId === value;
    default:
      return true;
  }
}

function digestLog(log: Log): ItemDigestModel[] {
  return [...Map.groupBy(log, ({ workItemId }) => workItemId)]
    .flatMap(([workItemId, rows]): ItemDigestModel[] => {
      const [first] = rows;
      const last = rows.at(-1);
      if (first === undefined || last === undefined) return [];
      return [
        {
          ...(workItemId === undefined ? {} : { workItemId }),
          title: first.title ?? '',
          count: rows.length,
          firstSequence: first.sequence,
          lastSequence: last.sequence,
          firstAtMs: first.occurredAtMs,
          lastAtMs: last.occurredAtMs,
          last,
        },
      ];
    })
    .toSorted((a, b) => b.lastSequence - a.lastSequence);
}

function timeLog(log: Log): { fromMs: number; throughMs: number; lanes: TimeLane[] } {
  const fromMs = log[0]?.occurredAtMs ?? 0;
  const throughMs = log.at(-1)?.occurredAtMs ?? 0;
  const widthMs = Math.max(1, (throughMs - fromMs + 1) / TIME_BUCKETS);
  const lanes = [...Map.groupBy(log, ({ workItemId }) => workItemId)].map(([workItemId, rows]): TimeLane => ({
    ...(workItemId === undefined ? {} : { workItemId }),
    title: rows[0]?.title ?? '',
    count: rows.length,
    buckets: [...Map.groupBy(rows, (row) => Math.floor((row.occurredAtMs - fromMs) / widthMs))].map(
      ([at, found]) => ({
        at,
        count: found.length,
        firstSequence: found[0]?.sequence ?? 0,
        lastSequence: found.at(-1)?.sequence ?? 0,
      }),
    ),
  }));
  return { fromMs, throughMs, lanes };
}

function detailOf(log: Log, row: EventRow, { say, nowMs }: SampleContext): EventDetail {
  const document = {
    protocolVersion: '0.1',
    eventId: row.eventId,
    sequence: row.sequence,
    kind: row.kind,
    actor: { type: row.actor.type, id: row.actor.id },
    cause: row.cause,
    occurredAt: new Date(row.occurredAtMs).toISOString(),
    payload: {
      ...(row.workItemId === undefined ? {} : { workItemId: row.workItemId }),
      note: row.sentence,
      artifactHashes: ['sha256:9f2c41d0aa', 'sha256:77ab03ce19'],
    },
    acceptedBy: { type: 'service', id: 'urn:acme:service:authority' },
    signature: { keyId: 'urn:acme:key:authority:3', value: 'a91fE0…' },
  };
  return {
    row,
    ...(row.takenBackAt === undefined ? { signedText: JSON.stringify(document) } : {}),
    acceptedBy: { type: 'service', id: 'urn:acme:service:authority', name: 'acme.example' },
    correlationId: `urn:acme:correlation:${row.sequence % 7}`,
    signature: {
      keyId: 'urn:acme:key:authority:3',
      signer: { type: 'service', id: 'urn:acme:service:authority', name: 'acme.example' },
      validFromMs: nowMs - 90 * 86_400_000,
      validUntilMs: nowMs + 275 * 86_400_000,
      protectedTime: new Date(row.occurredAtMs).toISOString(),
      signingHash: `sha256:5d${row.sequence}c0ffee0a1b2c3d4e5f60718293a4b5c6d7e8f9012345678`,
      verdict: 'verified',
      verdictWords: say('verified with pinned registry', 'geprüft mit festgehaltener Registry'),
    },
    sameCause: log.filter(({ cause }) => cause !== undefined && cause.id === row.cause?.id),
    effects: log.filter(({ cause }) => cause?.id === row.eventId),
  };
}

type Search = ReturnType<typeof implement<typeof deskContract>>['search'];

/** How much of what is said stands beside what was found. */
const AROUND = 80;

export function mockSearch(os: Search, contextNow: () => SampleContext, isEmpty: boolean) {
  return {
    find: os.find.handler(({ input: { text, area, limit } }) => {
      const wanted = text.toLocaleLowerCase();
      const log = isEmpty ? [] : sampleLog(contextNow()).toReversed();
      const found = log.filter(
        ({ sentence, kind }) =>
          sentence?.toLocaleLowerCase().includes(wanted) === true &&
          (area === undefined || area === areaOf(kind)),
      );
      const hits = found.slice(0, limit).map((row): SearchHit => hitOf(row, wanted));
      return { ok: true as const, value: { hits, count: Math.min(1_000, found.length), isComplete: true } };
    }),
    health: os.health.handler(() => ({
      connections: [
        { connectionId: ACME, name: 'acme.example', events: SAMPLE_HEAD, indexed: SAMPLE_HEAD, rebuilds: 0 },
      ],
    })),
  };
}

function areaOf(kind: string): SearchHit['area'] {
  return kind.startsWith('message.') ? 'message' : 'event';
}

function hitOf(row: EventRow, wanted: string): SearchHit {
  const { sentence = '', sequence, kind, words, actor, occurredAtMs, workItemId, title } = row;
  const at = sentence.toLocaleLowerCase().indexOf(wanted);
  const end = at + wanted.length;
  return {
    id: `${ACME} ${AUTH} ${sequence}`,
    connectionId: ACME,
    groupId: AUTH,
    missionTitle: TITLES[AUTH] ?? '',
    sequence,
    kind,
    words,
    actor,
    occurredAtMs,
    area: areaOf(kind),
    excerpt: [
      { text: sentence.slice(Math.max(0, at - AROUND), at), isMatch: false },
      { text: sentence.slice(at, end), isMatch: true },
      { text: sentence.slice(end, end + AROUND), isMatch: false },
    ],
    ...(workItemId === undefined ? {} : { workItemId }),
    ...(title === undefined ? {} : { title }),
  };
}

type Bundles = ReturnType<typeof implement<typeof deskContract>>['bundles'];

export function mockBundles(os: Bundles, contextNow: () => SampleContext, isEmpty: boolean) {
  const files = new MockRows<OpenedFile, Record<string, never>>(
    isEmpty ? [] : [sampleFile(contextNow(), 'file:1', '/home/ada/auth-mission.mwpbundle')],
    {},
  );
  return {
    follow: os.follow.handler(({ signal }) => files.follow(signal)),
    open: os.open.handler(({ input }) => {
      const connectionId = `file:${files.rows.length + 1}`;
      files.put(sampleFile(contextNow(), connectionId, input.path));
      return { ok: true as const, value: { connectionId } };
    }),
    close: os.close.handler(({ input }) => {
      files.take(input.connectionId);
      return { ok: true as const, value: {} };
    }),
    write: os.write.handler(({ input }) => ({
      ok: true as const,
      value: {
        path: input.path ?? '/home/ada/heddle/exports/history-auth0001.mwpbundle',
        events: SAMPLE_HEAD,
        sizeBytes: 2_480_117,
      },
    })),
    report: os.report.handler(({ input }) => ({
      ok: true as const,
      value: { path: input.path ?? '/home/ada/heddle/exports/history-auth0001.md', events: SAMPLE_HEAD },
    })),
  };
}

function sampleFile({ say, nowMs }: SampleContext, connectionId: string, path: string): OpenedFile {
  return {
    id: connectionId,
    sort: connectionId,
    connectionId,
    name: path.split('/').at(-1) ?? path,
    path,
    state: 'open',
    events: SAMPLE_HEAD,
    organizationId: 'urn:acme:organization:acme.example',
    createdAtMs: nowMs - 3 * 86_400_000,
    groups: [
      {
        groupId: AUTH,
        title: TITLES[AUTH] ?? '',
        events: SAMPLE_HEAD,
        firstSequence: 1,
        lastSequence: SAMPLE_HEAD,
        missionWords: say('active, revision 21', 'in Arbeit, Revision 21'),
      },
    ],
    verdict: 'consistent',
    words: say(
      'consistent, keys not pinned (1,482 Events, hashes and seal hold)',
      'in sich stimmig, Schlüssel nicht festgehalten (1.482 Events, Hashes und Siegel gelten)',
    ),
    findings: [],
  };
}
