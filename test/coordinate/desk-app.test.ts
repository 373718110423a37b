// The app itself as the desk: it takes the Session of a Coordinator without a window over, and is replaced by it, and neither fights.
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest';
import { type DeskHost, startDeskHost } from '../../core/host/desk-host.ts';
import { MIN_COST_N } from '../../core/keys/passphrase.ts';
import { ORGANIZATION } from '../scenario/scenario-stage.ts';
import { valueOf } from '../desk/desk-client.ts';
import { coordinatorIdOf, CoordinateStage } from './coordinate-stage.ts';

/** For tests only. */
const PASSPHRASE = 'correct horse battery staple for tests';
const PATIENCE_MS = 60_000;

let stage: CoordinateStage;
let app: DeskHost;
beforeAll(async () => {
  stage = await CoordinateStage.open();
  app = await startDeskHost({
    profileFolder: join(stage.scenario.folder, 'profile'),
    shell: 'browser',
    appVersion: '0.0.0',
    onFault: () => {},
    keyStore: 'passphrase-file',
    passphraseCostN: MIN_COST_N,
  });
}, PATIENCE_MS);
afterAll(async () => {
  await app.stop();
  await stage.close();
});

/** Until the connection of the app is so. */
function untilStatus(status: string): Promise<void> {
  const [connection] = app.desk.connections();
  return new Promise((resolve, reject) => {
    const [link] = connection?.links ?? [];
    if (connection === undefined || link === undefined) {
      reject(new Error('the app is connected'));
      return;
    }
    const look = () => {
      if (connection.status !== status) return;
      stop();
      resolve();
    };
    const stop = link.listen({ applied: () => {}, changed: look, settled: () => {} });
    look();
  });
}

test(
  'WS-016: the app takes over and is taken over; whoever has lost the Session waits for a person',
  async () => {
    onTestFailed(() => console.log(stage.describe()));
    const folder = await stage.newCoordinator('gudrun');
    await stage.createMission('gudrun');
    const server = await stage.run(folder, 'coordinate: 1\n', '--wait-for-session');
    await server.until('mission.led');
    const { keys, connections } = app.client;
    valueOf(await keys.unlock({ passphrase: PASSPHRASE }));
    const principal = { type: 'agent', id: coordinatorIdOf('gudrun') } as const;
    const { keyId } = valueOf(await keys.importFile({ path: join(folder, 'key.json'), principal }));
    const { connectionId } = valueOf(
      await connections.add({
        name: 'server',
        origin: stage.scenario.origin,
        organizationId: ORGANIZATION,
        certificate: await stage.scenario.certificate(),
        keyIds: [keyId],
      }),
    );
    await server.until('session.taken_over');
    await untilStatus('online');
    // Asked for at the server while the app is there: the app says so, and does not take it back by itself.
    await stage.scenario.heddle('coordinate', 'resume', folder);
    await server.process.until(() => server.all('connection.opened')[1], 'its second Session');
    await untilStatus('replaced');
    // The other way round, by a person at the desk.
    valueOf(await connections.reclaim({ connectionId }));
    await server.process.until(() => server.all('session.taken_over')[1], 'the second takeover');
    await untilStatus('online');
    valueOf(await connections.workOffline({ connectionId, isOffline: true }));
    await stage.scenario.heddle('coordinate', 'resume', folder);
    await server.process.until(() => server.all('connection.opened')[2], 'its third Session');
    server.process.signal('SIGTERM');
    expect(await server.process.ended).toEqual({ code: 0, signal: null });
    expect(server.all('connection.opened').map(({ sessionEpoch }) => sessionEpoch)).toEqual([1, 3, 5]);
  },
  PATIENCE_MS,
);
