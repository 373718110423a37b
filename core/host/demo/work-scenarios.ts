// Scenarios about the work of one Worker: an offer that is declined, a lease that expires, an owner who comes back too late, and
// content that is damaged.
import { open } from 'node:fs/promises';
import { newId } from '../../sync/system-ports.ts';
import type { DemoAgent, DemoTerm } from './demo-agent.ts';
import {
  archiveOf,
  evidenceOf,
  FIELD_WORK,
  NOTE_SCHEMA,
  offerWork,
  planWork,
  type Scenario,
  untilTime,
  whyNotInArchive,
} from './demo-scenario.ts';
import { contentPathOf } from './demo-folder.ts';
import type { RunningDemo } from './running-demo.ts';

/** Short enough to watch, and long enough for a busy machine to see it begin. */
const SHORT_LEASE_SECONDS = 8;
const LONG_LEASE_SECONDS = 3_600;
const NOTE = { mediaType: 'text/plain', schemaUri: NOTE_SCHEMA };
const RECORDS = { id: 'heddle.demo-records', version: '1.0.0' };

/** A real Worker declines: its operator lets it do nothing destructive. */
export const offerDeclined: Scenario = {
  whyNot: whyNotInArchive,
  play: async (demo, tell) => {
    const { groupId } = archiveOf(demo);
    tell('planning-work');
    const goal = 'Shred the copies of the minutes.';
    const workItemId = await planWork(demo, { goal, capability: RECORDS, risk: 'destructive' });
    await offerWork(demo, workItemId, 'records');
    const offerIds = () =>
      demo.world.get('workItem', groupId, workItemId)?.document.offers?.map(({ offerId }) => offerId) ?? [];
    tell('waiting-for-answer');
    await demo.until(() => {
      const declines = demo.connection.view().talk.get(groupId)?.declines;
      return offerIds().some((offerId) => declines?.has(offerId) === true);
    });
    tell('declined');
  },
};

interface FieldWork {
  readonly role: 'field' | 'night';
  readonly goal: string;
  readonly leaseSeconds: number;
}

/** Plans work and lets somebody begin it, who falls silent with the end of `play`. */
async function beginInField(
  demo: RunningDemo,
  { role, goal, leaseSeconds }: FieldWork,
  play: (agent: DemoAgent, workItemId: string, term: DemoTerm) => Promise<void>,
): Promise<string> {
  const { groupId } = archiveOf(demo);
  const workItemId = await planWork(demo, { goal, capability: FIELD_WORK });
  await offerWork(demo, workItemId, role);
  await demo.withAgent(role, async (agent) => {
    await agent.joined(groupId);
    await agent.accept(groupId, workItemId, leaseSeconds);
    await play(agent, workItemId, await agent.begin(groupId, workItemId, leaseSeconds));
  });
  return workItemId;
}

/** Until the leases of a WorkItem are over by the clock; its owner says nothing any more. */
async function untilLapsed(demo: RunningDemo, workItemId: string): Promise<void> {
  const { groupId } = archiveOf(demo);
  const leaseIdOf = () => demo.world.get('workItem', groupId, workItemId)?.executionLeaseId;
  await demo.until(() => leaseIdOf() !== undefined);
  const holdingLeaseId = demo.world.get('workItem', groupId, workItemId)?.holdingLeaseId;
  for (const leaseId of [leaseIdOf(), holdingLeaseId]) {
    await untilTime(demo, demo.world.get('lease', groupId, leaseId ?? '')?.expiresAt);
  }
}

export const leaseExpires: Scenario = {
  whyNot: whyNotInArchive,
  play: async (demo, tell) => {
    tell('planning-work');
    const goal = 'Photograph the site plan on the notice board.';
    // Nobody else in the demo: a new Session would end the lease before its time.
    const leaseSeconds = SHORT_LEASE_SECONDS;
    const workItemId = await beginInField(demo, { role: 'night', goal, leaseSeconds }, async () => {});
    tell('working-silent', { seconds: SHORT_LEASE_SECONDS });
    await untilLapsed(demo, workItemId);
    tell('lease-over');
  },
};

export const staleEpoch: Scenario = {
  whyNot: whyNotInArchive,
  play: async (demo, tell) => {
    const place = archiveOf(demo);
    const { groupId } = place;
    tell('planning-work');
    let former: DemoTerm = { ownershipEpoch: 0, executionLeaseId: '' };
    let contentHash = '';
    const goal = 'Count the boxes in the shed.';
    const workItemId = await beginInField(
      demo,
      { role: 'field', goal, leaseSeconds: SHORT_LEASE_SECONDS },
      async (agent, its, term) => {
        const content = Buffer.from(`Boxes: 14. ${its}\n`);
        former = term;
        contentHash = await agent.publish({ ...place, workItemId: its }, term, content, NOTE);
      },
    );
    tell('working-silent', { seconds: SHORT_LEASE_SECONDS });
    await untilLapsed(demo, workItemId);
    await offerWork(demo, workItemId, 'relief');
    await demo.withAgent('relief', async (agent) => {
      await agent.joined(groupId);
      await agent.accept(groupId, workItemId, LONG_LEASE_SECONDS);
      await agent.begin(groupId, workItemId, LONG_LEASE_SECONDS);
    });
    tell('next-owner');
    await demo.withAgent('field', async (agent) => {
      await agent.joined(groupId);
      tell('late-return');
      const evidence = [evidenceOf(demo, agent, workItemId, [contentHash])];
      const { code } = await agent.refusalOf({
        kind: 'work.submit',
        groupId,
        workItemId,
        payload: { workItemId, ...former, artifactHashes: [contentHash], evidence },
      });
      const conversationId = demo.world.get('workItem', groupId, workItemId)?.document.conversationId ?? '';
      await agent.act({
        kind: 'message.post',
        groupId,
        conversationId,
        payload: {
          messageId: newId(),
          content: [
            { type: 'text', text: 'I was cut off. This is what I had counted.' },
            { type: 'artifact_ref', artifactHash: contentHash },
          ],
        },
      });
      tell('late-refused', { code });
    });
  },
};

export const hashMismatch: Scenario = {
  whyNot: whyNotInArchive,
  play: async (demo, tell) => {
    const place = archiveOf(demo);
    const { groupId } = place;
    tell('planning-work');
    let contentHash = '';
    const goal = 'Copy the inscription of the memorial stone.';
    const workItemId = await beginInField(
      demo,
      { role: 'field', goal, leaseSeconds: LONG_LEASE_SECONDS },
      async (agent, its, term) => {
        const content = Buffer.from(`Founded in 1919 by the gardeners of the quarter. ${its}\n`);
        contentHash = await agent.publish({ ...place, workItemId: its }, term, content, NOTE);
        tell('submitting');
        const evidence = [evidenceOf(demo, agent, its, [contentHash])];
        await agent.act({
          kind: 'work.submit',
          groupId,
          workItemId: its,
          payload: { workItemId: its, ...term, artifactHashes: [contentHash], evidence },
        });
      },
    );
    await demo.until(() => demo.world.get('workItem', groupId, workItemId)?.document.state === 'submitted');
    tell('damaging');
    await damage(contentPathOf(demo.organizationFolder, contentHash));
    const { condition } = await demo.connection.fetchContent(groupId, contentHash);
    if (condition !== 'differs') throw new Error(`the content is ${condition}`);
    tell('differs');
  },
};

/** Another byte, in the same length: nothing but the hash tells. */
async function damage(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    const first = Buffer.alloc(1);
    await file.read(first, 0, 1, 0);
    await file.write(Buffer.from([first.readUInt8(0) ^ 1]), 0, 1, 0);
    await file.datasync();
  } finally {
    await file.close();
  }
}
