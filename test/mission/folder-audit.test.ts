// The example as a stranger would run it: a folder is audited, the report reviewed and approved, and all of it proven.
import { createHash } from 'node:crypto';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { uncoveredAcceptances } from '../briefs/acceptance-audit.ts';
import { auditOffers } from '../briefs/offer-audit.ts';
import { readBundleEvents, readMissionCards } from './bundle-events.ts';
import { FOLDER_AUDIT, isAlive, MISSION_TIMEOUT_MS, MissionStage, HOOK_TIMEOUT_MS } from './mission-stage.ts';

let stage: MissionStage;
beforeEach(async () => {
  stage = await MissionStage.open();
}, HOOK_TIMEOUT_MS);
afterEach(async () => {
  await stage.close();
}, HOOK_TIMEOUT_MS);

interface Account {
  readonly result: string;
  readonly revision: number;
  readonly approval: {
    readonly keyId: string;
    readonly artifactHashes: readonly string[];
    missionRevision: number;
  };
  readonly criteria: readonly {
    readonly id: string;
    readonly evidence: readonly { readonly result: string }[];
  }[];
  readonly artifacts: readonly {
    readonly file: string;
    readonly contentHash: string;
    readonly isResult: boolean;
  }[];
  readonly history: { readonly contentHash: string };
  readonly workers: readonly { readonly name: string; readonly agentId: string }[];
}

describe('the audit of a folder', () => {
  test(
    'MIS-010, MIS-011: it ends approved, with the report, a review by somebody else, and a history that anybody can verify',
    { timeout: MISSION_TIMEOUT_MS },
    async () => {
      const [input, key] = [await stage.newInput(), await stage.newKey('owner')];
      const out = stage.path('out');
      const run = stage.run([FOLDER_AUDIT, '--input', input, '--out', out, '--approve-final', key]);
      await run.exits(0);
      expect(run.err).toContain('all verified');

      const report = await readFile(stage.path('out', 'report.md'), 'utf8');
      expect(report).toContain('`data/broken.json`');
      expect(report).toContain('`docs/gone.md` leads to nothing');
      expect(report).toContain('`data/two.json`');
      const account = JSON.parse(await readFile(stage.path('out', 'mission.json'), 'utf8')) as Account;
      expect(account).toMatchObject({ result: 'approved', approval: { keyId: 'urn:heddle:test:key:owner' } });
      expect(account.artifacts.map(({ file }) => file).toSorted()).toEqual([
        'artifacts/checks/findings.json',
        'artifacts/inventory/inventory.json',
        'report.json',
        'report.md',
        'review.json',
      ]);
      for (const { file, contentHash } of account.artifacts) {
        expect(await hashOf(stage.path('out', ...file.split('/')))).toBe(contentHash);
      }
      expect(await hashOf(stage.path('out', 'history.mwpbundle'))).toBe(account.history.contentHash);
      const results = account.artifacts.filter(({ isResult }) => isResult).map((each) => each.contentHash);
      expect(new Set(account.approval.artifactHashes)).toEqual(new Set(results));
      expect(account.criteria.map(({ id }) => id)).toEqual([
        'inventory-complete',
        'findings-checked',
        'report-reviewed',
        'accepted',
      ]);
      for (const { evidence } of account.criteria.slice(0, 3)) {
        expect(evidence.map(({ result }) => result)).toContain('passed');
      }

      // What is kept to go on with is nobody else's business, and nobody is left behind.
      expect((await stat(stage.path('out', 'state'))).mode & 0o077).toBe(0);
      expect(run.workerPids).toHaveLength(4);
      expect(run.workerPids.filter(isAlive)).toEqual([]);

      const bundle = await stage.copy(stage.path('out', 'history.mwpbundle'), 'elsewhere.mwpbundle');
      const verified = stage.heddle(['verify', bundle]);
      await verified.exits(0);
      expect(verified.out).toContain(' is approved ');

      const text = await readFile(bundle, 'utf8');
      const events = await readBundleEvents(bundle);
      const cards = await readMissionCards(stage.path('out', 'state', 'mission.json'));
      // EVI-005: each acceptance rests on Evidence that counts, and a judgement of somebody else is cited.
      expect(events.filter(({ kind }) => kind === 'work.result.accepted')).toHaveLength(4);
      expect(uncoveredAcceptances(events)).toEqual([]);
      // WORK-023: from this file and the cards an auditor comes to the same choice, offer by offer.
      const audits = auditOffers(events, cards);
      expect(
        audits.map(({ verdict, findings }) => [verdict, findings.filter((each) => each.verdict !== 'met')]),
      ).toEqual(Array.from({ length: 4 }, () => ['proved', []]));

      const changed = text.replace('"decision":"approved"', '"decision":"rejected"');
      expect(changed).not.toBe(text);
      await writeFile(bundle, changed);
      const tampered = stage.heddle(['verify', bundle]);
      await tampered.exits(1);
      expect(tampered.out).toContain('not what was exported');

      // Taken up once more, it comes to the same, and begins nothing.
      const again = stage.run(['--resume', out]);
      again.endInput();
      await again.exits(0);
      expect(again.count({ event: 'command.accepted' })).toBe(0);
    },
  );
});

async function hashOf(path: string): Promise<string> {
  return `sha256:${createHash('sha256')
    .update(await readFile(path))
    .digest('hex')}`;
}
