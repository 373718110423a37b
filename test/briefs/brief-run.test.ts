// Whole runs of briefs against the real rules: to an approved Mission, or to an explained end.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { BriefAnswer, BriefQuestion } from '../../core/coordinator/brief-run/run-types.ts';
import type { WorkItemRecord } from '../../core/domain/world.ts';
import { RULES_VERSION } from '../../core/coordinator/assistant/offers/selection-basis.ts';
import type { Evidence } from '../../core/protocol/generated/documents.ts';
import { uncoveredAcceptances } from './acceptance-audit.ts';
import { agreeable, RunStage, type StageOptions } from './run-stage.ts';
import type { Script } from './scripted-worker.ts';

/** The example, with its four Workers played by three. */
const AUDIT = readFileSync(new URL('../../examples/folder-audit/brief.yaml', import.meta.url), 'utf8')
  .replace(/ {2}writer:\n.*\n.*\n/, '')
  .replace('[heddle.file-checks@1.0.0]', '[heddle.file-checks@1.0.0, heddle.report-writing@1.0.0]');

const HEAD = `brief: 1
title: Pair
objective: Make two things.
inputs: { input: a folder }
definitionOfDone: [{ id: done, text: Both are there. }]
budget: { toolCalls: 1000, money: 50, currency: EUR }
deadline: { in: 6h }
workers:
  ada: { config: a.yaml, capabilities: [test.make@1.0.0] }
  bob: { config: b.yaml, capabilities: [test.make@1.0.0] }
  eve: { config: e.yaml, capabilities: [test.judge@1.0.0] }
work:
`;
const FIRST = `  first:
    goal: Make the first.
    capability: test.make
    inputs: [input]
    deliverables: [{ file: first.json, members: [/files] }]
    accept: [{ id: right, text: It is right. }]
`;
const SECOND = `  second:
    goal: Make the second.
    capability: test.make
    needs: [first]
    deliverables: [second.md]
    accept: [{ id: fine, text: It is fine., evidence: [deterministic_test, reviewer_assessment] }]
    review: { capability: test.judge }
`;
const PAIR = HEAD + FIRST + SECOND;
const BOTH = ['ada', 'bob'] as const;

/** The same script for both who can make things. */
function makers(script: Script): Record<string, Script> {
  return Object.fromEntries(BOTH.map((name) => [name, script]));
}

async function stageOf(options: Partial<StageOptions>) {
  return RunStage.open({ brief: PAIR, ...options });
}

/** Runs to an approved Mission, and checks what holds of every run: nothing was refused that could be known before. */
async function approved(options: Partial<StageOptions>) {
  const stage = await stageOf(options);
  const outcome = await stage.run();
  expect(stage.refusals).toEqual([]);
  expect(stage.faults).toEqual([]);
  expect(outcome).toMatchObject({ result: 'approved' });
  // No text has a hole in it.
  expect([...stage.texts].filter((text) => /undefined|\[object|NaN/.test(text))).toEqual([]);
  // WORK-023: an auditor comes to the same choice, offer by offer.
  expect(stage.audits.length).toBeGreaterThan(0);
  expect(stage.audits.filter(({ verdict }) => verdict !== 'proved')).toEqual([]);
  return { stage, outcome };
}

function itemOf(stage: RunStage, name: string): WorkItemRecord {
  const id = `urn:heddle:test:mission:1:work:${name}`;
  const record = stage.world.get('workItem', stage.plan.groupId, id);
  if (record === undefined) throw new Error(`no WorkItem ${name}`);
  return record;
}

/** Reviews that were accepted, in the order in which they were begun. */
function verifiedReviews(stage: RunStage): readonly WorkItemRecord[] {
  return [...stage.world.list('workItem', stage.plan.groupId)]
    .filter(([id, { document }]) => id.includes(':review-') && document.state === 'verified')
    .map(([, record]) => record);
}

function evidenceIn(stage: RunStage): readonly Evidence[] {
  return [...stage.world.list('evidence', stage.plan.groupId)].map(([, evidence]) => evidence);
}

const kindsOf = (stage: RunStage) => stage.questions.map(({ kind }) => kind);

describe('a run without trouble', () => {
  it.each(['fast', 'real'] as const)(
    'MIS-T6 ends with an approved Mission (%s Authority)',
    async (authority) => {
      const { stage, outcome } = await approved({ brief: AUDIT, authority });
      expect(kindsOf(stage)).toEqual(['final-approval']);
      if (outcome.result !== 'approved') throw new Error('not approved');
      // The report in both forms with its review; what it was made from is no result.
      expect(outcome.artifactHashes).toHaveLength(3);
      expect(outcome.criteria.map(({ id, evidenceIds }) => [id, evidenceIds.length])).toEqual([
        ['inventory-complete', 1],
        ['findings-checked', 1],
        ['report-reviewed', 1],
        ['accepted', 0],
      ]);
      expect(stage.look().archiveGroupId).toBe(stage.plan.groupId);
    },
  );

  it('WORK-004, WORK-062 hands results on by their names, and what is reviewed to the reviewer', async () => {
    const { stage } = await approved({});
    const { contract } = itemOf(stage, 'second').document;
    expect(contract.contractVersion).toBe(2);
    expect(contract.inputArtifacts).toHaveLength(1);
    expect(contract.constraints).toEqual({
      inputs: [
        {
          name: 'first.json',
          contentHash: contract.inputArtifacts[0],
          mediaType: 'application/json',
          item: 'first',
          deliverableId: 'first',
        },
      ],
    });
    const epoch = itemOf(stage, 'second').document.owner?.ownershipEpoch ?? 0;
    const review = itemOf(stage, `second:review-${epoch}`).document;
    expect(review.contract.constraints).toMatchObject({
      inputs: [{ name: 'second.md' }, { name: 'first.json' }],
      review: { item: 'second', criteria: [{ criterionId: 'fine', description: 'It is fine.' }] },
    });
    expect(review.owner?.agentId).not.toBe(itemOf(stage, 'second').document.owner?.agentId);
  });

  it('WORK-023, DOC-WORK-24 says with each assignment why this Worker', async () => {
    const { stage } = await approved({});
    expect(itemOf(stage, 'first').document.selectionBasis).toMatchObject({
      requiredCapabilities: [{ id: 'test.make', version: '1.0.0' }],
      verifiedMatches: [{ id: 'test.make', version: '1.0.0' }],
      authorizationEligible: true,
      policyRulesApplied: expect.arrayContaining([RULES_VERSION, 'eligible=2/3']) as unknown,
    });
  });

  it('MEM-004, CTX-009 invites provisionally with a Context Package, and only who is needed', async () => {
    const { stage } = await approved({ brief: HEAD + FIRST });
    const members = [...stage.world.list('membership', stage.plan.groupId)].map(
      ([, membership]) => membership,
    );
    const workers = members.filter(({ role }) => role === 'worker');
    expect(workers).toHaveLength(1);
    expect(workers[0]).toMatchObject({
      state: 'active',
      visibilityStartSequence: expect.any(Number) as unknown,
    });
    expect(workers[0]?.contextPackageId).toBeDefined();
    expect(workers[0]?.visibilityStartSequence).toBeGreaterThan(1);
  });

  it('CMD-105 renews the term while it works, whatever the Workers do', async () => {
    const slow: Script = (_item, term) => (term === 1 ? 'never start' : 'complete');
    const { stage } = await approved({ scripts: makers(slow) });
    expect(stage.reasons.filter((reason) => reason === 'renew-term').length).toBeGreaterThan(3);
    expect(stage.reasons).not.toContain('restore-coordinator');
  });

  it('INV-10 lets a human testify where a criterion wants that', async () => {
    const human = PAIR.replace(
      'evidence: [deterministic_test, reviewer_assessment]',
      'evidence: [human_review]',
    ).replace('    review: { capability: test.judge }\n', '');
    const { stage } = await approved({ brief: human });
    expect(kindsOf(stage)).toEqual(['human-review', 'final-approval']);
    const evidence = [...stage.world.list('evidence', stage.plan.groupId)].map(([, each]) => each);
    expect(evidence.find(({ type }) => type === 'human_review')?.generatedBy.type).toBe('human');
  });

  it('WORK-022 offers urgent work to several at once, and one of them gets it', async () => {
    const urgent = PAIR.replace('    inputs: [input]\n', '    inputs: [input]\n    urgency: critical\n');
    const seen: number[] = [];
    await approved({
      brief: urgent,
      between: (stage) => {
        const id = 'urn:heddle:test:mission:1:work:first';
        const offers = stage.world.get('workItem', stage.plan.groupId, id)?.document.offers ?? [];
        seen.push(offers.length);
      },
    });
    expect(Math.max(...seen)).toBe(2);
  });
});

describe('Workers that do not do what they should', () => {
  it('WORK-T05 offers to somebody else when nobody answers', async () => {
    const { stage } = await approved({ scripts: { ada: () => 'ignore' } });
    expect(stage.reasons).toContain('offer-again');
    expect(itemOf(stage, 'first').document.owner?.agentId).toBe(stage.plan.workers[1]?.agentId);
  });

  it('OPEN-037 offers to the next at once when a Worker declines', async () => {
    const started: number[] = [];
    const { stage } = await approved({
      scripts: { ada: () => 'decline' },
      between: (running) => {
        if (running.sent.some(({ kind }) => kind === 'work.accept_offer')) started.push(running.clock.nowMs);
      },
    });
    const offeredMs = Date.parse(itemOf(stage, 'first').document.createdAt);
    expect((started[0] ?? 0) - offeredMs).toBeLessThan(stage.plan.brief.offers.validForSeconds * 1_000);
  });

  it('OPEN-037 says who has declined when nobody else is left to ask', async () => {
    const stage = await stageOf({ scripts: makers(() => 'decline') });
    for (let step = 0; step < 20; step += 1) await stage.takeStep();
    expect(stage.look().obstacles).toMatchObject([
      {
        item: 'first',
        obstacle: {
          code: 'nobody-eligible',
          refusals: [
            { worker: 'ada', because: { id: 'declined' } },
            { worker: 'bob', because: { id: 'declined' } },
          ],
        },
      },
    ]);
    expect([...stage.texts].join('\n')).toContain('nobody can be asked for test.make@1.0.0 now: ada: ');
  });

  it('OPEN-037 asks the only Worker again that had no room', async () => {
    let fullUntilMs = Infinity;
    let hasRoom = false;
    const { stage } = await approved({
      brief: (HEAD + FIRST).replace('  bob: { config: b.yaml, capabilities: [test.make@1.0.0] }\n', ''),
      scripts: { ada: () => (hasRoom ? 'complete' : 'decline') },
      between: ({ sent, clock, plan }) => {
        const hasDeclined = sent.some(({ kind }) => kind === 'message.post');
        const offerMs = plan.brief.offers.validForSeconds * 1_000;
        if (hasDeclined) fullUntilMs = Math.min(fullUntilMs, clock.nowMs + offerMs);
        hasRoom = clock.nowMs >= fullUntilMs;
      },
    });
    expect(stage.reasons.filter((reason) => reason === 'offer-again')).toHaveLength(1);
  });

  it('WORK-022 shares work that can be done at the same time out', async () => {
    const alike = FIRST.replaceAll('first', 'other');
    const { stage } = await approved({
      brief: HEAD + FIRST + alike,
    });
    const owners = ['first', 'other'].map((name) => itemOf(stage, name).document.owner?.agentId);
    expect(new Set(owners).size).toBe(2);
  });

  it('WORK-022 prefers who is there', async () => {
    const { stage } = await approved({
      brief: HEAD + FIRST,
      between: (running) => {
        running.absentAgentIds = new Set([running.plan.workers[0]?.agentId ?? '']);
      },
    });
    expect(itemOf(stage, 'first').document.owner?.agentId).toBe(stage.plan.workers[1]?.agentId);
  });

  it('FLR-001 offers again after a lease has lapsed, under a larger Ownership Epoch', async () => {
    const { stage } = await approved({ scripts: { ada: () => 'vanish' } });
    const { owner } = itemOf(stage, 'first').document;
    expect(owner?.agentId).toBe(stage.plan.workers[1]?.agentId);
    expect(owner?.ownershipEpoch).toBeGreaterThan(1);
  });

  it('FLR-001 hands the newest checkpoint on', async () => {
    const { stage } = await approved({ scripts: { ada: () => 'checkpoint and vanish' } });
    expect(itemOf(stage, 'first').document.contract.constraints?.['resumeFrom']).toEqual({
      phase: 'half way',
      completedMilestones: ['read'],
    });
  });

  it('WORK-055 gives up on a lapsed lease when the attempts are used up, and asks', async () => {
    const brief = PAIR.replace('    inputs: [input]\n', '    inputs: [input]\n    retry: { attempts: 2 }\n');
    const stage = await stageOf({ brief, scripts: makers(() => 'vanish') });
    const outcome = await stage.run();
    expect(outcome).toEqual({
      result: 'failed',
      missing: [
        {
          item: 'first',
          phase: 'failed',
          failureCode: 'LEASE_LAPSED',
          detail: 'The Worker has let its lease run out.',
        },
        { item: 'second', phase: 'failed', failureCode: undefined, detail: undefined },
      ],
    });
    expect(stage.questions).toMatchObject([{ kind: 'failed', failureCode: 'LEASE_LAPSED', attempts: 2 }]);
    expect(stage.refusals).toEqual([]);
  });

  it.each([
    ['taken and never started', 'LEASE_LAPSED', makers(() => 'never start')],
    [
      'lost once and answered by nobody then',
      'NOT_OFFERED',
      { ada: (_item: string, term: number) => (term === 1 ? 'never start' : 'ignore'), bob: () => 'ignore' },
    ],
  ] as const)('WORK-055 asks about work that was %s', async (_name, failureCode, scripts) => {
    const brief = (HEAD + FIRST).replace(
      '    inputs: [input]\n',
      '    inputs: [input]\n    retry: { attempts: 1 }\n',
    );
    let isHelped = false;
    const helped = Object.fromEntries(
      Object.entries(scripts).map(([name, script]): [string, Script] => [
        name,
        (item, term) => (isHelped ? 'complete' : script(item, term)),
      ]),
    );
    const human = (question: BriefQuestion): BriefAnswer => {
      if (question.kind !== 'failed') return agreeable(question);
      isHelped = true;
      return { choice: 'retry' };
    };
    const { stage } = await approved({ brief, scripts: helped, human });
    expect(stage.questions.map((each) => [each.kind, 'failureCode' in each && each.failureCode])).toEqual([
      ['failed', failureCode],
      ['final-approval', false],
    ]);
  });

  it('OPEN-039 tries retryable failures again after a pause that grows', async () => {
    const times: number[] = [];
    const script: Script = (_item, term) => (term < 3 ? { fail: 'PROGRAM_FAILED' } : 'complete');
    const brief = (HEAD + FIRST)
      .replace('  bob: { config: b.yaml, capabilities: [test.make@1.0.0] }\n', '')
      .replace('    inputs: [input]\n', '    inputs: [input]\n    retry: { attempts: 5, maxDelay: 3m }\n');
    const { stage } = await approved({
      brief,
      scripts: { ada: script },
      between: (running, { intents }) => {
        if (intents.some(({ draft }) => draft.kind === 'work.offer')) times.push(running.clock.nowMs);
      },
    });
    expect(stage.questions.map(({ kind }) => kind)).toEqual(['final-approval']);
    expect(times).toHaveLength(3);
  });

  it('WORK-056 does not repeat what the contract calls permanent, unless a human says so', async () => {
    const script: Script = (item, term) =>
      item === 'first' && term === 1 ? { fail: 'START_FAILED' } : 'complete';
    const stopped = await stageOf({ scripts: { ada: script } });
    expect(await stopped.run()).toMatchObject({
      result: 'failed',
      missing: [{ item: 'first', failureCode: 'START_FAILED' }, { item: 'second' }],
    });
    const human = (question: BriefQuestion): BriefAnswer =>
      question.kind === 'failed' ? { choice: 'retry' } : agreeable(question);
    const { stage } = await approved({ scripts: { ada: script }, human });
    expect(itemOf(stage, 'first').document.contract.retryPolicy).toMatchObject({
      maxAttempts: 2,
      retryableFailures: expect.arrayContaining(['START_FAILED']) as unknown,
    });
  });

  it('BUD-006 gives a larger budget where a human wants that and there is room', async () => {
    const script: Script = (item, term) =>
      item === 'first' && term === 1 ? { fail: 'BUDGET_EXCEEDED' } : 'complete';
    const brief = PAIR.replace(
      '    inputs: [input]\n',
      '    inputs: [input]\n    budget: { toolCalls: 100 }\n',
    ).replace('    needs: [first]\n', '    needs: [first]\n    budget: { toolCalls: 300, money: 10 }\n');
    const human = (question: BriefQuestion): BriefAnswer =>
      question.kind === 'failed' ? { choice: 'retry-with-more' } : agreeable(question);
    const { stage } = await approved({ brief, scripts: { ada: script }, human });
    expect(itemOf(stage, 'first').document.contract.budget).toMatchObject({ toolCallLimit: 200 });
  });
});

describe('the review of results', () => {
  it.each([
    ['EVI-005 a test that failed', { evidence: 'failed' }, ['right: deterministic_test has failed']],
    [
      'EVI-005 an inconclusive test',
      { evidence: 'inconclusive' },
      ['right: deterministic_test is inconclusive'],
    ],
    [
      'ART-003 content that is not what its hash says',
      { damaged: true },
      ['first: the content is not the one of the hash; it has sha256:'],
    ],
    [
      'no JSON',
      { content: (): string => '{"files": [' },
      ['first is no JSON', 'the check first.files has failed (right)'],
    ],
    [
      'JSON that lacks a member',
      { content: (): string => '{}' },
      ['the check first.files has failed (right)'],
    ],
    [
      'a deliverable of another kind',
      { mediaType: 'text/plain' },
      ['first is missing: no Artifact has the schema'],
    ],
  ] as const)('OPEN-056 sends back %s, and says what to correct', async (_name, submit, findings) => {
    const script: Script = (item, term) => (item === 'first' && term === 1 ? { submit } : 'complete');
    const { stage } = await approved({ scripts: { ada: script } });
    expect(stage.reasons.filter((reason) => reason === 'reject-result')).toHaveLength(1);
    const { contract, owner } = itemOf(stage, 'first').document;
    expect(contract.constraints?.['corrections']).toEqual(
      findings.map((finding) => expect.stringContaining(finding) as unknown),
    );
    expect(contract.contractVersion).toBe(2);
    expect(owner?.agentId).toBe(stage.plan.workers[1]?.agentId);
  });

  it('WORK-062 sends back what the reviewer refuses, names its Evidence, and has the next result reviewed anew', async () => {
    let reviews = 0;
    const judge: Script = () => {
      return { submit: reviews < 1 ? { assessment: 'failed' } : {} };
    };
    const { stage } = await approved({
      scripts: { eve: judge },
      between: (running) => {
        reviews = verifiedReviews(running).length;
      },
    });
    const [first, ...others] = verifiedReviews(stage);
    expect(others).toHaveLength(1);
    const [refusal] = first?.document.submission?.evidenceIds ?? [];
    expect(itemOf(stage, 'second').document.contract.constraints?.['corrections']).toEqual([
      `fine: reviewer_assessment has failed (${refusal})`,
    ]);
  });

  it('EVI-005 asks the owner where the reviewer cannot tell, and takes its signed word', async () => {
    const { stage } = await approved({
      scripts: { eve: () => ({ submit: { assessment: 'inconclusive' } }) },
    });
    expect(stage.questions).toMatchObject([
      {
        kind: 'human-review',
        item: 'second',
        criteria: [{ criterionId: 'fine' }],
        because: [{ id: 'criterion-inconclusive' }],
        choices: ['approve', 'request-changes'],
      },
      { kind: 'final-approval' },
    ]);
    const testimony = evidenceIn(stage).filter(({ generatedBy }) => generatedBy.type === 'human');
    expect(testimony).toMatchObject([
      { type: 'reviewer_assessment', result: 'passed', criterionIds: ['fine'], method: 'looked at' },
    ]);
  });

  it('OPEN-056 sends back what the owner wants otherwise, in its own words', async () => {
    let count = 0;
    const human = (question: BriefQuestion): BriefAnswer => {
      if (question.kind !== 'human-review') return agreeable(question);
      count += 1;
      return count === 1 ? { choice: 'request-changes', text: 'say it again' } : { choice: 'approve' };
    };
    const { stage } = await approved({
      human,
      scripts: { eve: () => ({ submit: { assessment: 'inconclusive' } }) },
    });
    expect(itemOf(stage, 'second').document.contract.constraints?.['corrections']).toEqual([
      'a human asks for changes: say it again',
    ]);
    expect(verifiedReviews(stage)).toHaveLength(2);
  });

  it('CRD-006 sends a review back that says nothing about its criteria', async () => {
    const judge: Script = (_item, term) => (term === 1 ? { submit: { isSilent: true } } : 'complete');
    const { stage } = await approved({ scripts: { eve: judge } });
    const [review] = verifiedReviews(stage);
    expect(review?.document.contract.constraints?.['corrections']).toEqual([
      'fine: the review says nothing about it',
    ]);
  });

  it('WORK-062 declares its checks in the contract, so that any Coordinator judges alike', async () => {
    const brief = PAIR.replace(
      'evidence: [deterministic_test, reviewer_assessment]',
      'evidence: [schema_validation, reviewer_assessment]',
    );
    const { stage } = await approved({ brief });
    expect(itemOf(stage, 'first').document.contract.constraints?.['checks']).toEqual([
      {
        checkId: 'first.files',
        type: 'schema_validation',
        criterionIds: ['right'],
        deliverableId: 'first',
        rule: { rule: 'present', pointer: '/files' },
      },
    ]);
    expect(itemOf(stage, 'second').document.contract.constraints?.['checks']).toMatchObject([
      { checkId: 'second-form', criterionIds: ['fine'], rule: { rule: 'size', atLeastBytes: 1 } },
    ]);
  });

  it('EVI-005 accepts with Evidence of its own for every cell that no Evidence in the log fills', async () => {
    const { stage } = await approved({});
    expect(uncoveredAcceptances(stage.logOf(stage.plan.groupId))).toEqual([]);
  });

  it('CRD-006 cites the reviewer whose signed Evidence decides', async () => {
    const { stage } = await approved({});
    const evidence = [...stage.world.list('evidence', stage.plan.groupId)].map(([, each]) => each);
    const cited = evidence.find(
      ({ type, workItemId }) => type === 'reviewer_assessment' && workItemId.endsWith(':second'),
    );
    const [ids] = [cited?.details?.['evidenceIds']] as [string[]];
    const own = evidence.find(({ evidenceId }) => evidenceId === ids[0]);
    expect(own?.generatedBy.id).toBe(stage.plan.workers[2]?.agentId);
    expect(own?.result).toBe('passed');
  });
});

describe('what only a human decides', () => {
  const RISKY = PAIR.replace('    inputs: [input]\n', '    inputs: [input]\n    risk: high_risk\n');

  it('APV-003 starts risky work after an Approval', async () => {
    const { stage } = await approved({ brief: RISKY });
    expect(stage.questions[0]).toMatchObject({
      kind: 'execution-approval',
      item: 'first',
      risk: 'high_risk',
      operations: ['read'],
      resources: ['folder:input'],
    });
  });

  it('APV-003 gives up, with the reason, when it is denied', async () => {
    const human = (question: BriefQuestion): BriefAnswer =>
      question.kind === 'execution-approval' ? { choice: 'deny', text: 'not today' } : agreeable(question);
    const stage = await stageOf({ brief: RISKY, human });
    expect(await stage.run()).toMatchObject({
      result: 'failed',
      missing: [{ item: 'first', failureCode: 'EXECUTION_DENIED', detail: 'not today' }, { item: 'second' }],
    });
  });

  it('WORK-053 asks about blocked work, or goes by the rules of the brief', async () => {
    const script: Script = (item) => (item === 'first' ? { block: 'send the missing FILE' } : 'complete');
    const { stage: asked } = await approved({ scripts: makers(script) });
    expect(asked.questions[0]).toMatchObject({ kind: 'blocked', resolution: 'send the missing FILE' });
    const rule = 'whenBlocked: [{ contains: missing file, do: unblock, answer: it is optional }]\n';
    const { stage: ruled } = await approved({ brief: PAIR + rule, scripts: makers(script) });
    expect(kindsOf(ruled)).toEqual(['final-approval']);
    expect(ruled.reasons).toContain('unblock-work');
    const stage = await stageOf({
      brief: `${PAIR}whenBlocked: [{ contains: file, do: fail }]\n`,
      scripts: makers(script),
    });
    expect(await stage.run()).toMatchObject({
      result: 'failed',
      missing: [{ item: 'first', failureCode: 'BLOCKED' }, { item: 'second' }],
    });
  });

  it('MIS-012 does anew what the owner sends back, with what was said, and submits again', async () => {
    let count = 0;
    const human = (question: BriefQuestion): BriefAnswer => {
      if (question.kind !== 'final-approval') return agreeable(question);
      count += 1;
      return count === 1
        ? { choice: 'request-changes', text: 'shorter, please', items: ['second'] }
        : { choice: 'approve' };
    };
    const { stage } = await approved({ human });
    const again = itemOf(stage, 'second:again-1').document;
    expect(again.state).toBe('verified');
    expect(again.contract.constraints?.['changes']).toEqual(['shorter, please']);
    expect(again.contract.dependencyWorkItemIds).toEqual([itemOf(stage, 'first').document.workItemId]);
    expect(stage.questions.map(({ questionId }) => questionId)).toHaveLength(2);
  });

  it('MIS-012 does everything anew that is built on what was sent back', async () => {
    let count = 0;
    const human = (question: BriefQuestion): BriefAnswer => {
      count += 1;
      return count === 1 ? { choice: 'request-changes', items: ['first'] } : agreeable(question);
    };
    const { stage } = await approved({ human });
    const ids = itemOf(stage, 'second:again-1').document.contract.dependencyWorkItemIds;
    expect(ids).toEqual([itemOf(stage, 'first:again-1').document.workItemId]);
  });

  it('MIS-T7 cancels when the owner wants nothing of it', async () => {
    const stage = await stageOf({ human: () => ({ choice: 'cancel', text: 'no longer needed' }) });
    expect(await stage.run()).toEqual({ result: 'cancelled', missing: [] });
    expect(stage.refusals).toEqual([]);
  });

  it('ends without anybody to ask, with what is missing', async () => {
    const stage = await stageOf({ human: ({ unattended }) => unattended });
    expect((await stage.run()).result).toBe('cancelled');
  });
});

describe('time and crashes', () => {
  it('CRD-005 goes on from the log alone, whenever it is interrupted', async () => {
    let count = 0;
    const { stage } = await approved({
      between: (running) => {
        count += 1;
        if (count % 3 === 0) running.forget();
      },
    });
    const plain = await approved({});
    const countOf = (run: RunStage) =>
      run.sent.filter(({ kind }) => kind !== 'mission.renew_coordinator').map(({ kind }) => kind);
    // Contents and answers are asked for again, but nothing is sent twice.
    expect(countOf(stage)).toEqual(countOf(plain.stage));
  });

  it('OPEN-035 has the term restored by the owner when it lapsed meanwhile', async () => {
    let count = 0;
    const { stage } = await approved({
      between: (running) => {
        count += 1;
        if (count === 6) running.clock.pass(1_200_000);
      },
    });
    expect(stage.reasons.filter((reason) => reason === 'restore-coordinator')).toHaveLength(1);
  });

  it('REV-001 carries on after a refusal that it could not foresee', async () => {
    let count = 0;
    const stage = await stageOf({
      meanwhile: (running) => {
        count += 1;
        // The term runs out while Commands are on their way.
        if (count === 3) running.clock.pass(400_000);
      },
    });
    expect(await stage.run()).toMatchObject({ result: 'approved' });
    expect(stage.refusals[0]).toContain('WORK_LEASE_EXPIRED CRD-007');
    expect(stage.reasons).toContain('restore-coordinator');
  });

  it('CRD-004 takes nothing back that somebody else coordinates by now', async () => {
    const stage = await stageOf({});
    for (let count = 0; count < 3; count += 1) await stage.takeStep();
    await stage.replaceCoordinator();
    const { intents, obstacles } = stage.look();
    expect(intents).toEqual([]);
    expect(obstacles).toEqual([{ item: undefined, obstacle: { code: 'replaced' } }]);
  });

  it('MIS-007 ends when the deadline is over, with what is missing', async () => {
    const stage = await stageOf({ scripts: makers(() => 'ignore') });
    const outcome = await stage.run();
    expect(outcome).toMatchObject({ result: 'failed', missing: [{ item: 'first' }, { item: 'second' }] });
    expect(stage.reasons.at(-1)).toBe('deadline-over');
    expect(stage.refusals).toEqual([]);
  });

  it('LSE-004 carries on when a Worker comes back under a new Session', async () => {
    let isDone = false;
    await approved({
      between: async (running) => {
        const id = 'urn:heddle:test:mission:1:work:first';
        const state = running.world.get('workItem', running.plan.groupId, id)?.document.state;
        if (state !== 'active' || isDone) return;
        isDone = true;
        const owner = running.world.get('workItem', running.plan.groupId, id)?.document.owner?.agentId;
        await running.reconnect(owner ?? '');
      },
    });
    expect(isDone).toBe(true);
  });

  it('gives the same answer to the same question', async () => {
    const stage = await stageOf({});
    const first = stage.look();
    expect(stage.look()).toEqual(first);
  });
});

describe('child Missions', () => {
  const CHILD = `${HEAD}${FIRST}  part:
    goal: A part of its own.
    needs: [first]
    mission:
      definitionOfDone: [{ id: whole, text: The part is whole., evidence: [deterministic_test] }]
      work:
        inner:
          goal: Make the inner.
          capability: test.make
          deliverables: [inner.md]
          accept: [{ id: fine, text: It is fine. }]
`;

  it('MIS-T3, CHD-006 carries an item out in a Group of its own', async () => {
    const { stage } = await approved({ brief: CHILD });
    expect(stage.questions.map(({ kind }) => kind)).toEqual(['final-approval', 'final-approval']);
    expect(stage.questions[0]).toMatchObject({ item: 'part' });
    expect(itemOf(stage, 'part').document.state).toBe('verified');
    const inner = `${itemOf(stage, 'part').document.workItemId}:mission`;
    const record = stage.world.get('workItem', `${inner}:group`, `${inner}:work:inner`);
    // What the item needs is there for the work inside.
    expect(record?.document.contract.constraints).toMatchObject({ inputs: [{ name: 'first.json' }] });
  });

  it('OPEN-036 begins another child when a human wants that', async () => {
    let count = 0;
    const script: Script = (item) =>
      item === 'inner' && count === 0 ? { fail: 'START_FAILED' } : 'complete';
    const human = (question: BriefQuestion): BriefAnswer => {
      if (question.kind !== 'failed') return agreeable(question);
      count += 1;
      // The child gives up first; then its parent is asked.
      return count === 1 ? { choice: 'stop' } : { choice: 'retry' };
    };
    const { stage } = await approved({ brief: CHILD, scripts: { bob: script, ada: script }, human });
    expect(itemOf(stage, 'part').formerChildGroupIds).toHaveLength(1);
    expect(count).toBe(2);
  });

  it('CHD-007 ends with the reason when the child cannot be completed', async () => {
    const script: Script = (item) => (item === 'inner' ? { fail: 'START_FAILED' } : 'complete');
    const stage = await stageOf({ brief: CHILD, scripts: makers(script) });
    expect(await stage.run()).toMatchObject({ result: 'failed', missing: [{ item: 'part' }] });
    expect(stage.refusals).toEqual([]);
  });
});
