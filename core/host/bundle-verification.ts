// Verifies a `.mwpbundle` with nothing but the file: its own hashes, every signature in it, the sequence of every Group, and
// that the Events fold into a state. What is wrong is named by line.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { verifySignedPayload } from '../authority/signed-payloads.ts';
import { evolve } from '../domain/evolve.ts';
import { MemoryWorld, SINGLE } from '../domain/world.ts';
import type { Event } from '../protocol/generated/documents.ts';
import { isJsonObject, parseJson } from '../protocol/json.ts';
import { type KeyEvidence, openRegistry } from '../protocol/registry.ts';
import { verifyDocument, verifyDocumentAsync } from '../protocol/verify.ts';
import {
  BUNDLE_FORMAT,
  BUNDLE_VERSION,
  type BundleHeader,
  type BundleTrailer,
  LINE,
  type LineKind,
  PART_NAMES,
} from './bundle-format.ts';
import { type BundleLine, readLines } from './bundle-lines.ts';
import { SectionMeter } from './bundle-sections.ts';

export type BundleProblem =
  | 'not-a-bundle'
  | 'newer-version'
  | 'cut-off'
  | 'out-of-order'
  | 'unreadable'
  | 'registry'
  | 'signature'
  | 'sequence'
  | 'repeated'
  | 'fold'
  | 'section'
  | 'seal';

export interface BundleFinding {
  /** From 1; undefined for what is about the whole file. */
  readonly line: number | undefined;
  readonly problem: BundleProblem;
  /** What exactly, in the words of the rule that found it. */
  readonly detail: string;
}

/** What a Group's history comes to. */
export interface BundleGroup {
  readonly groupId: string;
  readonly events: number;
  readonly firstSequence: number;
  readonly lastSequence: number;
  /** Undefined when the history begins too late to say. */
  readonly mission:
    | { readonly missionId: string; readonly state: string; readonly revision: number }
    | undefined;
}

export interface BundleVerification {
  readonly organizationId: string | undefined;
  readonly createdAt: string | undefined;
  readonly events: number;
  readonly groups: readonly BundleGroup[];
  readonly findings: readonly BundleFinding[];
}

/** A broken file should not print a million lines; the first ones tell where to look. */
const MAX_FINDINGS = 100;
/** Events whose signatures are checked side by side. */
const EVENTS_AT_ONCE = 128;

export interface BundleVerificationOptions {
  /**
   * Keys that the reader trusts for reasons of its own. Without them those in the file count: then the history is whole
   * and signed by them, and whose they are, the reader has to know.
   */
  readonly keys?: KeyEvidence;
  /** Hears of the Events verified so far. */
  readonly onProgress?: (events: number) => void;
}

/** Throws only when the file cannot be read at all. */
export async function verifyBundle(
  path: string,
  options: BundleVerificationOptions = {},
): Promise<BundleVerification> {
  const reading = new BundleReading(options);
  for await (const line of readLines(createReadStream(path))) {
    if (!(await reading.take(line))) break;
  }
  return reading.finish();
}

interface GroupReading {
  readonly firstSequence: number;
  lastSequence: number;
}

class BundleReading {
  private readonly onProgress: (events: number) => void;
  private readonly trustedKeys: KeyEvidence | undefined;
  private readonly findings: BundleFinding[] = [];
  private readonly world = new MemoryWorld();
  private readonly groups = new Map<string, GroupReading>();
  private readonly eventIds = new Set<string>();
  private readonly whole = createHash('sha256');
  private readonly sections = new SectionMeter();
  private header: BundleHeader | undefined;
  private keys: KeyEvidence | undefined;
  private trailer: BundleTrailer | undefined;
  private isSealed = false;
  private waiting: BundleLine[] = [];
  private events = 0;
  private firstEventLine: number | undefined;

  constructor({ keys, onProgress }: BundleVerificationOptions) {
    this.onProgress = onProgress ?? (() => {});
    this.trustedKeys = keys;
  }

  /** Answers whether reading on makes sense. */
  async take(line: BundleLine): Promise<boolean> {
    if (this.isSealed) {
      this.report(line, 'out-of-order', 'something follows the seal');
      return false;
    }
    if (line.number === 1 && !this.takeHeader(line)) return false;
    if (line.isCutOff) this.report(line, 'cut-off', 'the line has no end');
    if (line.kind === LINE.event) {
      this.firstEventLine ??= line.number;
      this.waiting.push(line);
      if (this.waiting.length >= EVENTS_AT_ONCE) await this.verifyWaiting();
    } else {
      await this.verifyWaiting();
      await this.takeOther(line);
    }
    this.whole.update(line.bytes);
    return true;
  }

  async finish(): Promise<BundleVerification> {
    await this.verifyWaiting();
    if (this.header !== undefined && !this.isSealed) {
      this.add({ line: undefined, problem: 'cut-off', detail: 'the file ends before its seal' });
    } else if (this.header === undefined && this.findings.length === 0) {
      this.add({ line: undefined, problem: 'not-a-bundle', detail: 'the file is empty' });
    }
    const groups = [...this.groups].map(([groupId, { firstSequence, lastSequence }]): BundleGroup => {
      const mission = this.world.get('mission', groupId, SINGLE)?.document;
      return {
        groupId,
        events: lastSequence - firstSequence + 1,
        firstSequence,
        lastSequence,
        mission: mission && {
          missionId: mission.missionId,
          state: mission.state,
          revision: mission.revision,
        },
      };
    });
    const { organizationId, createdAt } = this.header ?? { organizationId: undefined, createdAt: undefined };
    return { organizationId, createdAt, events: this.events, groups, findings: this.findings };
  }

  private async takeOther(line: BundleLine): Promise<void> {
    switch (line.kind) {
      case LINE.header:
        if (line.number > 1) this.report(line, 'out-of-order', 'a second header');
        break;
      case LINE.registry:
        this.takeRegistry(line);
        break;
      case LINE.snapshot:
        this.sections.add(line, this.takeSnapshot(line));
        return;
      case LINE.trailer:
        this.takeTrailer(line);
        return;
      case LINE.seal:
        this.takeSeal(line);
        return;
      default:
        this.report(line, 'unreadable', 'no line of a bundle begins like this');
    }
    this.sections.add(line, undefined);
  }

  private takeHeader(line: BundleLine): boolean {
    const value = line.kind === LINE.header ? parseObject(line.content) : undefined;
    const isBundle =
      value?.['format'] === BUNDLE_FORMAT &&
      typeof value['organizationId'] === 'string' &&
      typeof value['createdAt'] === 'string' &&
      Array.isArray(value['groupIds']);
    if (!isBundle) {
      this.report(line, 'not-a-bundle', 'the first line is not the header of a bundle');
      return false;
    }
    if (value['version'] !== BUNDLE_VERSION) {
      this.report(
        line,
        'newer-version',
        `version ${String(value['version'])}; this program reads ${BUNDLE_VERSION}`,
      );
      return false;
    }
    this.header = value as unknown as BundleHeader;
    return true;
  }

  private takeRegistry(line: BundleLine): void {
    if (this.keys !== undefined) {
      this.report(line, 'out-of-order', 'a second Registry');
      return;
    }
    const value = parseObject(line.content);
    if (value === undefined) {
      this.report(line, 'unreadable', 'the Registry is not strict JSON');
      return;
    }
    const evidence = openRegistry(value);
    this.keys = this.trustedKeys ?? evidence;
    if (!evidence.ok) this.report(line, 'registry', evidence.fault.message);
    else if (evidence.value.organizationId !== this.header?.organizationId) {
      this.report(line, 'registry', 'the Registry is of another Organization than the header says');
    }
  }

  /** Answers of which Group it is, where that can be told. */
  private takeSnapshot(line: BundleLine): string | undefined {
    const verified = verifyDocument('group-snapshot', line.content, this.requireKeys());
    if (!verified.ok) this.report(line, 'signature', `${verified.fault.stage}: ${verified.fault.detail}`);
    return verified.ok ? verified.value.document.groupId : undefined;
  }

  private async verifyWaiting(): Promise<void> {
    if (this.waiting.length === 0) return;
    const lines = this.waiting;
    this.waiting = [];
    const keys = this.requireKeys();
    const verified = await Promise.all(
      lines.map(async (line) => ({ line, result: await verifyDocumentAsync('event', line.content, keys) })),
    );
    for (const { line, result } of verified) {
      if (!result.ok) {
        this.report(line, 'signature', `${result.fault.stage}: ${result.fault.detail}`);
        this.sections.add(line, undefined);
        continue;
      }
      const { document } = result.value;
      this.sections.add(line, document.groupId);
      await this.takeEvent(line, document);
    }
    this.events += lines.length;
    this.onProgress(this.events);
  }

  private async takeEvent(line: BundleLine, event: Event): Promise<void> {
    const { eventId, groupId, sequence } = event;
    if (groupId === undefined || sequence === undefined || this.header?.groupIds.includes(groupId) !== true) {
      this.report(
        line,
        'sequence',
        `the Event belongs to no Group of this bundle: ${groupId ?? 'the Organization'}`,
      );
      return;
    }
    if (this.eventIds.has(eventId)) this.report(line, 'repeated', eventId);
    this.eventIds.add(eventId);
    const group = this.groups.get(groupId);
    if (group === undefined) this.groups.set(groupId, { firstSequence: sequence, lastSequence: sequence });
    else {
      if (sequence !== group.lastSequence + 1) {
        this.report(line, 'sequence', `sequence ${sequence} follows ${group.lastSequence} in ${groupId}`);
      }
      group.lastSequence = sequence;
    }
    const inner = await verifySignedPayload(event, this.requireKeys());
    if (!inner.ok)
      this.report(line, 'signature', `a document inside, ${inner.fault.stage}: ${inner.fault.detail}`);
    this.fold(line, event);
  }

  private fold(line: BundleLine, event: Event): void {
    try {
      this.world.apply(evolve(this.world, event));
    } catch (error) {
      this.report(line, 'fold', error instanceof Error ? error.message : String(error));
    }
  }

  private takeTrailer(line: BundleLine): void {
    const value = parseObject(line.content);
    if (this.trailer !== undefined || !Array.isArray(value?.['sections'])) {
      this.report(line, 'unreadable', 'the trailer is damaged, or stands there twice');
      return;
    }
    this.trailer = value as unknown as BundleTrailer;
    for (const { line: at, detail } of this.sections.compare(this.trailer.sections, line.number)) {
      this.add({ line: at, problem: 'section', detail });
    }
  }

  private takeSeal(line: BundleLine): void {
    this.isSealed = true;
    if (this.trailer === undefined) this.report(line, 'out-of-order', 'the seal comes before the trailer');
    const expected = `sha256:${this.whole.copy().digest('hex')}`;
    if (line.content.toString('latin1') !== expected) {
      this.report(line, 'seal', 'the file is not the one that was sealed');
    }
  }

  private requireKeys(): KeyEvidence {
    return this.keys ?? openRegistry({ organizationId: this.header?.organizationId ?? '', bindings: [] });
  }

  private report(line: BundleLine, problem: BundleProblem, detail: string): void {
    this.add({ line: line.number, problem, detail: `${this.partOf(line)}: ${detail}` });
  }

  /** Which part of the file a line is; Events by their place among the Events of the file. */
  private partOf({ kind, number }: BundleLine): string {
    const name = isLineKind(kind) ? PART_NAMES[kind] : 'unknown part';
    return kind === LINE.event && this.firstEventLine !== undefined
      ? `${name} ${number - this.firstEventLine + 1}`
      : name;
  }

  private add(finding: BundleFinding): void {
    if (this.findings.length < MAX_FINDINGS) this.findings.push(finding);
  }
}

function isLineKind(kind: string): kind is LineKind {
  return Object.hasOwn(PART_NAMES, kind);
}

function parseObject(bytes: Uint8Array): { readonly [name: string]: unknown } | undefined {
  const parsed = parseJson(bytes);
  return parsed.ok && isJsonObject(parsed.value.value) ? parsed.value.value : undefined;
}
