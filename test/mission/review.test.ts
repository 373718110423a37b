// What a Worker delivers is judged by what its contract declares, and by nothing that only its Coordinator knows.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { EventPayloads, Evidence } from '../../core/protocol/generated/documents.ts';
import { uncoveredAcceptances } from '../briefs/acceptance-audit.ts';
import { auditOffers } from '../briefs/offer-audit.ts';
import { readBundleEvents, readMissionCards } from './bundle-events.ts';
import { HOOK_TIMEOUT_MS, MISSION_TIMEOUT_MS, MissionStage, WRITING } from './mission-stage.ts';

let stage: MissionStage;
beforeEach(async () => {
  stage = await MissionStage.open();
}, HOOK_TIMEOUT_MS);
afterEach(async () => {
  await stage.close();
}, HOOK_TIMEOUT_MS);

/** Forgets the title until somebody says so. */
const FORGETFUL = WRITING.replace(
  /\{ echo .* \} > out\/note\.md/,
  `if grep -q '"corrections"' contract.json; then echo '{"title": "Note"}'; else echo '{}'; fi > out/note.json`,
).replaceAll('note.md', 'note.json');

describe('the review', () => {
  test(
    'WORK-062, OPEN-056: a result that fails a declared check goes back with the name of the check, and is corrected',
    { timeout: MISSION_TIMEOUT_MS },
    async () => {
      const brief = await stage.newBrief(FORGETFUL, (text) =>
        text.replace('[note.md]', '[{ file: note.json, members: [/title] }]'),
      );
      const key = await stage.newKey('owner');
      const out = stage.path('out');
      const run = stage.run([brief, '--input', stage.path('input'), '--out', out, '--approve-final', key]);
      await run.exits(0);
      const refusal = run.events.find(
        ({ event, kind }) => event === 'command.accepted' && kind === 'work.fail',
      );
      expect(refusal).toMatchObject({
        by: 'coordinator',
        text: '"note" has failed: the check note.title has failed (written)',
      });

      const events = await readBundleEvents(stage.path('out', 'history.mwpbundle'));
      const failed = events.filter(({ kind }) => kind === 'work.failed');
      expect(failed).toHaveLength(1);
      const [{ evidence = [] } = {}] = failed.map(
        ({ payload }) => payload as { readonly evidence?: readonly Evidence[] },
      );
      expect(evidence).toMatchObject([
        {
          type: 'failure_report',
          criterionIds: ['written'],
          details: {
            failureCode: 'REVIEW_REJECTED',
            findings: ['the check note.title has failed (written)'],
            reasons: [{ id: 'check-failed', values: { checkId: 'note.title', rule: 'present' } }],
          },
        },
      ]);
      const offers = events.filter(({ kind }) => kind === 'work.offer.created');
      const contracts = offers.map(
        ({ payload }) => (payload as unknown as EventPayloads['work.offer.created']).workItem.contract,
      );
      expect(contracts.map(({ constraints }) => constraints?.['corrections'])).toEqual([
        undefined,
        ['the check note.title has failed (written)'],
      ]);
      // Both offers can be proved, the second one after a result that was refused.
      const audits = auditOffers(events, await readMissionCards(stage.path('out', 'state', 'mission.json')));
      expect(audits.map(({ verdict }) => verdict)).toEqual(['proved', 'proved']);
      expect(uncoveredAcceptances(events)).toEqual([]);
    },
  );
});
