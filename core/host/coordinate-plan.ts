// What is still to be authorized in a Mission that is coordinated without a window: open Work Proposals as they are, and, where the
// policy wants that, a plan by patterns for a Mission without any work. A plan is kept before anything of it is signed.
import { createHash } from 'node:crypto';
import type { PlannedWork } from '../coordinator/assistant/lead/lead-types.ts';
import { draftPlan } from '../coordinator/assistant/planning/draft-plan.ts';
import { type DeskConnection, isSameActor } from '../coordinator/desk/connection.ts';
import { IdBook } from '../coordinator/desk/intent/id-book.ts';
import { SINGLE } from '../domain/world.ts';
import type { CapabilityRef, WorkProposal } from '../protocol/generated/documents.ts';
import type { Note } from '../store/replica-store.ts';
import type { PlanSource } from './coordinate-policy.ts';
import type { CoordinateLanguage } from './coordinate-policy-words.ts';
import { COORDINATION } from './desk-enrolment.ts';

export interface CoordinatePlansOptions {
  readonly source: PlanSource;
  readonly language: CoordinateLanguage;
  readonly readNotes: (groupId: string) => Promise<ReadonlyMap<string, unknown>>;
  readonly writeNotes: (notes: readonly Note[]) => Promise<void>;
  /** A plan is there that was not there before. */
  readonly onChange: () => void;
  readonly onFault: (error: unknown) => void;
}

const NOTE = 'coordinate-plan';

export class CoordinatePlans {
  private readonly options: CoordinatePlansOptions;
  /** Plans by patterns; `undefined` while one is being read or kept. */
  private readonly kept = new Map<string, readonly PlannedWork[] | undefined>();

  constructor(options: CoordinatePlansOptions) {
    this.options = options;
  }

  planOf(connection: DeskConnection, groupId: string): readonly PlannedWork[] {
    return [...this.proposed(connection, groupId), ...this.patterned(connection, groupId)];
  }

  /** In the order in which they were made. */
  private proposed({ world }: DeskConnection, groupId: string): readonly PlannedWork[] {
    const { proposals: whose } = this.options.source;
    const owner = world.get('mission', groupId, SINGLE)?.document.missionOwner;
    if (whose === 'nobody' || owner === undefined) return [];
    const open = [...world.list('proposal', groupId)].flatMap(([, { document }]) =>
      document.state === 'open' && (whose === 'members' || isSameActor(document.proposedBy, owner))
        ? [document]
        : [],
    );
    const inOrder = open.toSorted(
      (a, b) => compareTexts(a.createdAt, b.createdAt) || compareTexts(a.proposalId, b.proposalId),
    );
    return inOrder.map(plannedOf);
  }

  private patterned(connection: DeskConnection, groupId: string): readonly PlannedWork[] {
    if (!this.options.source.patterns) return [];
    const known = this.kept.get(groupId);
    if (known !== undefined) return known;
    if (!this.kept.has(groupId)) {
      this.kept.set(groupId, undefined);
      this.make(connection, groupId).catch((error: unknown) => {
        this.kept.delete(groupId);
        this.options.onFault(error);
      });
    }
    return [];
  }

  private async make(connection: DeskConnection, groupId: string): Promise<void> {
    const { readNotes, writeNotes, onChange } = this.options;
    const note = (await readNotes(groupId)).get(NOTE);
    // What is under this name was written here.
    let items = note as readonly PlannedWork[] | undefined;
    if (items === undefined) {
      items = this.draft(connection, groupId);
      // Nothing to keep yet: cards or the Mission may say more later.
      if (items === undefined) {
        this.kept.delete(groupId);
        return;
      }
      await writeNotes([{ groupId, name: NOTE, value: items }]);
    }
    this.kept.set(groupId, items);
    onChange();
  }

  /** A plan without questions; what nobody can answer by rule is for people to plan. */
  private draft(connection: DeskConnection, groupId: string): readonly PlannedWork[] | undefined {
    const { world, cards } = connection;
    const mission = world.get('mission', groupId, SINGLE)?.document;
    const [someWork] = world.list('workItem', groupId);
    const [someProposal] = world.list('proposal', groupId);
    if (mission?.state !== 'active') return undefined;
    if (someWork !== undefined || someProposal !== undefined) return [];
    const capabilities = new Map<string, CapabilityRef>();
    for (const { status, capabilities: own } of cards.values())
      for (const { id, version } of status === 'active' ? own : [])
        if (id !== COORDINATION.id) capabilities.set(`${id}@${version}`, { id, version });
    let count = 0;
    const draft = draftPlan({
      connection,
      groupId,
      capabilities: [...capabilities.values()],
      language: this.options.language,
      ids: new IdBook((kind) => idOf(`${kind} ${(count += 1)} of mission`, mission.missionId)),
    });
    if (draft === undefined || draft.questions.some(({ id }) => id !== 'criterion-by-human'))
      return undefined;
    return draft.items.map(({ workItemId, contract }) => ({ workItemId, contract }));
  }
}

function plannedOf({ proposalId, contract, parentWorkItemId }: WorkProposal): PlannedWork {
  const work = { workItemId: idOf('work of proposal', proposalId), contract, proposalId };
  return parentWorkItemId === undefined ? work : { ...work, parentWorkItemId };
}

/** The same after a restart: so nothing is authorized twice. */
function idOf(what: string, id: string): string {
  const hex = createHash('sha256').update(`heddle ${what} ${id}`).digest('hex');
  // The form of RFC 9562, version 8.
  return `urn:uuid:${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

function compareTexts(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
