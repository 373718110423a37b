// Sample Artifacts in every state that there is. Names, media types and sizes are a stranger's, some of them hostile on purpose.
import type { ArtifactDetail, ArtifactRow, ProvenanceNode } from '../../core/contract/artifacts.ts';
import type { Person } from '../../core/contract/values.ts';
import {
  ACME,
  ADA,
  ANALYST,
  ASSISTANT,
  AUTH,
  CODER,
  hash,
  HOUR,
  ITEM_TITLES,
  item,
  MINUTE,
  SEC_1,
  SECURITY,
  type SampleContext,
  TITLES,
} from './sample-world.ts';

interface Sample {
  readonly name: string;
  readonly title: string;
  readonly hash: string;
  readonly mediaType: string;
  readonly sizeBytes: number;
  readonly producer: Person;
  readonly workItem: string;
  readonly groupId?: string;
  readonly classification?: ArtifactRow['classification'];
  readonly content?: ArtifactRow['content'];
  readonly hasCopy?: boolean;
  readonly signature?: ArtifactRow['signature'];
  readonly sources?: readonly string[];
  readonly submissions?: number;
  readonly approvals?: number;
}

const SAMPLES: readonly Sample[] = [
  {
    name: 'requirements',
    title: 'requirements.md',
    hash: hash('9f2c'),
    mediaType: 'text/markdown',
    sizeBytes: 173,
    producer: ANALYST,
    workItem: item('requirements'),
    content: 'intact',
    hasCopy: true,
    sources: [hash('77aa'), hash('0d0d')],
    submissions: 1,
    approvals: 1,
  },
  {
    name: 'trace',
    title: 'trace.json',
    hash: hash('41b0'),
    mediaType: 'application/json',
    sizeBytes: 2_214,
    producer: ANALYST,
    workItem: item('requirements'),
    content: 'differs',
    sources: [hash('9f2c')],
    submissions: 1,
  },
  {
    name: 'guide',
    title: 'guide\u202edm.exe',
    hash: hash('6d1e'),
    mediaType: 'text/markdown',
    sizeBytes: 618,
    producer: CODER,
    workItem: item('docs'),
    sources: [hash('9f2c')],
  },
  {
    name: 'widget',
    title: 'widget.html',
    hash: hash('5eed'),
    mediaType: 'text/html',
    sizeBytes: 388,
    producer: CODER,
    workItem: item('service'),
    content: 'intact',
    sources: [hash('9f2c'), hash('ab')],
  },
  {
    name: 'earlier',
    title: 'requirements-draft.md',
    hash: hash('77aa'),
    mediaType: 'text/markdown',
    sizeBytes: 118,
    producer: ANALYST,
    workItem: item('requirements'),
    content: 'intact',
    submissions: 1,
  },
  {
    name: 'findings',
    title: 'pentest-findings.pdf',
    hash: hash('c1a5'),
    mediaType: 'application/pdf',
    sizeBytes: 1_403_221,
    producer: SEC_1,
    workItem: item('threats'),
    groupId: SECURITY,
    classification: 'restricted',
    content: 'intact',
    signature: 'unknown',
  },
  {
    name: 'dump',
    title: 'production-dump.bin',
    hash: hash('b166'),
    mediaType: `application/x-${'very-'.repeat(30)}long`,
    sizeBytes: 9_007_199_254_740_991,
    producer: CODER,
    workItem: item('accounts'),
    classification: 'confidential',
    content: 'unavailable',
  },
  {
    name: 'session-model',
    title: 'session-model.svg',
    hash: hash('ab'),
    mediaType: 'image/svg+xml',
    sizeBytes: 28_422,
    producer: SEC_1,
    workItem: item('sessions'),
    classification: 'public',
    signature: 'invalid',
  },
];

export function sampleArtifacts(context: SampleContext): readonly ArtifactRow[] {
  return SAMPLES.map((sample, index) => rowOf(context, sample, index));
}

export function sampleArtifactOf(contentHash: string): Sample | undefined {
  return SAMPLES.find((sample) => sample.hash === contentHash);
}

function rowOf({ say, nowMs }: SampleContext, sample: Sample, index: number): ArtifactRow {
  const { classification = 'internal', content = 'unchecked', signature = 'valid', groupId = AUTH } = sample;
  const artifactId = `urn:acme:artifact:${sample.name}`;
  return {
    id: artifactId,
    sort: String(index),
    connectionId: ACME,
    groupId,
    missionTitle: TITLES[groupId] ?? '',
    artifactId,
    title: sample.title,
    contentHash: sample.hash,
    mediaType: sample.mediaType,
    sizeBytes: sample.sizeBytes,
    classification,
    classificationWords: {
      public: say('public', 'öffentlich'),
      internal: say('internal', 'intern'),
      confidential: say('confidential', 'vertraulich'),
      restricted: say('restricted', 'streng vertraulich'),
    }[classification],
    isPreviewForbidden: classification === 'restricted',
    producer: sample.producer,
    cardVersion: 3,
    workItemId: sample.workItem,
    workItemTitle: ITEM_TITLES[sample.workItem] ?? '',
    publishedAtMs: nowMs - (index + 1) * HOUR,
    content,
    contentWords: say(content, content),
    ...(content === 'unchecked' ? {} : { checkedAtMs: nowMs - 4 * MINUTE }),
    isFetching: false,
    hasCopy: sample.hasCopy === true,
    signature,
    signatureWords: {
      valid: say('signature of the manifest valid', 'Signatur des Manifests gültig'),
      invalid: say(
        'signature of the manifest invalid: wrong-principal',
        'Signatur des Manifests ungültig: wrong-principal',
      ),
      unknown: say(
        'key not known (no proof of tampering)',
        'Schlüssel unbekannt (kein Beweis für eine Fälschung)',
      ),
      unchecked: say('signature not looked at yet', 'Signatur noch nicht angesehen'),
    }[signature],
    submissions: sample.submissions ?? 0,
    approvals: sample.approvals ?? 0,
    isSubmitted: (sample.submissions ?? 0) > 0,
    isApproved: (sample.approvals ?? 0) > 0,
  };
}

export function sampleArtifactDetail(
  context: SampleContext,
  row: ArtifactRow | undefined,
): readonly ArtifactDetail[] {
  const sample = row === undefined ? undefined : sampleArtifactOf(row.contentHash);
  if (row === undefined || sample === undefined) return [];
  const { say, nowMs } = context;
  const group = { connectionId: ACME, groupId: row.groupId };
  const isFirst = sample.name === 'requirements';
  return [
    {
      ...row,
      uri: `https://artifacts.acme.example/${row.contentHash.slice(7, 15)}/${encodeURIComponent(row.title)}`,
      schemaUri: 'https://acme.example/schemas/requirements/1.0.0',
      capabilities: [{ id: 'acme.analysis', version: '2.1.0' }],
      toolVersions: [
        { name: 'pandoc', version: '3.2' },
        { name: 'node', version: '24.1.0' },
      ],
      modelVersions: [{ provider: 'acme', model: 'writer', version: '2026-09' }],
      ...(row.content === 'differs' ? { found: { contentHash: hash('0bad'), sizeBytes: 2_190 } } : {}),
      ...(row.hasCopy ? { copyPath: `/home/ada/.heddle/contents/sha256/${row.contentHash.slice(7)}` } : {}),
      keyId: `${row.producer.id}#signing-1`,
      sequence: 1_100,
      manifests: [],
      provenance: { ...graphOf(context, sample), isCut: false },
      submittedIn: row.isSubmitted
        ? [
            {
              ...group,
              workItemId: sample.workItem,
              title: row.workItemTitle ?? '',
              words: say(
                'submitted as the result, ownership epoch 4',
                'als Ergebnis vorgelegt, Ownership-Epoche 4',
              ),
              sequence: 1_436,
              atMs: nowMs - 30 * MINUTE,
              isCurrent: true,
            },
          ]
        : [],
      approvedBy: row.isApproved
        ? [
            {
              ...group,
              approvalId: 'urn:acme:approval:requirements',
              approver: ADA,
              words: say('final Approval: approved', 'endgültige Freigabe: freigegeben'),
              decision: 'approved',
              isStanding: true,
              missionTitle: row.missionTitle,
              missionRevision: 14,
              atMs: nowMs - 10 * MINUTE,
              sequence: 1_470,
            },
          ]
        : [],
      inputOf: isFirst
        ? [{ ...group, workItemId: item('service'), title: ITEM_TITLES[item('service')] ?? '' }]
        : [],
      evidence: row.isSubmitted
        ? [
            {
              ...group,
              evidenceId: 'urn:acme:evidence:integrity',
              type: 'artifact_integrity',
              result: 'passed',
              by: ASSISTANT,
              workItemId: sample.workItem,
              atMs: nowMs - 25 * MINUTE,
            },
          ]
        : [],
    },
  ];
}

/** Two steps in each direction are enough for a picture. */
function graphOf(
  context: SampleContext,
  subject: Sample,
): Pick<ArtifactDetail['provenance'], 'nodes' | 'edges'> {
  const nodes = new Map<string, ProvenanceNode>();
  const edges: { from: string; to: string }[] = [];
  const add = (contentHash: string, level: number): void => {
    if (nodes.has(contentHash)) return;
    const index = SAMPLES.findIndex((sample) => sample.hash === contentHash);
    const sample = SAMPLES[index];
    const row = sample === undefined ? undefined : rowOf(context, sample, index);
    nodes.set(contentHash, {
      contentHash,
      level,
      title: row?.title ?? `…${contentHash.slice(-8)}`,
      content: row?.content ?? 'unchecked',
      ...(row === undefined
        ? {}
        : {
            address: { connectionId: ACME, groupId: row.groupId, artifactId: row.artifactId },
            missionTitle: row.missionTitle,
            producerName: row.producer.name,
          }),
    });
    if (level <= 0)
      for (const source of sample?.sources ?? []) {
        add(source, level - 1);
        edges.push({ from: source, to: contentHash });
      }
    if (level < 0) return;
    for (const derived of SAMPLES.filter(({ sources }) => sources?.includes(contentHash) === true)) {
      add(derived.hash, level + 1);
      edges.push({ from: contentHash, to: derived.hash });
    }
  };
  add(subject.hash, 0);
  return { nodes: [...nodes.values()], edges };
}
