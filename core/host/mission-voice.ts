// What a running Mission tells whoever watches it: each change once, in stable names, with words for people beside them.
import type { BriefRunStep } from '../coordinator/brief-run/run-types.ts';
import { describeObstacle, describePhase, describeReason } from '../coordinator/brief-run/words.ts';
import type { BriefPlan } from '../coordinator/briefs/plan-brief.ts';
import { formatTimestamp } from '../protocol/timestamp.ts';
import type { SessionChange } from '../sync/agent-link.ts';
import type { MissionLanguage } from './mission-brief.ts';
import type { MissionEventName, MissionObserver } from './mission-events.ts';
import type { CommandReport } from './mission-loop.ts';

export interface MissionVoiceOptions {
  readonly plan: BriefPlan;
  readonly language: MissionLanguage;
  readonly now: () => number;
  readonly observer: Pick<MissionObserver, 'onEvent' | 'onProgress'>;
}

export class MissionVoice {
  private readonly options: MissionVoiceOptions;
  private readonly names: ReadonlyMap<string, string>;
  private readonly toldFaults = new Set<string>();
  private readonly shown = new Map<string, string>();
  private obstacles = new Set<string>();
  private phase = '';

  constructor(options: MissionVoiceOptions) {
    this.options = options;
    this.names = new Map(options.plan.workers.map(({ agentId, name }) => [agentId, name]));
  }

  tell(event: MissionEventName, facts: Readonly<Record<string, unknown>>): void {
    const { observer, now } = this.options;
    observer.onEvent({ event, at: formatTimestamp(now()), ...facts });
  }

  /** Each once for as long as it goes on. */
  fault(error: unknown): void {
    const message = error instanceof Error ? error.message : String(error);
    if (this.toldFaults.has(message)) return;
    this.toldFaults.add(message);
    this.tell('host.fault', { text: message });
  }

  session(change: SessionChange): void {
    if (change.kind === 'opened') {
      // Things have changed: what was told before is news again.
      this.toldFaults.clear();
      this.tell('connection.opened', { sessionEpoch: change.session.sessionEpoch });
    } else if (change.kind === 'lost') this.tell('connection.lost', { reason: change.reason });
  }

  command(report: CommandReport): void {
    const { author, draft, reason } = report.intent;
    const common = {
      kind: draft.kind,
      by: author,
      groupId: draft.groupId,
      ...(draft.workItemId === undefined ? {} : { workItemId: draft.workItemId }),
      reason: reason.code,
      text: describeReason(reason, this.options.language),
    };
    if (report.status === 'accepted') {
      const { eventId, sequence } = report.event;
      this.tell('command.accepted', { ...common, eventId, sequence });
    } else {
      const { code, message } = report.error;
      this.tell('command.refused', { ...common, code, message });
    }
  }

  /** What has changed since the last step, and the whole of it for whoever draws. */
  step(step: BriefRunStep): void {
    const { observer, plan } = this.options;
    if (step.phase !== this.phase) {
      this.phase = step.phase;
      this.tell('mission.phase', { phase: step.phase });
    }
    const items = this.itemsOf(step);
    for (const item of items) this.item(item);
    this.obstruct(step);
    observer.onProgress({ title: plan.brief.title, phase: step.phase, items });
  }

  private itemsOf({ progress }: BriefRunStep) {
    return progress.map((item) => ({
      ...item,
      phaseText: describePhase(item.phase, this.options.language),
      worker: item.agentId === undefined ? undefined : (this.names.get(item.agentId) ?? item.agentId),
    }));
  }

  private item({
    item,
    groupId,
    workItemId,
    phase,
    agentId,
    worker,
    attempts,
    activity,
    phaseText,
  }: ReturnType<MissionVoice['itemsOf']>[number]): void {
    const state = JSON.stringify([phase, agentId, attempts, activity]);
    if (this.shown.get(workItemId) === state) return;
    this.shown.set(workItemId, state);
    this.tell('item.changed', {
      item,
      groupId,
      workItemId,
      phase,
      attempts,
      ...(agentId === undefined ? {} : { agentId, worker }),
      ...(activity === undefined ? {} : { activity }),
      text: `${item}: ${phaseText}${activity === undefined ? '' : ` (${activity})`}`,
    });
  }

  private obstruct(step: BriefRunStep): void {
    const met = new Set<string>();
    for (const obstacle of step.obstacles) {
      const text = describeObstacle(obstacle, this.options.language);
      met.add(text);
      if (this.obstacles.has(text)) continue;
      const { item } = obstacle;
      const { code } = obstacle.obstacle;
      this.tell('obstacle.met', { code, ...(item === undefined ? {} : { item }), text });
    }
    this.obstacles = met;
  }
}
