// The whole way of a Mission by a person with a mouse: a fresh profile, a brief, a real Worker on a real folder, a review with
// one result sent back, and the final Approval; and what the Authority's own log says of it afterwards.
import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Approval, Event, Evidence } from '../../core/protocol/generated/documents.ts';
import { verifyDocument } from '../../core/protocol/verify.ts';
import { whyNoChromium } from '../harness/chromium.ts';
import { E2eStage } from './e2e-stage.ts';
import {
  cellOf,
  createIdentity,
  createMission,
  dropFile,
  goToPlace,
  offerTo,
  openReview,
  runBrief,
  sheetOf,
  signSheet,
  takeFromAttention,
  unlockKeys,
  untilItemIs,
  untilOnline,
} from './e2e-stage-acts.ts';
import { type AuthorityLog, readAuthorityLog } from './e2e-stage-log.ts';

const BRIEF = new URL('brief/folder-list.yaml', import.meta.url);
const PASSPHRASE = 'a note on the engine';
const GOAL = 'List every file of the folder';
const REPORT = 'The letters belong into a list of their own.';

describe.skipIf(whyNoChromium() !== undefined)('a Mission in a real browser', () => {
  let stage: E2eStage;
  let archive: string;

  beforeAll(async () => {
    stage = await E2eStage.open();
    archive = join(stage.folder, 'archive');
    await mkdir(join(archive, 'letters'), { recursive: true });
    await writeFile(join(archive, 'index.txt'), 'what is here\n');
    await writeFile(join(archive, 'letters', '1843.json'), '{"to":"Babbage"}\n');
  }, 180_000);

  afterAll(async () => {
    await stage.close();
  }, 60_000);

  it('begins with an identity whose key stays on this computer', async () => {
    await createIdentity(stage.page, {
      personName: 'Ada Lovelace',
      organization: 'Analytical Works',
      passphrase: PASSPHRASE,
    });
    await expect.poll(() => stage.page.getByRole('contentinfo').textContent()).toContain('Ada Lovelace');
  }, 120_000);

  it('becomes a Mission from a brief that is dropped on the window, with its Worker beside it', async () => {
    const { page } = stage;
    await dropFile(page, 'folder-list.yaml', await readFile(BRIEF, 'utf8'));
    await page.waitForURL('**/*#/briefs');
    await runBrief(page, { input: archive });
    await page.getByText('Workers: inventory (running)').waitFor();
    await goToPlace(page, 'Missions');
    const row = page.getByRole('grid', { name: 'Missions' }).getByRole('row');
    await expect.poll(() => row.textContent()).toContain('Contents of the archive');
    expect(await row.count()).toBe(1);
  }, 120_000);

  it('has its work authorized and offered, and the Worker carries it out', async () => {
    const { page } = stage;
    await takeFromAttention(page, 'Authorise or reply');
    await page.getByRole('button', { name: 'Authorise as proposed' }).click();
    await signSheet(page, async (sheet) => {
      await sheet.getByText('Analytical Works Coordinator').first().waitFor();
    });
    await page.getByRole('button', { name: 'Offer', exact: true }).click();
    await offerTo(page, 'inventory');
    await untilItemIs(page, 'submitted');
    expect(await page.getByText('owner inventory, epoch 1').count()).toBe(1);
  }, 180_000);

  it('is reviewed against its criteria, and sent back in two steps (WORK-062)', async () => {
    const { page } = stage;
    await openReview(page, GOAL);
    await page.getByText('hash matches').first().waitFor();
    await expect.poll(() => cellOf(page, 'complete', 'test').textContent()).toContain('passed');
    await expect.poll(() => cellOf(page, 'complete', 'human').textContent()).toContain('missing');
    const accept = page.getByRole('button', { name: /^Accept result/u });
    expect(await accept.getAttribute('aria-disabled')).toBe('true');
    await page.getByRole('button', { name: /^Send back…/u }).click();
    await page.getByLabel('What has to change').fill(REPORT);
    await page.getByRole('button', { name: 'Continue to step 1' }).click();
    await signSheet(page);
    await page.getByRole('button', { name: 'Offer again…' }).click();
    await offerTo(page, 'inventory');
    await untilItemIs(page, 'submitted');
  }, 180_000);

  it('is accepted with a review by a human, and handed in', async () => {
    const { page } = stage;
    await openReview(page, GOAL);
    await page.getByText('Ownership Epoch 3').waitFor();
    await page.getByRole('button', { name: 'Add human_review…' }).click();
    await page.getByLabel('Method').fill('I compared the list with the folder.');
    await page.getByRole('button', { name: 'Keep this Evidence' }).click();
    await page.getByText('Covered by what you add.').waitFor();
    await page.getByRole('button', { name: /^Accept result/u }).click();
    await signSheet(page, async (sheet) => {
      await sheet.getByText('also signed by · Ada Lovelace').waitFor();
    });
    await goToPlace(page, 'Missions');
    await page.getByRole('button', { name: 'Submit for approval' }).click();
    await signSheet(page, async (sheet) => {
      await expect.poll(() => sheet.getByRole('checkbox', { name: /^inventory/u }).isChecked()).toBe(true);
    });
  }, 120_000);

  it('goes on after the host was ended, as soon as its keys are opened', async () => {
    const { page } = stage;
    await stage.restartHost();
    await unlockKeys(page, PASSPHRASE);
    await untilOnline(page, 'Analytical Works');
    expect(await page.getByText(/^signing waits/u).count()).toBe(0);
  }, 120_000);

  it('ends with the final Approval of the exact revision and Artifacts, by the human who owns it', async () => {
    const { page } = stage;
    await goToPlace(page, 'Approvals');
    await page.getByRole('grid', { name: 'To decide' }).getByText('Contents of the archive').click();
    // What was looked at before the restart has to be looked at again: a hash is checked, not remembered.
    const approve = page.getByRole('button', { name: /^Approve revision \d+ with 1 Artifact/u });
    await page.getByText('0 of 1 checked').waitFor();
    expect(await approve.isEnabled()).toBe(false);
    await page.getByRole('button', { name: 'Check all' }).click();
    await page.getByText('1 of 1 checked').waitFor();
    await approve.click();
    await signSheet(page, async (sheet) => {
      await sheet.getByText('Ada Lovelace').first().waitFor();
      await sheet.getByText('there is no reopening').waitFor();
    });
    await goToPlace(page, 'Missions');
    await page
      .getByRole('region', { name: 'Contents of the archive' })
      .getByText('approved')
      .first()
      .waitFor();
    expect(await sheetOf(page).count()).toBe(0);
    expect(stage.faults).toEqual([]);
  }, 120_000);

  it('is followed by one that the wizard makes, with a WorkItem of its own contract', async () => {
    const { page } = stage;
    const title = 'Order in the archive';
    await createMission(page, {
      title,
      objective: 'Every letter lies where it belongs.',
      criterion: 'No letter lies outside of its folder.',
      deadline: '2099-12-24T18:00',
      toolCalls: 1_000,
    });
    await page.getByRole('grid', { name: 'Missions' }).getByText(title).click();
    await page.getByRole('button', { name: 'New item' }).click();
    await page.getByLabel('Goal', { exact: true }).fill('Put the letters into their folder.');
    const deliverable = page.getByRole('group', { name: 'Deliverable D-1' });
    await deliverable.getByLabel('Description').fill('What was moved');
    const criterion = page.getByRole('group', { name: 'Criterion AC-1' });
    await criterion.getByLabel('Criterion', { exact: true }).fill('No letter was lost.');
    for (const fold of ['Capabilities', 'Time, urgency', 'Budget, risk']) {
      await page.getByRole('button', { name: fold }).click();
    }
    await page.getByRole('combobox', { name: 'Capability' }).fill('heddle.folder-inventory');
    await page.getByLabel('Deadline').fill('2099-12-24T12:00');
    await page.getByLabel('Business impact').fill('Nobody finds a letter today.');
    await page.getByLabel('Tool calls').fill('10');
    await page.getByRole('button', { name: 'Authorise…' }).click();
    await signSheet(page);
    await page.waitForURL('**/*#/plan/**');
    await page.locator('.plan-node').getByText('Put the letters into their').waitFor();
    expect(stage.faults).toEqual([]);
  }, 120_000);

  describe('the log of the Authority', () => {
    let log: AuthorityLog;
    const only = (kind: string): readonly Event[] => log.events.filter((event) => event.kind === kind);

    beforeAll(async () => {
      log = await readAuthorityLog(stage.profile);
    }, 60_000);

    it('holds in every signature, every admission and every state', () => {
      expect(log.verification.findings).toEqual([]);
      expect(log.events.length).toBeGreaterThan(20);
    });

    it('has the result sent back once, with the report, and done again by the same Worker', () => {
      const submissions = only('work.submitted');
      expect(submissions.map(({ payload }) => payload['ownershipEpoch'])).toEqual([1, 3]);
      expect(new Set(submissions.map(({ actor }) => actor.id)).size).toBe(1);
      const [failed] = only('work.failed');
      expect(JSON.stringify(failed?.payload['evidence'])).toContain(REPORT);
    });

    it('has the result accepted with Evidence that the human signed', () => {
      const [accepted] = only('work.result.accepted');
      const evidence = accepted?.payload['evidence'] as readonly Evidence[];
      const own = evidence.find(({ type }) => type === 'human_review');
      const owner = only('mission.created')[0]?.actor;
      expect(own?.generatedBy).toEqual(owner);
      expect(verifyDocument('evidence', Buffer.from(JSON.stringify(own)), log.keys).ok).toBe(true);
    });

    it('has an Approval of the submitted revision and of the content that the Worker wrote', async () => {
      const [submitted] = only('mission.submitted_for_approval');
      const [approved] = only('mission.approved');
      const approval = approved?.payload['approval'] as Approval;
      expect(approval).toMatchObject({
        kind: 'mission_final',
        decision: 'approved',
        approver: only('mission.created')[0]?.actor,
        missionRevision: submitted?.payload['missionRevision'],
        artifactHashes: submitted?.payload['artifactHashes'],
      });
      expect(approval.approver.type).toBe('human');
      expect(verifyDocument('approval', Buffer.from(JSON.stringify(approval)), log.keys).ok).toBe(true);
      // Another revision under the same signature is no Approval.
      const other = { ...approval, missionRevision: (approval.missionRevision ?? 0) + 1 };
      expect(verifyDocument('approval', Buffer.from(JSON.stringify(other)), log.keys)).toMatchObject({
        ok: false,
        fault: { stage: 'signature' },
      });
      const [hash = ''] = approval.artifactHashes;
      const content = await log.readContent(hash);
      expect(`sha256:${createHash('sha256').update(content).digest('hex')}`).toBe(hash);
      const { files } = JSON.parse(Buffer.from(content).toString('utf8')) as {
        readonly files: readonly { readonly path: string }[];
      };
      expect(files.map(({ path }) => path)).toEqual(['index.txt', 'letters/1843.json']);
    });
  });
});
