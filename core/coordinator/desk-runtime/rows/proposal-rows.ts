// A Work Proposal on the screen of a WorkItem: what it asks for, and what can be done about it.
import type { WorkItemRowModel } from '../../../contract/work.ts';
import type { ProposalRecord } from '../../../domain/world.ts';
import { proposalActions } from '../../desk/actions/item-actions.ts';
import type { DeskConnection } from '../../desk/connection.ts';
import { msOf } from '../../desk/moment.ts';
import { say, type Texts } from '../words/texts.ts';
import { actionsOf, budgetOf, titleOfMission } from './row-context.ts';

/** Nobody owns it, and nothing has happened to it yet. */
export function proposalRows(
  texts: Texts,
  view: DeskConnection,
  groupId: string,
  { document }: ProposalRecord,
): WorkItemRowModel[] {
  const { proposalId, contract, parentWorkItemId } = document;
  const { currency } = contract.budget;
  return [
    {
      id: 'header',
      sort: '0',
      section: 'header',
      workItemId: proposalId,
      proposalId,
      title: contract.goal,
      state: 'proposal',
      stateWords: say('state.proposal', texts.row.commands['work.propose']),
      revision: 0,
      contractVersion: contract.contractVersion,
      ownershipEpoch: 0,
      risk: contract.sideEffectRisk,
      deadlineAtMs: msOf(contract.deadline),
      missionTitle: titleOfMission(view.world, groupId),
      attempts: 0,
      ...(parentWorkItemId === undefined ? {} : { parentWorkItemId }),
    },
    // A document of the log: JSON.
    {
      id: 'contract',
      sort: '1',
      section: 'contract',
      contract: contract as unknown as Extract<WorkItemRowModel, { section: 'contract' }>['contract'],
    },
    {
      id: 'budget',
      sort: '6',
      section: 'budget',
      dimensions: budgetOf(undefined, contract.budget),
      ...(currency === undefined ? {} : { currency }),
    },
    {
      id: 'actions',
      sort: '7',
      section: 'actions',
      actions: actionsOf(texts, proposalActions(view, groupId, proposalId), texts.desk.proposalActions),
    },
  ];
}
