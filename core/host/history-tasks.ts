// What is asked of the thread that reads histories, and what it answers. Both sides agree on it here.
import type { Change, Records } from '../domain/world.ts';
import type { RegistryEvidence, WorkItem } from '../protocol/generated/documents.ts';
import type { HistoryQuery, ItemDigest, TextArea, TextHit, TimeCount } from '../store/history-entry.ts';

type MissionRecord = Records['mission'];

/** A Group in the replica at a path. */
export interface LogPlace {
  readonly replicaPath: string;
  readonly groupId: string;
}

export interface LogReach {
  readonly startsAfter: number;
  readonly cursor: number;
  readonly indexedThrough: number;
}

export interface ReadEvent {
  readonly sequence: number;
  readonly bytes: Uint8Array;
  /** Where its Message was taken back. */
  readonly takenBackAt: number | undefined;
}

/** By name: what a task takes, and what comes back. Without a query all Events of the Group are meant. */
export interface HistoryTasks {
  window: readonly [
    LogPlace & { readonly query: HistoryQuery | undefined; readonly from: number; readonly limit: number },
    { readonly total: number; readonly reach: LogReach; readonly events: readonly ReadEvent[] } | undefined,
  ];
  locate: readonly [
    LogPlace & { readonly query: HistoryQuery | undefined; readonly sequence: number },
    { readonly place: number; readonly total: number; readonly reach: LogReach } | undefined,
  ];
  pick: readonly [LogPlace & { readonly sequences: readonly number[] }, readonly ReadEvent[]];
  names: readonly [
    LogPlace,
    {
      readonly principals: readonly string[];
      readonly workItemIds: readonly string[];
      readonly kinds: readonly (readonly [string, number])[];
    },
  ];
  digest: readonly [
    LogPlace & { readonly query: HistoryQuery },
    { readonly items: readonly ItemDigest[]; readonly reach: LogReach } | undefined,
  ];
  times: readonly [
    LogPlace & { readonly query: HistoryQuery; readonly buckets: number },
    (
      | {
          readonly fromMs: number;
          readonly throughMs: number;
          readonly counts: readonly TimeCount[];
          readonly reach: LogReach;
        }
      | undefined
    ),
  ];
  /** For each instant the last sequence up to it. */
  placesInTime: readonly [LogPlace & { readonly instantsMs: readonly number[] }, readonly number[]];
  /** The state after an Event; undefined without such a Group. */
  stateAt: readonly [
    LogPlace & { readonly sequence: number },
    (
      | {
          readonly startsAfter: number;
          readonly mission: MissionRecord | undefined;
          readonly workItems: readonly WorkItem[];
          readonly memberships: number;
        }
      | undefined
    ),
  ];
  /** What a plan is made from, after an Event, and that Event; undefined without such a Group. */
  planAt: readonly [
    LogPlace & { readonly sequence: number | undefined },
    (
      | {
          readonly startsAfter: number;
          readonly cursor: number;
          readonly sequence: number;
          readonly event: ReadEvent | undefined;
          readonly changes: readonly Change[];
        }
      | undefined
    ),
  ];
  keys: readonly [
    { readonly replicaPath: string },
    { readonly registry: RegistryEvidence | undefined; readonly authorityId: string | undefined },
  ];
  search: readonly [
    {
      readonly replicaPath: string;
      readonly words: string;
      readonly area: TextArea | undefined;
      readonly limit: number;
    },
    { readonly hits: readonly TextHit[]; readonly count: number; readonly isComplete: boolean },
  ];
  health: readonly [
    { readonly replicaPath: string },
    { readonly events: number; readonly indexed: number; readonly rebuilds: number },
  ];
  /** Lets go of a replica: its connection is closed. */
  release: readonly [{ readonly replicaPath: string }, undefined];
}

export type HistoryTaskName = keyof HistoryTasks;

export interface HistoryRequest<Name extends HistoryTaskName = HistoryTaskName> {
  readonly id: number;
  readonly name: Name;
  readonly input: HistoryTasks[Name][0];
}

export type HistoryAnswer =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly defect: string };
