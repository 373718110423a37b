// The admission log of an administered Authority, the newest first: Commands that became facts, from the log itself, and those
// that did not, from the protected log. And the Policy Logs of its Groups. Nothing is loaded but what one question looks at.
import { setImmediate } from 'node:timers/promises';
import type {
  AdmissionCursor,
  AdmissionEntry,
  AdmissionFilter,
  PolicyLogEntryRow,
} from '../contract/operator.ts';
import type { Language } from '../contract/values.ts';
import { operatorWords } from '../coordinator/desk-runtime/words/operator-words.ts';
import { say } from '../coordinator/desk-runtime/words/texts.ts';
import { SINGLE } from '../domain/world.ts';
import type { Actor, AgentCard, Command, Event } from '../protocol/generated/documents.ts';
import type { AuditEntry, AuthorityStore, StoredEvent } from '../store/authority-store.ts';
import { millisecondsOf } from '../sync/sync-ports.ts';
import { organizationRecords, personOf } from './operator-lists.ts';

type LogStore = Pick<
  AuthorityStore,
  'readPosition' | 'readCommits' | 'readReceipt' | 'readAudit' | 'readRecords' | 'readRecord' | 'readGroupIds'
>;

type Cards = ReadonlyMap<string, { readonly card: AgentCard }>;

/** Read in one go: parsing them takes some milliseconds. */
const PAGE = 500;
/** What one question looks through at most; whoever wants to look further asks on. */
const MAX_LOOKED_AT = 5_000;
const MAX_GROUPS_LOOKED_AT = 200;

/** What may come next, with the cursor after it. */
interface Candidate {
  readonly entry: AdmissionEntry;
  readonly next: string | number;
}

export interface AdmissionPage {
  readonly rows: AdmissionEntry[];
  readonly cursor?: AdmissionCursor;
  readonly lookedBackToMs?: number;
}

/** One page of what fits a filter. */
export async function readAdmissions(
  store: LogStore,
  filter: AdmissionFilter,
  cursor: AdmissionCursor | undefined,
  limit: number,
  language: Language,
): Promise<AdmissionPage> {
  const cards = await organizationRecords(store, 'agent');
  const admitted = new AdmittedReader(store, filter, cards, language);
  const refused = new RefusedReader(store, filter, cards, language);
  const wantsAdmitted = filter.type === 'all' || filter.type === 'admitted';
  const wantsRefused = filter.type !== 'admitted';
  const position = wantsAdmitted ? (cursor?.position ?? (await admitted.end())) : 0;
  const auditId = wantsRefused ? cursor?.auditId : END;
  admitted.start(position);
  refused.start(auditId);
  const rows: AdmissionEntry[] = [];
  let lookedBackToMs: number | undefined;
  while (rows.length < limit) {
    const [a, b] = [await admitted.peek(), await refused.peek()];
    // Where one has looked far enough and the other has not, nobody knows what comes between them.
    const oldest = Math.max(
      admitted.isExhausted ? admitted.lookedToMs : -Infinity,
      refused.isExhausted ? refused.lookedToMs : -Infinity,
    );
    const takesAdmitted = a !== undefined && (b === undefined || a.entry.atMs >= b.entry.atMs);
    const chosen = takesAdmitted ? a : b;
    if (chosen === undefined || chosen.entry.atMs < oldest) {
      if (oldest > -Infinity && Number.isFinite(oldest)) lookedBackToMs = oldest;
      break;
    }
    rows.push(chosen.entry);
    if (takesAdmitted) admitted.take();
    else refused.take();
  }
  const isOver = admitted.isOver && refused.isOver;
  return {
    rows,
    ...(isOver
      ? {}
      : {
          cursor: {
            position: admitted.place,
            ...(refused.place === undefined ? {} : { auditId: refused.place }),
          },
        }),
    ...(lookedBackToMs === undefined ? {} : { lookedBackToMs }),
  };
}

/** There is nothing before. */
const END = 'end';

/** Commands that became facts, backwards along the commit order. */
class AdmittedReader {
  /** Everything from here on was given out or does not fit: before this place of the commit order. */
  place = 0;
  lookedToMs = Infinity;
  private readonly store: LogStore;
  private readonly filter: AdmissionFilter;
  private readonly cards: Cards;
  private readonly language: Language;
  private readonly found: Candidate[] = [];
  /** Events before this place have not been looked at. */
  private before = 0;
  private looked = 0;

  constructor(store: LogStore, filter: AdmissionFilter, cards: Cards, language: Language) {
    this.store = store;
    this.filter = filter;
    this.cards = cards;
    this.language = language;
  }

  get isOver(): boolean {
    return this.found.length === 0 && this.before <= 1;
  }

  /** It would look on, and one question may not. */
  get isExhausted(): boolean {
    return this.found.length === 0 && this.before > 1 && this.looked >= MAX_LOOKED_AT;
  }

  start(position: number): void {
    this.place = position;
    this.before = position;
  }

  /** The first place after everything that the filter wants, found by halving: Events stand in the order of time. */
  async end(): Promise<number> {
    const last = await this.store.readPosition();
    const { throughMs } = this.filter;
    if (throughMs === undefined) return last + 1;
    let [low, high] = [1, last + 1];
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      const [stored] = await this.store.readCommits(middle - 1, 1);
      if (stored !== undefined && millisecondsOf(decode(stored).occurredAt) <= throughMs) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  async peek(): Promise<Candidate | undefined> {
    while (this.found.length === 0 && this.before > 1 && this.looked < MAX_LOOKED_AT) await this.look();
    return this.found[0];
  }

  take(): void {
    const taken = this.found.shift();
    if (taken !== undefined) this.place = Number(taken.next);
    if (this.found.length === 0) this.place = this.before;
  }

  private async look(): Promise<void> {
    const from = Math.max(1, this.before - PAGE);
    const stored = await this.store.readCommits(from - 1, this.before - from);
    this.looked += stored.length;
    const events = stored.map((each) => ({ stored: each, event: decode(each) }));
    // Events of one Command stand together. Those at the beginning of the page may belong to one that begins before it.
    let start = 0;
    const first = events[0]?.event.commandHash;
    if (from > 1) {
      const [previous] = await this.store.readCommits(from - 2, 1);
      if (previous !== undefined && decode(previous).commandHash === first) {
        while (start < events.length && events[start]?.event.commandHash === first) start += 1;
        // One Command with more Events than a page is no reason to stand still.
        if (start === events.length) start = 0;
      }
    }
    this.before = from + start;
    const runs: (typeof events)[] = [];
    for (const each of events.slice(start)) {
      const run = runs.at(-1);
      if (run !== undefined && run[0]?.event.commandHash === each.event.commandHash) run.push(each);
      else runs.push([each]);
    }
    for (const run of runs.toReversed()) {
      const [head] = run;
      if (head === undefined) continue;
      const atMs = millisecondsOf(head.event.occurredAt);
      this.lookedToMs = atMs;
      if (this.filter.fromMs !== undefined && atMs < this.filter.fromMs) {
        // Nothing older can fit.
        this.before = 1;
        break;
      }
      const entry = await this.entryOf(run, atMs);
      if (entry !== undefined) this.found.push({ entry, next: head.stored.position });
    }
    if (this.found.length === 0) this.place = this.before;
    await setImmediate();
  }

  private async entryOf(
    run: readonly { readonly stored: StoredEvent; readonly event: Event }[],
    atMs: number,
  ): Promise<AdmissionEntry | undefined> {
    const primary = run.find(({ event }) => event.cause.type === 'command') ?? run[0];
    if (primary === undefined) return undefined;
    const { actor, cause } = primary.event;
    const person = personOf(actor, this.cards);
    if (!fitsActor(this.filter, person) || !fits(this.filter.code, 'accepted')) return undefined;
    const receipt = cause.type === 'command' ? await this.store.readReceipt(actor, cause.id) : undefined;
    const kind = receipt === undefined ? undefined : kindOf(receipt.commandBytes);
    if (!fits(this.filter.kind, kind ?? '')) return undefined;
    const { groupId, position, sequence } = primary.stored;
    const { admitted } = operatorWords(this.language).admission;
    return {
      id: `position ${position}`,
      type: 'admitted',
      atMs,
      actor: person,
      code: 'accepted',
      words: say('operator.admitted', admitted(run.length), { count: run.length }),
      actionId: cause.id,
      position,
      events: run.length,
      ...(kind === undefined ? {} : { kind }),
      ...(groupId === undefined ? {} : { groupId }),
      ...(sequence === undefined ? {} : { sequence }),
    };
  }
}

/** Commands that did not become facts, backwards along the protected log. */
class RefusedReader {
  /** Before this entry; `end` when there is nothing before, undefined at the very beginning. */
  place: string | undefined;
  lookedToMs = Infinity;
  private readonly store: LogStore;
  private readonly filter: AdmissionFilter;
  private readonly cards: Cards;
  private readonly language: Language;
  private readonly found: Candidate[] = [];
  private before: string | undefined;
  private looked = 0;

  constructor(store: LogStore, filter: AdmissionFilter, cards: Cards, language: Language) {
    this.store = store;
    this.filter = filter;
    this.cards = cards;
    this.language = language;
  }

  get isOver(): boolean {
    return this.found.length === 0 && this.before === END;
  }

  get isExhausted(): boolean {
    return this.found.length === 0 && this.before !== END && this.looked >= MAX_LOOKED_AT;
  }

  start(auditId: string | undefined): void {
    this.place = auditId;
    this.before = auditId;
  }

  async peek(): Promise<Candidate | undefined> {
    while (this.found.length === 0 && this.before !== END && this.looked < MAX_LOOKED_AT) await this.look();
    return this.found[0];
  }

  take(): void {
    const taken = this.found.shift();
    if (taken !== undefined) this.place = String(taken.next);
    if (this.found.length === 0) this.place = this.before;
  }

  private async look(): Promise<void> {
    const entries = await this.store.readAudit(PAGE, this.before);
    this.looked += entries.length;
    this.before = entries.length < PAGE ? END : entries.at(-1)?.auditId;
    for (const audit of entries) {
      const atMs = millisecondsOf(audit.occurredAt);
      this.lookedToMs = atMs;
      const { fromMs = -Infinity, throughMs = Infinity } = this.filter;
      // No end of the search: the clock of an Authority may have been set back.
      if (atMs < fromMs || atMs > throughMs) continue;
      const entry = this.entryOf(audit, atMs);
      if (entry !== undefined) this.found.push({ entry, next: audit.auditId });
    }
    if (this.found.length === 0) this.place = this.before;
    await setImmediate();
  }

  private entryOf(audit: AuditEntry, atMs: number): AdmissionEntry | undefined {
    const { command, stage, reason, detail, groupId } = audit;
    const type = stage === 'rules' ? 'refused' : 'failed';
    if (this.filter.type !== 'all' && this.filter.type !== type) return undefined;
    const person = command === undefined ? undefined : personOf(command.actor, this.cards);
    const code = stage === 'rules' ? reason : stage;
    if (!fitsActor(this.filter, person) || !fits(this.filter.code, `${code} ${reason}`)) return undefined;
    if (!fits(this.filter.kind, command?.kind ?? '')) return undefined;
    const { admission } = operatorWords(this.language);
    const text = type === 'refused' ? admission.refused(code) : admission.failed(`${stage}, ${reason}`);
    return {
      id: audit.auditId,
      type,
      atMs,
      code,
      words: say(`operator.${type}`, text, { code }),
      detail,
      ...(person === undefined ? {} : { actor: person }),
      ...(command === undefined ? {} : { kind: command.kind, actionId: command.actionId }),
      ...(groupId === undefined ? {} : { groupId }),
    };
  }
}

function fits(wanted: string, text: string): boolean {
  return text.toLowerCase().includes(wanted.trim().toLowerCase());
}

function fitsActor(
  { actor }: AdmissionFilter,
  person: (Actor & { readonly name: string }) | undefined,
): boolean {
  if (actor.trim() === '') return true;
  return person !== undefined && (fits(actor, person.id) || fits(actor, person.name));
}

function decode({ bytes }: StoredEvent): Event {
  return JSON.parse(Buffer.from(bytes).toString('utf8')) as Event;
}

function kindOf(commandBytes: Uint8Array): string {
  return (JSON.parse(Buffer.from(commandBytes).toString('utf8')) as Command).kind;
}

export interface PolicyLogPage {
  readonly rows: PolicyLogEntryRow[];
  readonly cursor?: string;
}

/**
 * Decisions of one Group, or of all, the newest Groups first; those of one Group stand together, the newest first. The
 * cursor says how many Groups and how many entries of the next one were passed.
 */
export async function readPolicyLog(
  store: LogStore,
  groupId: string | undefined,
  cursor: string | undefined,
  limit: number,
  language: Language,
): Promise<PolicyLogPage> {
  const groupIds = groupId === undefined ? (await store.readGroupIds()).toReversed() : [groupId];
  const cards = await organizationRecords(store, 'agent');
  const { decisions } = operatorWords(language);
  const [passedGroups = 0, passedEntries = 0] = (cursor ?? '').split(' ').map(Number);
  let [group, entry] = [passedGroups || 0, passedEntries || 0];
  const rows: PolicyLogEntryRow[] = [];
  const last = Math.min(groupIds.length, group + MAX_GROUPS_LOOKED_AT);
  while (group < last && rows.length < limit) {
    const id = groupIds[group] ?? '';
    const records = (await store.readRecords(id, ['policyLog'])).toReversed();
    const page = records.slice(entry, entry + limit - rows.length);
    const missionTitle = page.length === 0 ? '' : await titleOf(store, id);
    for (const { kind, value } of page) {
      if (kind !== 'policyLog') continue;
      const { entryId, decision, actor, occurredAt, details } = value;
      rows.push({
        id: entryId,
        groupId: id,
        missionTitle,
        atMs: millisecondsOf(occurredAt),
        decision,
        decisionWords: say(`operator.decision.${decision}`, decisions[decision] ?? decision),
        actor: personOf(actor, cards),
        details: Object.entries(details).map(([name, each]) => ({
          name,
          value: typeof each === 'string' ? each : JSON.stringify(each),
        })),
      });
    }
    if (entry + page.length < records.length) entry += page.length;
    else [group, entry] = [group + 1, 0];
    await setImmediate();
  }
  return { rows, ...(group < groupIds.length ? { cursor: `${group} ${entry}` } : {}) };
}

async function titleOf(store: LogStore, groupId: string): Promise<string> {
  const record = await store.readRecord('mission', groupId, SINGLE);
  return (record?.kind === 'mission' ? record.value.title : undefined) ?? groupId;
}
