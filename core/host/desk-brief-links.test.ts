// What a run of a brief signs waits until its signer has heard of what the Coordinator decided by.
import { expect, test } from 'vitest';
import type { CommandDraft } from '../coordinator/command-draft.ts';
import type { BriefIntent } from '../coordinator/brief-run/run-types.ts';
import type { DeskLink } from '../coordinator/desk-runtime/ports.ts';
import { coordinatorLinkOf, findLinks, ownerLinkOf } from './desk-brief-links.ts';
import { KeptActions } from './desk-brief-record.ts';

const OWNER = 'urn:heddle:test:human:owner';
const COORDINATOR = 'urn:heddle:test:agent:coordinator';
const MISSION = 'urn:heddle:test:mission:1';
const [SEEN, UNSEEN] = [`${MISSION}:root`, `${MISSION}:child`];

test('MEM-002: both identities of a brief sign after the last Event that any identity here has of the Group', async () => {
  const handed: (readonly [string, string, number | undefined])[] = [];
  const linkOf = (id: string): DeskLink => {
    const link: Pick<DeskLink, 'submit'> = {
      submit: (draft, afterSequence) => {
        handed.push([id, draft.actionId, afterSequence]);
        return Promise.resolve({ status: 'unknown' });
      },
    };
    return link as DeskLink;
  };
  const links = findLinks(
    { linkOf: ({ id }) => linkOf(id), headSeen: (groupId) => (groupId === SEEN ? 41 : undefined) },
    { missionId: MISSION, ownerId: OWNER, coordinatorAgentId: COORDINATOR },
  );
  if (links === undefined) throw new Error('both identities are here');
  const actions = new KeptActions(
    'unused',
    new Map([
      ['accept', 'action:accept'],
      ['offer', 'action:offer'],
    ]),
  );
  const send = (author: 'owner' | 'coordinator', intentId: string, groupId: string) => {
    const draft = { kind: 'work.offer', groupId } as CommandDraft;
    const link = author === 'owner' ? ownerLinkOf(links, actions) : coordinatorLinkOf(links, actions);
    return link.submit(draft, { intentId, author, draft } as BriefIntent);
  };
  await send('owner', 'accept', SEEN);
  await send('coordinator', 'offer', SEEN);
  await send('coordinator', 'offer', UNSEEN);
  expect(handed).toEqual([
    [OWNER, 'action:accept', 41],
    [COORDINATOR, 'action:offer', 41],
    [COORDINATOR, 'action:offer', undefined],
  ]);
});

test('there are no links without both identities', () => {
  const plan = { missionId: MISSION, ownerId: OWNER, coordinatorAgentId: COORDINATOR };
  const connection = {
    linkOf: ({ id }: { readonly id: string }) => (id === OWNER ? ({} as DeskLink) : undefined),
    headSeen: () => undefined,
  };
  expect(findLinks(connection, plan)).toBeUndefined();
});
