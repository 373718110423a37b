import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { memberKey, MemoryWorld } from '../domain/world.ts';
import { createError } from '../protocol/error-codes.ts';
import type { Command, Event } from '../protocol/generated/documents.ts';
import { accept, refuse, type Result } from '../protocol/result.ts';
import { createLocalSigner } from '../protocol/sign.ts';
import { formatTimestamp } from '../protocol/timestamp.ts';
import type { ControlPlaneFault } from '../sync/control-plane-client.ts';
import type { CommandDraft } from '../coordinator/command-draft.ts';
import { createOwnerLink } from './mission-owner.ts';

const GROUP = 'urn:example:group';
const OWNER = 'urn:example:human:owner';
const NOW = Date.UTC(2026, 4, 4, 9);
const DRAFT: CommandDraft = {
  kind: 'mission.cancel',
  groupId: GROUP,
  payload: { reason: 'enough' },
  expectedRevision: 3,
};
const UNREACHABLE: ControlPlaneFault = { kind: 'unreachable', message: 'no' };

type Answer = Result<Uint8Array, ControlPlaneFault>;

/** A Group in which the owner is a member. */
function worldOfMember(): MemoryWorld {
  const world = new MemoryWorld();
  world.apply([
    {
      kind: 'member',
      groupId: GROUP,
      id: memberKey({ type: 'human', id: OWNER }),
      value: { membershipEpoch: 7 },
    } as never,
  ]);
  return world;
}

function ownerOf(answers: readonly Answer[], world = worldOfMember()) {
  const signer = createLocalSigner('urn:example:key', generateKeyPairSync('ed25519').privateKey);
  if (!signer.ok) throw new Error(signer.fault.message);
  const sent: string[] = [];
  const pauses: number[] = [];
  const stopping = new AbortController();
  const link = createOwnerLink({
    ownerId: OWNER,
    signer: signer.value,
    controlPlane: {
      submitCommand: async (bytes) => {
        sent.push(Buffer.from(bytes).toString('utf8'));
        return answers[sent.length - 1] ?? refuse(UNREACHABLE);
      },
    },
    world,
    now: () => NOW + 0.25,
    newId: () => `urn:example:action:${sent.length}`,
    pause: async (delayMs) => {
      pauses.push(delayMs);
      if (pauses.length > 5) stopping.abort();
    },
    signal: stopping.signal,
  });
  return { link, sent, pauses };
}

function eventBytes(): Uint8Array {
  return Buffer.from(JSON.stringify({ eventId: 'urn:example:event', groupId: GROUP, sequence: 4 }));
}

describe("the owner's Commands", () => {
  test('IDM-001: while nobody knows whether they arrived, they are sent again in the same bytes', async () => {
    const { link, sent, pauses } = ownerOf([
      refuse(UNREACHABLE),
      refuse({ kind: 'malformed', message: 'cut off' }),
      accept(eventBytes()),
    ]);
    const outcome = await link.submit(DRAFT);
    expect(outcome).toEqual({
      status: 'accepted',
      event: { eventId: 'urn:example:event', groupId: GROUP, sequence: 4 } as Event,
    });
    expect(sent).toHaveLength(3);
    expect(new Set(sent).size).toBe(1);
    expect(pauses[1]).toBeGreaterThan(pauses[0] ?? 0);
  });

  test('a refusal is an answer: nothing is repeated', async () => {
    const error = createError('REVISION_CONFLICT', {
      message: 'moved on',
      occurredAt: '2026-05-04T09:00:00Z',
    });
    const { link, sent } = ownerOf([refuse({ kind: 'refused', status: 409, error })]);
    expect(await link.submit(DRAFT)).toEqual({ status: 'refused', error });
    expect(sent).toHaveLength(1);
  });

  test('when it is stopped, it does not claim to know', async () => {
    const { link } = ownerOf([]);
    expect(await link.submit(DRAFT)).toEqual({ status: 'unknown' });
  });

  test('CMD-010: a person has a Membership Epoch where it is a member, and no Session', async () => {
    const { link, sent } = ownerOf([accept(eventBytes())]);
    await link.submit(DRAFT);
    const command = JSON.parse(sent[0] ?? '') as Command;
    expect(command).toMatchObject({
      actor: { type: 'human', id: OWNER },
      membershipEpoch: 7,
      expectedRevision: 3,
      issuedAt: formatTimestamp(NOW),
    });
    expect(command.sessionEpoch).toBeUndefined();
  });

  test('CMD-010: where it is no member, a Command is refused before anything is sent', async () => {
    const { link, sent } = ownerOf([], new MemoryWorld());
    const outcome = await link.submit(DRAFT);
    expect(outcome).toMatchObject({ status: 'refused', error: { code: 'SCHEMA_VALIDATION_FAILED' } });
    expect(sent).toEqual([]);
  });
});
