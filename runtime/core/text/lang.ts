/** The languages of texts in code and definitions (V002). */
export const SOURCE_LANGS = ['zh', 'en'] as const;
export type SourceLang = (typeof SOURCE_LANGS)[number];

export interface Language {
  code: string;
  /** The name of the language in that language, for users who cannot read the current one. */
  name: string;
  /** Locale for dates and numbers. */
  locale: string;
  /** The command that switches to the language, in that language. */
  switchTo: string;
  /** The source language for texts missing in the language pack. */
  near: SourceLang;
  comma: string;
  semicolon: string;
  colon: string;
}

/** The languages of the product. A new one needs a line here and its pack in `runtime/kit/i18n`. */
const LANGUAGES = [
  {
    code: 'zh',
    name: '中文',
    switchTo: '切换到中文',
    locale: 'zh-CN',
    near: 'zh',
    comma: '、',
    semicolon: '；',
    colon: '：',
  },
  {
    code: 'en',
    name: 'English',
    switchTo: 'Switch to English',
    locale: 'en-GB',
    near: 'en',
    comma: ', ',
    semicolon: '; ',
    colon: ': ',
  },
] as const satisfies readonly Language[];

export type Lang = (typeof LANGUAGES)[number]['code'];

/** The language of users who did not choose one. */
export const DEFAULT_LANG: Lang = 'zh';

const languages = new Map<string, Language>(LANGUAGES.map((one) => [one.code, one]));

export const isLang = (value: unknown): value is Lang => typeof value === 'string' && languages.has(value);

/** Returns the stored language, or the default for an unsupported one. */
export const readLang = (value: unknown): Lang => (isLang(value) ? value : DEFAULT_LANG);

export const listLangs = (): readonly Lang[] => [...languages.keys()].filter(isLang);

/** Adds a language. The returned function removes it. */
export function setLanguage(language: Language): () => void {
  languages.set(language.code, language);
  return () => void languages.delete(language.code);
}

export const languageOf = (lang: Lang): Language => languages.get(lang) ?? LANGUAGES[0];

export const nearLang = (lang: Lang): SourceLang => languageOf(lang).near;

/** Returns the next language for the language button. */
export function nextLang(lang: Lang): Lang {
  const all = listLangs();
  return all[(all.indexOf(lang) + 1) % all.length] ?? DEFAULT_LANG;
}
