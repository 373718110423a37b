// The operators' view as the window asks for it: each question finds its Authority and is handed on.
import type { implement } from '@orpc/server';
import type { deskContract } from '../contract/contract.ts';
import type { LivePart, LiveRow } from '../contract/live.ts';
import type { Fault } from '../contract/values.ts';
import type { LiveContent, LiveSource, Topic } from '../coordinator/desk-runtime/live-queries.ts';
import { accept, type Result } from '../protocol/result.ts';
import type { Nothing } from './desk-services.ts';
import { readAdmissions, readPolicyLog } from './operator-admissions.ts';
import {
  type Administered,
  detailOf,
  OperatorAuthorities,
  type OperatorAuthoritiesOptions,
} from './operator-authorities.ts';
import { OperatorCards } from './operator-cards.ts';
import { readHealth } from './operator-health.ts';
import { OperatorJobs } from './operator-jobs.ts';
import { type ListSummary, listAgents, listKeys, listSessions } from './operator-lists.ts';
import { OperatorPolicy } from './operator-policy.ts';

export class OperatorDesk {
  readonly authorities: OperatorAuthorities;
  readonly cards: OperatorCards;
  readonly policy: OperatorPolicy;
  readonly jobs: OperatorJobs;

  constructor(options: OperatorAuthoritiesOptions) {
    this.authorities = new OperatorAuthorities(options);
    this.cards = new OperatorCards(this.authorities);
    this.policy = new OperatorPolicy(this.authorities);
    this.jobs = new OperatorJobs(this.authorities);
  }

  /** Asks one Authority; a database that does not answer is a refusal in words. */
  async at<Value>(
    authorityId: string,
    ask: (at: Administered) => Promise<Result<Value, Fault>>,
  ): Promise<Result<Value, Fault>> {
    let at: Administered | undefined;
    try {
      at = await this.authorities.find(authorityId);
      if (at === undefined) return this.authorities.fault('no-authority');
      return await ask(at);
    } catch (error) {
      return this.authorities.fault('cannot-open', detailOf(error, at?.databaseUrl));
    }
  }

  /** A list of one Authority; empty while that cannot be opened, which the list of Authorities tells. */
  list<Row extends LiveRow>(
    authorityId: string,
    read: (at: Administered) => Promise<LiveContent<Row, ListSummary>>,
    concernsAlso: (topic: Topic) => boolean = () => false,
  ): LiveSource<Row, ListSummary> {
    return {
      concerns: (topic) => (topic.kind === 'area' && topic.area === 'operator') || concernsAlso(topic),
      read: async () => {
        const content = await this.at(authorityId, async (at) => accept(await read(at)));
        return content.ok ? content.value : { rows: [], summary: { total: 0 } };
      },
    };
  }

  async closeAll(): Promise<void> {
    await this.jobs.closeAll();
    await this.authorities.closeAll();
  }
}

type Procedures = ReturnType<typeof implement<typeof deskContract>>['operator'];

/** Opens a live query for as long as its window wants it. */
type OpenLive = <Row extends LiveRow, Summary>(
  source: LiveSource<Row, Summary>,
  signal: AbortSignal | undefined,
) => AsyncGenerator<LivePart<Row, Summary>, void, void>;

export function operatorProcedures(os: Procedures, desk: OperatorDesk, live: OpenLive) {
  const { authorities, cards, policy, jobs } = desk;
  const language = () => authorities.language;
  const presence = (topic: Topic) => topic.kind === 'area' && topic.area === 'presence';
  return {
    follow: os.follow.handler(({ signal }) => live(authorities.source(), signal)),
    add: os.add.handler(({ input }) => authorities.add(input)),
    remove: os.remove.handler(({ input }): Promise<Result<Nothing, Fault>> =>
      authorities.remove(input.authorityId),
    ),
    agents: os.agents.handler(({ input, signal }) =>
      live(
        desk.list(input.authorityId, (at) => listAgents(at, language(), Date.now())),
        signal,
      ),
    ),
    checkCard: os.checkCard.handler(({ input }) =>
      desk.at(input.authorityId, (at) => cards.check(at, input.wish)),
    ),
    registerCard: os.registerCard.handler(({ input }) =>
      desk.at(input.authorityId, (at) => cards.register(at, input.wish)),
    ),
    revokeCardEffects: os.revokeCardEffects.handler(({ input }) =>
      desk.at(input.authorityId, (at) => cards.revokeCardEffects(at, input.agentId)),
    ),
    revokeCard: os.revokeCard.handler(({ input }) =>
      desk.at(input.authorityId, (at) => cards.revokeCard(at, input.agentId)),
    ),
    keys: os.keys.handler(({ input, signal }) =>
      live(
        desk.list(input.authorityId, (at) => listKeys(at, language(), Date.now())),
        signal,
      ),
    ),
    bindKey: os.bindKey.handler(({ input }) => desk.at(input.authorityId, (at) => cards.bindKey(at, input))),
    revokeKeyEffects: os.revokeKeyEffects.handler(({ input }) =>
      desk.at(input.authorityId, (at) => cards.revokeKeyEffects(at, input.keyId)),
    ),
    revokeKey: os.revokeKey.handler(({ input }) =>
      desk.at(input.authorityId, (at) => cards.revokeKey(at, input.keyId, input.untilMs)),
    ),
    sessions: os.sessions.handler(({ input, signal }) =>
      live(desk.list(input.authorityId, listSessions, presence), signal),
    ),
    endSession: os.endSession.handler(({ input }) =>
      desk.at(input.authorityId, (at) => cards.endSession(at, input.agentId)),
    ),
    policy: os.policy.handler(({ input }) => desk.at(input.authorityId, (at) => policy.read(at))),
    checkPolicy: os.checkPolicy.handler(({ input }) =>
      desk.at(input.authorityId, (at) => policy.check(at, input.text)),
    ),
    setPolicyField: os.setPolicyField.handler(({ input }) =>
      policy.setField(input.text, input.field, input.value),
    ),
    applyPolicy: os.applyPolicy.handler(({ input }) =>
      desk.at(input.authorityId, (at) => policy.apply(at, input.text, input.version)),
    ),
    admissions: os.admissions.handler(({ input: { authorityId, filter, cursor, limit } }) =>
      desk.at(authorityId, async ({ store }) =>
        accept(await readAdmissions(store, filter, cursor, limit, language())),
      ),
    ),
    policyLog: os.policyLog.handler(({ input: { authorityId, groupId, cursor, limit } }) =>
      desk.at(authorityId, async ({ store }) =>
        accept(await readPolicyLog(store, groupId, cursor, limit, language())),
      ),
    ),
    health: os.health.handler(({ input }) =>
      desk.at(input.authorityId, async (at) => accept(await readHealth(at, jobs, language()))),
    ),
    backups: os.backups.handler(({ input, signal }) => live(jobs.source(input.authorityId), signal)),
    run: os.run.handler(({ input }) =>
      desk.at(input.authorityId, (at) => jobs.run(at, input.task, input.path)),
    ),
    stop: os.stop.handler(({ input }) => jobs.stop(input.authorityId)),
  };
}
