// The nine kinds of Signed Document and what each one protects (SIG-001…SIG-019). The caller says which kind it
// expects; it is never guessed from content.
import type {
  Actor,
  AgentCard,
  Approval,
  Artifact,
  Command,
  ContextPackage,
  Event,
  Evidence,
  ExtensionProfile,
  GroupSnapshot,
} from './generated/documents.ts';

/** The document type behind each kind. */
export interface DocumentOfKind {
  'agent-card': AgentCard;
  approval: Approval;
  artifact: Artifact;
  command: Command;
  'context-package': ContextPackage;
  event: Event;
  evidence: Evidence;
  'extension-profile': ExtensionProfile;
  'group-snapshot': GroupSnapshot;
}

export type DocumentKind = keyof DocumentOfKind;

/** Who must have signed: one Principal exactly, or (Agent Cards) any Principal of type service (SIG-019). */
export type ExpectedSigner =
  | { readonly type: Actor['type']; readonly id: string }
  | { readonly type: 'service' };

interface Profile<Document> {
  /** The member whose text `signature.createdAt` repeats byte for byte (SIG-022). */
  readonly protectedTimeMember: string & keyof Document;
  readonly protectedTime: (document: Document) => string;
  readonly expectedSigner: (document: Document) => ExpectedSigner;
}

const PROFILES: { readonly [Kind in DocumentKind]: Profile<DocumentOfKind[Kind]> } = {
  // SIG-010: whether this service may issue cards for the Organization is authorization, after stage 6.
  'agent-card': {
    protectedTimeMember: 'issuedAt',
    protectedTime: (card) => card.issuedAt,
    expectedSigner: () => ({ type: 'service' }),
  },
  approval: {
    protectedTimeMember: 'occurredAt',
    protectedTime: (approval) => approval.occurredAt,
    expectedSigner: (approval) => approval.approver,
  },
  artifact: {
    protectedTimeMember: 'createdAt',
    protectedTime: (artifact) => artifact.createdAt,
    expectedSigner: (artifact) => ({ type: 'agent', id: artifact.producer.agentId }),
  },
  command: {
    protectedTimeMember: 'issuedAt',
    protectedTime: (command) => command.issuedAt,
    expectedSigner: (command) => command.actor,
  },
  'context-package': {
    protectedTimeMember: 'generatedAt',
    protectedTime: (contextPackage) => contextPackage.generatedAt,
    expectedSigner: (contextPackage) => contextPackage.generatedBy,
  },
  // SIG-015: the authority that accepted the Event signs it, not the actor of the Command.
  event: {
    protectedTimeMember: 'occurredAt',
    protectedTime: (event) => event.occurredAt,
    expectedSigner: (event) => event.acceptedBy,
  },
  evidence: {
    protectedTimeMember: 'createdAt',
    protectedTime: (evidence) => evidence.createdAt,
    expectedSigner: (evidence) => evidence.generatedBy,
  },
  'extension-profile': {
    protectedTimeMember: 'approvedAt',
    protectedTime: (profile) => profile.approvedAt,
    expectedSigner: (profile) => profile.approvedBy,
  },
  'group-snapshot': {
    protectedTimeMember: 'createdAt',
    protectedTime: (snapshot) => snapshot.createdAt,
    expectedSigner: (snapshot) => snapshot.createdBy,
  },
};

/** All kinds, in the order of the protocol's table (SIG-010…SIG-018). */
export const DOCUMENT_KINDS = Object.keys(PROFILES) as readonly DocumentKind[];

/** Whether a text names one of the nine kinds. */
export function isDocumentKind(text: string): text is DocumentKind {
  return Object.hasOwn(PROFILES, text);
}

/** What a kind protects and who must sign it (SIG-010…SIG-018). */
export function profileOf<Kind extends DocumentKind>(kind: Kind): Profile<DocumentOfKind[Kind]> {
  return PROFILES[kind];
}

/** Whether a bound Principal is the expected signer: type and id equal (SIG-019). */
export function isExpectedSigner(expected: ExpectedSigner, principal: Actor): boolean {
  return expected.type === principal.type && (!('id' in expected) || expected.id === principal.id);
}
