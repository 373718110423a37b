// What the cases of the admission suite are made of: records, scripted log answers, and evaluations.
import type { DocumentKind } from '../../../core/protocol/document-kinds.ts';
import type {
  Actor,
  AdmissionCase,
  AdmissionEvaluation,
  FirstAdmissionRecord,
  ScriptedAppend,
  ScriptedLookup,
  ScriptedTrustedContext,
} from '../../../core/protocol/generated/documents.ts';
import type { Bundle } from './bundle.ts';
import { printJson, sha256 } from './bytes.ts';
import type { StoredDocuments } from './cryptography-accept.ts';
import { REGISTRY_PATH } from './cryptography.ts';
import { edit, set } from './edit.ts';
import { KEY_OWNERS } from './keys.ts';
import { pointerTo, REGISTRY } from './registries.ts';
import { ADMISSION_SERVICE, asActor, at, ORGANIZATION, urn } from './world.ts';

export const ACCEPTED_AT = at('18:00:05');
export const ABSENCE: ScriptedLookup = { status: 'authoritative-absence' };

/** Builds the records and evaluations of the suite. */
export class AdmissionCases {
  readonly cases: AdmissionCase[] = [];
  private readonly bundle: Bundle;
  private readonly documents: StoredDocuments;

  constructor(bundle: Bundle, documents: StoredDocuments) {
    this.bundle = bundle;
    this.documents = documents;
  }

  /** The right record of a stored document, in the field order of its schema (RUN-023). */
  recordFor(kind: DocumentKind, members: Partial<FirstAdmissionRecord> = {}): FirstAdmissionRecord {
    const { sample } = this.documents[kind];
    return {
      protocolVersion: '0.1',
      admissionRecordId: urn('admission-record', kind),
      organizationId: ORGANIZATION,
      documentKind: kind,
      signingHash: sha256(sample.signingBytes),
      keyId: urn('key', sample.key),
      principal: asActor(KEY_OWNERS[sample.key]),
      trustedAcceptedAt: ACCEPTED_AT,
      acceptedBy: ADMISSION_SERVICE,
      ...members,
    };
  }

  record(name: string, content: object | string): string {
    const text = typeof content === 'string' ? content : printJson(content);
    return this.bundle.add(`admission/records/${name}.json`, text);
  }

  registry(name: string, evidence: object): string {
    return this.bundle.addJson(`admission/registries/${name}.json`, evidence);
  }

  document(kind: DocumentKind): object {
    return this.documents[kind].sample.document;
  }

  /** An evaluation about the stored document of a kind; `members` say what differs from a bare replay. */
  evaluation(
    id: string,
    members: Pick<AdmissionEvaluation, 'lookup' | 'expect'> & Partial<AdmissionEvaluation>,
    kind: DocumentKind = 'command',
  ): AdmissionEvaluation {
    return {
      id,
      profileId: kind,
      mode: 'historical-replay',
      document: this.documents[kind].path,
      registry: REGISTRY_PATH,
      trustedContext: null,
      append: null,
      ...members,
    };
  }

  add(id: string, evaluations: AdmissionEvaluation[]): void {
    this.cases.push({ id, evaluations });
  }
}

export function contextOf({
  admissionRecordId,
  trustedAcceptedAt,
  acceptedBy,
}: FirstAdmissionRecord): ScriptedTrustedContext {
  return { admissionRecordId, trustedAcceptedAt, acceptedBy };
}

export function found(record: string, authenticatedService: Actor = ADMISSION_SERVICE): ScriptedLookup {
  return { status: 'found', record, authenticatedService };
}

export function appended(
  status: 'committed' | 'existing',
  record: string,
  authenticatedService: Actor = ADMISSION_SERVICE,
): ScriptedAppend {
  return { status, record, authenticatedService };
}

export function admitted(record: string): AdmissionEvaluation['expect'] {
  return { stage: 'complete', wireCode: null, record };
}

export function refused(reason: string): AdmissionEvaluation['expect'] {
  return { stage: 'admission', wireCode: 'AUTH_INVALID_SIGNATURE', reason };
}

/** The Registry whose coordinator key has one boundary more. */
export function registryWith(boundary: 'validUntil' | 'revokedAt', time: string): object {
  const status = { sequence: 2, recordedAt: at('20:00:00'), [boundary]: time };
  return edit(REGISTRY, set(`${pointerTo('coordinator', 'validityHistory')}/1`, status));
}
