// The connection breaks while Commands are being signed: what waits is judged once more when it is back.
import { newId } from '../../sync/system-ports.ts';
import { SINGLE } from '../../domain/world.ts';
import {
  archiveOf,
  contractOf,
  FIELD_WORK,
  offerWork,
  planWork,
  type Scenario,
  whyNotInArchive,
} from './demo-scenario.ts';
import type { RunningDemo } from './running-demo.ts';

const OWNERSHIP_SECONDS = 3_600;

export const disconnectWithQueue: Scenario = {
  whyNot: whyNotInArchive,
  play: async (demo, tell) => {
    const { groupId } = archiveOf(demo);
    tell('planning-work');
    const goal = 'Measure the fence along the brook.';
    const contested = await planWork(demo, { goal, capability: FIELD_WORK });
    await offerWork(demo, contested, 'field');
    await demo.withAgent('field', async (field) => {
      await field.joined(groupId);
      demo.wire.cut();
      try {
        await demo.until(() => demo.linkOf('coordinator').status !== 'online');
        tell('cut');
        const actionIds = await signOffline(demo, groupId, contested);
        tell('queued', { count: actionIds.length });
        await demo.look();
        tell('others-act');
        // The person has seen an offer that nobody had taken.
        await field.accept(groupId, contested, OWNERSHIP_SECONDS);
        await demo.look();
        demo.wire.mend();
        for (const link of demo.connection.links) link.retry();
        tell('mended');
        const ends = await Promise.all(actionIds.map(async (actionId) => demo.settled(actionId)));
        const accepted = ends.filter(({ entry }) => entry.state === 'accepted').length;
        tell('queue-settled', { accepted, refused: ends.length - accepted });
      } finally {
        demo.wire.mend();
        for (const link of demo.connection.links) link.retry();
      }
    });
  },
};

/** Three Commands: two that nobody can mind, and one about something that is about to change. */
async function signOffline(
  demo: RunningDemo,
  groupId: string,
  contested: string,
): Promise<readonly string[]> {
  const conversationId = demo.world.get('group', groupId, SINGLE)?.mainConversationId ?? '';
  const text = 'Written without a connection.';
  const contract = contractOf(demo, { goal: 'Paint the gate.', capability: FIELD_WORK });
  return [
    await demo.sign({
      kind: 'message.post',
      groupId,
      form: { conversationId, content: [{ type: 'text', text }] },
      signer: demo.cast.coordinator.actor,
    }),
    await demo.sign({
      kind: 'work.cancel',
      groupId,
      form: { workItemId: contested, reason: 'The fence was measured in spring.' },
    }),
    await demo.sign({ kind: 'work.authorize', groupId, form: { workItemId: newId(), contract } }),
  ];
}
