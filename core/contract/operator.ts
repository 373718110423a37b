// An Authority that one administers from this computer: one's own, or the folder of an Organization that `heddle authority`
// uses, also while a server runs on it. Lists come in pages or as live rows within a bound; no secret ever comes out.
import { oc } from '@orpc/contract';
import { z } from 'zod';
import { live, noSummary, rowBase } from './live.ts';
import { actor, done, id, instantMs, outcome, person, words } from './values.ts';

const path = z.string().min(1).max(4_096);
const text = z.string().max(262_144);

export const OPERATOR_PAGE_ROWS = 200;
/** Rows of a live list; `total` tells of the rest. */
export const MAX_OPERATOR_ROWS = 5_000;

/** An Authority that can be looked at here. */
export const administered = rowBase.extend({
  authorityId: id,
  name: z.string(),
  kind: z.enum(['embedded', 'folder']),
  organizationId: z.string().optional(),
  folder: z.string(),
  database: z.enum(['sqlite', 'postgresql']),
  state: z.enum(['open', 'read-only', 'broken']),
  /** How it stands, and why nothing can be changed where it cannot. */
  words,
  /** Whether the services' keys are readable here: then this window can act. */
  canAct: z.boolean(),
});

const authority = z.object({ authorityId: id });
const listSummary = z.object({ total: z.int() });

export const registeredAgent = rowBase.extend({
  agent: person,
  owner: person,
  cardVersion: z.int(),
  status: z.enum(['active', 'deprecated', 'revoked']),
  /** Whether work can be given to it now; what of card or key is in the way. */
  validity: z.enum(['valid', 'not-usable', 'ended', 'no-key']),
  validityWords: words,
  issuedAtMs: instantMs,
  validUntilMs: instantMs.optional(),
  capabilities: z.array(z.object({ id: z.string(), version: z.string() })),
  maxConcurrency: z.int(),
  keyIds: z.array(z.string()),
  queued: z.int(),
  active: z.int(),
});

export const keyBinding = rowBase.extend({
  keyId: id,
  principal: person,
  publicKey: z.string(),
  fingerprint: z.string(),
  validFromMs: instantMs,
  validUntilMs: instantMs.optional(),
  revokedAtMs: instantMs.optional(),
  status: z.enum(['valid', 'not-yet', 'ended', 'revoked']),
  statusWords: words,
  /** Other keys of the same Principal that are valid at the same time: a rotation under way. */
  overlapsWith: z.array(z.string()),
  /** A service of this Organization signs with it: without it the Authority stops. */
  isService: z.boolean(),
  history: z.array(
    z.object({
      sequence: z.int(),
      recordedAtMs: instantMs,
      validUntilMs: instantMs.optional(),
      revokedAtMs: instantMs.optional(),
    }),
  ),
});

export const openSession = rowBase.extend({
  agent: person,
  sessionEpoch: z.int(),
  openedAtMs: instantMs,
  presence: z.enum(['online', 'offline', 'unknown']),
  heartbeatAtMs: instantMs.optional(),
  /** What it executes now, and would go back to the queues. */
  executing: z.int(),
});

/** A check before something is done. */
export const operatorCheck = z.object({ isMet: z.boolean(), isRequired: z.boolean(), words });

const cardFault = z.object({ field: z.string(), words });

/** A card as a form has it; a file may say more. */
export const cardForm = z.object({
  agentId: id,
  displayName: z.string().min(1).max(512),
  ownerId: id,
  keyId: id,
  publicKey: z.string().min(1).max(128),
  capabilities: z.array(z.object({ id: z.string().min(1), version: z.string().min(1) })).min(1),
  maxConcurrency: z.int().min(1).max(10_000),
  endpoint: z.string().min(1).max(2_048),
});

export const cardWish = z.discriminatedUnion('from', [
  z.strictObject({ from: z.literal('form'), form: cardForm.strict() }),
  /** JSON as `worker init` writes it; `bind` adds the card's first key to the Registry before. */
  z.strictObject({ from: z.literal('text'), text, bind: z.boolean() }),
  z.strictObject({ from: z.literal('file'), path, bind: z.boolean() }),
]);

export const cardVerdict = z.object({
  canRegister: z.boolean(),
  checks: z.array(operatorCheck),
  faults: z.array(cardFault),
  agentId: z.string().optional(),
  cardVersion: z.int().optional(),
  /** The card as the registry service would sign it. */
  text: z.string(),
});

/** Something wrong with a policy file, where it stands. */
export const policyFault = z.object({
  /** `/policy/seconds/offer`. */
  field: z.string(),
  line: z.int().optional(),
  words,
});

export const policyField = z.object({
  field: z.string(),
  words,
  hint: words,
  value: z.int().optional(),
  /** What counts when the file says nothing. */
  usual: z.int(),
  minimum: z.int(),
  maximum: z.int(),
});

export const policyChange = z.object({
  field: z.string(),
  words,
  before: z.string(),
  after: z.string(),
  /** What it means for what runs. */
  meaning: words,
});

export const policyFile = z.object({
  path: z.string(),
  text: z.string(),
  /** Of exactly this text: applying another one asks for it. */
  version: z.string(),
  fields: z.array(policyField),
  faults: z.array(policyFault),
  /** Whether what is in force is what the file says, as far as this computer can tell. */
  inForceWords: words,
});

export const policyVerdict = z.object({
  faults: z.array(policyFault),
  changes: z.array(policyChange),
  fields: z.array(policyField),
});

export const admissionEntry = z.object({
  id: z.string(),
  type: z.enum(['admitted', 'refused', 'failed']),
  atMs: instantMs,
  /** Undefined where nobody has proven anything. */
  actor: person.optional(),
  kind: z.string().optional(),
  actionId: z.string().optional(),
  groupId: z.string().optional(),
  /** `accepted`, a code of the protocol, or the stage at which verification failed. */
  code: z.string(),
  words,
  /** Of what was refused: the reason for auditors. */
  detail: z.string().optional(),
  position: z.int().optional(),
  sequence: z.int().optional(),
  events: z.int().optional(),
});

const admissionCursor = z.object({
  /** Before this place of the commit order. */
  position: z.int().optional(),
  /** Before this entry of the protected log; `end` when there is nothing before. */
  auditId: z.string().optional(),
});

export const admissionFilter = z.object({
  type: z.enum(['all', 'admitted', 'refused', 'failed']),
  /** Part of an id or a name. */
  actor: z.string().max(512),
  /** Part of a kind of Command. */
  kind: z.string().max(256),
  code: z.string().max(256),
  fromMs: instantMs.optional(),
  throughMs: instantMs.optional(),
});

export const policyLogEntry = z.object({
  id: z.string(),
  groupId: id,
  missionTitle: z.string(),
  atMs: instantMs,
  decision: z.string(),
  decisionWords: words,
  actor: person,
  details: z.array(z.object({ name: z.string(), value: z.string() })),
});

export const healthFact = z.object({
  id: z.string(),
  words,
  value: z.string(),
  tone: z.enum(['plain', 'good', 'warn', 'bad']),
  /** What to do, where it is not good. */
  advice: words.optional(),
});

export const healthReport = z.object({
  checkedAtMs: instantMs,
  verdict: z.enum(['good', 'warn', 'bad']),
  verdictWords: words,
  facts: z.array(healthFact),
  /** Counters of the process that serves, where it can be asked. */
  counters: z.array(z.object({ name: z.string(), labels: z.string(), value: z.number() })),
  countersWords: words,
});

export const operatorJob = z.object({
  task: z.enum(['integrity', 'verify', 'backup', 'check-backup']),
  state: z.enum(['running', 'good', 'bad', 'failed']),
  startedAtMs: instantMs,
  /** Of a verification: how far it is. */
  done: z.int().optional(),
  total: z.int().optional(),
  words,
  findings: z.array(z.string()),
  path: z.string().optional(),
});

export const backupRow = rowBase.extend({
  path: z.string(),
  name: z.string(),
  madeAtMs: instantMs,
  sizeBytes: z.number(),
  /** How it was last checked on this computer. */
  checkedAtMs: instantMs.optional(),
  verdict: z.enum(['unchecked', 'good', 'bad']),
  verdictWords: words,
  events: z.int().optional(),
});

export const backupSummary = z.object({
  folder: z.string(),
  canBackUp: z.boolean(),
  /** What is in a backup and what is not, or why there can be none. */
  words,
  restore: z.array(z.string()),
  job: operatorJob.optional(),
});

const effects = outcome(z.object({ effects: z.array(words), isAllowed: z.boolean() }));

export const operatorContract = {
  /** Everything that can be administered from here. */
  follow: oc.output(live(administered, noSummary)),
  /** A folder that `heddle authority init` made; with `postgres://…` where its database is elsewhere. */
  add: oc
    .input(
      z.strictObject({
        name: z.string().min(1).max(120),
        folder: path,
        databaseUrl: z.string().max(2_048).optional(),
        /** Of the server that runs on it: GET /metrics on loopback. */
        metricsPort: z.int().min(1).max(65_535).optional(),
      }),
    )
    .output(outcome(authority)),
  /** Looks at it no more; nothing of the folder is touched. */
  remove: oc.input(authority.strict()).output(done),

  agents: oc.input(authority.strict()).output(live(registeredAgent, listSummary)),
  checkCard: oc.input(authority.extend({ wish: cardWish }).strict()).output(outcome(cardVerdict)),
  registerCard: oc
    .input(authority.extend({ wish: cardWish }).strict())
    .output(outcome(z.object({ agentId: id, cardVersion: z.int() }))),
  revokeCardEffects: oc.input(authority.extend({ agentId: id }).strict()).output(effects),
  revokeCard: oc.input(authority.extend({ agentId: id }).strict()).output(done),

  keys: oc.input(authority.strict()).output(live(keyBinding, listSummary)),
  bindKey: oc
    .input(
      authority
        .extend({ principal: actor.strict(), keyId: id, publicKey: z.string().min(1).max(128) })
        .strict(),
    )
    .output(done),
  revokeKeyEffects: oc.input(authority.extend({ keyId: id }).strict()).output(effects),
  /** From now on, or with `untilMs` at the end of an overlap: a boundary can be moved earlier, and never later (REG-007). */
  revokeKey: oc.input(authority.extend({ keyId: id, untilMs: instantMs.optional() }).strict()).output(done),

  sessions: oc.input(authority.strict()).output(live(openSession, listSummary)),
  /** The next Session Epoch by the identity service: whatever the Agent has open is fenced (WS-015). */
  endSession: oc.input(authority.extend({ agentId: id }).strict()).output(done),

  policy: oc.input(authority.strict()).output(outcome(policyFile)),
  checkPolicy: oc.input(authority.extend({ text }).strict()).output(outcome(policyVerdict)),
  /** One field in a text, all else of it as it is; without a value the usual one counts. */
  setPolicyField: oc
    .input(authority.extend({ text, field: z.string().max(256), value: z.int().optional() }).strict())
    .output(outcome(z.object({ text: z.string() }))),
  applyPolicy: oc.input(authority.extend({ text, version: z.string() }).strict()).output(
    outcome(
      z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('applied'), file: policyFile }),
        z.object({ kind: z.literal('faults'), faults: z.array(policyFault) }),
        /** Somebody else has changed the file meanwhile. */
        z.object({ kind: z.literal('changed'), file: policyFile }),
      ]),
    ),
  ),

  /** The newest first. An answer without rows and with a cursor has looked far enough for one question: ask on. */
  admissions: oc
    .input(
      authority
        .extend({
          filter: admissionFilter.strict(),
          cursor: admissionCursor.strict().optional(),
          limit: z.int().min(1).max(OPERATOR_PAGE_ROWS),
        })
        .strict(),
    )
    .output(
      outcome(
        z.object({
          rows: z.array(admissionEntry),
          cursor: admissionCursor.optional(),
          /** Everything after this instant was looked at. */
          lookedBackToMs: instantMs.optional(),
        }),
      ),
    ),
  policyLog: oc
    .input(
      authority
        .extend({
          groupId: id.optional(),
          cursor: z.string().max(1_024).optional(),
          limit: z.int().min(1).max(OPERATOR_PAGE_ROWS),
        })
        .strict(),
    )
    .output(outcome(z.object({ rows: z.array(policyLogEntry), cursor: z.string().optional() }))),

  health: oc.input(authority.strict()).output(outcome(healthReport)),
  /** Backups with what is under way; the job of other screens stands there too. */
  backups: oc.input(authority.strict()).output(live(backupRow, backupSummary)),
  /** Answers at once; how it goes is followed with the backups. */
  run: oc
    .input(
      authority
        .extend({
          task: z.enum(['integrity', 'verify', 'backup', 'check-backup']),
          /** Of the backup to be checked. */
          path: path.optional(),
        })
        .strict(),
    )
    .output(done),
  stop: oc.input(authority.strict()).output(done),
};

export type AdministeredRow = z.infer<typeof administered>;
export type RegisteredAgentRow = z.infer<typeof registeredAgent>;
export type KeyBindingRow = z.infer<typeof keyBinding>;
export type SessionRow = z.infer<typeof openSession>;
export type CardWish = z.infer<typeof cardWish>;
export type CardVerdict = z.infer<typeof cardVerdict>;
export type OperatorCheck = z.infer<typeof operatorCheck>;
export type PolicyFile = z.infer<typeof policyFile>;
export type PolicyFault = z.infer<typeof policyFault>;
export type PolicyField = z.infer<typeof policyField>;
export type PolicyVerdict = z.infer<typeof policyVerdict>;
export type AdmissionEntry = z.infer<typeof admissionEntry>;
export type AdmissionFilter = z.infer<typeof admissionFilter>;
export type AdmissionCursor = z.infer<typeof admissionCursor>;
export type PolicyLogEntryRow = z.infer<typeof policyLogEntry>;
export type HealthReport = z.infer<typeof healthReport>;
export type OperatorJob = z.infer<typeof operatorJob>;
export type BackupRow = z.infer<typeof backupRow>;
export type BackupSummary = z.infer<typeof backupSummary>;
