// Commands with documents that somebody else signs: a review by a human in an Agent's Command, and a Context Package.
import { describe, expect, test } from 'vitest';
import { SeededOrganization, STRANGER } from '../../../domain/seeded-world.test-data.ts';
import { bringTo, CONTENT, ITEM } from '../../../domain/work-scenes.test-data.ts';
import type { Evidence } from '../../../protocol/generated/documents.ts';
import type { DeskConnection, DeskIdentity } from '../connection.ts';
import { COORDINATOR, deskOf, GROUP, identityFor, OWNER } from '../desk.test-data.ts';
import type { Intent } from './forms.ts';
import { IdBook } from './id-book.ts';
import { openSheet, pinSigners, recheckSheet } from './sheet.ts';

const REVIEW = { criterionIds: ['complete'], method: 'read', result: 'passed' } as const;
const ACCEPT: Intent = {
  kind: 'work.accept_result',
  groupId: GROUP,
  form: {
    workItemId: ITEM,
    evidence: [
      { ...REVIEW, type: 'human_review' },
      { ...REVIEW, type: 'reviewer_assessment' },
    ],
  },
};
const SEND_BACK: Intent = {
  kind: 'work.fail',
  groupId: GROUP,
  form: {
    workItemId: ITEM,
    reason: 'one file is missing',
    evidence: [
      { ...REVIEW, type: 'failure_report', result: 'failed' },
      { ...REVIEW, type: 'human_review', result: 'failed' },
    ],
  },
};

function submitted(): SeededOrganization {
  const organization = new SeededOrganization();
  bringTo(organization, 'submitted');
  return organization;
}

function sheetOf(organization: SeededOrganization, intent: Intent, changes: Partial<DeskConnection> = {}) {
  const ids = new IdBook((kind) => organization.newId(kind));
  return openSheet(
    deskOf(organization, { contents: new Map([[CONTENT, 'intact']]), ...changes }),
    intent,
    ids,
  );
}

function evidenceIn(sheet: ReturnType<typeof sheetOf>): readonly Evidence[] {
  const payload = sheet.signer?.composed.draft.payload as { readonly evidence: readonly Evidence[] };
  return payload.evidence;
}

describe('a review by a human in a Command of the Coordinator (EVI-005, INV-10)', () => {
  for (const [name, intent] of [
    ['acceptance', ACCEPT],
    ['sending back', SEND_BACK],
  ] as const) {
    test(`${name}: is made by the human, the rest by the Coordinator, and the sheet names both`, () => {
      const sheet = sheetOf(submitted(), intent);
      expect(sheet.signer?.identity.actor).toEqual(COORDINATOR);
      expect(sheet.button).toBe('sign-and-send');
      for (const { type, generatedBy } of evidenceIn(sheet)) {
        expect(generatedBy).toEqual(type === 'human_review' ? OWNER : COORDINATOR);
      }
      const signs = sheet.signer?.composed.signs ?? [];
      expect(signs.map(({ by }) => by)).toEqual(evidenceIn(sheet).map(({ generatedBy }) => generatedBy));
      expect(sheet.coSigners).toMatchObject([
        { identity: { actor: OWNER }, role: 'owner', documents: [{ kind: 'evidence', count: 1 }] },
      ]);
      expect(sheet.checks).toContainEqual({ id: 'co-signer', status: 'passed', values: { name: OWNER.id } });
    });
  }

  test('a human who signs the Command testifies in its own name', () => {
    const sheet = sheetOf(submitted(), { ...SEND_BACK, signer: OWNER });
    expect(evidenceIn(sheet).map(({ generatedBy }) => generatedBy)).toEqual([OWNER, OWNER]);
    expect(sheet.coSigners).toEqual([]);
  });

  test('without a human nothing is signed, whatever the rules would say of it', () => {
    for (const intent of [ACCEPT, SEND_BACK]) {
      const sheet = sheetOf(submitted(), intent, { identities: [identityFor(COORDINATOR)] });
      expect(sheet.button).toBe('disabled');
      expect(sheet.obstacles.map(({ id }) => id)).toContain('no-witness');
    }
    // The rules alone take a failure that names no human: that is why the sheet looks for itself.
    const failure = sheetOf(submitted(), SEND_BACK, { identities: [identityFor(COORDINATOR)] });
    expect(failure.rejection).toBeUndefined();
  });

  const KEYS = [
    ['locked', 'sign-when-unlocked'],
    ['missing', 'disabled'],
    ['backend-changed', 'disabled'],
  ] as const;
  for (const [key, button] of KEYS) {
    test(`the key of the human is ${key}: ${button}`, () => {
      const human: DeskIdentity = identityFor(OWNER, { key });
      const sheet = sheetOf(submitted(), ACCEPT, { identities: [human, identityFor(COORDINATOR)] });
      expect(sheet.button).toBe(button);
      expect(sheet.obstacles).toEqual([{ id: `co-signer-${key}`, values: { name: OWNER.id } }]);
    });
  }

  test('of two humans the one who belongs to the Group testifies, and whoever was shown stays', () => {
    const organization = submitted();
    const other = identityFor({ type: 'human', id: 'urn:heddle:test:human:other' });
    const identities = [other, identityFor(OWNER), identityFor(COORDINATOR)];
    const sheet = sheetOf(organization, ACCEPT, { identities });
    expect(sheet.coSigners.map(({ identity }) => identity.actor)).toEqual([OWNER]);
    const chosen = sheet.signer?.composed;
    if (chosen === undefined) throw new Error('the sheet has a signer');
    expect(pinSigners(ACCEPT, chosen)).toMatchObject({ signer: COORDINATOR, witness: OWNER });
    const gone = recheckSheet(
      deskOf(organization, { identities: [other, identityFor(COORDINATOR)] }),
      sheet,
      new IdBook((kind) => organization.newId(kind)),
    );
    expect(gone.composed).toBeUndefined();
    expect(gone.sheet.obstacles.map(({ id }) => id)).toContain('no-witness');
  });

  test('a document that no key could sign is refused before anybody is asked to sign it (CMD-016)', () => {
    const evidence = [{ ...REVIEW, type: 'human_review' as const, method: '' }];
    const sheet = sheetOf(submitted(), { ...ACCEPT, form: { workItemId: ITEM, evidence } });
    expect(sheet.button).toBe('disabled');
    expect(sheet.rejection).toMatchObject({
      code: 'INVALID_COMMAND',
      details: { path: '/evidence/0/method' },
    });
  });
});

describe('a Coordinator that is replaced (CRD-003, CRD-005)', () => {
  const CONTEXT = {
    summary: 'Two items run; the report is next.',
    constraints: [],
    unresolvedQuestions: [],
    artifactHashes: [],
  };
  const replace = (coordinatorAgentId: string): Intent => ({
    kind: 'mission.assign_coordinator',
    groupId: GROUP,
    form: { coordinatorAgentId, contextPackage: CONTEXT },
  });
  const payloadOf = (sheet: ReturnType<typeof sheetOf>) => sheet.signer?.composed.draft.payload;

  test('CTX-009: the owner appoints, and the former Coordinator signs what its successor starts from', () => {
    const sheet = sheetOf(submitted(), replace(STRANGER.id));
    expect(sheet.rejection).toBeUndefined();
    expect(sheet.signer?.identity.actor).toEqual(OWNER);
    expect(sheet.coSigners).toMatchObject([
      {
        identity: { actor: COORDINATOR },
        role: 'coordinator',
        documents: [{ kind: 'context-package', count: 1 }],
      },
    ]);
    expect(payloadOf(sheet)).toMatchObject({
      coordinatorAgentId: STRANGER.id,
      contextPackage: { ...CONTEXT, version: 1, generatedBy: COORDINATOR },
    });
  });

  test('without the former Coordinator there is nobody to sign one; without one the appointment goes on', () => {
    const away = { identities: [identityFor(OWNER)] };
    const sheet = sheetOf(submitted(), replace(STRANGER.id), away);
    expect(sheet.button).toBe('disabled');
    expect(sheet.obstacles.map(({ id }) => id)).toContain('no-package-author');
    const bare: Intent = {
      kind: 'mission.assign_coordinator',
      groupId: GROUP,
      form: { coordinatorAgentId: STRANGER.id },
    };
    expect(sheetOf(submitted(), bare, away).button).toBe('sign-and-send');
  });

  test('the successor publishes the next version in the Event of its own Membership (CTX-004)', () => {
    const organization = submitted();
    organization.mustAct('mission.assign_coordinator', OWNER, { coordinatorAgentId: STRANGER.id });
    const sheet = sheetOf(
      organization,
      {
        kind: 'membership.change',
        groupId: GROUP,
        form: { member: STRANGER, role: 'coordinator', state: 'active', contextPackage: CONTEXT },
      },
      { identities: [identityFor(OWNER), identityFor(STRANGER)] },
    );
    expect(sheet.rejection).toBeUndefined();
    expect(sheet.signer?.identity.actor).toEqual(STRANGER);
    expect(payloadOf(sheet)).toMatchObject({ contextPackage: { generatedBy: STRANGER } });
  });
});

describe('a Context Package that a person writes (CTX-001…CTX-009)', () => {
  const CONTEXT = {
    workItemId: ITEM,
    summary: 'The folder is to be audited.',
    constraints: ['no network'],
    unresolvedQuestions: ['which formats?'],
    artifactHashes: [],
  };
  const invite = (organization: SeededOrganization, changes: object = {}): Intent => ({
    kind: 'membership.change',
    groupId: GROUP,
    form: {
      member: STRANGER,
      role: 'worker',
      state: 'provisional',
      provisionalExpiresAt: new Date(organization.nowMs + 1_200_000).toISOString(),
      contextPackage: CONTEXT,
      ...changes,
    },
  });
  const opened = () => {
    const organization = new SeededOrganization();
    bringTo(organization, 'open');
    return organization;
  };
  test('an empty summary is refused before anybody is asked to sign it (DOC-CTX-12)', () => {
    const organization = opened();
    const sheet = sheetOf(
      organization,
      invite(organization, { contextPackage: { ...CONTEXT, summary: '' } }),
    );
    expect(sheet.button).toBe('disabled');
    expect(sheet.rejection).toMatchObject({ details: { path: '/contextPackage/summary' } });
  });

  const payloadOf = (sheet: ReturnType<typeof sheetOf>) => sheet.signer?.composed.draft.payload;

  test('gets its id, its Mission, its Events and its author from here', () => {
    const organization = opened();
    const sheet = sheetOf(organization, invite(organization));
    expect(sheet.rejection).toBeUndefined();
    const events = organization.log.filter(({ groupId }) => groupId === GROUP);
    expect(payloadOf(sheet)).toMatchObject({
      contextPackage: {
        ...CONTEXT,
        version: 1,
        groupId: GROUP,
        generatedBy: COORDINATOR,
        decisions: [],
        sourceEventRange: {
          fromSequence: events[0]?.sequence,
          toSequence: events.at(-1)?.sequence,
          eventIds: events.map(({ eventId }) => eventId),
        },
      },
    });
    expect(payloadOf(sheet)).not.toHaveProperty('contextPackage.previousContextPackageId');
  });

  test('for a human who invites the Coordinator signs it, where it is here (SIG-060)', () => {
    const organization = opened();
    const sheet = sheetOf(organization, { ...invite(organization), signer: OWNER });
    expect(sheet.rejection).toBeUndefined();
    expect(sheet.coSigners.map(({ identity }) => identity.actor)).toEqual([COORDINATOR]);
    const alone = sheetOf(
      organization,
      { ...invite(organization), signer: OWNER },
      { identities: [identityFor(OWNER)] },
    );
    expect(alone.button).toBe('disabled');
    expect(alone.obstacles.map(({ id }) => id)).toContain('no-package-author');
  });

  test('while the log was not read nothing is cited, and nothing is signed (CTX-002)', () => {
    const organization = opened();
    const sheet = sheetOf(organization, invite(organization), { history: new Map() });
    expect(sheet.button).toBe('disabled');
    expect(sheet.obstacles.map(({ id }) => id)).toContain('log-unread');
  });

  test('the next one for the same scope is its next version (CTX-004)', () => {
    const organization = opened();
    const known = { contextPackageId: 'urn:heddle:test:context:1', version: 3 };
    const history = {
      recent: organization.log.filter(({ groupId }) => groupId === GROUP),
      packageFor: (workItemId: string | undefined) => (workItemId === ITEM ? known : undefined),
      resultAt: () => undefined,
    };
    const sheet = sheetOf(organization, invite(organization), { history: new Map([[GROUP, history]]) });
    expect(payloadOf(sheet)).toMatchObject({
      contextPackage: { version: 4, previousContextPackageId: known.contextPackageId },
    });
  });
});
