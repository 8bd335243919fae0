/**
 * Loads the library for parameters, plurals and missing texts. In a source language the login page works without it,
 * and is thus a tenth smaller.
 */
import i18next, { type i18n } from 'i18next';
import { DEFAULT_LANG, isLang, type Lang, nearLang } from '../../core/text/lang.ts';
import { findPhrase } from '../../core/text/pickText.ts';
import type { LanguagePack, OwnTexts, Words } from './languagePack.ts';

const NAMESPACE = 'translation';

export interface TextLibrary {
  add(lang: Lang, texts: Words): void;
  /** Adds the pack of a language other than the source languages. */
  addPack(lang: Lang, pack: LanguagePack): void;
  /** Adds translations of own texts for languages other than the source languages. */
  addOwn(ownTexts: OwnTexts): void;
  find(lang: Lang, key: string, params?: Record<string, string | number>): string;
}

function makeInstance(): i18n {
  const instance = i18next.createInstance();
  // Initialisation is synchronous, because no texts are loaded.
  void instance.init({
    resources: {},
    fallbackLng: (lang) => [isLang(lang) ? nearLang(lang) : DEFAULT_LANG],
    keySeparator: false,
    nsSeparator: false,
    interpolation: { escapeValue: false, prefix: '{', suffix: '}' },
  });
  return instance;
}

/** Returns a pack's translations of own texts by their English text. Others are found by key. Pure. */
function translateOwn(ownTexts: OwnTexts, { texts, phrases = {} }: LanguagePack): Words {
  const words: Record<string, string> = {};
  for (const [key, text] of Object.entries(ownTexts)) {
    const word = texts[key] ?? findPhrase(text, phrases);
    if (word !== undefined) words[key] = word;
  }
  return words;
}

export function makeLibrary(): TextLibrary {
  const instance = makeInstance();
  const packs = new Map<Lang, LanguagePack>();
  const own = new Set<OwnTexts>();
  const add = (lang: Lang, texts: Words): void =>
    void instance.addResourceBundle(lang, NAMESPACE, texts, true, true);
  return {
    add,
    addPack(lang, pack) {
      packs.set(lang, pack);
      add(lang, pack.texts);
      for (const ownTexts of own) add(lang, translateOwn(ownTexts, pack));
    },
    addOwn(ownTexts) {
      own.add(ownTexts);
      for (const [lang, pack] of packs) add(lang, translateOwn(ownTexts, pack));
    },
    // The number chooses singular or plural. It is inserted as given, with its separators.
    find: (lang, key, params) =>
      instance.t(key, {
        lng: lang,
        ...(params ? { replace: params } : { skipInterpolation: true }),
        ...(params && 'count' in params && { count: Number(params.count) }),
      }),
  };
}
