// The help of one language, fetched when somebody asks for it, and what its pages are found by.
import { useEffect, useState } from 'react';
import type { Language } from '../../../core/contract/values.ts';
import { placeTitle } from '../../app/place-titles.ts';
import type { PlaceName } from '../../app/route.ts';
import type { Texts } from '../../i18n/i18n.ts';
import { HELP_TOPICS } from './help-types.ts';
import type { HelpBook, HelpPage, HelpTopic, TermName } from './help-types.ts';

const BOOKS: { readonly [Each in Language]: () => Promise<HelpBook> } = {
  en: async () => (await import('./help-en.ts')).ENGLISH_HELP,
  de: async () => (await import('./help-de.ts')).GERMAN_HELP,
};

/** Undefined until it has come. */
export function useHelpBook(language: Language): HelpBook | undefined {
  const [book, setBook] = useState<{ readonly language: Language; readonly book: HelpBook }>();
  useEffect(() => {
    let isWanted = true;
    const fetch = async (): Promise<void> => {
      const made = await BOOKS[language]();
      if (isWanted) setBook({ language, book: made });
    };
    fetch().catch((fault: unknown) => console.error('The help could not be fetched', fault));
    return () => {
      isWanted = false;
    };
  }, [language]);
  return book?.language === language ? book.book : undefined;
}

/** All words of a page, the words of the protocol that it explains included. */
export function textOfPage(book: HelpBook, page: HelpPage): string {
  const terms = page.terms.map((term) => termText(book, term));
  return [page.shows, ...page.can, page.never, ...terms].join(' ');
}

export function termText({ terms }: HelpBook, name: TermName): string {
  const { word, means } = terms[name];
  return `${word} ${means}`;
}

/** What a page is called: as its place, except where several share a name. */
export function helpTitle(t: Texts, topic: HelpTopic): string {
  switch (topic) {
    case 'contract':
      return t('guide.help.contract');
    case 'offer':
      return t('guide.help.offer');
    default:
      return placeTitle(t, topic);
  }
}

/** The page about a place; the help itself where there is none. */
export function topicOf(place: PlaceName | undefined): HelpTopic {
  return HELP_TOPICS.find((topic) => topic === place) ?? 'help';
}
