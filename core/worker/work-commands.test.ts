import { describe, expect, test } from 'vitest';
import { MemoryWorld } from '../domain/world.ts';
import { createError } from '../protocol/error-codes.ts';
import type { ProtocolError } from '../protocol/generated/documents.ts';
import type { AgentLink, CommandOutcome } from './agent-link.ts';
import { WorkCommands } from './work-commands.ts';

function refusal(code: ProtocolError['code'], retryAfterMs?: number): CommandOutcome {
  const error = createError(code, {
    message: 'no',
    occurredAt: '2026-03-01T10:00:00Z',
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  });
  return { status: 'refused', error };
}

async function answerTo(outcome: CommandOutcome) {
  let sent = 0;
  const link = {
    world: new MemoryWorld(),
    submit: async () => {
      sent += 1;
      return outcome;
    },
  } as unknown as AgentLink;
  const commands = new WorkCommands(link, 'urn:example:group', 'urn:example:work');
  const answer = await commands.send('work.start', {
    workItemId: 'urn:example:work',
    ownershipEpoch: 1,
  });
  return { answer, sent };
}

describe('Commands of an owner', () => {
  test('MEM-002: an epoch that a newcomer has not heard of yet is no reason to leave the work for long', async () => {
    const { answer, sent } = await answerTo(refusal('MEMBERSHIP_STALE'));
    expect(answer).toEqual({ kind: 'later', afterMs: 250 });
    expect(sent).toBe(1);
  });

  test.each(['WORK_STALE_OWNERSHIP', 'AUTH_STALE_SESSION', 'MEMBERSHIP_REQUIRED'] as const)(
    '%s ends the right to the work',
    async (code) => {
      expect((await answerTo(refusal(code))).answer).toMatchObject({ kind: 'fenced', error: { code } });
    },
  );

  test('REVISION_CONFLICT is decided anew, and then waited for', async () => {
    const { answer, sent } = await answerTo(refusal('REVISION_CONFLICT'));
    expect(answer.kind).toBe('later');
    expect(sent).toBe(4);
  });

  test('what is refused for what it says is not repeated', async () => {
    expect((await answerTo(refusal('SCHEMA_VALIDATION_FAILED'))).answer.kind).toBe('refused');
  });
});
