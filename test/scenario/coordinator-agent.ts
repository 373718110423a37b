// A Coordinator Agent as the scenario sees it: its process, the Events that reached it, and the state that they come to.
import { fileURLToPath } from 'node:url';
import { evolve } from '../../core/domain/evolve.ts';
import { MemoryWorld } from '../../core/domain/world.ts';
import type { Event } from '../../core/protocol/generated/documents.ts';
import type { CommandDraft, CommandOutcome, SessionChange } from '../../core/sync/agent-link.ts';
import { type Principal, principalOf } from './principals.ts';
import { ScenarioProcess } from './scenario-process.ts';

/** What its process is started with: a file of this. */
export interface CoordinatorConfig {
  readonly label: string;
  readonly organizationId: string;
  readonly origin: string;
  readonly ca: string;
  readonly replica: string;
}

export interface CoordinatorOrder {
  readonly id: number;
  readonly draft: CommandDraft;
}

export type CoordinatorLine =
  | { readonly kind: 'session'; readonly change: SessionChange['kind'] }
  | { readonly kind: 'events'; readonly groupId: string; readonly events: readonly Event[] }
  | { readonly kind: 'outcome'; readonly id: number; readonly outcome: CommandOutcome }
  | { readonly kind: 'fault'; readonly message: string };

const SCRIPT = fileURLToPath(new URL('coordinator-process.ts', import.meta.url));

export class CoordinatorAgent implements Principal {
  readonly actor: Principal['actor'];
  readonly signer: Principal['signer'];
  readonly process: ScenarioProcess;
  readonly world = new MemoryWorld();
  readonly faults: string[] = [];
  private readonly events = new Map<string, Event[]>();
  private readonly outcomes = new Map<number, CommandOutcome>();
  private lastOrder = 0;
  private isConnected = false;

  constructor(label: string, configFile: string) {
    ({ actor: this.actor, signer: this.signer } = principalOf('agent', label));
    this.process = new ScenarioProcess(label, [SCRIPT, configFile], (line) => this.take(line));
  }

  async connected(): Promise<void> {
    await this.process.until(() => this.isConnected || undefined, 'a Session');
  }

  eventsOf(groupId: string): readonly Event[] {
    return this.events.get(groupId) ?? [];
  }

  async submit(draft: CommandDraft): Promise<CommandOutcome> {
    this.lastOrder += 1;
    const id = this.lastOrder;
    this.process.write(JSON.stringify({ id, draft } satisfies CoordinatorOrder));
    return this.process.until(() => this.outcomes.get(id), `the end of ${draft.kind}`);
  }

  /** A Command that has to be accepted; its primary Event. */
  async act(groupId: string, kind: string, payload: object): Promise<Event> {
    const outcome = await this.submit({ kind, groupId, payload });
    if (outcome.status === 'accepted') return outcome.event;
    throw new Error(`${this.process.name}, ${kind}: ${JSON.stringify(outcome)}`);
  }

  /** The first Event of a Group that is as wanted, whether it was there before or comes now. */
  until(groupId: string, what: string, isWanted: (event: Event) => boolean): Promise<Event> {
    return this.process.until(() => this.eventsOf(groupId).find(isWanted), what);
  }

  private take(text: string): void {
    const line = JSON.parse(text) as CoordinatorLine;
    switch (line.kind) {
      case 'session':
        this.isConnected = line.change === 'opened';
        break;
      case 'outcome':
        this.outcomes.set(line.id, line.outcome);
        break;
      case 'fault':
        this.faults.push(line.message);
        break;
      default:
        this.events.set(line.groupId, [...this.eventsOf(line.groupId), ...line.events]);
        for (const event of line.events) this.world.apply(evolve(this.world, event));
    }
  }
}
