// An Authority without cryptography and without a database: the same rules, the same order of checks and the same
// deduplication as core/authority/commit-batch.ts, on an in-memory log with receipts.
import { decide } from '../domain/decide.ts';
import { composeEvents, type DecisionContext, nowAt } from '../domain/decision.ts';
import { evolve } from '../domain/evolve.ts';
import { MemoryWorld, OverlayWorld } from '../domain/world.ts';
import type { ErrorCode } from '../protocol/error-codes.ts';
import type { Actor, Command, Event } from '../protocol/generated/documents.ts';
import {
  checkEventPayload,
  checkSchema,
  describeSchemaFault,
  isEventKind,
  type SchemaFault,
} from '../protocol/schema.ts';
import type {
  Answer,
  AuthoritySetting,
  AuthorityUnderTest,
  CommitFault,
  Delivery,
  LoggedEvent,
} from './authority-under-test.ts';
import { FAST_NOTARY, fastHashOf, PLACEHOLDER_SIGNATURE } from './notary.ts';
import { GROUP_AUTHORITY, principalByKeyId } from './principals.ts';
import { findDifference, rebuild } from './state-text.ts';

/** As core/authority/authority.ts has it (OPEN-012). */
const FRESHNESS = { pastMs: 300_000, futureMs: 30_000 };

interface Receipt {
  readonly signingHash: string;
  readonly primaryEventId: string;
}

/** What one accepted Command writes. */
interface Commit {
  readonly key: string;
  readonly receipt: Receipt;
  readonly events: readonly LoggedEvent[];
  readonly world: OverlayWorld;
}

/** Decides, folds and remembers; nothing else. */
export class FastAuthority implements AuthorityUnderTest {
  world = new MemoryWorld();
  readonly log: LoggedEvent[] = [];
  readonly faults: string[] = [];
  private readonly setting: AuthoritySetting;
  private readonly receipts = new Map<string, Receipt>();
  /** The log folded Event by Event, as far as `foldedCount`: what the live state has to be equal to. */
  private readonly folded = new MemoryWorld();
  private foldedCount = 0;
  private lastId = 0;

  constructor(setting: AuthoritySetting) {
    this.setting = setting;
  }

  async submit(delivery: Delivery, fault: CommitFault | undefined): Promise<Answer> {
    const outcome = this.judge(delivery);
    if (!('events' in outcome)) return outcome;
    if (fault === 'store refuses') return refused('INTERNAL_ERROR', 'ERR-036', 'the store did not commit');
    if (fault === 'crash before the commit') {
      await this.restart();
      return { kind: 'silence' };
    }
    const { key, receipt, events, world } = outcome;
    this.receipts.set(key, receipt);
    this.log.push(...events);
    if (fault === 'crash after the commit') {
      await this.restart();
      return { kind: 'silence' };
    }
    this.world.apply(world.changes);
    return { kind: 'accepted', primaryEventId: receipt.primaryEventId, isRepeat: false };
  }

  async submitTogether(deliveries: readonly Delivery[]): Promise<readonly Answer[]> {
    const answers: Answer[] = [];
    for (const delivery of deliveries) answers.push(await this.submit(delivery, undefined));
    return answers;
  }

  async restart(): Promise<void> {
    this.world = rebuild(this.log.map(({ text }) => text));
  }

  async readTexts(): Promise<readonly string[]> {
    return this.log.map(({ text }) => text);
  }

  async findStateDifference(): Promise<string | undefined> {
    const changed = this.log.find(({ event, text }) => JSON.stringify(event) !== text);
    if (changed !== undefined)
      return `the fold changed ${changed.event.kind} ${changed.event.eventId} in place`;
    for (const { text } of this.log.slice(this.foldedCount)) {
      this.folded.apply(evolve(this.folded, JSON.parse(text) as Event));
    }
    this.foldedCount = this.log.length;
    return findDifference(this.world, this.folded);
  }

  private judge({ sealed, from, sessionEpoch }: Delivery): Answer | Commit {
    const command = parse(sealed.text);
    if (command === undefined) return refused('PROTOCOL_VIOLATION', 'SIG-031', 'this is no JSON');
    const fault = checkSchema('command', command);
    if (fault !== undefined)
      return refused('SCHEMA_VALIDATION_FAILED', 'SIG-032', describeSchemaFault(fault));
    const { principalOf = principalByKeyId } = this.setting;
    if (!isSignedByActor(command, principalOf) || !arePartsSignedByTheirNames(command, principalOf)) {
      return refused('AUTH_INVALID_SIGNATURE', 'SIG-036', 'the signature does not hold');
    }
    const isSession = from.actor.type === 'agent';
    if (isSession && (command.actor.type !== 'agent' || command.actor.id !== from.actor.id)) {
      return refused('AUTH_FORBIDDEN', 'WS-020', 'signed by another Principal than the Session belongs to');
    }
    if (!isSession && command.actor.type === 'agent') {
      return refused('AUTH_REQUIRED', 'OPEN-010', 'Agents send Commands over their Session');
    }
    const signingHash = fastHashOf(command);
    const key = `${command.actor.type} ${command.actor.id} ${command.actionId}`;
    const receipt = this.receipts.get(key);
    if (receipt !== undefined) {
      return receipt.signingHash === signingHash
        ? { kind: 'accepted', primaryEventId: receipt.primaryEventId, isRepeat: true }
        : refused('ACTION_ID_COLLISION', 'IDM-002', 'this Action ID was used for other content');
    }
    if (isSession && command.sessionEpoch !== sessionEpoch) {
      return refused('AUTH_STALE_SESSION', 'WS-020', 'another Session Epoch than the connection has');
    }
    const ageMs = this.setting.clock.nowMs - Date.parse(command.issuedAt);
    if (ageMs > FRESHNESS.pastMs || ageMs < -FRESHNESS.futureMs) {
      return refused('AUTH_INVALID_SIGNATURE', 'SIG-062', 'not fresh');
    }
    return this.decideOn(command, signingHash, key);
  }

  private decideOn(command: Command, signingHash: string, key: string): Answer | Commit {
    const { clock, policy } = this.setting;
    const context: DecisionContext = {
      now: nowAt(clock.nowMs),
      newId: (kind) => `urn:heddle:simulation:${kind}:a${(this.lastId += 1)}`,
      policy,
      acceptedBy: GROUP_AUTHORITY.actor,
    };
    const decision = decide(this.world, command, context);
    if (!decision.ok) {
      return refused(decision.fault.code, decision.fault.rule, decision.fault.message);
    }
    const world = new OverlayWorld(this.world);
    const events = composeEvents(this.world, command, signingHash, decision.value, context).map(
      (unsigned) => {
        const text = JSON.stringify(FAST_NOTARY.sign('event', unsigned, GROUP_AUTHORITY));
        // As it will be read back: nothing of the Command's own objects stays in the state.
        const event = JSON.parse(text) as Event;
        this.checkEvent(event);
        world.apply(evolve(world, event));
        return { event, text };
      },
    );
    const primary = events.find(({ event }) => event.cause.type === 'command');
    if (primary === undefined) throw new Error(`${command.kind} was accepted without an Event of its own`);
    return { key, receipt: { signingHash, primaryEventId: primary.event.eventId }, events, world };
  }

  private checkEvent(event: Event): void {
    const fault: SchemaFault | undefined = isEventKind(event.kind)
      ? checkEventPayload(event.kind, event.payload)
      : { path: '/kind', rule: 'kind', message: 'is no Event kind' };
    if (fault !== undefined)
      this.faults.push(`${event.kind} breaks its schema: ${describeSchemaFault(fault)}`);
  }
}

function refused(code: ErrorCode, rule: string, message: string): Answer {
  return { kind: 'refused', code, rule, message };
}

function parse(text: string): Command | undefined {
  try {
    return JSON.parse(text) as Command;
  } catch {
    return undefined;
  }
}

type PrincipalOf = NonNullable<AuthoritySetting['principalOf']>;

function isSignedByActor({ actor, signature, issuedAt }: Command, principalOf: PrincipalOf): boolean {
  const signer = principalOf(signature.keyId)?.actor;
  return (
    signature.value === PLACEHOLDER_SIGNATURE &&
    signature.createdAt === issuedAt &&
    signer?.id === actor.id &&
    signer.type === actor.type
  );
}

/** Signed documents in the payload are signed by whom they name, as verification would demand (SIG-040). */
function arePartsSignedByTheirNames({ payload }: Command, principalOf: PrincipalOf): boolean {
  const parts = [
    ['approval', 'approver'],
    ['rootApproval', 'approver'],
    ['snapshot', 'createdBy'],
  ] as const;
  const evidence = Array.isArray(payload['evidence']) ? (payload['evidence'] as readonly unknown[]) : [];
  return (
    parts.every(([name, member]) => isSignedBy(payload[name], member, principalOf)) &&
    evidence.every((each) => isSignedBy(each, 'generatedBy', principalOf))
  );
}

function isSignedBy(document: unknown, member: string, principalOf: PrincipalOf): boolean {
  if (typeof document !== 'object' || document === null) return true;
  const signature = Reflect.get(document, 'signature') as { readonly keyId?: string } | undefined;
  const named = Reflect.get(document, member) as Actor | undefined;
  const signer = principalOf(signature?.keyId ?? '')?.actor;
  return signer === undefined || named === undefined || signer.id === named.id;
}
