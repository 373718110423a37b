// One WorkItem as its screen draws it: the sections by name, and the Ownership Epochs as lanes with an equal in words.
import type { ActionModel } from '../../../core/contract/values.ts';
import type { WorkItemRowModel } from '../../../core/contract/work.ts';

type Section<Name extends WorkItemRowModel['section']> = Extract<WorkItemRowModel, { section: Name }>;
export type ItemHeader = Section<'header'>;
export type ItemOffers = Section<'offers'>;
export type ItemExecution = Section<'execution'>;
export type ItemLease = ItemExecution['leases'][number];

export interface WorkItemModel {
  readonly header: ItemHeader;
  readonly contract: Section<'contract'>['contract'] | undefined;
  readonly offers: ItemOffers | undefined;
  readonly execution: ItemExecution | undefined;
  readonly evidence: Section<'evidence'>['evidence'];
  readonly artifacts: Section<'artifacts'>['artifacts'];
  readonly budget: Section<'budget'> | undefined;
  readonly actions: readonly ActionModel[];
}

/** Undefined until the header is known. */
export function workItemModelOf(rows: readonly WorkItemRowModel[]): WorkItemModel | undefined {
  const header = rows.find((row) => row.section === 'header');
  if (header === undefined) return undefined;
  return {
    header,
    contract: rows.find((row) => row.section === 'contract')?.contract,
    offers: rows.find((row) => row.section === 'offers'),
    execution: rows.find((row) => row.section === 'execution'),
    evidence: rows.find((row) => row.section === 'evidence')?.evidence ?? [],
    artifacts: rows.find((row) => row.section === 'artifacts')?.artifacts ?? [],
    budget: rows.find((row) => row.section === 'budget'),
    actions: rows.find((row) => row.section === 'actions')?.actions ?? [],
  };
}

export const ITEM_TABS = [
  'summary',
  'contract',
  'offers',
  'execution',
  'evidence',
  'conversation',
  'budget',
  'history',
] as const;
export type ItemTab = (typeof ITEM_TABS)[number];

/** A lease as a bar, its place as shares of the whole time that the lanes cover. */
export interface LaneBar {
  readonly lease: ItemLease;
  readonly from: number;
  readonly to: number;
  readonly isLive: boolean;
}

export interface EpochLane {
  /** Undefined for leases that no Ownership Epoch names. */
  readonly epoch: number | undefined;
  readonly bars: readonly LaneBar[];
  readonly isCurrent: boolean;
}

export interface EpochLanes {
  readonly fromMs: number;
  readonly toMs: number;
  /** Where the present stands, 0…1. */
  readonly now: number;
  readonly lanes: readonly EpochLane[];
}

const LIVE_STATES: ReadonlySet<string> = new Set(['active', 'live', 'open']);

/** Newest epoch last, as time runs down the page. */
export function lanesOf(
  leases: readonly ItemLease[],
  currentEpoch: number,
  nowMs: number,
): EpochLanes | undefined {
  if (leases.length === 0) return undefined;
  const fromMs = Math.min(...leases.map(({ startsAtMs }) => startsAtMs));
  const toMs = Math.max(nowMs, ...leases.map(({ endsAtMs }) => endsAtMs));
  // One millisecond at least, so that no share is a division by zero.
  const spanMs = Math.max(1, toMs - fromMs);
  const share = (atMs: number) => Math.max(0, Math.min(1, (atMs - fromMs) / spanMs));
  const byEpoch = Map.groupBy(leases, ({ ownershipEpoch }) => ownershipEpoch);
  const lanes = [...byEpoch]
    .toSorted(([a], [b]) => (a ?? Infinity) - (b ?? Infinity))
    .map(([epoch, members]): EpochLane => ({
      epoch,
      isCurrent: epoch === currentEpoch,
      bars: members
        .toSorted((a, b) => a.startsAtMs - b.startsAtMs)
        .map((lease) => ({
          lease,
          from: share(lease.startsAtMs),
          to: share(lease.endsAtMs),
          isLive: LIVE_STATES.has(lease.state) && !lease.isOverByClock && lease.endsAtMs > nowMs,
        })),
    }));
  return { fromMs, toMs, now: share(nowMs), lanes };
}

/** Where an action leads: another screen, or a form and its sheet. */
export type ActionTarget =
  | { readonly to: 'review' }
  | { readonly to: 'approvals' }
  | { readonly to: 'offer-composer' }
  | { readonly to: 'contract-editor'; readonly purpose: 'revise' | 'replace' | 'follow-up' | 'write-own' }
  | { readonly to: 'child-mission' }
  | { readonly to: 'conversation' }
  /** A reason or a text is asked for before the sheet opens. */
  | {
      readonly to: 'form';
      readonly form: 'cancel' | 'fail' | 'unblock' | 'add-dependency' | 'override-offer' | 'authorize';
    };

const TARGETS: Readonly<Record<string, ActionTarget>> = {
  offer: { to: 'offer-composer' },
  'extend-offer': { to: 'offer-composer' },
  reassign: { to: 'offer-composer' },
  'offer-again': { to: 'offer-composer' },
  'edit-contract': { to: 'contract-editor', purpose: 'revise' },
  'replace-item': { to: 'contract-editor', purpose: 'replace' },
  'follow-up-item': { to: 'contract-editor', purpose: 'follow-up' },
  'write-own': { to: 'contract-editor', purpose: 'write-own' },
  'authorize-as-proposed': { to: 'form', form: 'authorize' },
  promote: { to: 'child-mission' },
  message: { to: 'conversation' },
  reply: { to: 'conversation' },
  review: { to: 'review' },
  'accept-result': { to: 'review' },
  'send-back': { to: 'review' },
  'grant-start': { to: 'approvals' },
  cancel: { to: 'form', form: 'cancel' },
  fail: { to: 'form', form: 'fail' },
  unblock: { to: 'form', form: 'unblock' },
  'add-dependency': { to: 'form', form: 'add-dependency' },
  'override-offer': { to: 'form', form: 'override-offer' },
};

/** Undefined for an action that this window does not know: it is shown, with its words, and leads nowhere. */
export function targetOf({ id }: Pick<ActionModel, 'id'>): ActionTarget | undefined {
  return TARGETS[id];
}
