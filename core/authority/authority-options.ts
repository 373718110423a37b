// What an Authority is opened with: who it is, what it stands on, and its clock and ids.
import type { OrganizationPolicy } from '../domain/decision.ts';
import type { Actor } from '../protocol/generated/documents.ts';
import type { LocalSigner } from '../protocol/sign.ts';
import type { AuthorityStore } from '../store/authority-store.ts';
import type { HostedContent } from './hosted-content.ts';

/** One role of the Organization's services (OPEN-019). */
export interface ServiceIdentity {
  readonly principal: Actor;
  readonly signer: LocalSigner;
}

/** What an operator may want to count. */
export interface AuthorityObserver {
  /** `accepted`, `repeated`, or the code of the Error document; the kind is undefined for what is no Command. */
  commandAnswered(kind: string | undefined, outcome: string): void;
  committed(commandCount: number, seconds: number): void;
}

export interface AuthorityOptions {
  readonly organizationId: string;
  readonly store: AuthorityStore;
  readonly services: {
    /** Accepts and signs Events. */
    readonly groupAuthority: ServiceIdentity;
    /** Opens Sessions (CMD-141). */
    readonly identity: ServiceIdentity;
    /** Vouches for first admission (ADM-004). */
    readonly admission: Actor;
  };
  readonly policy: OrganizationPolicy;
  /** Given where this Authority keeps the content of Artifacts: then nothing is published that is not there (ART-001). */
  readonly hosted?: HostedContent;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** A fresh identifier, an absolute URI. */
  readonly newId: (kind: string) => string;
  /** Hears of faults that no caller is waiting for. */
  readonly onFault: (error: unknown) => void;
  /** Counts what happens; it cannot change it. */
  readonly observer?: AuthorityObserver;
  readonly freshness?: { readonly pastMs: number; readonly futureMs: number };
  /** Whether Commands that the rules refuse go into the protected log too, within bounds. */
  readonly keepRefusals?: boolean;
  /** The most Commands that one commit holds. */
  readonly batchSize?: number;
  readonly maxCachedRecords?: number;
}
