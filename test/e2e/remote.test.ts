// An Authority elsewhere, as a person sees it: connected through the door, cut off in the middle, the app killed, and what
// was signed meanwhile settled once or mended after a refusal.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { profilePathsOf, readConnections } from '../../core/host/desk-profile.ts';
import { composeCard } from '../../core/host/worker-card.ts';
import type { Event } from '../../core/protocol/generated/documents.ts';
import { formatTimestamp } from '../../core/protocol/timestamp.ts';
import { newId } from '../../core/sync/system-ports.ts';
import { whyNoChromium } from '../harness/chromium.ts';
import { FaultProxy } from '../net/fault-proxy.ts';
import type { MissionIds, MissionOwner } from '../scenario/mission-owner.ts';
import { reportContractOf } from '../scenario/report-contract.ts';
import { CAPABILITY, ORGANIZATION, ScenarioStage, type StagedWorker } from '../scenario/scenario-stage.ts';
import { E2eStage, PATIENCE_MS } from './e2e-stage.ts';
import { goToPlace, sheetOf, signSheet } from './e2e-stage-acts.ts';

const ASSISTANT = 'urn:heddle:test:agent:assistant';
const VALID_FROM = '2026-01-01T00:00:00Z';
/** For tests only. */
const PASSPHRASE = 'a note on the engine';
const WAIT = { timeout: PATIENCE_MS };

describe.skipIf(whyNoChromium() !== undefined)('an Authority elsewhere in a real browser', () => {
  let scenario: ScenarioStage;
  let proxy: FaultProxy;
  let stage: E2eStage;
  /** The same person at another computer, with a key of its own and a network that is never cut. */
  let elsewhere: MissionOwner;
  let worker: StagedWorker;
  let absent: StagedWorker;
  let mission: MissionIds;
  let letters: string;
  let maps: string;

  beforeAll(async () => {
    scenario = await ScenarioStage.open();
    proxy = await FaultProxy.open(() => Number(new URL(scenario.origin).port));
    elsewhere = await scenario.owner('ada');
    worker = await scenario.worker('builder', 'slots: 2\n');
    absent = await scenario.worker('absent', '');
    await worker.process.until('connection.opened');
    await absent.process.kill();
    stage = await E2eStage.open();
  }, 240_000);

  afterAll(async () => {
    await stage.close();
    await proxy.close();
    await scenario.close();
  }, 120_000);

  function cutNetwork(): void {
    proxy.plan = () => 'refused';
    proxy.cut();
  }

  function statusBar() {
    return stage.page.getByRole('contentinfo').getByRole('button', { name: /Analytical Works/u });
  }

  async function unlock(): Promise<void> {
    const { page } = stage;
    await goToPlace(page, 'Keys');
    await page.getByRole('button', { name: 'Unlock' }).first().click();
    await page.getByLabel('Passphrase', { exact: true }).fill(PASSPHRASE);
    await page.locator('form').getByRole('button', { name: 'Unlock' }).click();
    await page.getByRole('button', { name: 'Lock now' }).waitFor();
  }

  /** Makes a key by clicking; answers with its public half. */
  async function createKey(type: 'a human' | 'an agent', id: string) {
    const { page } = stage;
    await page.getByRole('button', { name: 'New key' }).first().click();
    await page.getByText(type, { exact: true }).click();
    await page.getByLabel('Id of the principal').fill(id);
    await page.getByRole('button', { name: 'Make the key' }).click();
    const pane = page.locator('.pane').filter({ has: page.getByRole('heading', { name: id }) });
    const publicKey = await pane.locator('dd .mono', { hasText: /^[\w-]{43}$/u }).textContent();
    const keyId = decodeURIComponent(page.url().split('#/keys/')[1] ?? '');
    return { keyId, publicKey: publicKey ?? '' };
  }

  async function enrol(principal: string, key: { keyId: string; publicKey: string }, ...more: string[]) {
    const whose = ['--principal', principal, '--valid-from', VALID_FROM];
    const its = ['--key-id', key.keyId, '--public-key', key.publicKey];
    await scenario.heddle('authority', 'enrol', scenario.organizationFolder, ...whose, ...its, ...more);
  }

  async function connectionId(): Promise<string> {
    const [connection] = await readConnections(profilePathsOf(stage.profile));
    return connection?.connectionId ?? '';
  }

  async function openItem(workItemId: string): Promise<void> {
    const path = ['work', await connectionId(), mission.groupId, workItemId]
      .map(encodeURIComponent)
      .join('/');
    await stage.page.evaluate(`location.hash = ${JSON.stringify(`#/${path}`)}`);
    await stage.page.getByRole('button', { name: 'Offer', exact: true }).waitFor();
  }

  /** Offers a WorkItem from its screen, and signs what waits for the connection. */
  async function offerOffline(workItemId: string): Promise<void> {
    const { page } = stage;
    await openItem(workItemId);
    await page.getByRole('button', { name: 'Offer', exact: true }).click();
    await page
      .getByRole('row', { name: /builder/u })
      .getByRole('checkbox')
      .check();
    await page.getByRole('button', { name: 'Continue: Offer to builder' }).click();
    const sheet = sheetOf(page);
    // What the rules would say is said without a connection.
    await sheet.getByText('revision is current').waitFor();
    await sheet.getByRole('button', { name: /^Sign when connected/u }).click();
    await sheet.waitFor({ state: 'detached' });
  }

  function outboxRows(state: string) {
    return stage.page
      .getByRole('grid', { name: 'Outbox' })
      .getByRole('row', { name: new RegExp(state, 'u') });
  }

  async function offersOf(workItemId: string): Promise<readonly Event[]> {
    const log = await elsewhere.readLog(mission.groupId);
    return log.eventsOf(workItemId, 'work.offer.created');
  }

  it('is connected through the door, with keys that its operator enrols and its certificate as a file', async () => {
    const { page } = stage;
    await page
      .getByRole('region', { name: /Connect/u })
      .getByRole('button')
      .click();
    await goToPlace(page, 'Keys');
    await unlock();
    const person = await createKey('a human', elsewhere.actor.id);
    const assistant = await createKey('an agent', ASSISTANT);
    await enrol(`human:${elsewhere.actor.id}`, person);
    const card = composeCard({
      agentId: ASSISTANT,
      displayName: 'Ada’s assistant',
      ...assistant,
      organizationId: ORGANIZATION,
      origin: scenario.origin,
      owner: elsewhere.actor,
      capabilities: [{ id: 'heddle.coordination', version: '1.0.0' }],
      slots: 1,
      validFrom: VALID_FROM,
      issuedAt: formatTimestamp(Date.now()),
    });
    const cardFile = join(stage.folder, 'card.json');
    await writeFile(cardFile, JSON.stringify(card));
    await enrol(`agent:${ASSISTANT}`, assistant, '--card', cardFile);
    await goToPlace(page, 'Connections');
    await page.getByRole('button', { name: 'Add a connection' }).first().click();
    await page.getByLabel('Name', { exact: true }).fill('Analytical Works');
    await page.getByLabel('Address of the Authority').fill(`https://127.0.0.1:${proxy.port}`);
    await page.getByLabel('Id of the Organization').fill(ORGANIZATION);
    await page.locator('.mantine-MultiSelect-input').click();
    await page.getByRole('option').nth(0).click();
    await page.getByRole('option').nth(1).click();
    await page.keyboard.press('Escape');
    await page.getByLabel('Your name').fill('Ada Lovelace');
    await page
      .getByLabel('File with the certificate to trust')
      .fill(join(scenario.organizationFolder, 'tls', 'certificate.pem'));
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    await expect.poll(() => statusBar().textContent(), WAIT).toContain('online');
    await expect.poll(() => page.getByText('Commands can go out').count(), WAIT).toBe(2);
    // The Authority has told who there is.
    await page.getByText('Ada’s assistant').first().waitFor();
  }, 180_000);

  it('shows a Mission that was begun elsewhere, with the person as its owner and the Agent as its Coordinator', async () => {
    mission = await elsewhere.createMission({ coordinatorAgentId: ASSISTANT, objective: 'know the archive' });
    const { groupId } = mission;
    for (const { actor } of [worker, absent]) {
      const scopes = ['message.post', 'work.accept_offer', 'work.execute'];
      await elsewhere.act(
        groupId,
        'membership.change',
        { member: actor, role: 'worker', state: 'active', scopes },
        1,
      );
    }
    [letters, maps] = [newId(), newId()];
    for (const [workItemId, name] of [
      [letters, 'letters'],
      [maps, 'maps'],
    ] as const) {
      const payload = {
        workItemId,
        contract: reportContractOf(name, ['deterministic_test'], { goal: `list the ${name}` }),
        overrideReason: 'planned at another computer',
      };
      await elsewhere.act(groupId, 'work.authorize', payload, 1);
    }
    await goToPlace(stage.page, 'Missions');
    const row = stage.page.getByRole('grid', { name: 'Missions' }).getByRole('row');
    await expect.poll(() => row.first().textContent(), WAIT).toContain('know the archive');
  }, 120_000);

  it('is worked with while the network is cut: the window says so, judges, and keeps what is signed', async () => {
    cutNetwork();
    await expect.poll(() => statusBar().textContent(), WAIT).toContain('offline');
    await offerOffline(letters);
    await offerOffline(maps);
    await goToPlace(stage.page, 'Outbox');
    await expect.poll(() => outboxRows('waiting for connection').count(), WAIT).toBe(2);
    await goToPlace(stage.page, 'Connections');
    await stage.page.getByText('The connection was cut off.').first().waitFor();
  }, 180_000);

  it('finds all of it after the app was killed, and settles each once when the network is back', async () => {
    await stage.crashHost();
    const { page } = stage;
    await goToPlace(page, 'Outbox');
    await expect.poll(() => outboxRows('waiting for').count(), WAIT).toBe(2);
    // Meanwhile the same person decides otherwise about one of them, elsewhere.
    const basis = {
      requiredCapabilities: [CAPABILITY],
      verifiedMatches: [CAPABILITY],
      authorizationEligible: true,
      availabilityEstimate: formatTimestamp(Date.now()),
      expectedCost: 0,
      reliabilityEvidence: [],
      policyRulesApplied: ['chosen elsewhere'],
    };
    const offers = [{ offerId: newId(), agentId: absent.actor.id }];
    const overrideReason = 'the assistant is offline';
    const payload = { workItemId: maps, offers, selectionBasis: basis, overrideReason };
    await elsewhere.act(mission.groupId, 'work.offer', payload, 1);
    proxy.plan = () => ({});
    await unlock();
    await expect.poll(() => statusBar().textContent(), WAIT).toContain('online');
    await goToPlace(page, 'Outbox');
    await expect.poll(() => outboxRows('refused').count(), WAIT).toBe(1);
    await expect.poll(async () => (await offersOf(letters)).length, WAIT).toBe(1);
    await worker.process.until('worker.offer_accepted');
    expect(await offersOf(maps)).toHaveLength(1);
  }, 180_000);

  it('explains the refused one, and issues it anew by a click', async () => {
    const { page } = stage;
    await outboxRows('refused').click();
    await page.getByText('REVISION_CONFLICT').first().waitFor();
    await page.getByRole('heading', { name: 'What has changed' }).waitFor();
    await page.getByRole('radio', { name: /^Issue anew/u }).check();
    await page.getByTestId('fix-go').click();
    await signSheet(page);
    await expect.poll(async () => (await offersOf(maps)).length, WAIT).toBe(2);
    await worker.process.until('worker.offer_accepted', 2);
    await expect.poll(() => outboxRows('refused').count(), WAIT).toBe(0);
    const log = await elsewhere.readLog(mission.groupId);
    const causes = log.events.map(({ cause }) => cause.id);
    // One Event for each of the Commands that were signed here.
    for (const event of [...(await offersOf(letters)), ...(await offersOf(maps))]) {
      expect(causes.filter((id) => id === event.cause.id)).toHaveLength(1);
    }
    // Of the host that was killed, the window could only say that it is gone.
    const others = stage.faults.filter((fault) => !fault.includes('ERR_CONNECTION_REFUSED'));
    expect(others).toEqual([]);
  }, 120_000);
});
