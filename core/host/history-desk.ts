// Histories as a window asks for them: places in a log by filter, single Events with what led to them, and what a log comes to
// by WorkItem and by time. The reading is done in a thread; here it gets its words.
import {
  type EventDetail,
  type EventRow,
  type HistoryReach,
  type ItemDigestModel,
  type PastState,
  type RefusedCommand,
  TIME_BUCKETS,
  type TimeLane,
} from '../contract/history.ts';
import { parseFilter } from '../contract/history-filter.ts';
import type { PastPlan } from '../contract/plan.ts';
import type { Fault } from '../contract/values.ts';
import type { DeskRuntime } from '../coordinator/desk-runtime/desk-runtime.ts';
import { parseEvent } from '../coordinator/desk-runtime/group-log.ts';
import { tellingRow } from '../coordinator/desk-runtime/rows/history-rows.ts';
import { commandName } from '../coordinator/desk-runtime/rows/outbox-rows.ts';
import { refusalOf, shortId, sortDown } from '../coordinator/desk-runtime/rows/row-context.ts';
import type { EventKind } from '../coordinator/desk-runtime/words/row-words.ts';
import { say, type Texts, textsOf } from '../coordinator/desk-runtime/words/texts.ts';
import { accept, type Result } from '../protocol/result.ts';
import type { HistoryQuery } from '../store/history-entry.ts';
import { signatureOf } from './history-signature.ts';
import { UNREADABLE } from './history-text.ts';
import { asksForNames, isEverything, queryOf } from './history-query.ts';
import { pastStateOf } from './history-past.ts';
import { pastPlanOf } from './history-plan.ts';
import type { HistoryReader } from './history-reader.ts';
import type { HistorySource } from './history-sources.ts';
import type { LogReach, ReadEvent } from './history-tasks.ts';

export interface GroupAddress {
  readonly connectionId: string;
  readonly groupId: string;
}

/** Lanes beyond these are left out: nobody reads more at once. */
const MAX_LANES = 200;
/** Effects that are shown of one Event. */
const MAX_EFFECTS = 50;

export class HistoryDesk {
  private readonly desk: DeskRuntime;
  private readonly reader: HistoryReader;
  private readonly folder: HistoryReader;
  private readonly findSource: (connectionId: string, groupId: string) => HistorySource | undefined;

  constructor(
    desk: DeskRuntime,
    reader: HistoryReader,
    folder: HistoryReader,
    findSource: (connectionId: string, groupId: string) => HistorySource | undefined,
  ) {
    this.desk = desk;
    this.reader = reader;
    this.folder = folder;
    this.findSource = findSource;
  }

  async window({
    filter,
    from,
    limit,
    ...address
  }: GroupAddress & { readonly filter: string; readonly from: number; readonly limit: number }): Promise<
    Result<{ rows: EventRow[]; total: number; reach: HistoryReach }, Fault>
  > {
    const source = this.find(address);
    if (!source.ok) return source;
    const query = await this.queryOf(source.value, filter);
    const found = await this.reader.ask('window', { ...placeOf(source.value), query, from, limit });
    if (found === undefined) return this.noGroup();
    return accept({
      rows: this.rowsOf(source.value, found.events),
      total: found.total,
      reach: reachOf(found.reach, source.value),
    });
  }

  async locate({
    filter,
    sequence,
    ...address
  }: GroupAddress & { readonly filter: string; readonly sequence: number }): Promise<
    Result<{ place: number; total: number }, Fault>
  > {
    const source = this.find(address);
    if (!source.ok) return source;
    const query = await this.queryOf(source.value, filter);
    const found = await this.reader.ask('locate', { ...placeOf(source.value), query, sequence });
    return found === undefined ? this.noGroup() : accept({ place: found.place, total: found.total });
  }

  async kinds(
    address: GroupAddress,
  ): Promise<Result<{ kinds: { kind: string; words: EventRow['words']; count: number }[] }, Fault>> {
    const source = this.find(address);
    if (!source.ok) return source;
    const { kinds } = await this.reader.ask('names', placeOf(source.value));
    const { events } = this.texts.row;
    return accept({
      kinds: kinds.map(([kind, count]) => ({
        kind,
        words: say(`event.${kind}`, kind in events ? events[kind as EventKind] : kind),
        count,
      })),
    });
  }

  /** One's own Commands that were refused, each after the Event that was the last one then. */
  async refused(address: GroupAddress): Promise<Result<{ commands: RefusedCommand[] }, Fault>> {
    const source = this.find(address);
    if (!source.ok) return source;
    const { texts } = this;
    const entries = this.desk.commands
      .groups()
      .filter(
        ({ connectionId, groupId }) => connectionId === address.connectionId && groupId === address.groupId,
      )
      .flatMap((group) => group.entries.map(({ entry }) => entry))
      .filter(({ state }) => state === 'refused');
    const instantsMs = entries.map(({ changedAtMs }) => changedAtMs);
    const places = await this.reader.ask('placesInTime', { ...placeOf(source.value), instantsMs });
    const commands = entries.flatMap(({ actionId, draft, error, changedAtMs }, at): RefusedCommand[] => {
      if (error === undefined) return [];
      const { code, words } = refusalOf(texts, error);
      const name = say(`command.${draft.kind}`, commandName(texts, draft.kind));
      return [
        {
          actionId,
          afterSequence: places[at] ?? 0,
          refusedAtMs: changedAtMs,
          words: name,
          code,
          codeWords: words,
        },
      ];
    });
    return accept({ commands });
  }

  async items({
    filter,
    ...address
  }: GroupAddress & { readonly filter: string }): Promise<
    Result<{ items: ItemDigestModel[]; reach: HistoryReach }, Fault>
  > {
    const source = this.find(address);
    if (!source.ok) return source;
    const place = placeOf(source.value);
    const query = (await this.queryOf(source.value, filter)) ?? {};
    const found = await this.reader.ask('digest', { ...place, query });
    if (found === undefined) return this.noGroup();
    const shown = found.items.slice(0, MAX_LANES);
    const sequences = shown.map(({ lastSequence }) => lastSequence);
    const lasts = await this.reader.ask('pick', { ...place, sequences });
    const rows = new Map(this.rowsOf(source.value, lasts).map((row) => [row.sequence, row]));
    const items = shown.map((digest): ItemDigestModel => {
      const { workItemId, lastSequence, ...counted } = digest;
      const last = rows.get(lastSequence);
      const title = this.titleOf(source.value, workItemId);
      const named = workItemId === undefined ? { title } : { title, workItemId };
      return Object.assign(counted, named, { lastSequence }, last === undefined ? {} : { last });
    });
    return accept({ items, reach: reachOf(found.reach, source.value) });
  }

  async times({
    filter,
    ...address
  }: GroupAddress & { readonly filter: string }): Promise<
    Result<{ fromMs: number; throughMs: number; lanes: TimeLane[]; reach: HistoryReach }, Fault>
  > {
    const source = this.find(address);
    if (!source.ok) return source;
    const query = (await this.queryOf(source.value, filter)) ?? {};
    const found = await this.reader.ask('times', { ...placeOf(source.value), query, buckets: TIME_BUCKETS });
    if (found === undefined) return this.noGroup();
    const lanes = new Map<string | undefined, TimeLane>();
    for (const { workItemId, bucket, ...counted } of found.counts) {
      const lane = lanes.get(workItemId) ?? {
        ...(workItemId === undefined ? {} : { workItemId }),
        title: this.titleOf(source.value, workItemId),
        count: 0,
        buckets: [],
      };
      lane.buckets.push({ at: bucket, ...counted });
      lanes.set(workItemId, { ...lane, count: lane.count + counted.count });
    }
    const byFirst = [...lanes.values()]
      .toSorted((a, b) => (a.buckets[0]?.firstSequence ?? 0) - (b.buckets[0]?.firstSequence ?? 0))
      .slice(0, MAX_LANES);
    const { fromMs, throughMs } = found;
    return accept({ fromMs, throughMs, lanes: byFirst, reach: reachOf(found.reach, source.value) });
  }

  /** Folded in another thread than the one that answers questions about the log. */
  async stateAt({
    sequence,
    ...address
  }: GroupAddress & { readonly sequence: number }): Promise<Result<PastState, Fault>> {
    const source = this.find(address);
    if (!source.ok) return source;
    const found = await this.folder.ask('stateAt', { ...placeOf(source.value), sequence });
    return found === undefined
      ? this.noGroup()
      : accept(pastStateOf(this.texts, source.value.names, sequence, found));
  }

  /** The plan after an Event, or after the newest one. */
  async planAt({
    sequence,
    ...address
  }: GroupAddress & { readonly sequence?: number | undefined }): Promise<Result<PastPlan, Fault>> {
    const source = this.find(address);
    if (!source.ok) return source;
    const found = await this.folder.ask('planAt', { ...placeOf(source.value), sequence });
    return found === undefined
      ? this.noGroup()
      : accept(pastPlanOf(this.texts, source.value.names, address.groupId, found));
  }

  async read({
    sequence,
    ...address
  }: GroupAddress & { readonly sequence: number }): Promise<Result<EventDetail, Fault>> {
    const source = this.find(address);
    if (!source.ok) return source;
    const place = placeOf(source.value);
    const [kept] = await this.reader.ask('pick', { ...place, sequences: [sequence] });
    if (kept === undefined) return this.texts.fault('no-event');
    const [row] = this.rowsOf(source.value, [kept]);
    if (row === undefined) return this.texts.fault('no-event');
    const event = row.kind === UNREADABLE ? undefined : parseEvent(kept.bytes);
    const causeId = event?.cause.id ?? '-';
    const ofCause = (query: HistoryQuery) =>
      this.reader.ask('window', { ...place, query, from: 0, limit: MAX_EFFECTS });
    const [same, effects, cause, keys] = await Promise.all([
      ofCause({ causeIds: [causeId] }),
      ofCause({ causeIds: [row.eventId] }),
      event?.cause.type === 'event' ? ofCause({ eventIds: [causeId] }) : undefined,
      this.reader.ask('keys', { replicaPath: place.replicaPath }),
    ]);
    const [causeEvent] = this.rowsOf(source.value, cause?.events ?? []);
    return accept({
      row,
      // What was taken back is not shown, though it stays signed in the log.
      ...(row.takenBackAt === undefined ? { signedText: Buffer.from(kept.bytes).toString('utf8') } : {}),
      acceptedBy: source.value.names.person(event?.acceptedBy ?? NOBODY),
      correlationId: event?.correlationId ?? '-',
      signature: signatureOf(this.texts, source.value, kept, keys),
      sameCause: this.rowsOf(source.value, same?.events ?? []),
      ...(causeEvent === undefined ? {} : { causeEvent }),
      effects: this.rowsOf(source.value, effects?.events ?? []),
    });
  }

  private get texts(): Texts {
    return textsOf(this.desk.language);
  }

  private find({ connectionId, groupId }: GroupAddress): Result<HistorySource, Fault> {
    const source = this.findSource(connectionId, groupId);
    return source === undefined ? this.noGroup() : accept(source);
  }

  private noGroup(): { readonly ok: false; readonly fault: Fault } {
    return this.texts.fault('no-group');
  }

  private rowsOf({ names }: HistorySource, events: readonly ReadEvent[]): EventRow[] {
    const { texts } = this;
    return events.map((kept) => {
      try {
        return tellingRow(texts, names, parseEvent(kept.bytes), kept.takenBackAt);
      } catch {
        // Only in a file that nobody verified: a view never goes empty because of one line (0.9).
        return unreadableRow(texts, kept);
      }
    });
  }

  private titleOf({ names, groupId }: HistorySource, workItemId: string | undefined): string {
    if (workItemId === undefined) return '';
    return names.itemTitle(groupId, workItemId) ?? shortId(workItemId);
  }

  /** Undefined when everything is meant: then nothing has to be indexed. */
  private async queryOf(source: HistorySource, text: string): Promise<HistoryQuery | undefined> {
    const filter = parseFilter(text);
    if (isEverything(filter)) return undefined;
    const meant = asksForNames(filter)
      ? await this.reader.ask('names', placeOf(source))
      : { principals: [], workItemIds: [] };
    return queryOf(filter, source.groupId, meant, source.names, this.desk.language);
  }
}

const NOBODY = { type: 'service', id: '-' } as const;

function unreadableRow(texts: Texts, { sequence }: ReadEvent): EventRow {
  return {
    id: String(sequence),
    sort: sortDown(sequence),
    eventId: `#${sequence}`,
    sequence,
    kind: UNREADABLE,
    words: say('event.unreadable', texts.language === 'de' ? 'Unlesbar' : 'Unreadable'),
    actor: { ...NOBODY, name: '–' },
    occurredAtMs: 0,
  };
}

function placeOf({ replicaPath, groupId }: HistorySource) {
  return { replicaPath, groupId };
}

function reachOf({ startsAfter, cursor, indexedThrough }: LogReach, { gap }: HistorySource): HistoryReach {
  return { startsAfter, cursor, indexedThrough, ...(gap === undefined ? {} : { gap: { ...gap } }) };
}
