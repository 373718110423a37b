// One start approval and one final approval that wait.
import type { ResultApproval, StartApproval } from './approval-model.ts';

export const NOW_MS = Date.parse('2026-03-05T14:32:00.000Z');

const words = (text: string, key = 'test.words') => ({ key, values: {}, text });
export const HASH = (digit: string) => `sha256:${digit.repeat(64)}`;

const BASE = {
  connectionId: 'local',
  groupId: 'urn:heddle:group:cli',
  missionTitle: 'cli-mission',
  signer: { type: 'human', id: 'urn:heddle:human:ada', name: 'Ada' },
  path: 'open',
  blocks: [
    {
      object: { connectionId: 'local', type: 'workItem', groupId: 'urn:heddle:group:cli', id: 'urn:i:1' },
      title: 'Smoke test',
    },
    {
      object: { connectionId: 'local', type: 'workItem', groupId: 'urn:heddle:group:cli', id: 'urn:i:2' },
      title: 'Release notes',
    },
  ],
  isCritical: true,
  actions: [],
} as const;

export const START: StartApproval = {
  ...BASE,
  blocks: [...BASE.blocks],
  actions: [],
  id: 'start urn:heddle:work-item:deploy 2',
  sort: '1',
  type: 'start',
  title: 'Deploy staging',
  words: words('Start approval · risk external'),
  waitsSinceMs: NOW_MS - 900_000,
  workItemId: 'urn:heddle:work-item:deploy',
  agent: { type: 'agent', id: 'urn:heddle:agent:deployer', name: 'deployer' },
  cardVersion: '7',
  ownershipEpoch: 2,
  risk: 'external',
  askedBy: words('Asked by the policy of the Mission: external effects need a human.'),
  operations: [
    { name: 'staging.deploy', isAllowed: true },
    { name: 'production.deploy', isAllowed: false, reason: words('not in the permissions of the Mission') },
  ],
  resources: [{ name: 'urn:acme:cluster:staging', operations: ['staging.deploy'] }],
  budget: [
    { dimension: 'money', limit: '20', used: '0', reserved: '15', free: '5' },
    { dimension: 'modelTokens', limit: '60000', used: '20000', reserved: '0', free: '40000' },
    { dimension: 'toolCalls', limit: '50', used: '0', reserved: '0', free: '50' },
    { dimension: 'computeSeconds', limit: '600', used: '0', reserved: '0', free: '600' },
    { dimension: 'wallClockSeconds', limit: '1200', used: '0', reserved: '0', free: '1200' },
  ],
  currency: 'EUR',
  latestEndAtMs: NOW_MS + 38 * 60_000,
  refusalMeans: words('There is no refusal in v0.1: leave it closed, or cancel the item.'),
};

export const FINAL: ResultApproval = {
  ...BASE,
  blocks: [],
  actions: [
    {
      id: 'approve',
      words: words('Approve'),
      kind: 'mission.approve',
      by: 'owner',
      isEnabled: true,
      warnings: [],
    },
    {
      id: 'request-changes',
      words: words('Request changes'),
      kind: 'mission.request_changes',
      by: 'owner',
      isEnabled: true,
      warnings: [],
    },
    {
      id: 'cancel-mission',
      words: words('Cancel Mission'),
      kind: 'mission.cancel',
      by: 'owner',
      isEnabled: true,
      warnings: [words('Unfinished items and Child Missions end with it.')],
    },
  ],
  isCritical: false,
  id: 'final urn:heddle:mission:auth 21',
  sort: '2',
  type: 'final',
  groupId: 'urn:heddle:group:auth',
  title: 'auth-mission',
  missionTitle: 'auth-mission',
  words: words('Final approval · revision 21 · 3 Artifacts'),
  waitsSinceMs: NOW_MS - 7_200_000,
  missionId: 'urn:heddle:mission:auth',
  submittedRevision: 21,
  currentRevision: 21,
  summary: 'Login with passkeys is complete; every endpoint has a test.',
  artifacts: [
    {
      artifactId: 'urn:a:1',
      title: 'auth-service.tar.gz',
      contentHash: HASH('1'),
      mediaType: 'application/gzip',
      sizeBytes: 2_412_008,
      classification: 'internal',
      content: 'intact',
      words: words('Content matches its hash.'),
      warnings: [],
    },
    {
      artifactId: 'urn:a:2',
      title: 'report.md',
      contentHash: HASH('2'),
      mediaType: 'text/markdown',
      sizeBytes: 8_120,
      classification: 'internal',
      content: 'unchecked',
      words: words('Not fetched yet.'),
      warnings: [],
    },
    {
      artifactId: 'urn:a:3',
      title: 'threat-model.pdf',
      contentHash: HASH('3'),
      mediaType: 'application/pdf',
      sizeBytes: 190_300,
      classification: 'confidential',
      content: 'unavailable',
      words: words('Content is not available.'),
      warnings: [],
    },
  ],
  criteria: [
    {
      criterionId: 'DoD-1',
      description: 'Tests pass',
      status: 'passed',
      evidenceIds: ['urn:e:1', 'urn:e:2'],
    },
    {
      criterionId: 'DoD-2',
      description: 'Security review',
      status: 'inconclusive',
      evidenceIds: ['urn:e:3'],
    },
    { criterionId: 'DoD-3', description: 'A human has used it', status: 'missing', evidenceIds: [] },
  ],
  items: { verified: 6, cancelled: 1, other: 0 },
  budget: [
    { dimension: 'money', limit: '100', used: '71', reserved: '0', free: '29', share: 0.71 },
    {
      dimension: 'modelTokens',
      limit: '1200000',
      used: '456000',
      reserved: '0',
      free: '744000',
      share: 0.38,
    },
    { dimension: 'externalActions', limit: '5', used: '5', reserved: '0', free: '0', share: 1 },
  ],
  currency: 'EUR',
  children: [
    { groupId: 'urn:heddle:group:security', title: 'security-mission', stateWords: words('approved') },
  ],
  overridesUsed: 1,
  approveWords: words('Approve revision 21 with 3 Artifacts'),
  uncheckedHashes: [HASH('2'), HASH('3')],
};
