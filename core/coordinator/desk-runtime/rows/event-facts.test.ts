import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '../../../contract/values.ts';
import { recordHistory } from '../../../simulation/run.ts';
import { sentenceOf } from '../words/event-sentences.ts';
import { factsOf, type HistoryNames, markOf } from './event-facts.ts';

const names: HistoryNames = {
  person: (actor) => ({ ...actor, name: `<${actor.id.split(':').at(-1) ?? ''}>` }),
  itemTitle: () => undefined,
};

describe('the sentence of an Event', () => {
  it('is there for everything that a random Organization does, with all that it speaks of', async () => {
    const { observations } = await recordHistory({ seed: 5, steps: 500, mode: 'fast' });
    const events = observations.flatMap(({ added }) => added.map(({ event }) => event));
    const kinds = new Set(events.map(({ kind }) => kind));
    expect(kinds.size).toBeGreaterThan(20);
    for (const language of LANGUAGES) {
      const wrong = events.flatMap((event) => {
        const sentence = sentenceOf(language, event.kind, factsOf(event, names));
        // Who does something, and to what, is never left out.
        return sentence === undefined || /undefined|NaN|“”|„“|<>|[ ]{2}/u.test(sentence)
          ? [`${event.kind}: ${sentence ?? 'none'}`]
          : [];
      });
      expect([...new Set(wrong)]).toEqual([]);
    }
  });

  it('says from which epoch on whose word counts', async () => {
    const { observations } = await recordHistory({ seed: 5, steps: 500, mode: 'fast' });
    const assigned = observations
      .flatMap(({ added }) => added.map(({ event }) => event))
      .filter(({ kind }) => kind === 'mission.coordinator.assigned');
    expect(assigned.length).toBeGreaterThan(0);
    for (const event of assigned) {
      const { epoch } = factsOf(event, names);
      expect(epoch).toBeGreaterThan(1);
      expect(markOf(event, names)).toMatchObject({ type: 'coordinator-epoch', epoch });
      expect(sentenceOf('en', event.kind, factsOf(event, names))).toContain(
        `Coordinator epoch ${epoch} begins`,
      );
    }
  });

  it('is none for a kind that is not known', () => {
    const facts = { who: '', item: '', whom: '', what: '', epoch: 0, count: 0, reason: '', role: '' };
    expect(sentenceOf('en', 'toString', facts)).toBeUndefined();
  });
});
