import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hashContent } from '../../protocol/hash.ts';
import { faultOf, valueOf } from '../../protocol/fixtures.test-data.ts';
import { CONTRACT } from './contract.test-data.ts';
import type { OutputFile } from './output-folder.ts';
import { concludeRun } from './run-conclusion.ts';
import { makeFolder } from './run-request.test-data.ts';

const INPUT = { name: 'in.txt', contentHash: hashContent('input'), mediaType: 'text/plain', path: '/none' };
const SUBJECT = { workItemId: 'urn:heddle:test:work:1', contract: CONTRACT, inputs: [INPUT] };
const EVIDENCE = {
  type: 'deterministic_test',
  criterionIds: ['polite'],
  method: 'read it',
  result: 'passed',
};

function outputOf(contents: Readonly<Record<string, unknown>>): OutputFile[] {
  const folder = makeFolder();
  return Object.entries(contents).map(([name, content], index) => {
    const text = typeof content === 'string' ? content : JSON.stringify(content);
    const path = join(folder, String(index));
    writeFileSync(path, text);
    return { name, path, contentHash: hashContent(text), sizeBytes: Buffer.byteLength(text) };
  });
}

async function conclude(result: object, files: Readonly<Record<string, string>> = { 'greeting.txt': 'hi' }) {
  return concludeRun(SUBJECT, outputOf({ ...files, 'result.json': result }));
}

describe('the result of a run', () => {
  it('is enough with a summary and Evidence: names say which file is which deliverable', async () => {
    const { artifacts, evidence, summary } = valueOf(
      await conclude({ summary: 'done', evidence: [EVIDENCE] }),
    );
    expect(summary).toBe('done');
    expect(artifacts).toMatchObject([
      {
        deliverableId: 'greeting',
        mediaType: 'text/plain',
        schemaUri: 'urn:heddle:test:schema:greeting',
        sourceArtifactHashes: [INPUT.contentHash],
      },
    ]);
    expect(evidence).toEqual([
      { ...EVIDENCE, subject: { type: 'work_item', id: SUBJECT.workItemId }, artifactHashes: [] },
    ]);
  });

  it('says more about files where it wants to, and nothing is lost (ART-002)', async () => {
    const tool = { name: 'greeter', version: '1' };
    const { artifacts } = valueOf(
      await conclude(
        {
          summary: 'done',
          artifacts: [
            {
              file: 'a/b.txt',
              deliverableId: 'greeting',
              mediaType: 'text/markdown',
              schemaUri: 'urn:x:y',
              classification: 'internal',
              sourceArtifactHashes: [],
              toolVersions: [tool],
            },
          ],
          evidence: [EVIDENCE],
        },
        { 'a/b.txt': 'hi', 'extra.bin': '' },
      ),
    );
    expect(artifacts).toMatchObject([
      {
        name: 'a/b.txt',
        deliverableId: 'greeting',
        mediaType: 'text/markdown',
        schemaUri: 'urn:x:y',
        classification: 'internal',
        sourceArtifactHashes: [],
        toolVersions: [tool],
        modelVersions: [],
      },
      {
        name: 'extra.bin',
        mediaType: 'application/octet-stream',
        schemaUri: 'urn:heddle:schema:unspecified',
      },
    ]);
    expect(artifacts[1]).not.toHaveProperty('deliverableId');
  });

  it('lets a file have the name of a deliverable that another one is said to be', async () => {
    const { artifacts } = valueOf(
      await conclude(
        {
          summary: 'done',
          artifacts: [{ file: 'letter.txt', deliverableId: 'greeting' }],
          evidence: [EVIDENCE],
        },
        { 'greeting.json': '{}', 'greeting.txt': 'hi', 'letter.txt': 'hi' },
      ),
    );
    expect(artifacts.map(({ name, deliverableId }) => [name, deliverableId])).toEqual([
      ['greeting.json', undefined],
      ['greeting.txt', undefined],
      ['letter.txt', 'greeting'],
    ]);
  });

  it('has Evidence about its files and about inputs (EVI-002, EVI-003)', async () => {
    const { evidence } = valueOf(
      await conclude({
        summary: 'done',
        evidence: [
          {
            ...EVIDENCE,
            about: 'greeting.txt',
            files: ['greeting.txt'],
            artifactHashes: [INPUT.contentHash],
          },
          { ...EVIDENCE, about: INPUT.contentHash, details: { a: 1 } },
        ],
      }),
    );
    expect(evidence).toMatchObject([
      {
        subject: { type: 'artifact', id: hashContent('hi') },
        artifactHashes: [hashContent('hi'), INPUT.contentHash],
      },
      { subject: { type: 'artifact', id: INPUT.contentHash }, details: { a: 1 } },
    ]);
  });

  const twice = { 'greeting.txt': '1', 'greeting.md': '2' };
  it.each([
    [{ evidence: [EVIDENCE] }, {}, "must have required property 'summary'"],
    [{ summary: 'x', evidence: [] }, {}, '/evidence must NOT have fewer than 1 items'],
    [
      { summary: 'x', evidence: [{ ...EVIDENCE, result: 'great' }] },
      {},
      '/evidence/0/result must be equal to one',
    ],
    [{ summary: 'x', evidence: [{ ...EVIDENCE, criterionIds: ['rude'] }] }, {}, 'no criterion rude'],
    [{ summary: 'x', evidence: [{ ...EVIDENCE, about: 'gone' }] }, {}, 'about unknown gone'],
    [
      { summary: 'x', evidence: [{ ...EVIDENCE, files: ['gone'] }] },
      {},
      'refers to gone, which does not exist',
    ],
    [
      { summary: 'x', evidence: [{ ...EVIDENCE, artifactHashes: [hashContent('?')] }] },
      {},
      'which is no input',
    ],
    [{ summary: 'x', artifacts: [{ file: 'gone' }], evidence: [EVIDENCE] }, {}, 'describes gone'],
    [
      { summary: 'x', artifacts: [{ file: 'greeting.txt', deliverableId: 'other' }], evidence: [EVIDENCE] },
      {},
      'no deliverable other',
    ],
    [
      {
        summary: 'x',
        artifacts: [{ file: 'greeting.txt' }, { file: 'greeting.txt' }],
        evidence: [EVIDENCE],
      },
      {},
      'describes a file twice',
    ],
    [
      {
        summary: 'x',
        artifacts: [{ file: 'greeting.txt', sourceArtifactHashes: [hashContent('?')] }],
        evidence: [EVIDENCE],
      },
      {},
      'a source that is no input',
    ],
    [{ summary: 'x', evidence: [EVIDENCE] }, twice, 'two files claim to be the deliverable greeting'],
  ])('is refused with a reason: %j', async (result, files, reason) => {
    const fault = faultOf(await conclude(result, { 'greeting.txt': 'hi', ...files }));
    expect(fault.code).toBe('INVALID_RESULT');
    expect(fault.detail).toContain(reason);
  });

  it('says something about every criterion (EVI-005)', async () => {
    const contract = {
      ...CONTRACT,
      acceptanceCriteria: [
        ...CONTRACT.acceptanceCriteria,
        {
          criterionId: 'short',
          description: 'It is short',
          evidenceRequired: ['deterministic_test' as const],
        },
      ],
    };
    const files = outputOf({
      'greeting.txt': 'hi',
      'result.json': { summary: 'x', evidence: [EVIDENCE] },
    });
    expect(faultOf(await concludeRun({ ...SUBJECT, contract }, files)).detail).toBe(
      'no Evidence is given for: short',
    );
  });

  it('names the line of what is no JSON', async () => {
    const files = outputOf({ 'greeting.txt': 'hi', 'result.json': '{\n  "summary": x\n}' });
    expect(faultOf(await concludeRun(SUBJECT, files)).detail).toMatch(/^result\.json, line 2, column 14: /);
  });
});
