import { describe, expect, it } from 'vitest';
import { parseRoute } from '../../app/route.ts';
import { SCREENS } from '../../app/screens.tsx';
import { topicOf } from './help-book.ts';
import { GERMAN_HELP } from './help-de.ts';
import { ENGLISH_HELP } from './help-en.ts';
import { HELP_TOPICS, type HelpBook, TERM_NAMES } from './help-types.ts';

/** All texts of a book with the way to each. */
function textsOf(book: HelpBook): readonly (readonly [string, string])[] {
  const pages = Object.entries(book.pages).flatMap(([topic, { shows, can, never }]) =>
    [shows, ...can, never].map((text) => [topic, text] as const),
  );
  return [...pages, ...Object.entries(book.terms).map(([term, { means }]) => [term, means] as const)];
}

describe('the help', () => {
  it('has a page for every place of the window', () => {
    // A link from outside is a place for a moment only.
    const places = Object.keys(SCREENS).filter((place) => place !== 'open');
    expect(places.filter((place) => !HELP_TOPICS.some((topic) => topic === place))).toEqual([]);
  });

  it('leads from a place to its page, and from nowhere to itself', () => {
    expect(topicOf('review')).toBe('review');
    expect(topicOf(undefined)).toBe('help');
    for (const topic of HELP_TOPICS) expect(parseRoute(`#/help/${topic}`).values).toEqual({ topic });
  });

  it.each([
    ['en', ENGLISH_HELP],
    ['de', GERMAN_HELP],
  ] as const)('says everything in whole sentences, and briefly, in %s', (_language, book) => {
    for (const [where, text] of textsOf(book)) {
      expect(`${where}: ${text}`).toMatch(/: [\p{Lu}„].*[.]$/u);
      expect(text.length).toBeLessThan(260);
    }
  });

  it('says the same of every page in both languages', () => {
    expect(Object.keys(GERMAN_HELP.pages)).toEqual(Object.keys(ENGLISH_HELP.pages));
    for (const topic of HELP_TOPICS) {
      const [english, german] = [ENGLISH_HELP.pages[topic], GERMAN_HELP.pages[topic]];
      expect(german.can).toHaveLength(english.can.length);
      expect(german.terms).toEqual(english.terms);
      expect(german.shows).not.toBe(english.shows);
    }
  });

  it('table D: keeps the words of the protocol in German, and calls only a Child Mission Unteraufgabe', () => {
    const forbidden =
      /\b(Aufgaben?|Jobs?|Tasks?|Projekte?|Beweise?|Artefakte?|Koordinator|Arbeiter|Ereignisse?|Sitzung|Befehle?|Mitgliedschaft|eingereiht|eingereicht)\b/u;
    expect(textsOf(GERMAN_HELP).filter(([, text]) => forbidden.test(text))).toEqual([]);
    expect(GERMAN_HELP.terms['child-mission'].word).toBe('Unteraufgabe');
    for (const name of ['mission', 'work-item', 'evidence', 'artifact', 'coordinator', 'worker'] as const) {
      expect(GERMAN_HELP.terms[name].word).toBe(ENGLISH_HELP.terms[name].word);
    }
  });

  it('explains every word somewhere, and never calls a Message an order', () => {
    const used = new Set(HELP_TOPICS.flatMap((topic) => ENGLISH_HELP.pages[topic].terms));
    const alone = ['group', 'override'];
    expect(TERM_NAMES.filter((term) => !used.has(term) && !alone.includes(term))).toEqual([]);
    expect(
      textsOf(ENGLISH_HELP).filter(([, text]) => /\b(assignment|task|job|room|project)s?\b/iu.test(text)),
    ).toEqual([]);
  });
});
