// What a person does at the screens of a Mission that is led by hand: every step is a sheet that is looked at and signed.
import type { BriefHost } from './brief-host.ts';
import { PATIENCE_MS, valueOf } from './desk-client.ts';
import type { ContractIntent } from '../../core/contract/forms.ts';
import type { BriefRunRow } from '../../core/contract/briefs.ts';

export class BriefPerson {
  private readonly host: BriefHost;
  private readonly runId: string;

  constructor(host: BriefHost, runId: string) {
    this.host = host;
    this.runId = runId;
  }

  /** Opens a sheet, signs it, and waits until the Authority has accepted it. */
  async sign(intent: ContractIntent): Promise<void> {
    const { host } = this;
    const { client, connectionId } = host;
    const sheet = valueOf(await client.intents.sheet({ connectionId, intent }));
    const { sheetId, version, button, obstacles, refusal } = sheet;
    if (button !== 'sign-and-send') throw new Error(JSON.stringify({ intent, button, obstacles, refusal }));
    const signed = valueOf(await client.intents.sign({ sheetId, version }));
    if (signed.kind !== 'kept') throw new Error(`${signed.kind}: ${JSON.stringify(signed)}`);
    const { actionId } = signed;
    const isOver = (state: string) => state === 'accepted' || state === 'refused';
    const outbox = await host.state(
      (options) => client.outbox.follow(undefined, options),
      ({ rows }) => rows.some((row) => row.actionId === actionId && isOver(row.state)),
    );
    const row = outbox.rows.find((each) => each.actionId === actionId);
    if (row?.state !== 'accepted') throw new Error(JSON.stringify(row));
  }

  item(name: string, phase: string): Promise<BriefRunRow['items'][number]> {
    const isIt = (each: BriefRunRow['items'][number]) => each.name === name && each.phase === phase;
    return this.host
      .row(this.runId, ({ items }) => items.some(isIt))
      .then(({ items }) => {
        const item = items.find(isIt);
        if (item === undefined) throw new Error('it was there a moment ago');
        return item;
      });
  }

  /** Authorizes what is proposed for an item, exactly as it is proposed. */
  async authorize(name: string): Promise<void> {
    const { object } = await this.item(name, 'proposed');
    if (object?.type !== 'proposal') throw new Error(`${name} has no proposal`);
    const { groupId, id: proposalId } = object;
    const rows = await this.host.state(
      (options) => this.host.client.work.follow({ ...this.place(groupId), workItemId: proposalId }, options),
      ({ byId }) => byId.has('contract') && byId.has('actions'),
    );
    const contract = rows.byId.get('contract');
    const actions = rows.byId.get('actions');
    if (contract?.section !== 'contract' || actions?.section !== 'actions') throw new Error('no contract');
    const act = actions.actions.find(({ id }) => id === 'authorize-as-proposed');
    if (act?.isEnabled !== true) throw new Error(JSON.stringify(act));
    await this.sign({ kind: 'work.authorize', groupId, form: { contract: contract.contract, proposalId } });
  }

  async offer(name: string, worker: string): Promise<void> {
    const { object } = await this.item(name, 'ready');
    const { workers } = await this.host.row(this.runId, () => true);
    const agentId = workers.find((each) => each.name === worker)?.agentId;
    if (object === undefined || agentId === undefined) throw new Error(`${name}, ${worker}`);
    const { groupId, id: workItemId } = object;
    await this.sign({ kind: 'work.offer', groupId, form: { workItemId, candidates: [{ agentId }] } });
  }

  /** Says for every criterion what its contract still wants said. */
  async accept(name: string): Promise<void> {
    const { client } = this.host;
    const { object } = await this.item(name, 'in-review');
    if (object === undefined) throw new Error(name);
    const { groupId, id: workItemId } = object;
    const { rows } = await this.host.state(
      (options) => client.review.follow({ ...this.place(groupId), workItemId }, options),
      ({ byId }) => byId.has('decision') && byId.has('integrity'),
    );
    const hashes = rows.flatMap((row) =>
      row.section === 'integrity' ? row.artifacts.map(({ contentHash }) => contentHash) : [],
    );
    const wanted = new Map<string, string[]>();
    for (const row of rows) {
      if (row.section !== 'criterion') continue;
      for (const { type, status } of row.cells) {
        // A decision rests on something that its author has looked at, also where the Worker has shown all.
        const isWanted = status === 'missing' || type === 'artifact_integrity';
        if (isWanted) wanted.set(type, [...(wanted.get(type) ?? []), row.criterionId]);
      }
    }
    const evidence = [...wanted].map(([type, criterionIds]) => ({
      type: type as 'artifact_integrity',
      criterionIds,
      method: 'looked at',
      result: 'passed' as const,
      artifactHashes: hashes,
    }));
    await this.sign({ kind: 'work.accept_result', groupId, form: { workItemId, evidence } });
  }

  /** From the proposal to the accepted result. */
  async carry(name: string, worker: string): Promise<void> {
    await this.authorize(name);
    await this.offer(name, worker);
    await this.accept(name);
  }

  /** Approves exactly what was submitted, by its hashes. */
  async approve(): Promise<void> {
    const { client } = this.host;
    const { groupId } = await this.host.row(this.runId, () => true);
    const { rows } = await this.host.state(
      (options) => client.approvals.follow(undefined, options),
      (state) => state.rows.some((row) => row.groupId === groupId && row.type === 'final'),
    );
    const row = rows.find((each) => each.groupId === groupId);
    if (row?.type !== 'final') throw new Error('nothing waits for an Approval');
    const unseenArtifactHashes = row.artifacts.map(({ contentHash }) => contentHash);
    await this.sign({ kind: 'mission.approve', groupId, form: { comments: 'good', unseenArtifactHashes } });
  }

  private place(groupId: string) {
    return { connectionId: this.host.connectionId, groupId };
  }
}

export const LIMIT = { timeout: 3 * PATIENCE_MS } as const;
