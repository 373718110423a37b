// Work that can be done at the same time: what was offered and is not answered leaves its slot to nobody else.
import { describe, expect, test } from 'vitest';
import { planOffer } from '../../../core/coordinator/assistant/offers/plan-offer.ts';
import { promisedIn, withoutPromised } from '../../../core/coordinator/assistant/offers/promised-slots.ts';
import { DEFAULT_OFFER_SETTINGS } from '../../../core/coordinator/assistant/offers/offer-settings.ts';
import type { PresenceRecord } from '../../../core/protocol/generated/documents.ts';
import { ANNA, BERT, Stage, TASK } from '../stage.ts';
import { sceneOf } from './offer-scene.ts';

const OTHER = 'urn:heddle:test:work:other';
const ONE_SLOT: Partial<PresenceRecord> = {
  capacity: { maxSlots: 1, activeSlots: 0, availableSlots: 1, queuedItems: 0 },
};

/** Anna was offered other work, and has not answered. */
function asked(): Stage {
  return new Stage()
    .employ(ANNA, BERT)
    .hear(ANNA, ONE_SLOT)
    .hear(BERT, ONE_SLOT)
    .plan({ goal: 'something else' }, OTHER)
    .plan()
    .offer(ANNA, OTHER);
}

function chosenIn(stage: Stage): readonly string[] {
  const scene = sceneOf(stage.situation);
  const presence = withoutPromised(scene.presence, promisedIn(scene));
  const plan = planOffer({ ...scene, presence }, TASK, DEFAULT_OFFER_SETTINGS);
  return (plan?.chain ?? []).flatMap(({ intent }) =>
    intent.kind === 'work.offer' ? intent.form.candidates.map(({ agentId }) => agentId) : [],
  );
}

describe('WORK-022 promised slots', () => {
  test('the next item goes to whoever has nothing to do', () => {
    expect(chosenIn(asked())).toEqual([BERT.id]);
  });

  test('a no gives the slot back', () => {
    expect(promisedIn(sceneOf(asked().decline(ANNA, OTHER).situation)).size).toBe(0);
  });

  test('the end of an offer gives the slot back', () => {
    expect(promisedIn(sceneOf(asked().situation))).toEqual(new Map([[ANNA.id, 1]]));
    expect(promisedIn(sceneOf(asked().wait(61).situation)).size).toBe(0);
  });
});
