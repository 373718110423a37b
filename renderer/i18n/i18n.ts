// The languages of the window. Keys are typed: `t('frame.place.attention')`; a key that does not exist does not compile.
import { changeLanguage as switchLanguage, use as addModule } from 'i18next';
import { initReactI18next, useTranslation } from 'react-i18next';
import type { Language } from '../../core/contract/values.ts';
import { de } from './de/index.ts';
import { en } from './en/index.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation';
    resources: { translation: typeof en };
  }
}

/** Before anything is drawn. */
export async function startI18n(language: Language): Promise<void> {
  await addModule(initReactI18next).init({
    resources: { en: { translation: en }, de: { translation: de } },
    lng: language,
    fallbackLng: 'en',
    // React escapes.
    interpolation: { escapeValue: false },
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
