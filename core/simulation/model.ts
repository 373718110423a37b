// An independent judge of a simulated Organization. It calls none of the rules: from accepted Events and the Commands
// behind them it keeps a naive picture, and objects as soon as something is accepted that no invariant allows.
import type { Command, Event } from '../protocol/generated/documents.ts';
import type { Answer, LoggedEvent } from './authority-under-test.ts';
import { applyEvent } from './model/apply.ts';
import { checkAccounts, checkGrantCeiling, checkLimits } from './model/budget-checks.ts';
import { checkEnvelope } from './model/envelope-checks.ts';
import { checkBatch, checkPlace, checkUnchanged } from './model/log-checks.ts';
import { checkGroup, checkMission } from './model/mission-checks.ts';
import {
  BrokenInvariant,
  demand,
  emptyPicture,
  type Incident,
  type Picture,
  type Told,
} from './model/picture.ts';
import { checkOffline } from './model/offline-checks.ts';
import { checkExecutionApproval, checkItems, checkWork } from './model/work-checks.ts';

export { BrokenInvariant } from './model/picture.ts';

/** One arrival of a Command and what came of it. */
export interface Observation {
  /** As it was sent; undefined when what arrived was no Command. */
  readonly command: Command | undefined;
  readonly signingHash: string;
  readonly answer: Answer;
  /** What was added to the log. */
  readonly added: readonly LoggedEvent[];
  readonly nowMs: number;
}

/** The judge of one Organization. */
export class Model {
  readonly picture: Picture = emptyPicture();
  private readonly services: ReadonlySet<string>;

  /** `services` are the ids of those that policy lets act. */
  constructor(services: readonly string[]) {
    this.services = new Set(services);
  }

  /** Takes one step over, or throws a `BrokenInvariant`. */
  observe(observation: Observation): void {
    const { command, signingHash, answer, added, nowMs } = observation;
    if (answer.kind === 'refused') {
      demand(
        added.length === 0,
        'REFUSED',
        `a refused Command (${answer.code}) wrote ${added.length} Events`,
      );
      demand(
        answer.code !== 'INTERNAL_ERROR' || answer.rule === 'ERR-036' || answer.message.includes('store'),
        'DEFECT',
        answer.message,
      );
      return;
    }
    demand(command !== undefined, 'INV-08', 'something was accepted that is no Command');
    const key = `${command.actor.type} ${command.actor.id} ${command.actionId}`;
    const receipt = this.picture.receipts.get(key);
    if (receipt !== undefined) {
      demand(added.length === 0, 'INV-08', `${command.kind} happened twice under one Action ID`);
      if (answer.kind === 'silence') return;
      demand(receipt.signingHash === signingHash, 'IDM-002', 'other content got the receipt of an Action ID');
      demand(
        answer.isRepeat && answer.primaryEventId === receipt.primaryEventId,
        'IDM-001',
        'a receipt has changed',
      );
      return;
    }
    if (answer.kind === 'silence' && added.length === 0) return;
    demand(added.length > 0, 'INV-08', `${command.kind} was accepted without any Event`);
    this.accept(command, signingHash, added, nowMs);
    const primary = added.find(({ event }) => event.cause.type === 'command');
    const primaryEventId = primary?.event.eventId ?? '';
    if (answer.kind === 'accepted') {
      demand(
        answer.primaryEventId === primaryEventId && !answer.isRepeat,
        'IDM-007',
        'the answer names another Event than the primary one',
      );
    }
    this.picture.receipts.set(key, { signingHash, primaryEventId });
  }

  /** INV-06: every Event that was ever accepted has the bytes that it had then. */
  checkTexts(texts: readonly string[]): void {
    const { texts: known } = this.picture;
    demand(
      texts.length === known.length,
      'INV-06',
      `the log has ${texts.length} Events, it had ${known.length}`,
    );
    const changed = known.findIndex((text, index) => text !== texts[index]);
    demand(changed === -1, 'INV-06', `Event ${changed + 1} of the log has changed`);
  }

  private accept(command: Command, signingHash: string, added: readonly LoggedEvent[], nowMs: number): void {
    const { picture } = this;
    const events = added.map(({ event }) => event);
    checkEnvelope(picture, command, nowMs, this.services);
    checkBatch(picture, command, signingHash, events);
    const earlier: Event[] = [];
    for (const { event, text } of added) {
      const told = event.payload as Told;
      const incident: Incident = { picture, command, event, told, earlier, nowMs };
      for (const check of [
        checkPlace,
        checkUnchanged,
        checkMission,
        checkWork,
        checkExecutionApproval,
        checkOffline,
        checkLimits,
      ]) {
        check(incident);
      }
      applyEvent(picture, event, told, text);
      earlier.push(event);
    }
    this.checkAfter(events, nowMs);
  }

  private checkAfter(events: readonly Event[], nowMs: number): void {
    const { picture } = this;
    for (const groupId of new Set(events.map((event) => event.groupId))) {
      const group = picture.groups.get(groupId ?? '');
      if (group === undefined) continue;
      checkGroup(group, nowMs);
      checkItems(group);
    }
    for (const event of events) {
      const { delegationGrantId } = event.payload as Told;
      const group = picture.groups.get(event.groupId ?? '');
      if (delegationGrantId !== undefined && group !== undefined) checkGrantCeiling(group, delegationGrantId);
    }
    checkAccounts(picture);
  }
}

/** Runs a step of the judge and answers with what it objects to. */
export function objectionOf(step: () => void): BrokenInvariant | undefined {
  try {
    step();
    return undefined;
  } catch (error) {
    if (error instanceof BrokenInvariant) return error;
    throw error;
  }
}
