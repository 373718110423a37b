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
  /** What the document calls itself. Signers choose it: two documents may have the same. */
  readonly documentId: (document: Document) => string;
  /** The member whose text `signature.createdAt` repeats byte for byte (SIG-022). */
  readonly protectedTimeMember: string & keyof Document;
  readonly protectedTime: (document: Document) => string;
  readonly expectedSigner: (document: Document) => ExpectedSigner;
}

const PROFILES: { readonly [Kind in DocumentKind]: Profile<DocumentOfKind[Kind]> } = {
  // SIG-010: whether this service may issue cards for the Organization is authorization, after stage 6.
  'agent-card': {
    documentId: (card) => card.agentId,
    protectedTimeMember: 'issuedAt',
    protectedTime: (card) => card.issuedAt,
    expectedSigner: () => ({ type: 'service' }),
  },
  approval: {
    documentId: (approval) => approval.approvalId,
    protectedTimeMember: 'occurredAt',
    protectedTime: (approval) => approval.occurredAt,
    expectedSigner: (approval) => approval.approver,
  },
  artifact: {
    documentId: (artifact) => artifact.artifactId,
    protectedTimeMember: 'createdAt',
    protectedTime: (artifact) => artifact.createdAt,
    expectedSigner: (artifact) => ({ type: 'agent', id: artifact.producer.agentId }),
  },
  command: {
    documentId: (command) => command.actionId,
    protectedTimeMember: 'issuedAt',
    protectedTime: (command) => command.issuedAt,
    expectedSigner: (command) => command.actor,
  },
  'context-package': {
    documentId: (contextPackage) => contextPackage.contextPackageId,
    protectedTimeMember: 'generatedAt',
    protectedTime: (contextPackage) => contextPackage.generatedAt,
    expectedSigner: (contextPackage) => contextPackage.generatedBy,
  },
  // SIG-015: the authority that accepted the Event signs it, not the actor of the Command.
  event: {
    documentId: (event) => event.eventId,
    protectedTimeMember: 'occurredAt',
    protectedTime: (event) => event.occurredAt,
    expectedSigner: (event) => event.acceptedBy,
  },
  evidence: {
    documentId: (evidence) => evidence.evidenceId,
    protectedTimeMember: 'createdAt',
    protectedTime: (evidence) => evidence.createdAt,
    expectedSigner: (evidence) => evidence.generatedBy,
  },
  'extension-profile': {
    documentId: (profile) => profile.profileUri,
    protectedTimeMember: 'approvedAt',
    protectedTime: (profile) => profile.approvedAt,
    expectedSigner: (profile) => profile.approvedBy,
  },
  'group-snapshot': {
    documentId: (snapshot) => snapshot.snapshotId,
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

/** What a document calls itself: the member that names it, such as the Action ID of a Command. */
export function documentIdOf<Kind extends DocumentKind>(kind: Kind, document: DocumentOfKind[Kind]): string {
  return PROFILES[kind].documentId(document);
}

/** Whether a bound Principal is the expected signer: type and id equal (SIG-019). */
export function isExpectedSigner(expected: ExpectedSigner, principal: Actor): boolean {
  return expected.type === principal.type && (!('id' in expected) || expected.id === principal.id);
}
