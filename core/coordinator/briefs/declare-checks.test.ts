// The checks that contracts of briefs declare.
import { describe, expect, it } from 'vitest';
import { readDeclaration } from '../assistant/review/declared-checks.ts';
import { changed, read } from './briefs.test-data.ts';

function contractOf(text: string) {
  const brief = read(text);
  if (!brief.ok) throw new Error(JSON.stringify(brief.fault));
  const contract = brief.value.mission.work[0]?.contract;
  if (contract === undefined) throw new Error('the brief has work');
  return contract;
}

const FILE = 'deliverables: [first.json]';

describe('declared checks', () => {
  it('WORK-062 are none where a brief says nothing of the form', () => {
    expect(contractOf(changed(FILE, FILE)).constraints).toBeUndefined();
  });

  it('WORK-062 look for every member, each under an id of its own', () => {
    const contract = contractOf(
      changed(
        FILE,
        'deliverables: [{ file: first.json, members: [/a/b, /a.b, /c~1d] }, { file: x.json, id: first.a, members: [/b] }]',
      ),
    );
    const declared = readDeclaration(contract);
    if (!declared.ok) throw new Error(JSON.stringify(declared.fault));
    expect(declared.value.checks.map(({ checkId, rule }) => [checkId, rule])).toEqual([
      ['first.a.b', { rule: 'present', pointer: '/a/b' }],
      ['first.a.b.2', { rule: 'present', pointer: '/a.b' }],
      ['first.c.1d', { rule: 'present', pointer: '/c~1d' }],
      ['first.a.b.3', { rule: 'present', pointer: '/b' }],
    ]);
  });

  it('WORK-062 are about the criteria that ask for a form, and stand beside settings', () => {
    const contract = contractOf(
      changed(FILE, 'deliverables: [first.json, notes.md]\n    settings: { depth: 2 }').replace(
        '      - { id: right, text: It is right. }',
        '      - { id: formed, text: It has its form., evidence: [schema_validation] }\n      - { id: right, text: It is right. }',
      ),
    );
    expect(contract.constraints).toMatchObject({
      depth: 2,
      checks: [
        { checkId: 'first-form', criterionIds: ['formed'], rule: { rule: 'present', pointer: '' } },
        { checkId: 'notes-form', criterionIds: ['formed'], rule: { rule: 'size', atLeastBytes: 1 } },
      ],
    });
    expect(readDeclaration(contract)).toMatchObject({ ok: true });
  });
});
