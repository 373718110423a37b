// Decision cases of the first step: contents, manifests, and the form of results.
import { SECOND_WORKER } from '../../../core/domain/seeded-world.test-data.ts';
import type { WorkContract } from '../../../core/protocol/generated/documents.ts';
import { hashContent } from '../../../core/protocol/hash.ts';
import type { DecisionCase } from '../corpus.ts';
import { BERT } from '../stage.ts';
import {
  assign,
  criterion,
  deliver,
  hand,
  HASH,
  openStage,
  type Outside,
  PLAIN_SCHEMA,
  publish,
  SCHEMA,
  submitted,
  TERMS,
  TEXT,
} from './review-stage.ts';

const MANIFEST = 'urn:heddle:test:artifact:fixed';

/** A contract whose one deliverable names a schema, with where its content is. */
export function withSchema(contentHash: string | undefined): Partial<WorkContract> {
  return {
    acceptanceCriteria: [criterion('complete', 'schema_validation')],
    requiredDeliverables: [
      {
        deliverableId: 'inventory',
        description: 'one row for each file',
        mediaType: 'application/json',
        schema: SCHEMA,
      },
    ],
    ...(contentHash === undefined ? {} : { constraints: { schemas: [{ schema: SCHEMA, contentHash }] } }),
  };
}

export function withText(text: string, manifest: object = {}) {
  return { files: [{ text, manifest: { schemaUri: SCHEMA, ...manifest } }] };
}

const SCHEMA_HASH = hashContent(PLAIN_SCHEMA);
const PATTERNS = JSON.stringify({ type: 'object', patternProperties: { '^(a+)+$': true } });
const FOREIGN = JSON.stringify({ $ref: 'https://example.org/elsewhere.json' });

export const INTEGRITY_CASES: readonly DecisionCase<Outside>[] = [
  {
    name: 'WORK-062 everything is there and proven',
    situation: () => submitted().situation,
    subject: {},
    verdict: 'accept',
    because: ['all-proven'],
  },
  {
    name: 'WORK-062 nothing was fetched yet',
    situation: () => submitted().situation,
    subject: { isBlind: true },
    verdict: 'wait',
    because: ['facts-missing'],
  },
  {
    name: 'ART-003 the content has another hash than its manifest',
    situation: () => submitted().situation,
    subject: { replaced: { [HASH]: TEXT.replace('"a"', '"c"') } },
    verdict: 'send-back',
    because: ['content-differs'],
    notBecause: ['all-proven', 'size-differs'],
  },
  {
    name: 'ART-003 the content is larger than the manifest says',
    situation: () => submitted({}, withManifest({ sizeBytes: TEXT.length - 3 })).situation,
    subject: {},
    verdict: 'send-back',
    because: ['size-differs'],
  },
  {
    name: 'ART-003 the content is smaller than the manifest says',
    situation: () => submitted({}, withManifest({ sizeBytes: TEXT.length + 3 })).situation,
    subject: {},
    verdict: 'send-back',
    because: ['size-differs'],
  },
  {
    name: 'ART-003 the content cannot be had',
    situation: () => submitted().situation,
    subject: { lost: [HASH] },
    verdict: 'escalate',
    because: ['content-unavailable'],
    notBecause: ['content-differs'],
  },
  {
    name: 'ART-003 an Artifact is larger than anybody looks at',
    situation: () => submitted({}, withManifest({ sizeBytes: 1_000_000_000 })).situation,
    subject: {},
    verdict: 'escalate',
    because: ['content-oversized'],
    notBecause: ['content-unavailable'],
  },
  {
    name: 'ART-002 the key that has signed the manifest was revoked before',
    situation: () => submitted({}, withManifest({ artifactId: MANIFEST })).situation,
    subject: { invalid: { [MANIFEST]: 'key-not-valid' } },
    verdict: 'escalate',
    because: ['manifest-unsigned'],
  },
  {
    name: 'ART-002 a bad signature comes before a bad content: nobody knows whose it is',
    situation: () => submitted({}, withManifest({ artifactId: MANIFEST })).situation,
    subject: { invalid: { [MANIFEST]: 'equation' }, replaced: { [HASH]: '{}' } },
    verdict: 'escalate',
    because: ['manifest-unsigned'],
  },
  {
    name: 'ART-006 the Artifact was published by an owner of an older epoch',
    situation: () => {
      const stage = assign(openStage());
      publish(stage, { text: TEXT });
      stage.wait(4_000).offer(BERT).accept(BERT).begin(BERT).wait(60);
      return hand(stage, { agent: BERT }).situation;
    },
    subject: {},
    verdict: 'send-back',
    because: ['manifest-of-old-epoch'],
  },
  {
    name: 'WORK-060 a deliverable of the contract is missing',
    situation: () =>
      submitted({
        requiredDeliverables: [
          ...deliverables('inventory', 'urn:missionweaveprotocol:schema:opaque'),
          ...deliverables('summary', 'https://example.org/schemas/summary.json'),
        ],
      }).situation,
    subject: {},
    verdict: 'send-back',
    because: ['deliverable-missing'],
  },
  {
    name: 'WORK-060 an Artifact of another schema is no deliverable',
    situation: () => submitted({}, withText(TEXT)).situation,
    subject: {},
    verdict: 'send-back',
    because: ['deliverable-missing'],
  },
  {
    name: 'WORK-062 a result that says it is JSON is none',
    situation: () => submitted({}, { files: [{ text: '{"rows":[' }] }).situation,
    subject: { contents: ['{"rows":['] },
    verdict: 'send-back',
    because: ['json-broken'],
  },
  {
    name: 'WORK-062 the same member twice is no JSON that two readers read alike',
    situation: () => submitted({}, { files: [{ text: '{"ok":true,"ok":false}' }] }).situation,
    subject: { contents: ['{"ok":true,"ok":false}'] },
    verdict: 'send-back',
    because: ['json-broken'],
  },
  {
    name: 'WORK-062 the result has the form that the contract names',
    situation: () => submitted(withSchema(SCHEMA_HASH), withText(TEXT)).situation,
    subject: {},
    verdict: 'accept',
    because: ['all-proven'],
  },
  {
    name: 'WORK-062 the result breaks its schema',
    situation: () => submitted(withSchema(SCHEMA_HASH), withText('{"rows":[]}')).situation,
    subject: { contents: ['{"rows":[]}'] },
    verdict: 'send-back',
    because: ['schema-violated'],
  },
  {
    name: 'WORK-062 nobody knows the schema: the producer’s word does not replace it',
    situation: () => {
      const stage = assign(openStage(), withSchema(undefined));
      return deliver(stage, { ...withText(TEXT), evidence: [{ type: 'schema_validation' }] }).situation;
    },
    subject: {},
    verdict: 'escalate',
    because: ['schema-unknown'],
    notBecause: ['all-proven'],
  },
  {
    name: 'WORK-062 an unknown schema that no criterion asks for is a note',
    situation: () =>
      submitted(
        { ...withSchema(undefined), acceptanceCriteria: TERMS.acceptanceCriteria ?? [] },
        withText(TEXT),
      ).situation,
    subject: {},
    verdict: 'accept',
    because: ['schema-unknown', 'all-proven'],
  },
  {
    name: 'WORK-062 the content of the schema is lost',
    situation: () => submitted(withSchema(SCHEMA_HASH), withText(TEXT)).situation,
    subject: { lost: [SCHEMA_HASH] },
    verdict: 'escalate',
    because: ['schema-unknown'],
  },
  {
    name: 'WORK-062 a schema that refers elsewhere is not followed',
    situation: () => submitted(withSchema(hashContent(FOREIGN)), withText(TEXT)).situation,
    subject: { contents: [FOREIGN] },
    verdict: 'escalate',
    because: ['schema-unusable'],
  },
  {
    name: 'WORK-062 a schema with patterns is left to the sandbox, and what that stops proves nothing',
    situation: () => submitted(withSchema(hashContent(PATTERNS)), withText(TEXT)).situation,
    subject: {
      contents: [PATTERNS],
      checks: { [`schema ${HASH}`]: { status: 'stopped', limit: 'time', detail: '' } },
    },
    verdict: 'escalate',
    because: ['schema-unusable'],
  },
  {
    name: 'WORK-062 a schema with patterns, as the sandbox has judged it',
    situation: () => submitted(withSchema(hashContent(PATTERNS)), withText(TEXT)).situation,
    subject: {
      contents: [PATTERNS],
      checks: { [`schema ${HASH}`]: { status: 'finished', result: 'failed', detail: '' } },
    },
    verdict: 'send-back',
    because: ['schema-violated'],
  },
  {
    name: 'ART-004 a source that nobody knows',
    situation: () => {
      const stage = submitted({}, withManifest({ artifactId: MANIFEST }));
      const manifest = stage.world.get('artifact', stage.log.at(-1)?.groupId ?? '', MANIFEST);
      // The Authority refuses such a manifest: only a log that went past it holds one.
      const log = stage.log.map((event) =>
        event.kind === 'artifact.published'
          ? {
              ...event,
              payload: {
                ...event.payload,
                artifact: { ...manifest, sourceArtifactHashes: [`sha256:${'9'.repeat(64)}`] },
              },
            }
          : event,
      );
      return { ...stage.situation, log };
    },
    subject: {},
    verdict: 'escalate',
    because: ['source-unknown'],
  },
  {
    name: 'ART-005 a manifest that names another producer than the owner',
    situation: () => {
      const stage = submitted({}, withManifest({ artifactId: MANIFEST }));
      const log = stage.log.map((event) => {
        if (event.kind !== 'artifact.published') return event;
        const { artifact } = event.payload as { artifact: { producer: object } };
        const forged = { ...artifact, producer: { ...artifact.producer, agentId: SECOND_WORKER.id } };
        return { ...event, payload: { ...event.payload, artifact: forged } };
      });
      return { ...stage.situation, log };
    },
    subject: {},
    verdict: 'send-back',
    because: ['manifest-of-other-producer'],
  },
  {
    name: 'WORK-055 wrong again, and the contract allows no further attempt',
    situation: () =>
      submitted({
        retryPolicy: {
          maxAttempts: 1,
          backoff: 'none',
          maxDelay: 'PT0S',
          retryableFailures: ['REVIEW_REJECTED'],
        },
      }).situation,
    subject: { replaced: { [HASH]: '{}' } },
    verdict: 'escalate',
    because: ['content-differs', 'attempts-over'],
  },
];

function deliverables(deliverableId: string, schema: string) {
  return [{ deliverableId, description: deliverableId, mediaType: 'application/json', schema }];
}

function withManifest(manifest: object) {
  return { files: [{ text: TEXT, manifest }] };
}
