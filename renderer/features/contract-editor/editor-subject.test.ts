import { describe, expect, it } from 'vitest';
import type { DraftRow } from '../../../core/contract/intents.ts';
import { CONTRACT, PLACE } from '../work-item/work-item-rows.test-data.ts';
import { formOfContract } from './contract-form.ts';
import {
  newWorkIntent,
  type EditorSubject,
  firstForm,
  parseContract,
  roughIntentOf,
  withInput,
} from './editor-subject.ts';

const { connectionId, groupId, workItemId } = PLACE;
const revise: EditorSubject = { purpose: 'revise', connectionId, groupId, workItemId };
const replace: EditorSubject = { ...revise, purpose: 'replace' };

describe('what the editor works on', () => {
  it('begins a correction with the next revision, and another item with the first', () => {
    expect(firstForm('revise', undefined, CONTRACT).contractVersion).toBe(3);
    expect(firstForm('replace', undefined, CONTRACT).contractVersion).toBe(1);
    expect(firstForm('new', undefined, undefined).goal).toBe('');
  });

  it('goes on with the draft where there is one, whatever was accepted meanwhile', () => {
    const intent = roughIntentOf(revise, {
      ...formOfContract(CONTRACT),
      contractVersion: 3,
      goal: 'Half written',
    });
    const draft = { intent } as DraftRow;
    expect(firstForm('revise', draft, CONTRACT)).toMatchObject({ goal: 'Half written', contractVersion: 3 });
  });

  it('makes an offer of a correction (OPEN-048), and an authorisation of everything else', () => {
    const form = formOfContract(CONTRACT);
    expect(roughIntentOf(revise, form)).toMatchObject({
      kind: 'work.offer',
      groupId,
      form: { workItemId, candidates: [], contract: { goal: CONTRACT.goal } },
    });
    expect(roughIntentOf(replace, form)).toMatchObject({ kind: 'work.authorize', groupId });
    expect(newWorkIntent(replace, form)).toMatchObject({ form: { contract: { goal: CONTRACT.goal } } });
  });

  it('begins with an Artifact as an input, once, and with nothing that is no hash', () => {
    const hash = `sha256:${'5'.repeat(64)}`;
    const form = withInput(formOfContract(CONTRACT), hash);
    expect(form.inputArtifacts).toEqual([...formOfContract(CONTRACT).inputArtifacts, hash]);
    expect(withInput(form, hash)).toBe(form);
    expect(withInput(form, 'https://elsewhere.example/')).toBe(form);
  });

  it('reads JSON as a contract, and says what is wrong with other texts', () => {
    const read = parseContract(JSON.stringify(CONTRACT));
    expect(read.ok && read.form).toEqual(formOfContract(CONTRACT));
    expect(parseContract('[]')).toEqual({ ok: false, message: undefined });
    expect(parseContract('{')).toMatchObject({ ok: false, message: expect.any(String) });
  });
});
