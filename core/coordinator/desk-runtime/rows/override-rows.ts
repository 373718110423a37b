// Limits that are lifted for one Command: from the refusal over the request and the Grant to the Event that consumed it (POL-010 to
// POL-014). One row for each Command that somebody wants, or wanted, an override for.
import type { NoSummary } from '../../../contract/live.ts';
import type { MissionFilter } from '../../../contract/people.ts';
import type { OverrideRow } from '../../../contract/policy.ts';
import type { ActionModel } from '../../../contract/values.ts';
import type { CooperationPolicyName } from '../../../domain/cooperation.ts';
import { SINGLE, type OverrideRecord } from '../../../domain/world.ts';
import type { Actor } from '../../../protocol/generated/documents.ts';
import { missionActions } from '../../desk/actions/mission-actions.ts';
import { msOf } from '../../desk/moment.ts';
import type { OutboxEntry } from '../../desk/outbox/entry.ts';
import { limitOf } from '../../desk/outbox/limits.ts';
import type { DeskRuntime } from '../desk-runtime.ts';
import type { LiveSource } from '../live-queries.ts';
import { defaultExpiry } from '../override-wish.ts';
import type { AskedOverride } from '../policy-places.ts';
import { policyWords, type PolicyWords } from '../words/policy-words.ts';
import { say } from '../words/texts.ts';
import { concernsGroups, groupsOf, type GroupScope } from './mission-scope.ts';
import { commandName } from './outbox-rows.ts';
import { actionsOf, personOf, sortDown, titleOfMission } from './row-context.ts';

export function overridesSource(
  desk: DeskRuntime,
  filter: MissionFilter,
): LiveSource<OverrideRow, NoSummary> {
  return {
    concerns: (topic) => concernsGroups(filter, topic),
    read: () => {
      const words = policyWords(desk.language);
      const entries = desk.commands.entries();
      return {
        rows: [...groupsOf(desk, filter)].flatMap((scope) => Array.from(overrideRows(scope, words, entries))),
        summary: {},
      };
    },
  };
}

/** What is known of the override of one Command. */
interface Affair {
  readonly targetActionId: string;
  readonly entry: OutboxEntry | undefined;
  readonly asked: AskedOverride | undefined;
  readonly override: OverrideRecord | undefined;
}

/** What it is about, from the furthest that it has come. */
interface Terms {
  readonly policyName: CooperationPolicyName;
  readonly targetKind: string;
  readonly beneficiary: Actor;
  readonly expiresAt: string;
  readonly reason: string | undefined;
}

function* overrideRows(
  scope: GroupScope,
  words: PolicyWords,
  entries: readonly OutboxEntry[],
): Generator<OverrideRow> {
  const { connection, view, groupId } = scope;
  const own = new Map(
    entries
      .filter((entry) => entry.connectionId === view.connectionId && entry.draft.groupId === groupId)
      .map((entry) => [entry.actionId, entry]),
  );
  const places = connection.logOf(groupId)?.policy;
  const done = new Set<string>();
  for (const [, override] of view.world.list('override', groupId)) {
    const { targetActionId } = override.grant;
    done.add(targetActionId);
    const asked = places?.requestFor(targetActionId);
    yield* overrideRow(scope, words, { targetActionId, entry: own.get(targetActionId), asked, override });
  }
  for (const asked of places?.requests() ?? []) {
    const { targetActionId } = asked;
    if (done.has(targetActionId)) continue;
    done.add(targetActionId);
    const entry = own.get(targetActionId);
    yield* overrideRow(scope, words, { targetActionId, entry, asked, override: undefined });
  }
  for (const [targetActionId, entry] of own) {
    if (done.has(targetActionId) || entry.state !== 'refused' || limitOf(entry) === undefined) continue;
    yield* overrideRow(scope, words, { targetActionId, entry, asked: undefined, override: undefined });
  }
}

function termsOf({ view }: GroupScope, { entry, asked, override }: Affair): Terms | undefined {
  if (override !== undefined) {
    const { policyName, targetCommandKind, beneficiary, expiresAt, reason } = override.grant;
    return { policyName, targetKind: targetCommandKind, beneficiary, expiresAt, reason };
  }
  if (asked !== undefined) {
    const { policyName, targetCommandKind, author, expiresAt, reason } = asked;
    return { policyName, targetKind: targetCommandKind, beneficiary: author, expiresAt, reason };
  }
  const policyName = entry === undefined ? undefined : limitOf(entry);
  if (entry === undefined || policyName === undefined) return undefined;
  const deadline = view.world.get('mission', entry.draft.groupId, SINGLE)?.document.deadline;
  return {
    policyName,
    targetKind: entry.draft.kind,
    beneficiary: entry.signer,
    expiresAt: defaultExpiry(view.nowMs, deadline),
    reason: undefined,
  };
}

function stageOf({ asked, override }: Affair, expiresAtMs: number, nowMs: number): OverrideRow['stage'] {
  if (override?.consumedByActionId !== undefined) return 'used';
  if (override !== undefined) return expiresAtMs > nowMs ? 'granted' : 'ended';
  if (asked !== undefined) return expiresAtMs > nowMs ? 'asked' : 'ended';
  return 'needed';
}

const STAGES: readonly OverrideRow['stage'][] = ['asked', 'needed', 'granted', 'used', 'ended'];

function* overrideRow(scope: GroupScope, words: PolicyWords, affair: Affair): Generator<OverrideRow> {
  const { texts, connection, view, groupId } = scope;
  const { connectionId, world, nowMs } = view;
  const { targetActionId, entry, asked, override } = affair;
  const terms = termsOf(scope, affair);
  if (terms === undefined) return;
  const { policyName, targetKind, beneficiary, expiresAt, reason } = terms;
  const expiresAtMs = msOf(expiresAt);
  const stage = stageOf(affair, expiresAtMs, nowMs);
  const places = connection.logOf(groupId)?.policy;
  const grantId = override?.grant.grantId;
  const grantedAt = grantId === undefined ? undefined : places?.grantedAt(grantId);
  const usedAt = grantId === undefined ? undefined : places?.consumedAt(grantId);
  yield {
    id: `${connectionId} ${groupId} ${grantId ?? targetActionId}`,
    sort: `${STAGES.indexOf(stage)}${sortDown(entry?.changedAtMs ?? expiresAtMs)}`,
    connectionId,
    groupId,
    missionTitle: titleOfMission(world, groupId),
    stage,
    stageWords: say(`override.${stage}`, words.stages[stage]),
    policyName,
    policyWords: say(`policy.${policyName}`, texts.desk.names[policyName] ?? policyName),
    beneficiary: personOf(connection, view, beneficiary),
    targetKind,
    targetKindWords: say(`command.${targetKind}`, commandName(texts, targetKind)),
    targetActionId,
    expiresAt,
    expiresAtMs,
    isCommandHere: entry !== undefined,
    actions: actionsFor(scope, words, stage, entry, beneficiary),
    ...(reason === undefined ? {} : { reason }),
    ...(asked === undefined ? {} : { askedAtSequence: asked.sequence }),
    ...(override === undefined || grantId === undefined
      ? {}
      : { grantId, approver: personOf(connection, view, override.grant.approver) }),
    ...(grantedAt === undefined ? {} : { grantedAtSequence: grantedAt }),
    ...(usedAt === undefined ? {} : { usedAtSequence: usedAt }),
  };
}

type FaultId = keyof PolicyWords['faults'];

/** Each with the first reason against it. */
function actionsFor(
  { desk, texts, view, groupId }: GroupScope,
  words: PolicyWords,
  stage: OverrideRow['stage'],
  entry: OutboxEntry | undefined,
  beneficiary: Actor,
): ActionModel[] {
  const ofMission = actionsOf(texts, missionActions(view, groupId), texts.desk.missionActions);
  const model = (
    id: 'ask' | 'grant' | 'send',
    base: ActionModel | undefined,
    fault: FaultId | undefined,
  ): ActionModel => {
    const reason = fault === undefined ? base?.reason : say(`override-fault.${fault}`, words.faults[fault]);
    return {
      id,
      words: say(`override-action.${id}`, words.actions[id]),
      by: id === 'grant' ? 'owner' : 'member',
      isEnabled: reason === undefined,
      warnings: [],
      ...(base?.kind === undefined ? {} : { kind: base.kind }),
      ...(reason === undefined ? {} : { reason }),
    };
  };
  const find = (id: string) => ofMission.find((each) => each.id === id);
  const isOpen = stage === 'needed' || stage === 'asked';
  const closed: FaultId | undefined = isOpen ? undefined : stage === 'granted' ? 'holdsAlready' : 'over';
  const sendFault: FaultId | undefined =
    stage !== 'granted' ? (isOpen ? 'notGranted' : 'over') : entry === undefined ? 'notHere' : undefined;
  return [
    model('ask', find('post-message'), closed ?? (desk.isMine(beneficiary) ? undefined : 'notYours')),
    model('grant', find('grant-override'), closed),
    model('send', undefined, sendFault),
  ];
}
