// A Command and the signed documents that it carries: which of them is at fault, few or many (SIG-038, section 8.6).
import { describe, expect, test } from 'vitest';
import {
  AGENT_KEY,
  faultOf,
  HUMAN_KEY,
  registryOf,
  signed,
  type TestKey,
  UNSIGNED,
  valueOf,
} from '../protocol/fixtures.test-data.ts';
import { verifyCommand } from './signed-payloads.ts';

const keys = registryOf();

function evidenceOf(number: number, signedBy: TestKey = AGENT_KEY) {
  const unsigned = { ...UNSIGNED.evidence, evidenceId: `urn:missionweaveprotocol:evidence:e${number}` };
  return signed('evidence', unsigned, signedBy).document;
}

/** A Command with so many documents of Evidence; the last of them may be signed by somebody else. */
function commandWith(count: number, signers: { readonly command?: TestKey; readonly last?: TestKey } = {}) {
  const evidence = Array.from({ length: count }, (_none, at) =>
    evidenceOf(at, at === count - 1 ? signers.last : undefined),
  );
  const payload = JSON.parse(JSON.stringify({ evidence })) as (typeof UNSIGNED.command)['payload'];
  return signed('command', { ...UNSIGNED.command, payload }, signers.command).bytes;
}

describe.each([0, 1, 3, 4, 9])('a Command with %i documents', (count) => {
  test('is verified with all of them', async () => {
    const { verified, documents } = valueOf(await verifyCommand(commandWith(count), keys));
    expect(verified.document.actionId).toBe(UNSIGNED.command.actionId);
    expect(documents.map(({ document }) => (document as { evidenceId: string }).evidenceId)).toEqual(
      Array.from({ length: count }, (_none, at) => `urn:missionweaveprotocol:evidence:e${at}`),
    );
  });

  test('is at fault itself when its own signature is wrong, whatever it carries', async () => {
    const bytes = commandWith(count, { command: HUMAN_KEY, last: HUMAN_KEY });
    const { fault, command } = faultOf(await verifyCommand(bytes, keys));
    expect(fault.stage).toBe('key-resolution');
    expect(command).toBeUndefined();
  });

  test('names nobody when the equation does not hold', async () => {
    const text = Buffer.from(commandWith(count)).toString();
    const bytes = Buffer.from(text.replace('correlation:c1', 'correlation:c2'));
    const { fault, command } = faultOf(await verifyCommand(bytes, keys));
    expect(fault).toMatchObject({ stage: 'signature', reason: 'equation' });
    expect(command).toBeUndefined();
  });
});

test.each([1, 3, 4, 9])('the fault of one of %i documents comes with the Command', async (count) => {
  const bytes = commandWith(count, { last: HUMAN_KEY });
  const { fault, command } = faultOf(await verifyCommand(bytes, keys));
  expect(fault.stage).toBe('key-resolution');
  expect(command?.actionId).toBe(UNSIGNED.command.actionId);
});
