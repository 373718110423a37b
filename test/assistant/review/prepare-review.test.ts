// A review from the first fetch to its verdict, with documents that are really signed, contents that are really hashed and
// checks that really run.
import { describe, expect, it } from 'vitest';
import {
  prepareReview,
  type ReviewPorts,
} from '../../../core/coordinator/assistant/review/prepare-review.ts';
import type { Review } from '../../../core/coordinator/assistant/review/review-types.ts';
import { createCheckRunner } from '../../../core/host/check-runner.ts';
import { CAPABILITY, GROUP, MISSION } from '../../../core/domain/seeded-world.test-data.ts';
import { claimOf } from '../../../core/domain/work-scenes.test-data.ts';
import type { RegistryBinding, WorkContract } from '../../../core/protocol/generated/documents.ts';
import { hashContent } from '../../../core/protocol/hash.ts';
import { openRegistry, refuseEvidence } from '../../../core/protocol/registry.ts';
import { signDocument, type Unsigned } from '../../../core/protocol/sign.ts';
import { bindingOf, principalOf } from '../../harness/organization.ts';
import { TASK } from '../stage.ts';
import { assign, criterion, factsOf, openStage } from './review-stage.ts';

const ANNA = principalOf('agent', 'anna');
const CREATED_AT = '2026-05-04T09:01:00Z';
const TEXT = '{"rows":[{"path":"a"}],"total":1}';
const runCheck = createCheckRunner();

/** What was signed, under a contract; as the Authority's log holds it. */
function submit(contract: Partial<WorkContract>) {
  const stage = assign(openStage(), contract);
  const artifact: Unsigned<'artifact'> = {
    artifactId: 'urn:heddle:test:artifact:signed',
    contentHash: hashContent(TEXT),
    uri: 'https://localhost/artifacts/inventory',
    sizeBytes: Buffer.byteLength(TEXT),
    mediaType: 'application/json',
    schemaUri: 'urn:missionweaveprotocol:schema:opaque',
    producer: { agentId: ANNA.actor.id, agentCardVersion: 1, capabilities: [CAPABILITY] },
    missionId: MISSION,
    groupId: GROUP,
    workItemId: TASK,
    sourceArtifactHashes: [],
    toolVersions: [],
    modelVersions: [],
    classification: 'internal',
    createdAt: CREATED_AT,
  };
  const evidence: Unsigned<'evidence'> = {
    evidenceId: 'urn:heddle:test:evidence:signed',
    missionId: MISSION,
    groupId: GROUP,
    workItemId: TASK,
    type: 'deterministic_test',
    subject: { type: 'work_item', id: TASK },
    criterionIds: ['complete'],
    method: 'counted again',
    result: 'passed',
    artifactHashes: [hashContent(TEXT)],
    generatedBy: ANNA.actor,
    createdAt: CREATED_AT,
  };
  const signedArtifact = signDocument('artifact', artifact, ANNA.signer);
  const signedEvidence = signDocument('evidence', evidence, ANNA.signer);
  if (!signedArtifact.ok || !signedEvidence.ok) throw new Error('not signed');
  const { workItemId, ownershipEpoch, executionLeaseId } = claimOf(stage, TASK);
  stage.mustAct('artifact.publish', ANNA.actor, {
    artifact: signedArtifact.value.document,
    ownershipEpoch,
    executionLeaseId,
  });
  stage.mustAct('work.submit', ANNA.actor, {
    workItemId,
    ownershipEpoch,
    executionLeaseId,
    artifactHashes: [hashContent(TEXT)],
    evidence: [signedEvidence.value.document],
  });
  return stage.wait(60).situation;
}

interface Circumstances {
  readonly contract?: Partial<WorkContract>;
  readonly contents?: readonly string[];
  readonly binding?: Partial<RegistryBinding>;
  readonly replaced?: string;
  readonly timeMs?: number;
  /** The key was bound after the Registry was read. */
  readonly isNewKey?: boolean;
}

async function review({
  contract = {},
  contents = [],
  binding = {},
  replaced,
  timeMs = 20_000,
  isNewKey = false,
}: Circumstances): Promise<Review> {
  const texts = new Map([TEXT, ...contents].map((text) => [hashContent(text), text] as const));
  const keys = openRegistry({
    organizationId: 'urn:heddle:test:organization:1',
    bindings: [{ ...bindingOf(ANNA), ...binding }],
  });
  let isRead = !isNewKey;
  const before = refuseEvidence('unavailable', 'the Registry was not read yet');
  const ports: ReviewPorts = {
    fetchContent: async (contentHash) => {
      const text = contentHash === hashContent(TEXT) ? (replaced ?? TEXT) : texts.get(contentHash);
      return text === undefined ? { ok: false, problem: 'gone' } : { ok: true, bytes: Buffer.from(text) };
    },
    keys: () => (isRead ? keys : before),
    refreshKeys: async () => {
      isRead = true;
    },
    runCheck,
  };
  const policy = { limits: { timeMs, memoryMegabytes: 64, outputCharacters: 10_000 } };
  const prepared = await prepareReview(factsOf(submit(contract), { policy }), ports);
  if (prepared === undefined) throw new Error('nothing waits for a review');
  return prepared;
}

function summary({ verdict, reasons }: Review) {
  return {
    verdict,
    reasons: reasons.map(({ id, values }) => ({ id, limit: values['limit'], because: values['because'] })),
  };
}

function because(id: string, values: { readonly limit?: string; readonly because?: string } = {}) {
  return [{ id, limit: undefined, because: undefined, ...values }];
}

function checkedBy(source: string): Circumstances {
  const contentHash = hashContent(source);
  const check = {
    checkId: 'rows',
    type: 'deterministic_test',
    criterionIds: ['complete'],
    rule: { rule: 'program', contentHash },
  };
  return {
    contents: [source],
    contract: {
      acceptanceCriteria: [criterion('complete', 'deterministic_test')],
      inputArtifacts: [contentHash],
      constraints: { checks: [check] },
    },
  };
}

describe('a whole review', () => {
  it('SIG-031 reads the Registry anew for a key that it does not know yet', async () => {
    expect(await review({ isNewKey: true })).toMatchObject({ verdict: 'accept' });
  });

  it('WORK-062 fetches, verifies, and accepts', async () => {
    expect(summary(await review({}))).toEqual({ verdict: 'accept', reasons: because('all-proven') });
  });

  it('ART-003 finds another content behind the hash', async () => {
    expect(summary(await review({ replaced: TEXT.replace('"a"', '"b"') }))).toEqual({
      verdict: 'send-back',
      reasons: because('content-differs'),
    });
  });

  it('ART-003 reads no more than the manifest announces', async () => {
    expect(summary(await review({ replaced: `${TEXT}${' '.repeat(1_000)}` }))).toEqual({
      verdict: 'send-back',
      reasons: because('size-differs'),
    });
  });

  it('SIG-034 refuses a signature of a key that was revoked before', async () => {
    const binding = {
      validityHistory: [
        { sequence: 1, recordedAt: '2026-05-04T08:00:00Z', revokedAt: '2026-05-04T08:00:00Z' },
      ],
    };
    expect(summary(await review({ binding }))).toEqual({
      verdict: 'escalate',
      reasons: because('manifest-unsigned', { because: 'key-not-valid' }),
    });
  });

  it('SIG-034 refuses the signature of somebody else', async () => {
    const stranger = bindingOf(principalOf('agent', 'stranger'));
    const binding = { publicKey: stranger.publicKey };
    expect(summary(await review({ binding }))).toEqual({
      verdict: 'escalate',
      reasons: because('manifest-unsigned', { because: 'equation' }),
    });
  });

  it('WORK-062 runs a declared program', async () => {
    const source = `const check = ([{ text }]) => (JSON.parse(text).rows.length === 1 ? 'passed' : 'failed');`;
    expect(summary(await review(checkedBy(source)))).toEqual({
      verdict: 'accept',
      reasons: because('all-proven'),
    });
    expect(summary(await review(checkedBy(source.replace('=== 1', '> 1'))))).toEqual({
      verdict: 'send-back',
      reasons: because('check-failed'),
    });
  });

  it.each([
    ['time', 'const check = () => { for (;;) {} };', 300],
    ['memory', 'const check = () => { const all = []; for (;;) all.push([1, 2, 3].map(String)); };', 20_000],
    ['output', `const check = () => { for (;;) print('again'); };`, 20_000],
  ] as const)('WORK-062 accepts nothing by a program that was stopped: %s', async (limit, source, timeMs) => {
    expect(summary(await review({ ...checkedBy(source), timeMs }))).toEqual({
      verdict: 'escalate',
      reasons: because('check-stopped', { limit }),
    });
  });

  it('WORK-062 validates by a schema that needs the sandbox', async () => {
    const schema = { properties: { rows: { items: { properties: { path: { pattern: '^[b-z]$' } } } } } };
    const check = {
      checkId: 'paths',
      type: 'deterministic_test',
      criterionIds: ['complete'],
      rule: { rule: 'json-schema', schema },
    };
    const contract = { constraints: { checks: [check] } };
    expect(summary(await review({ contract }))).toEqual({
      verdict: 'send-back',
      reasons: because('check-failed'),
    });
  });
});
