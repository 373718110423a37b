// The real Authority with real signatures on a store in memory that can be made to fail.
import { type Authority, openAuthority } from '../authority/authority.ts';
import { evolve } from '../domain/evolve.ts';
import { MemoryWorld, ORGANIZATION } from '../domain/world.ts';
import type { Event } from '../protocol/generated/documents.ts';
import { StoreFault, type WriteTransaction } from '../store/authority-store.ts';
import { MemoryStore } from '../store/memory/memory-store.ts';
import type {
  Answer,
  AuthoritySetting,
  AuthorityUnderTest,
  CommitFault,
  Delivery,
  LoggedEvent,
} from './authority-under-test.ts';
import { bindingOf, signerOf } from './notary.ts';
import { EVERYBODY, GROUP_AUTHORITY, ORGANIZATION_ID, SERVICE } from './principals.ts';
import { findDifference, groupIdsOf, rebuild } from './state-text.ts';

/** A store whose next commit goes wrong. */
class FailingStore extends MemoryStore {
  nextFault: CommitFault | undefined;

  override async write<Result>(work: (transaction: WriteTransaction) => Promise<Result>): Promise<Result> {
    const fault = this.nextFault;
    if (fault === undefined) return super.write(work);
    this.nextFault = undefined;
    if (fault === 'crash after the commit') {
      await super.write(work);
      throw new StoreFault('commit-unknown', 'the connection broke during the commit');
    }
    return super.write(async (transaction) => {
      await work(transaction);
      throw new StoreFault('full', 'the disk is full');
    });
  }
}

/** The Authority of production, with a projection of its log for actors to look at. */
export class RealAuthority implements AuthorityUnderTest {
  readonly world = new MemoryWorld();
  readonly log: LoggedEvent[] = [];
  readonly faults: string[] = [];
  private readonly setting: AuthoritySetting;
  private readonly store: FailingStore;
  private opened: Authority | undefined;
  private lastId = 0;
  /** A store that was made to fail is no defect of the Authority that says so. */
  private isFaultExpected = false;

  private constructor(setting: AuthoritySetting, store: FailingStore) {
    this.setting = setting;
    this.store = store;
  }

  private get authority(): Authority {
    if (this.opened === undefined) throw new Error('the Authority is not open yet');
    return this.opened;
  }

  static async open(setting: AuthoritySetting): Promise<RealAuthority> {
    const store = new FailingStore({ writer: SERVICE.actor });
    for (const principal of EVERYBODY) await store.writeBinding(bindingOf(principal));
    const opened = new RealAuthority(setting, store);
    await opened.restart();
    return opened;
  }

  async submit(delivery: Delivery, fault: CommitFault | undefined): Promise<Answer> {
    this.store.nextFault = fault;
    this.isFaultExpected = fault !== undefined;
    const answer = await this.send(delivery);
    // Commands that are refused before any commit leave the fault to the next one otherwise.
    this.store.nextFault = undefined;
    this.isFaultExpected = false;
    await this.readOn();
    if (fault === undefined || fault === 'store refuses') return answer;
    await this.restart();
    return { kind: 'silence' };
  }

  async submitTogether(deliveries: readonly Delivery[]): Promise<readonly Answer[]> {
    const answers = await Promise.all(deliveries.map((delivery) => this.send(delivery)));
    await this.readOn();
    return answers;
  }

  private async send({ sealed, from, sessionEpoch }: Delivery): Promise<Answer> {
    const { actor, keyId } = from;
    const result = await this.authority.submit(
      Buffer.from(sealed.text),
      actor.type === 'agent'
        ? { kind: 'session', agentId: actor.id, keyId, sessionEpoch: sessionEpoch ?? 0 }
        : { kind: 'ingress' },
    );
    if (result.ok) {
      const { primary, isRepeat } = result.value;
      return { kind: 'accepted', primaryEventId: primary.eventId, isRepeat };
    }
    const { code, message, details } = result.fault;
    const rule = details?.['rule'];
    return { kind: 'refused', code, rule: typeof rule === 'string' ? rule : '', message };
  }

  async restart(): Promise<void> {
    const { clock, policy } = this.setting;
    this.opened = await openAuthority({
      organizationId: ORGANIZATION_ID,
      store: this.store,
      services: {
        groupAuthority: { principal: GROUP_AUTHORITY.actor, signer: signerOf(GROUP_AUTHORITY) },
        identity: { principal: SERVICE.actor, signer: signerOf(SERVICE) },
        admission: SERVICE.actor,
      },
      policy,
      now: () => clock.nowMs,
      newId: (kind) => `urn:heddle:simulation:${kind}:a${(this.lastId += 1)}`,
      onFault: (error) => {
        if (this.isFaultExpected && error instanceof StoreFault) return;
        this.faults.push(error instanceof Error ? (error.stack ?? error.message) : String(error));
      },
    });
  }

  async readTexts(): Promise<readonly string[]> {
    const stored = await this.store.readCommits(0, this.log.length + 1);
    return stored.map(({ bytes }) => Buffer.from(bytes).toString('utf8'));
  }

  async findStateDifference(): Promise<string | undefined> {
    const rebuilt = rebuild(await this.readTexts());
    const stored = new MemoryWorld();
    for (const groupId of [ORGANIZATION, ...groupIdsOf(rebuilt)]) {
      stored.apply(await this.store.readRecords(groupId));
    }
    const difference = findDifference(stored, rebuilt);
    if (difference !== undefined) return difference;
    // The first look loads the Groups; findDifference has to see one state.
    return this.authority.look((cache) => findDifference(cache, rebuilt));
  }

  private async readOn(): Promise<void> {
    for (const { bytes } of await this.store.readCommits(this.log.length, 500)) {
      const text = Buffer.from(bytes).toString('utf8');
      const event = JSON.parse(text) as Event;
      this.world.apply(evolve(this.world, event));
      this.log.push({ event, text });
    }
  }
}
