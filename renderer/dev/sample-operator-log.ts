// The admission log and the Policy Log of the sample Authority.
import type { AdmissionEntry, PolicyLogEntryRow } from '../../core/contract/operator.ts';
import {
  ADA,
  ASSISTANT,
  AUTH,
  BILLING,
  CODER,
  DAY,
  DEPLOYER,
  HOUR,
  MINUTE,
  type SampleContext,
  SEC_1,
  TITLES,
} from './sample-world.ts';

const ACTORS = [CODER, ASSISTANT, DEPLOYER, ADA, SEC_1] as const;
const KINDS = [
  'work.checkpoint',
  'message.post',
  'work.submit',
  'mission.renew_coordinator',
  'work.offer',
] as const;
const CODES = ['RATE_LIMITED', 'REVISION_CONFLICT', 'WORK_STALE_OWNERSHIP'] as const;

/** Newest first: a thousand, of which some were refused and a few not believed. */
export function sampleAdmissions({ nowMs, say }: SampleContext): AdmissionEntry[] {
  return Array.from({ length: 1_000 }, (_, index): AdmissionEntry => {
    const atMs = nowMs - index * 47_000;
    const actor = ACTORS[index % ACTORS.length] ?? ADA;
    const kind = KINDS[(index * 3) % KINDS.length] ?? 'message.post';
    if (index % 61 === 7) {
      return {
        id: `audit ${index}`,
        type: 'failed',
        atMs,
        code: 'signature',
        words: say('Not believed, at: signature, equation', 'Nicht geglaubt, bei: signature, equation'),
        detail: 'the equation does not hold for urn:acme:key:sec-2:1',
      };
    }
    const base = { atMs, actor, kind, actionId: `urn:acme:action:${9_000 - index}`, groupId: AUTH };
    if (index % 17 === 3) {
      const code = CODES[index % CODES.length] ?? 'RATE_LIMITED';
      return {
        ...base,
        id: `audit ${index}`,
        type: 'refused',
        code,
        words: say(`Refused by the rules: ${code}`, `Von den Regeln abgelehnt: ${code}`),
        detail: 'POL-003: too many Messages in the last minute',
      };
    }
    const events = 1 + (index % 2);
    return {
      ...base,
      id: `position ${index}`,
      type: 'admitted',
      code: 'accepted',
      words:
        events === 1
          ? say('Accepted, one Event', 'Angenommen, ein Event')
          : say('Accepted, 2 Events', 'Angenommen, 2 Events'),
      position: 48_200 - index,
      sequence: 1_482 - index,
      events,
    };
  });
}

export function samplePolicyLog({ nowMs, say }: SampleContext): PolicyLogEntryRow[] {
  const row = (
    id: string,
    agoMs: number,
    decision: string,
    de: string,
    details: Readonly<Record<string, string>>,
    groupId = AUTH,
  ): PolicyLogEntryRow => ({
    id,
    groupId,
    missionTitle: TITLES[groupId] ?? groupId,
    atMs: nowMs - agoMs,
    decision,
    decisionWords: say(decision, de),
    actor: ADA,
    details: Object.entries(details).map(([name, value]) => ({ name, value })),
  });
  return [
    row('p1', 40 * MINUTE, 'Cooperation override granted', 'Ausnahme gewährt', {
      policyName: 'messagesPerMinute',
      targetActionId: 'urn:acme:action:8812',
    }),
    row('p2', 39 * MINUTE, 'Cooperation override used', 'Ausnahme verbraucht', {
      grantId: 'urn:acme:grant:9',
    }),
    row('p3', 5 * HOUR, 'Delegation granted', 'Delegation gewährt', { granteeAgentId: SEC_1.id }),
    row(
      'p4',
      DAY,
      'Message redacted',
      'Nachricht geschwärzt',
      { targetMessageId: 'urn:acme:message:77' },
      BILLING,
    ),
  ];
}
