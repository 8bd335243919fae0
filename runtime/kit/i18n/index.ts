/** The texts of the interface: `useText` for texts of definitions, `useT` for our own by key. */
import i18next, { type i18n } from 'i18next';
import { useCallback } from 'react';
import type { Text } from '../../../generated/definition.ts';
import { chooseLang, type Lang, rememberLang, useLangStore } from './lang.ts';
import type { LanguagePack } from './languagePack.ts';
import { loadPack } from './packs.ts';
import type { TextKey } from './zh.ts';

export { LANG_NAMES, LANGS, type Lang } from './lang.ts';
export type { TextKey } from './zh.ts';

export type Params = Record<string, string | number>;
export type Translate = (key: TextKey, params?: Params) => string;

const texts: i18n = i18next.createInstance();
let ready: Promise<unknown> | null = null;
const packs = new Map<Lang, LanguagePack>();

function start(): Promise<unknown> {
  ready ??= texts.init({
    resources: {},
    fallbackLng: false,
    keySeparator: false,
    nsSeparator: false,
    interpolation: { escapeValue: false, prefix: '{', suffix: '}' },
  });
  return ready;
}

/** Loads a language and shows it; the page never shows a language that is still on its way. */
export async function setLang(lang: Lang, { chosen = true } = {}): Promise<void> {
  await start();
  if (!packs.has(lang)) {
    const pack = await loadPack(lang);
    texts.addResourceBundle(lang, 'translation', pack.texts);
    packs.set(lang, pack);
  }
  const pack = packs.get(lang)!;
  pack.activate();
  await texts.changeLanguage(lang);
  rememberLang(lang);
  if (typeof document !== 'undefined') document.documentElement.lang = lang === 'zh' ? 'zh-CN' : 'en';
  useLangStore.setState((state) => ({ lang, chosen: state.chosen || chosen }));
}

/** Loads what was remembered, or suits who reads these languages; call once before the first render. */
export function startLang(languages: readonly string[] = []): Promise<void> {
  return setLang(chooseLang(languages), { chosen: false });
}

export function useLang(): Lang {
  return useLangStore((state) => state.lang);
}

/** antd's own texts in the language on screen. */
export function useAntdLocale(): LanguagePack['antd'] | undefined {
  return packs.get(useLang())?.antd;
}

/** (text of a definition) => string */
export function useText(): (text: Text) => string {
  const lang = useLang();
  return useCallback((text: Text) => text[lang], [lang]);
}

/** Translates outside React; inside, `useT` follows the language. A text without parameters is found by its key alone. */
export function translate(lang: Lang, key: TextKey, params?: Params): string {
  return params ? texts.t(key, { lng: lang, ...params }) : (packs.get(lang)?.texts[key] ?? key);
}

export function useT(): Translate {
  const lang = useLang();
  return useCallback((key, params) => translate(lang, key, params), [lang]);
}
