// What a brief becomes, and everything that is refused: with its place and what would be right.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { checkSchema } from '../../protocol/schema.ts';
import { changed, read, SMALL_BRIEF } from './briefs.test-data.ts';
import type { BriefFault } from './faults.ts';
import { formatFault } from './words.ts';

function accepted(text: string) {
  const brief = read(text);
  if (!brief.ok) throw new Error(brief.fault.map((fault) => formatFault('brief', fault, 'en')).join('\n'));
  return brief.value;
}

/** The one fault of a text. */
function onlyFault(text: string, format?: 'yaml' | 'json'): BriefFault {
  const brief = read(text, format);
  if (brief.ok) throw new Error('the brief was accepted');
  expect(brief.fault).toHaveLength(1);
  return brief.fault[0] as BriefFault;
}

describe('defaults', () => {
  const { mission, workers, inputs, offers, coordinatorLeaseSeconds, archive } = accepted(SMALL_BRIEF);
  const [first, second] = mission.work;

  it('WORK-001 fills in complete contracts', () => {
    for (const contract of [first?.contract, second?.contract, second?.review?.contract]) {
      expect(checkSchema('work-contract', contract)).toBeUndefined();
    }
    expect(first?.contract).toMatchObject({
      deadline: '2026-05-04T10:00:00.000Z',
      requestedUrgency: 'normal',
      executionApproval: 'not_required',
      retryPolicy: { maxAttempts: 3, backoff: 'exponential', maxDelay: 'PT60S' },
      allowedResources: [{ resource: 'folder:input', operations: ['read'] }],
      requiredDeliverables: [
        {
          deliverableId: 'first',
          mediaType: 'application/json',
          schema: 'urn:heddle:deliverable:first',
        },
      ],
    });
  });

  it('OPEN-053 takes the version that a Worker offers where none is named', () => {
    expect(first?.contract.requiredCapabilities).toEqual([{ id: 'test.make', version: '1.2.0' }]);
    expect(second?.contract.requiredCapabilities).toEqual([{ id: 'test.make', version: '1.0.0' }]);
  });

  it('BUD-006 shares what nobody was given equally, in whole units', () => {
    const budgets = [first?.contract.budget, second?.contract.budget, second?.review?.contract.budget];
    expect(budgets).toEqual([
      { currency: 'EUR', financialLimit: 3.333333, toolCallLimit: 33 },
      { currency: 'EUR', financialLimit: 3.333333, toolCallLimit: 33 },
      { currency: 'EUR', financialLimit: 3.333333, toolCallLimit: 33 },
    ]);
  });

  it('OPEN-071 turns tools into resources with the operation execute', () => {
    expect(mission.permissions).toEqual(['read', 'execute', 'tool:pandoc']);
    expect(second?.contract.allowedResources).toEqual([{ resource: 'tool:pandoc', operations: ['execute'] }]);
  });

  it('WORK-062 gives the reviewer the criteria that it judges, and nothing to execute', () => {
    expect(second?.review?.contract).toMatchObject({
      acceptanceCriteria: [{ criterionId: 'right', evidenceRequired: ['artifact_integrity'] }],
      requiredCapabilities: [{ id: 'test.judge', version: '1.0.0' }],
      allowedResources: [],
    });
  });

  it('hands settings and inputs on, to Workers and reviewers each their own', () => {
    const text = changed(
      '    inputs: [input]\n',
      '    inputs: [input]\n    settings: { audit: { exclude: [".git"] } }\n',
    ).replace(
      '{ capability: test.judge }',
      '{ capability: test.judge, inputs: [input], settings: { a: 1 } }',
    );
    const [one, two] = accepted(text).mission.work;
    expect(one?.contract.constraints).toEqual({ audit: { exclude: ['.git'] } });
    expect(two?.contract.constraints).toBeUndefined();
    expect(two?.review?.contract).toMatchObject({
      constraints: { a: 1 },
      allowedResources: [{ resource: 'folder:input', operations: ['read'] }],
    });
  });

  it('names the results, the Workers and the inputs', () => {
    expect(mission.work.map(({ name, isResult }) => [name, isResult])).toEqual([
      ['first', false],
      ['second', true],
    ]);
    expect(workers[0]).toEqual({
      name: 'maker',
      source: { config: 'maker.yaml' },
      capabilities: [{ id: 'test.make', version: '1.2.0' }],
      slots: 1,
    });
    expect(inputs).toEqual([{ name: 'input', resource: 'folder:input', description: 'A folder.' }]);
    expect({ offers, coordinatorLeaseSeconds, archive }).toEqual({
      offers: { validForSeconds: 300, atOnce: 3 },
      coordinatorLeaseSeconds: 300,
      archive: false,
    });
  });

  it('APV-003 demands an Approval before risky work, and before all where the brief says so', () => {
    const risky = accepted(changed('    inputs: [input]\n', '    inputs: [input]\n    risk: destructive\n'));
    expect(risky.mission.work.map(({ contract }) => contract.executionApproval)).toEqual([
      'human_required',
      'not_required',
    ]);
    const all = accepted(`${SMALL_BRIEF}approvals: { execution: all }\n`);
    expect(all.mission.work.map(({ contract }) => contract.executionApproval)).toEqual([
      'human_required',
      'human_required',
    ]);
  });

  it('reads JSON as well', () => {
    const value = JSON.stringify({
      brief: 1,
      title: 'J',
      objective: 'o',
      definitionOfDone: [{ id: 'd', text: 't' }],
      budget: { toolCalls: 1 },
      deadline: { at: '2026-05-05T00:00:00Z' },
      workers: { w: { agent: 'urn:example:agent', capabilities: ['a.b@1.0.0'] } },
      work: {
        constructor: {
          goal: 'g',
          capability: 'a.b',
          deliverables: ['x.json'],
          accept: [{ id: 'a', text: 't' }],
        },
      },
    });
    const brief = read(value, 'json');
    expect(brief.ok && brief.value.mission.work[0]?.name).toBe('constructor');
  });

  it('accepts the example in the repository', () => {
    const text = readFileSync(new URL('../../../examples/folder-audit/brief.yaml', import.meta.url), 'utf8');
    const brief = accepted(text);
    expect(brief.mission.work.map(({ name }) => name)).toEqual(['inventory', 'checks', 'report']);
    for (const { contract } of brief.mission.work) {
      expect(checkSchema('work-contract', contract)).toBeUndefined();
    }
  });
});

describe('faults with their place and what would be right', () => {
  it.each([
    [
      'WORK-041 a cycle, spelled out',
      changed('    inputs: [input]\n', '    inputs: [input]\n    needs: [second]\n'),
      'work.first.needs[0]: The work waits for itself: first → second → first. Remove one of these "needs".',
    ],
    [
      'WORK-041 an item that needs itself',
      changed('needs: [first]', 'needs: [second]'),
      'work.second.needs[0]: The work waits for itself: second → second.',
    ],
    [
      'an unknown capability',
      changed('capability: test.make\n', 'capability: test.mkae\n'),
      'work.first.capability: There is no capability "test.mkae" in this brief. Perhaps "test.make" is meant.',
    ],
    [
      'OPEN-053 a version that nobody offers',
      changed('capability: test.make@1.0.0', 'capability: test.make@1.3.0'),
      'No Worker of this brief offers test.make@1.3.0 or a compatible later version. Offered are: 1.2.0.',
    ],
    [
      "WORK-006 a budget above its parent's",
      changed('    inputs: [input]\n', '    inputs: [input]\n    budget: { toolCalls: 101 }\n'),
      'work.first.budget.toolCalls: toolCalls: 101 is more than "Small" has. At most 100.',
    ],
    [
      'BUD-004 a dimension that the Mission was not given',
      changed('    inputs: [input]\n', '    inputs: [input]\n    budget: { modelTokens: 1 }\n'),
      'work.first.budget.modelTokens: modelTokens: 1 is more than "Small" has. At most 0.',
    ],
    [
      'BUD-006 budgets that are too much together',
      changed('    needs: [first]\n', '    needs: [first]\n    budget: { toolCalls: 60 }\n').replace(
        '    inputs: [input]\n',
        '    inputs: [input]\n    budget: { toolCalls: 60 }\n',
      ),
      'budget.toolCalls: The work of "Small" is given 120 toolCalls together. At most 100',
    ],
    [
      'OPEN-050 money that cannot be counted',
      changed('money: 10', 'money: 0.0000001'),
      'budget.money: 1e-7 cannot be counted exactly. At most six decimals.',
    ],
    [
      'OPEN-052 another currency',
      changed('    inputs: [input]\n', '    inputs: [input]\n    budget: { money: 1, currency: USD }\n'),
      "USD is another currency than the Mission's. Use EUR, or leave it out.",
    ],
    ['money without a currency', changed('  currency: EUR\n', ''), 'budget: Money has no currency.'],
    [
      'a tool that is not allowed',
      changed('tools: [pandoc]\n    deliverables', 'tools: [pandok]\n    deliverables'),
      'work.second.tools[0]: The tool "pandok" is not allowed. Perhaps "pandoc" is meant. Allowed are: pandoc.',
    ],
    [
      'an operation that is not allowed',
      changed('    inputs: [input]\n', '    inputs: [input]\n    operations: [write]\n'),
      'work.first.operations[0]: The operation "write" is not allowed. Allowed are: read.',
    ],
    [
      'MIS-007 a deadline that is over',
      changed('{ in: 1h }', '{ at: 2026-05-04T09:00:00Z }'),
      'deadline.at: 2026-05-04T09:00:00Z is over already. It has to be after 2026-05-04T09:00:00.000Z.',
    ],
    [
      'WORK-006 a deadline after that of the Mission',
      changed('    inputs: [input]\n', '    inputs: [input]\n    deadline: { in: 61m }\n'),
      'is later than the end of "Small". 2026-05-04T10:00:00.000Z at the latest.',
    ],
    [
      'unknown work',
      changed('needs: [first]', 'needs: [frist]'),
      'work.second.needs[0]: There is no WorkItem "frist" in this brief. Perhaps "first" is meant.',
    ],
    [
      'an unknown input',
      changed('inputs: [input]', 'inputs: [output]'),
      'work.first.inputs[0]: There is no input "output" in this brief.',
    ],
    [
      'DOC-CONT risky work without an Approval',
      changed(
        '    inputs: [input]\n',
        '    inputs: [input]\n    risk: high_risk\n    approval: not_required\n',
      ),
      'work.first.approval: Work with the risk high_risk starts only after an Approval.',
    ],
    [
      'EVI-005 a review that is required and not there',
      changed('    review: { capability: test.judge }\n', ''),
      'work.second.accept[0]: "right" requires a reviewer_assessment, and nobody reviews this.',
    ],
    [
      'CRD-006 a reviewer that may have made it',
      changed('capabilities: [test.judge@1.0.0]', 'capabilities: [test.x@1.0.0]').replace(
        '[test.make@1.2.0]',
        '[test.make@1.2.0, test.judge@1.0.0]',
      ),
      'work.second.review.capability: "maker" could make this and is the only one to review it.',
    ],
    [
      'a setting under a name that the Coordinator uses',
      changed('    inputs: [input]\n', '    inputs: [input]\n    settings: { review: 1, audit: 2 }\n'),
      'work.first.settings.review: "review" is what the Coordinator itself tells a Worker.',
    ],
    [
      'a setting under the name of what declares checks',
      changed('    inputs: [input]\n', '    inputs: [input]\n    settings: { checks: [] }\n'),
      'work.first.settings.checks: "checks" is what the Coordinator itself tells a Worker.',
    ],
    [
      'WORK-062 members of what is no JSON',
      changed('deliverables: [first.json]', 'deliverables: [{ file: first.md, members: [/a] }]'),
      'work.first.deliverables[0].members: "first.md" is text/markdown, which has no members.',
    ],
    [
      'an unknown input of a review',
      changed('{ capability: test.judge }', '{ capability: test.judge, inputs: [inptu] }'),
      'work.second.review.inputs[0]: There is no input "inptu" in this brief. Perhaps "input" is meant.',
    ],
    [
      'a criterion that nothing can prove',
      changed('evidence: [reviewer_assessment]', 'evidence: [policy_check]'),
      'definitionOfDone[0]: Nothing can prove "done": no criterion of its work requires policy_check.',
    ],
    [
      'a Worker of unknown origin',
      changed('    config: judge.yaml\n', ''),
      'workers.judge: It is not clear which Worker this is. Give either "config"',
    ],
    [
      "a Worker outside of the brief's folder tree by an absolute path",
      changed('config: judge.yaml', 'config: /bin/sh'),
      'workers.judge.config: "/bin/sh" does not have the right form. Right would be a path relative to the brief',
    ],
    [
      'an unknown member',
      changed('title: Small', 'title: Small\nbudgt: {}'),
      'budgt: "budgt" is not known here. Perhaps "budget" is meant.',
    ],
    ['a missing member', changed('objective: See whether it works.\n', ''), '"objective" is missing.'],
    [
      'a wrong type',
      changed('toolCalls: 100', 'toolCalls: many'),
      'budget.toolCalls: Here is a text. It has to be a whole number.',
    ],
    [
      'a negative amount',
      changed('toolCalls: 100', 'toolCalls: -1'),
      'budget.toolCalls: This is too little. Value: at least 0.',
    ],
    [
      'a name with capitals',
      changed('  first:\n', '  First:\n').replace('needs: [first]', 'needs: []'),
      '"First" does not have the right form.',
    ],
    [
      'a duration in words',
      changed('{ in: 1h }', '{ in: one hour }'),
      'deadline.in: "one hour" does not have the right form.',
    ],
    ['no time at all', changed('{ in: 1h }', '{ in: 0s }'), 'deadline.in: This is no time at all.'],
    [
      'an endless time',
      changed('{ in: 1h }', '{ in: 9999d }'),
      'deadline.in: This is too long. At most 3650 days.',
    ],
  ])('%s', (_name, text, expected) => {
    const fault = onlyFault(text);
    expect(formatFault('brief.yaml', fault, 'en')).toContain(expected);
    expect(formatFault('brief.yaml', fault, 'de')).not.toMatch(/undefined|\[object|NaN/);
  });

  it('says everything at once, in the order of the file', () => {
    const text = changed('needs: [first]', 'needs: [frist]')
      .replace('inputs: [input]', 'inputs: [inptu]')
      .replace('money: 10', 'money: 0.0000001');
    const brief = read(text);
    if (brief.ok) throw new Error('the brief was accepted');
    expect(brief.fault.map(({ code, line, column }) => [code, line, column])).toEqual([
      ['money-too-fine', 13, 10],
      ['unknown-name', 30, 14],
      ['unknown-name', 37, 13],
    ]);
  });

  it('CHD-002 keeps a child within its parent', () => {
    const child = `  third:
    goal: A part of its own.
    budget: { toolCalls: 10 }
    mission:
      definitionOfDone: [{ id: done, text: It is done. }]
      permissions: { operations: [read, write] }
      work:
        inner:
          goal: Inside.
          capability: test.make
          budget: { toolCalls: 11 }
          deadline: { in: 2h }
          deliverables: [inner.md]
          accept: [{ id: right, text: It is right. }]
`;
    const brief = read(SMALL_BRIEF + child);
    if (brief.ok) throw new Error('the brief was accepted');
    expect(brief.fault.map(({ code, path }) => [code, path])).toEqual([
      ['operation-not-allowed', 'work.third.mission.permissions.operations[1]'],
      ['budget-above-parent', 'work.third.mission.work.inner.budget.toolCalls'],
      ['deadline-after-parent', 'work.third.mission.work.inner.deadline.in'],
    ]);
  });

  it('APV-004, EVI-004 asks no human inside a child Mission, whose owner is an Agent', () => {
    const brief = read(`${SMALL_BRIEF}  third:
    goal: A part of its own.
    mission:
      definitionOfDone: [{ id: done, text: It is done. }]
      work:
        inner:
          goal: Inside.
          capability: test.make
          risk: high_risk
          deliverables: [inner.md]
          accept: [{ id: right, text: It is right., evidence: [human_review] }]
`);
    if (brief.ok) throw new Error('the brief was accepted');
    expect(brief.fault.map(({ code, path }) => [code, path])).toEqual([
      ['human-in-child', 'work.third.mission.work.inner.risk'],
      ['human-in-child', 'work.third.mission.work.inner.accept[0].evidence[0]'],
    ]);
  });

  it('keeps what a child does in its Mission', () => {
    const text = `${SMALL_BRIEF}  third:
    goal: A part of its own.
    capability: test.make
    mission: { definitionOfDone: [{ id: done, text: It is done. }], work: { a: { goal: g } } }
`;
    const brief = read(text);
    if (brief.ok) throw new Error('the brief was accepted');
    expect(brief.fault.map(({ code, values }) => [code, values])).toEqual([
      ['contract-or-mission', { missing: [], unexpected: ['capability'] }],
      ['contract-or-mission', { missing: ['capability', 'deliverables', 'accept'], unexpected: [] }],
    ]);
  });
});
