// Positive and negative evidence for every Command kind and every Event kind (CONF-04): the lists are complete, and each
// entry has a case that is run.
import { describe, expect, test } from 'vitest';
import { COMMAND_PAYLOADS, EVENT_PAYLOADS } from '../../core/protocol/generated/validators.js';
import { attemptAccepted } from './accepted-commands.ts';
import { run } from './outcome.ts';
import { refusedCasesOf } from './refused-commands.ts';
import {
  COMMAND_KINDS,
  DECIDED_ELSEWHERE,
  EVENT_SOURCES,
  requiredCodesOf,
  requirementOf,
} from './required-codes.ts';

/** The list "Common errors of every Group Command". */
const BASE_CODES: readonly string[] = [
  'PROTOCOL_VIOLATION',
  'SCHEMA_VALIDATION_FAILED',
  'AUTH_INVALID_SIGNATURE',
  'AUTH_REQUIRED',
  'AUTH_STALE_SESSION',
  'AUTH_FORBIDDEN',
  'GROUP_NOT_FOUND',
  'MEMBERSHIP_REQUIRED',
  'MEMBERSHIP_STALE',
  'ACTION_ID_COLLISION',
  'UNKNOWN_CRITICAL_EXTENSION',
  'INVALID_COMMAND',
  'BACKPRESSURE',
  'INTERNAL_ERROR',
];

const EXTENSION = 'ext.missionweaveprotocol.';

describe('Commands (CONF-04)', () => {
  test('CONF-04, CMD-016: the list holds all 32 core kinds and all 6 of the extensions', () => {
    expect([...COMMAND_KINDS].toSorted()).toEqual(Object.keys(COMMAND_PAYLOADS).toSorted());
    const extensions = COMMAND_KINDS.filter((kind) => kind.startsWith(EXTENSION));
    expect([COMMAND_KINDS.length - extensions.length, extensions.length]).toEqual([32, 6]);
  });

  test('CONF-04: every base code of section 8.2 is asked for or decided elsewhere', () => {
    const codes = [...requiredCodesOf('membership.change'), ...Object.keys(DECIDED_ELSEWHERE)];
    expect(codes.filter((code) => BASE_CODES.includes(code)).toSorted()).toEqual(BASE_CODES.toSorted());
  });

  test.each(COMMAND_KINDS.map((kind) => [requirementOf(kind), kind] as const))(
    '%s: %s is accepted',
    (_requirement, kind) => {
      const { organization, command } = attemptAccepted(kind);
      expect(command.kind).toBe(kind);
      const { outcome, isUnchanged } = run(organization, command);
      expect(outcome).toMatchObject({ ok: true });
      expect(isUnchanged).toBe(false);
    },
  );

  const refusals = COMMAND_KINDS.flatMap((kind) =>
    requiredCodesOf(kind).map((code) => [requirementOf(kind), kind, code] as const),
  );

  test.each(refusals)('%s: %s is refused with %s', (_requirement, kind, code) => {
    expect(DECIDED_ELSEWHERE[code]).toBeUndefined();
    const cases = refusedCasesOf(kind, code);
    expect(cases.length, 'a case of this kind and code').toBeGreaterThan(0);
    for (const { rule, attempt } of cases) {
      const { organization, command } = attempt();
      expect(command.kind).toBe(kind);
      const { outcome, isUnchanged } = run(organization, command);
      expect(outcome).toMatchObject({ ok: false, rejection: { code, rule } });
      expect(isUnchanged).toBe(true);
    }
  });
});

describe('Events (CONF-04, EVT-006)', () => {
  test('CONF-04, EVT-006: the list holds all 36 core kinds and all 4 of the extensions', () => {
    const kinds = Object.keys(EVENT_SOURCES);
    expect(kinds.toSorted()).toEqual(Object.keys(EVENT_PAYLOADS).toSorted());
    const extensions = kinds.filter((kind) => kind.startsWith(EXTENSION));
    expect([kinds.length - extensions.length, extensions.length]).toEqual([36, 4]);
  });

  const sources = Object.entries(EVENT_SOURCES).map(
    ([event, [command, requirement]]) => [requirement, event, command] as const,
  );

  test.each(sources)('%s, EVT-006: %s comes of an accepted %s', (_requirement, event, kind) => {
    const { organization, command } = attemptAccepted(kind);
    const { outcome } = run(organization, command);
    const kinds = outcome.ok ? outcome.events.map((each) => each.kind) : [];
    expect(kinds).toContain(event);
    expect(organization.log.map((each) => each.kind)).toContain(event);
  });

  test.each(sources)('%s, EVT-006: no %s comes of a refused %s', (_requirement, event, kind) => {
    const [refused] = refusedCasesOf(kind, 'AUTH_FORBIDDEN');
    if (refused === undefined) throw new Error(`nobody is forbidden ${kind}`);
    const { organization, command } = refused.attempt();
    const before = organization.log.filter((each) => each.kind === event).length;
    expect(run(organization, command).outcome).toMatchObject({
      ok: false,
      rejection: { code: 'AUTH_FORBIDDEN', rule: refused.rule },
    });
    expect(organization.log.filter((each) => each.kind === event)).toHaveLength(before);
  });
});
