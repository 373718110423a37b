// The lines of a `.mwpbundle`: the history of some Groups with the keys to verify it, in one file that needs nothing else.
// Each line is a letter, a space and content; documents stand there in the exact bytes that were signed.
import type { RegistryBinding } from '../protocol/generated/documents.ts';

/**
 * In this order: one header, one Registry, the Events of each Group in sequence, the snapshots, one trailer, and the seal
 * over all of it. First-admission records are not part of it: nobody but the log itself can vouch for them (ADM-004).
 */
export const LINE = {
  header: 'H',
  registry: 'K',
  event: 'E',
  snapshot: 'S',
  trailer: 'T',
  seal: 'X',
} as const;

/** What a line of each kind is called where something is wrong with it. */
export const PART_NAMES: { readonly [Kind in LineKind]: string } = {
  H: 'header',
  K: 'Registry',
  E: 'Event',
  S: 'snapshot',
  T: 'trailer',
  X: 'seal',
};

export type LineKind = (typeof LINE)[keyof typeof LINE];

export const BUNDLE_FORMAT = 'mwpbundle';
export const BUNDLE_VERSION = 1;

export interface BundleHeader {
  readonly format: typeof BUNDLE_FORMAT;
  readonly version: typeof BUNDLE_VERSION;
  readonly protocolVersion: '0.1';
  readonly organizationId: string;
  readonly createdAt: string;
  readonly groupIds: readonly string[];
}

export interface BundleRegistry {
  readonly organizationId: string;
  readonly bindings: readonly RegistryBinding[];
}

/** What stands in one stretch of lines of the same kind and Group, line ends included. */
export interface BundleSection {
  readonly kind: LineKind;
  /** For Events and snapshots. */
  readonly groupId?: string;
  readonly lines: number;
  /** `sha256:` of the lines. */
  readonly hash: string;
}

export interface BundleTrailer {
  readonly sections: readonly BundleSection[];
}

/** The seal is the `sha256:` hash of everything before its line. */
export function lineOf(kind: LineKind, content: string | Uint8Array): Buffer {
  return Buffer.concat([Buffer.from(`${kind} `), Buffer.from(content as Uint8Array), LINE_END]);
}

const LINE_END = Buffer.from('\n');
