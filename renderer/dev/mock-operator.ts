// The operators' view of the sample desk: what is done there shows, and nothing is ever signed.
import type { implement } from '@orpc/server';
import type { deskContract } from '../../core/contract/contract.ts';
import type { AdmissionFilter, PolicyFault, PolicyFile } from '../../core/contract/operator.ts';
import type { Fault } from '../../core/contract/values.ts';
import { MockRows } from './mock-live.ts';
import {
  ARCHIVE,
  sampleAgents,
  sampleAuthorities,
  sampleBackups,
  sampleBackupSummary,
  sampleBindings,
  sampleCardVerdict,
  sampleHealth,
  SAMPLE_POLICY,
  samplePolicyFields,
  samplePolicyValue,
  sampleSessions,
} from './sample-operator.ts';
import { sampleAdmissions, samplePolicyLog } from './sample-operator-log.ts';
import type { SampleContext } from './sample-world.ts';

type Operator = ReturnType<typeof implement<typeof deskContract>>['operator'];

/** How long the sample verification takes. */
const JOB_MS = 600;

export function mockOperator(os: Operator, contextNow: () => SampleContext, isEmpty: boolean) {
  const done = { ok: true as const, value: {} };
  const started = contextNow();
  const none = {};
  const some = <Row>(rows: Row[]): Row[] => (isEmpty ? [] : rows);
  const authorities = new MockRows(some(sampleAuthorities(started)), none);
  const list = <Row extends { readonly id: string; readonly sort: string }>(rows: Row[]) =>
    new MockRows(some(rows), { total: isEmpty ? 0 : rows.length });
  const agents = list(sampleAgents(started));
  const keys = list(sampleBindings(started));
  const sessions = list(sampleSessions(started));
  const backups = new MockRows(some(sampleBackups(started)), sampleBackupSummary(started));
  let text = SAMPLE_POLICY;
  const refuse = (code: string, en: string, de: string) => ({
    ok: false as const,
    fault: { code, words: contextNow().say(en, de) } satisfies Fault,
  });
  const readOnly = (authorityId: string) =>
    authorityId === ARCHIVE
      ? refuse(
          'read-only',
          'Nothing can be changed here: the keys of the services are not readable for you.',
          'Hier kann nichts geändert werden: Die Schlüssel der Dienste sind für Sie nicht lesbar.',
        )
      : undefined;
  const file = (): PolicyFile => ({
    path: '/srv/heddle/acme/organization.yaml',
    text,
    version: String(text.length) + text,
    fields: samplePolicyFields(contextNow(), text),
    faults: [],
    inForceWords: contextNow().say(
      'The running Authority judges by this file.',
      'Die laufende Authority urteilt nach dieser Datei.',
    ),
  });
  const faultsOf = (wanted: string): PolicyFault[] =>
    samplePolicyFields(contextNow(), wanted)
      .filter(({ value, minimum, maximum }) => value === undefined || value < minimum || value > maximum)
      .map(({ field, minimum, maximum }) => ({
        field: `/policy/${field.replace('.', '/')}`,
        line: 1 + wanted.split('\n').findIndex((line) => line.includes(`${field.split('.')[1] ?? ''}:`)),
        words: contextNow().say(
          `A whole number from ${minimum} to ${maximum} is expected.`,
          `Erwartet wird eine ganze Zahl von ${minimum} bis ${maximum}.`,
        ),
      }));
  return {
    follow: os.follow.handler(({ signal }) => authorities.follow(signal)),
    add: os.add.handler(({ input }) => {
      const { say } = contextNow();
      if (input.folder.includes('none')) {
        return refuse(
          'no-organization',
          'This is not the folder of an Organization: it has no organization.yaml.',
          'Das ist nicht der Ordner einer Organisation: organization.yaml fehlt.',
        );
      }
      const authorityId = `folder-${authorities.rows.length + 1}`;
      authorities.put({
        id: authorityId,
        sort: `1 ${input.name}`,
        authorityId,
        name: input.name,
        kind: 'folder',
        organizationId: 'urn:new:organization',
        folder: input.folder,
        database: input.databaseUrl === undefined ? 'sqlite' : 'postgresql',
        state: 'open',
        words: say(
          'You can act here with the keys of its services.',
          'Sie können hier mit den Schlüsseln der Dienste handeln.',
        ),
        canAct: true,
      });
      return { ok: true as const, value: { authorityId } };
    }),
    remove: os.remove.handler(({ input }) => {
      authorities.take(input.authorityId);
      return done;
    }),
    agents: os.agents.handler(({ signal }) => agents.follow(signal)),
    checkCard: os.checkCard.handler(({ input: { wish } }) => {
      const agentId = wish.from === 'form' ? wish.form.agentId : 'urn:acme:agent:new';
      return {
        ok: true as const,
        value: sampleCardVerdict(contextNow(), agentId, agentId.startsWith('urn:')),
      };
    }),
    registerCard: os.registerCard.handler(({ input: { wish } }) => {
      const [first] = sampleAgents(contextNow());
      const agentId = wish.from === 'form' ? wish.form.agentId : 'urn:acme:agent:new';
      const name = wish.from === 'form' ? wish.form.displayName : 'new';
      if (first !== undefined) {
        const agent = { type: 'agent' as const, id: agentId, name };
        agents.put({ ...first, id: agentId, sort: name, agent, cardVersion: 1, queued: 0, active: 0 });
      }
      return { ok: true as const, value: { agentId, cardVersion: 1 } };
    }),
    revokeCardEffects: os.revokeCardEffects.handler(() => ({
      ok: true as const,
      value: {
        isAllowed: true,
        effects: [
          contextNow().say(
            'The Agent gets no new work and no new role.',
            'Der Agent bekommt keine neue Arbeit und keine neue Rolle.',
          ),
          contextNow().say(
            'It holds 3 queued and 2 active WorkItems. They stay with it until their leases end, or a Coordinator reassigns them.',
            'Er hält 3 wartende und 2 laufende WorkItems. Sie bleiben bei ihm, bis ihre Leases enden oder ein Coordinator sie neu vergibt.',
          ),
        ],
      },
    })),
    revokeCard: os.revokeCard.handler(({ input }) => {
      const locked = readOnly(input.authorityId);
      if (locked !== undefined) return locked;
      const row = agents.rows.find(({ id }) => id === input.agentId);
      if (row !== undefined) {
        agents.put({
          ...row,
          status: 'revoked',
          cardVersion: row.cardVersion + 1,
          validity: 'not-usable',
          validityWords: contextNow().say('not for new work', 'nicht für neue Arbeit'),
        });
      }
      return done;
    }),
    keys: os.keys.handler(({ signal }) => keys.follow(signal)),
    bindKey: os.bindKey.handler(() => done),
    revokeKeyEffects: os.revokeKeyEffects.handler(({ input }) => ({
      ok: true as const,
      value: {
        isAllowed: !input.keyId.includes('group-authority') && !input.keyId.includes('registry'),
        effects: [
          contextNow().say(
            'What is signed with it after this moment is refused.',
            'Was nach diesem Moment damit signiert wird, wird abgelehnt.',
          ),
          contextNow().say(
            'What was signed before stays verifiable.',
            'Was vorher signiert wurde, bleibt prüfbar.',
          ),
        ],
      },
    })),
    revokeKey: os.revokeKey.handler(({ input }) => {
      const row = keys.rows.find(({ keyId }) => keyId === input.keyId);
      const { nowMs, say } = contextNow();
      if (row !== undefined && input.untilMs !== undefined) {
        keys.put({ ...row, validUntilMs: input.untilMs });
      } else if (row !== undefined) {
        keys.put({
          ...row,
          status: 'revoked',
          statusWords: say('revoked', 'widerrufen'),
          revokedAtMs: nowMs,
        });
      }
      return done;
    }),
    sessions: os.sessions.handler(({ signal }) => sessions.follow(signal)),
    endSession: os.endSession.handler(({ input }) => {
      const row = sessions.rows.find(({ id }) => id === input.agentId);
      if (row !== undefined) {
        const { nowMs } = contextNow();
        const { heartbeatAtMs: _heartbeat, ...rest } = row;
        sessions.put({
          ...rest,
          sessionEpoch: row.sessionEpoch + 1,
          openedAtMs: nowMs,
          presence: 'offline',
          executing: 0,
        });
      }
      return done;
    }),
    policy: os.policy.handler(() => ({ ok: true as const, value: file() })),
    checkPolicy: os.checkPolicy.handler(({ input }) => {
      const faults = faultsOf(input.text);
      const { say } = contextNow();
      const fields = samplePolicyFields(contextNow(), input.text);
      const changed = fields.filter(
        ({ field }) => samplePolicyValue(text, field) !== samplePolicyValue(input.text, field),
      );
      return {
        ok: true as const,
        value: {
          faults,
          fields,
          changes:
            faults.length > 0
              ? []
              : changed.map(({ field, words, usual }) => ({
                  field,
                  words,
                  before: samplePolicyValue(text, field) ?? String(usual),
                  after: samplePolicyValue(input.text, field) ?? String(usual),
                  meaning: say(
                    'One Agent holds more than that now. Nothing is taken away; more is refused with RATE_LIMITED until they are below it.',
                    'Ein Agent hält jetzt mehr als das. Es wird nichts weggenommen; mehr wird mit RATE_LIMITED abgelehnt, bis sie darunter sind.',
                  ),
                })),
        },
      };
    }),
    setPolicyField: os.setPolicyField.handler(({ input }) => {
      const name = input.field.split('.')[1] ?? '';
      const pattern = new RegExp(`^( +${name}:).*$`, 'mu');
      return {
        ok: true as const,
        value: { text: input.text.replace(pattern, `$1 ${input.value ?? ''}`) },
      };
    }),
    applyPolicy: os.applyPolicy.handler(({ input }) => {
      const locked = readOnly(input.authorityId);
      if (locked !== undefined) return locked;
      const faults = faultsOf(input.text);
      if (faults.length > 0) return { ok: true as const, value: { kind: 'faults' as const, faults } };
      ({ text } = input);
      return { ok: true as const, value: { kind: 'applied' as const, file: file() } };
    }),
    admissions: os.admissions.handler(({ input: { filter, cursor, limit } }) => {
      const found = some(sampleAdmissions(contextNow())).filter((row) => fits(row, filter));
      const from = cursor?.position ?? 0;
      const rows = found.slice(from, from + limit);
      return {
        ok: true as const,
        value: { rows, ...(from + limit < found.length ? { cursor: { position: from + limit } } : {}) },
      };
    }),
    policyLog: os.policyLog.handler(({ input }) => ({
      ok: true as const,
      value: {
        rows: some(samplePolicyLog(contextNow())).filter(
          ({ groupId }) => input.groupId === undefined || input.groupId === groupId,
        ),
      },
    })),
    health: os.health.handler(() => ({ ok: true as const, value: sampleHealth(contextNow()) })),
    backups: os.backups.handler(({ signal }) => backups.follow(signal)),
    run: os.run.handler(({ input }) => {
      const { say, nowMs } = contextNow();
      const summary = sampleBackupSummary(contextNow());
      const job = { task: input.task, startedAtMs: nowMs, findings: [] };
      backups.summarize({
        ...summary,
        job: {
          ...job,
          state: 'running',
          done: 12_000,
          total: 48_200,
          words: say('The whole log is being verified…', 'Das ganze Protokoll wird geprüft…'),
        },
      });
      setTimeout(() => {
        const words =
          input.task === 'backup'
            ? say(
                'The backup is made and was checked before it got its name.',
                'Die Sicherung ist gemacht, und wurde geprüft, bevor sie ihren Namen bekam.',
              )
            : say('Verified: 48,200 Events in 23 Groups.', 'Geprüft: 48.200 Events in 23 Gruppen.');
        const [newest] = sampleBackups(contextNow());
        if (input.task === 'backup' && newest !== undefined) {
          const name = 'authority-2026-12-01T09-00-00-000Z.db';
          backups.put({ ...newest, id: name, name, sort: '0', madeAtMs: nowMs });
        }
        backups.summarize({ ...summary, job: { ...job, state: 'good', words } });
      }, JOB_MS);
      return done;
    }),
    stop: os.stop.handler(() => done),
  };
}

function fits(row: ReturnType<typeof sampleAdmissions>[number], filter: AdmissionFilter): boolean {
  const has = (text: string | undefined, wanted: string): boolean =>
    wanted === '' || text?.toLowerCase().includes(wanted.toLowerCase()) === true;
  return (
    (filter.type === 'all' || filter.type === row.type) &&
    has(row.actor === undefined ? undefined : `${row.actor.name} ${row.actor.id}`, filter.actor) &&
    has(row.kind, filter.kind) &&
    has(row.code, filter.code) &&
    row.atMs >= (filter.fromMs ?? -Infinity) &&
    row.atMs <= (filter.throughMs ?? Infinity)
  );
}
