// The assistant at a running desk: looks when something has moved, hands what the matrix allows to the identity that signs it, and
// keeps the rest for the window. The stop switch is asked right before every signature.
import { AssistantDriver } from '../assistant/lead/assistant-driver.ts';
import type { LeadOrder, LeadOutcome } from '../assistant/lead/driver-types.ts';
import { DEFAULT_LEAD_SETTINGS } from '../assistant/lead/lead-settings.ts';
import type { AutonomyGate } from '../assistant/autonomy/gate.ts';
import type { StopSwitch } from '../assistant/autonomy/stop-switch.ts';
import type { CommandDraft } from '../command-draft.ts';
import { type DeskConnection, identityOf } from '../desk/connection.ts';
import { signParts } from '../payload-parts.ts';
import { reviewPortsOf } from './assistant-ports.ts';
import type { RunningConnection } from './desk-connections.ts';
import type { DeskRuntime } from './desk-runtime.ts';
import type { LinkOutcome } from './ports.ts';

export interface AssistantDeskOptions {
  readonly desk: DeskRuntime;
  readonly gate: AutonomyGate;
  readonly stop: StopSwitch;
  /** Groups that something else on this computer leads already. */
  readonly isLedElsewhere: (connectionId: string, groupId: string) => boolean;
}

/** What has moved is gathered for so long before it is looked at. */
const GATHER_MS = 400;
/** No look follows another one sooner, whatever the clock says. */
const MIN_RECHECK_MS = 1_000;

export class AssistantDesk {
  readonly driver: AssistantDriver;
  readonly gate: AutonomyGate;
  readonly stopSwitch: StopSwitch;
  private readonly options: AssistantDeskOptions;
  private readonly wanted = new Set<string>();
  private cancelLook: (() => void) | undefined;
  private cancelRecheck: (() => void) | undefined;
  private readonly stops: (() => void)[] = [];
  private isOver = false;

  constructor(options: AssistantDeskOptions) {
    const { desk, gate, stop } = options;
    this.options = options;
    this.gate = gate;
    this.stopSwitch = stop;
    this.driver = new AssistantDriver({
      connections: () => desk.connections().map((connection) => this.viewOf(connection)),
      historyOf: (connectionId) => historyOf(desk.connection(connectionId)),
      planOf: () => [],
      settingsOf: () => ({ ...DEFAULT_LEAD_SETTINGS, ranking: desk.ranking }),
      gate,
      reviewPorts: (connectionId, groupId) => {
        const connection = desk.connection(connectionId);
        if (connection === undefined) throw new Error(`the connection ${connectionId} is not there any more`);
        return reviewPortsOf(connection, groupId, desk.ports.runCheck, desk.ports.onFault);
      },
      submit: (order) => this.submit(order),
      underWay: (connectionId) => {
        const connection = desk.connection(connectionId);
        return connection === undefined ? [] : desk.commands.underWay(connection);
      },
      nowMs: () => desk.ports.clock.nowMs(),
      onFault: desk.ports.onFault,
      onChange: () => {
        this.tell();
        this.recheckLater();
      },
    });
  }

  start(): void {
    const { desk, stop } = this.options;
    this.stops.push(desk.watch((connectionId) => this.lookSoon(connectionId)));
    this.stops.push(
      stop.subscribe(() => {
        this.tell();
        if (!stop.isStopped) this.lookAtAll();
      }),
    );
    this.lookAtAll();
  }

  /** Nothing new is signed; what is under way is answered, or found in the log by the next run. */
  end(): void {
    this.isOver = true;
    this.cancelLook?.();
    this.cancelRecheck?.();
    for (const stop of this.stops.splice(0)) stop();
  }

  /** Settings are other ones, or the matrix. */
  lookAtAll(): void {
    for (const { facts } of this.options.desk.connections()) this.lookSoon(facts.connectionId);
    this.tell();
  }

  private lookSoon(connectionId: string): void {
    if (this.isOver) return;
    this.wanted.add(connectionId);
    this.cancelLook ??= this.options.desk.ports.clock.after(GATHER_MS, () => {
      this.cancelLook = undefined;
      this.look();
    });
  }

  private look(): void {
    if (this.isOver) return;
    const wanted = [...this.wanted];
    this.wanted.clear();
    Promise.all(wanted.map((connectionId) => this.driver.look(connectionId)))
      .then(() => this.recheckLater())
      .catch(this.options.desk.ports.onFault);
  }

  /** Time alone may change something: offers end, leases run out. */
  private recheckLater(): void {
    this.cancelRecheck?.();
    this.cancelRecheck = undefined;
    const { recheckAtMs } = this.driver;
    if (recheckAtMs === undefined || this.isOver) return;
    const { desk } = this.options;
    // Of several Authorities the clock that is ahead: too early does no harm.
    const nowMs = Math.max(...desk.connections().map((connection) => connection.nowMs()));
    if (!Number.isFinite(nowMs)) return;
    this.cancelRecheck = desk.ports.clock.after(Math.max(MIN_RECHECK_MS, recheckAtMs - nowMs), () => {
      for (const { facts } of desk.connections()) this.wanted.add(facts.connectionId);
      this.look();
    });
  }

  private viewOf(connection: RunningConnection): DeskConnection {
    const view = connection.view();
    const { isLedElsewhere } = this.options;
    const groupIds = view.groupIds.filter((groupId) => !isLedElsewhere(view.connectionId, groupId));
    return groupIds.length === view.groupIds.length ? view : { ...view, groupIds };
  }

  private async submit({
    connectionId,
    actionId,
    draft,
    signer,
    signs,
    isStanding,
  }: LeadOrder): Promise<LeadOutcome> {
    const { desk } = this.options;
    const connection = desk.connection(connectionId);
    const link = connection?.linkOf(signer);
    if (connection === undefined || link === undefined || this.isOver) return { status: 'abandoned' };
    const kept = await link.readKept(actionId);
    // An earlier run has handed it over: its fate is that of these very bytes (IDM-001).
    if (kept !== undefined && kept.state !== 'refused' && kept.state !== 'abandoned') {
      // What is under this Action ID was written here; it may still have to be signed, with epochs that its signer has heard of.
      const written = { ...(kept.draft as CommandDraft), actionId };
      return leadOutcome(await link.submit(written, connection.headSeen(draft.groupId)));
    }
    if (identityOf(connection.view(), signer)?.key !== 'usable' || link.path !== 'open') {
      return { status: 'abandoned' };
    }
    const payload = await signParts(draft.payload, signs, (kind, unsigned, by) => {
      const its = connection.linkOf(by);
      if (its === undefined) throw new Error(`no key of ${by.id} is here`);
      return desk.ports.keys.signDocument(its.keyId, kind, unsigned);
    });
    if (!isStanding() || this.isOver) return { status: 'abandoned' };
    // Kind and payload still belong together: signing adds signatures and nothing else. Of no use later: it is decided anew then.
    const signed = { ...draft, payload, mustBeNow: true } as CommandDraft;
    return leadOutcome(await link.submit({ ...signed, actionId }, connection.headSeen(draft.groupId)));
  }

  private tell(): void {
    this.options.desk.tell({ kind: 'area', area: 'assistant' });
  }
}

/** Undefined until every Group's log was folded from its beginning: half a record is none. */
function historyOf(connection: RunningConnection | undefined) {
  if (connection === undefined) return undefined;
  const isWhole = connection.groupIds().every((groupId) => connection.logOf(groupId)?.upTo !== undefined);
  return isWhole ? connection.agentHistory : undefined;
}

function leadOutcome(outcome: LinkOutcome): LeadOutcome {
  return outcome.status === 'accepted' ? { status: 'accepted', event: outcome.event } : outcome;
}
