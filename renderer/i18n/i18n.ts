// The languages of the window. Keys are typed: `t('frame.place.attention')`; a key that does not exist does not compile.
import { changeLanguage as switchLanguage, type FormatterModule, use as addModule } from 'i18next';
import { initReactI18next, useTranslation } from 'react-i18next';
import type { Language } from '../../core/contract/values.ts';
import { formatNumber } from '../ui/format.ts';
import { de } from './de/index.ts';
import { en } from './en/index.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation';
    resources: { translation: typeof en };
  }
}

/** What numbers that name a thing are called in texts: they stand as they are, so that they can be found and typed. */
const NAMES_OF_THINGS: ReadonlySet<unknown> = new Set([
  'sequence',
  'revision',
  'epoch',
  'version',
  'number',
  'line',
  'row',
  'from',
  'to',
  'through',
  'at',
  'cursor',
  'before',
  'submitted',
]);

/** Numbers in texts have the separators of the language. */
function formatValue(
  value: unknown,
  _format: string | undefined,
  language: string | undefined,
  options?: Readonly<Record<string, unknown>>,
): string {
  if (typeof value !== 'number' || NAMES_OF_THINGS.has(options?.['interpolationkey'])) return String(value);
  return formatNumber(value, language === 'de' ? 'de' : 'en');
}

/** Before anything is drawn. */
export async function startI18n(language: Language): Promise<void> {
  const numbers: FormatterModule = {
    type: 'formatter',
    init: () => {},
    add: () => {},
    addCached: () => {},
    format: formatValue,
  };
  await addModule(numbers)
    .use(initReactI18next)
    .init({
      resources: { en: { translation: en }, de: { translation: de } },
      lng: language,
      fallbackLng: 'en',
      // React escapes.
      interpolation: { escapeValue: false, alwaysFormat: true },
      returnNull: false,
    });
  document.documentElement.lang = language;
}

export async function changeLanguage(language: Language): Promise<void> {
  await switchLanguage(language);
  document.documentElement.lang = language;
}

/** The texts, and the language they are in. */
export function useTexts() {
  const { t, i18n } = useTranslation();
  const language: Language = i18n.language === 'de' ? 'de' : 'en';
  return { t, language };
}

/** Lets `t` check the keys of a dynamic choice: `t(`frame.place.${place}`)`. */
export type Texts = ReturnType<typeof useTexts>['t'];
