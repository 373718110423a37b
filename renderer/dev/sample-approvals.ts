// Sample rows of the approvals queue.
import type { ApprovalRow } from '../../core/contract/approvals.ts';
import {
  ACME,
  action,
  ADA,
  address,
  AUTH,
  BILLING,
  DEPLOYER,
  dimension,
  hash,
  HOUR,
  item,
  ITEM_TITLES,
  MINUTE,
  type SampleContext,
  TITLES,
} from './sample-world.ts';

export function sampleApprovals({ say, nowMs }: SampleContext): readonly ApprovalRow[] {
  const artifact = (name: string, digits: string, content: 'intact' | 'unchecked', sizeBytes: number) => ({
    artifactId: `urn:acme:artifact:${name}`,
    title: name,
    contentHash: hash(digits),
    mediaType: 'text/plain',
    sizeBytes,
    content,
    words:
      content === 'intact'
        ? say('Content has its hash.', 'Inhalt hat seinen Hash.')
        : say('Nobody has fetched it yet.', 'Noch hat es niemand geholt.'),
    warnings: [],
  });
  return [
    {
      id: `start ${item('staging')}`,
      sort: '1',
      type: 'start',
      connectionId: ACME,
      groupId: AUTH,
      title: ITEM_TITLES[item('staging')] ?? '',
      missionTitle: TITLES[AUTH] ?? '',
      words: say('deployer asks to start: risk external', 'deployer will beginnen: Risiko reicht nach außen'),
      signer: ADA,
      path: 'open',
      waitsSinceMs: nowMs - 26 * MINUTE,
      blocks: [
        { object: address('workItem', item('load')), title: ITEM_TITLES[item('load')] ?? '' },
        { object: address('workItem', item('notes')), title: ITEM_TITLES[item('notes')] ?? '' },
      ],
      isCritical: true,
      actions: [
        action('grant-start', say('Grant start approval', 'Start freigeben'), {
          kind: 'approval.grant_execution',
          by: 'owner',
        }),
        action('cancel', say('Cancel item…', 'WorkItem abbrechen…'), { kind: 'work.cancel' }),
        action('message', say('Ask in the conversation', 'Im Gespräch fragen'), {
          kind: 'message.post',
          by: 'member',
        }),
      ],
      workItemId: item('staging'),
      agent: DEPLOYER,
      cardVersion: '3.2.0',
      ownershipEpoch: 2,
      risk: 'external',
      askedBy: say('policy prod-deploy-needs-human 1.2', 'Policy prod-deploy-needs-human 1.2'),
      operations: [
        { name: 'staging.deploy', isAllowed: true },
        {
          name: 'production.deploy',
          isAllowed: false,
          reason: say('not among the permissions of the Mission', 'nicht unter den Rechten der Mission'),
        },
      ],
      resources: [{ name: 'urn:acme:cluster:staging', operations: ['staging.deploy'] }],
      budget: [
        dimension('money', 0, 0, 20),
        dimension('modelTokens', 0, 0, 60_000),
        dimension('toolCalls', 0, 0, 50),
        dimension('computeSeconds', 0, 0, 600),
        dimension('wallClockSeconds', 0, 0, 1_200),
        dimension('externalActions', 0, 0, 1),
      ],
      currency: 'EUR',
      latestEndAtMs: nowMs + 38 * MINUTE,
      refusalMeans: say(
        'There is no Command that refuses. Leave it closed, or cancel the item.',
        'Es gibt keinen Command zum Ablehnen. Lass es geschlossen oder brich das WorkItem ab.',
      ),
    },
    {
      id: `final ${BILLING}`,
      sort: '2',
      type: 'final',
      connectionId: ACME,
      groupId: BILLING,
      title: TITLES[BILLING] ?? '',
      missionTitle: TITLES[BILLING] ?? '',
      words: say('Final approval of revision 21', 'Abschließende Freigabe von Revision 21'),
      signer: ADA,
      path: 'open',
      waitsSinceMs: nowMs - 2 * HOUR,
      blocks: [],
      isCritical: false,
      actions: [
        action('approve', say('Approve', 'Freigeben'), {
          kind: 'mission.approve',
          by: 'owner',
          reason: say(
            'The content of 2 Artifacts has not been checked.',
            'Der Inhalt von 2 Artifacts wurde nicht geprüft.',
          ),
        }),
        action('request-changes', say('Request changes…', 'Änderungen verlangen…'), {
          kind: 'mission.request_changes',
          by: 'owner',
        }),
        action('cancel-mission', say('Cancel the Mission…', 'Mission abbrechen…'), {
          kind: 'mission.cancel',
          by: 'owner',
        }),
      ],
      missionId: 'urn:acme:mission:billing',
      submittedRevision: 21,
      currentRevision: 21,
      summary: 'All exports run on the new ledger; the old one is read-only since Monday.',
      artifacts: [
        artifact('export-2026-10.csv', '0a1b', 'intact', 1_204_551),
        artifact('export-2026-11.csv', '0a1c', 'intact', 1_198_002),
        artifact('reconciliation.md', '5d2e', 'intact', 8_210),
        artifact('runbook.md', '77c1', 'intact', 12_040),
        artifact('schema.sql', '91fe', 'unchecked', 4_412),
        artifact('rollback.sql', '91ff', 'unchecked', 2_018),
      ],
      criteria: [
        {
          criterionId: 'DoD-1',
          description: 'Both ledgers agree for two months',
          status: 'passed',
          evidenceIds: ['urn:acme:evidence:b1'],
        },
        {
          criterionId: 'DoD-2',
          description: 'The rollback was tried',
          status: 'passed',
          evidenceIds: ['urn:acme:evidence:b2'],
        },
        {
          criterionId: 'DoD-3',
          description: 'Finance has signed off the reconciliation',
          status: 'inconclusive',
          evidenceIds: ['urn:acme:evidence:b3'],
        },
      ],
      items: { verified: 8, cancelled: 1, other: 0 },
      budget: [
        dimension('money', 88, 0, 120),
        dimension('modelTokens', 701_000, 0, 900_000),
        dimension('toolCalls', 540, 0, 1_000),
        dimension('computeSeconds', 3_100, 0, 10_000),
        dimension('wallClockSeconds', 9_000, 0, 28_800),
        dimension('externalActions', 2, 0, 5),
      ],
      currency: 'EUR',
      children: [],
      overridesUsed: 1,
      approveWords: say('Approve revision 21 with 6 Artifacts', 'Revision 21 mit 6 Artifacts freigeben'),
      uncheckedHashes: [hash('91fe'), hash('91ff')],
    },
  ];
}

/** The approval after one of its contents was fetched and has its hash. */
export function withChecked(row: ApprovalRow, contentHash: string): ApprovalRow {
  if (row.type === 'start') return row;
  return Object.assign(
    { ...row },
    {
      artifacts: row.artifacts.map((artifact) =>
        artifact.contentHash === contentHash
          ? Object.assign({ ...artifact }, { content: 'intact' })
          : artifact,
      ),
      uncheckedHashes: row.uncheckedHashes.filter((each) => each !== contentHash),
    },
  );
}
