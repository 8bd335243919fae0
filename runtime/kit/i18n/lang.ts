import { create } from 'zustand';
import { DEFAULT_LANG, isLang, type Lang } from '../../core/text/lang.ts';
import { readLocal, writeLocal } from '../browser/storage.ts';

const LANG_KEY = 'EMS-lang';

interface LangState {
  lang: Lang;
  /** True if the user chose the language on this page. Otherwise login applies the account's language. */
  chosen: boolean;
}

/**
 * Returns the language that the user chose on this device, otherwise the first supported language of the browser,
 * otherwise English.
 */
export function chooseLang(languages: readonly string[]): Lang {
  const stored = readLocal(LANG_KEY);
  if (isLang(stored)) return stored;
  if (languages.length === 0) return DEFAULT_LANG;
  return languages.map((name) => name.slice(0, 2).toLowerCase()).find(isLang) ?? 'en';
}

export const useLangStore = create<LangState>(() => ({
  lang: chooseLang([]),
  chosen: false,
}));

export function rememberLang(lang: Lang): void {
  writeLocal(LANG_KEY, lang);
}

/** Returns the language for code outside React, such as request headers. Components use `useLang`. */
export function currentLang(): Lang {
  return useLangStore.getState().lang;
}
