// Checks that a decision needs but the state cannot answer: who may issue what, what the log itself says, and whether a
// Command was accepted before. Everything else is for the rules of the domain.
import type { OrganizationPolicy } from '../domain/decision.ts';
import { reject, type Rejection } from '../domain/rejection.ts';
import type { Actor, Command, CommandPayloads } from '../protocol/generated/documents.ts';
import { accept, type Result } from '../protocol/result.ts';
import type { VerifiedDocument } from '../protocol/verify.ts';
import type { AuthorityStore, Receipt } from '../store/authority-store.ts';
import type { Authority } from './authority.ts';
import { checkCitedEvents } from './cited-events.ts';
import { checkHostedContent, type ContentLook, type HostedContent } from './hosted-content.ts';
import { checkSnapshot } from './snapshots.ts';

/** What these checks look at beside the Command. */
export interface BeyondState {
  readonly organizationId: string;
  readonly policy: OrganizationPolicy;
  /** Looks at the state as the Commands before this one left it, loading what the look turns out to need. */
  readonly look: Authority['look'];
  readonly log: Pick<AuthorityStore, 'readGroupEvents'>;
  /** The content of Artifacts, where this Authority keeps it. */
  readonly hosted: HostedContent | undefined;
  /** What was found of the content while the Command was on its way. */
  readonly content: Promise<ContentLook | undefined> | undefined;
  readonly nowMs: number;
  readonly findReceipt: (actor: Actor, actionId: string) => Promise<Receipt | undefined>;
}

/** The first of these checks that refuses a Command which the rules of the domain accept. */
export async function checkBeyondState(
  command: Command,
  documents: readonly VerifiedDocument[],
  beyond: BeyondState,
): Promise<Result<undefined, Rejection>> {
  for (const document of documents) {
    const right = checkIssuer(document, beyond);
    if (!right.ok) return right;
    if (document.kind === 'context-package') {
      // The kind says which document it is.
      const { document: contextPackage } = document as VerifiedDocument<'context-package'>;
      const cited = await checkCitedEvents(contextPackage, beyond.log);
      if (!cited.ok) return cited;
    }
  }
  if (command.kind === 'policy.grant_cooperation_override') return checkOverrideTarget(command, beyond);
  if (command.kind === 'ext.missionweaveprotocol.core.group_archive') return checkArchive(command, beyond);
  if (command.kind === 'artifact.publish') return checkPublication(command, beyond);
  return accept(undefined);
}

/** What is not hosted here is for those who read it to verify (ART-003). */
async function checkPublication(
  command: Command,
  { hosted, content, nowMs }: BeyondState,
): Promise<Result<undefined, Rejection>> {
  if (hosted === undefined) return accept(undefined);
  const { artifact } = command.payload as unknown as CommandPayloads['artifact.publish'];
  return checkHostedContent(artifact, hosted, await content, nowMs);
}

/** Cards come from the Organization's registry service, snapshots from its archivist (SIG-061). */
function checkIssuer(
  document: VerifiedDocument,
  { organizationId, policy }: BeyondState,
): Result<undefined, Rejection> {
  const { services } = policy;
  if (document.kind === 'agent-card') {
    const { organizationId: named } = document.document as VerifiedDocument<'agent-card'>['document'];
    if (services.registry.includes(document.principal.id) && named === organizationId)
      return accept(undefined);
    return reject('AUTH_FORBIDDEN', 'SIG-061', 'the issuer may not issue Agent Cards for this Organization');
  }
  if (document.kind === 'group-snapshot' && !services.archive.includes(document.principal.id)) {
    return reject('AUTH_FORBIDDEN', 'SIG-061', 'the signer is no archivist of this Organization');
  }
  return accept(undefined);
}

/** An override lifts a limit for a Command that is still to come (POL-010). */
async function checkOverrideTarget(
  command: Command,
  { findReceipt }: BeyondState,
): Promise<Result<undefined, Rejection>> {
  const { beneficiary, targetActionId } =
    command.payload as unknown as CommandPayloads['policy.grant_cooperation_override'];
  if ((await findReceipt(beneficiary, targetActionId)) === undefined) return accept(undefined);
  return reject(
    'INVALID_STATE_TRANSITION',
    'POL-010',
    'the Command that the override is for was accepted already',
    {
      targetActionId,
    },
  );
}

/** The snapshot lists exactly the Events of the log and vouches for exactly the state (ARC-004, OPEN-026). */
async function checkArchive(
  command: Command,
  { look, log }: BeyondState,
): Promise<Result<undefined, Rejection>> {
  const { snapshot } =
    command.payload as unknown as CommandPayloads['ext.missionweaveprotocol.core.group_archive'];
  const check = await checkSnapshot(snapshot, look, log);
  if (check.ok) return accept(undefined);
  return reject('INVALID_COMMAND', 'ARC-004', `the snapshot differs from the log in its ${check.fault}`, {
    mismatch: check.fault,
  });
}
