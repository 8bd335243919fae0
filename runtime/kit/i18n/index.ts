/** Provides the texts of the interface: `useText` for texts of definitions, `useT` for our own by key. */
import { useCallback } from 'react';
import type { Text } from '../../../generated/definition.ts';
import { LANGS, type Lang } from '../../core/text/lang.ts';
import { makeFileLoader } from '../browser/fileLoader.ts';
import { chooseLang, currentLang, rememberLang, useLangStore } from './lang.ts';
import type { LanguagePack } from './languagePack.ts';
import type { TextLibrary } from './library.ts';
import { loadPack, loadStart } from './packs.ts';
import type { TextKey } from './zh.ts';

export { LANG_NAMES } from './lang.ts';
export type { TextKey } from './zh.ts';

export type Params = Record<string, string | number>;
/** `Own`: keys of texts that stand beside a page or widget. */
export type Translate<Own extends string = never> = (key: TextKey | Own, params?: Params) => string;

/** A text of a page or widget. `one` is the English singular. */
export type OwnText = Text & { one?: string };

const NONE: Readonly<Record<string, OwnText>> = {};

const tables: Record<Lang, Record<string, string>> = { zh: {}, en: {} };
/** Loaded together with the texts behind the login page. */
let library: TextLibrary | null = null;

const packs = new Map<Lang, LanguagePack>();
/** True once more than the start is shown. A language is then loaded with all its texts. */
let isWhole = false;

function addTexts(lang: Lang, more: Readonly<Record<string, string>>): void {
  Object.assign(tables[lang], more);
  library?.add(lang, more);
}

const loadLibrary = makeFileLoader(() => import('./library.ts'));

async function bringLibrary(): Promise<void> {
  const { makeLibrary } = await loadLibrary();
  if (library) return;
  library = makeLibrary();
  for (const lang of LANGS) library.add(lang, tables[lang]);
}

async function bringPack(lang: Lang): Promise<void> {
  if (packs.has(lang)) return;
  const [pack] = await Promise.all([loadPack(lang), bringLibrary()]);
  packs.set(lang, pack);
  addTexts(lang, pack.texts);
}

async function bringTexts(lang: Lang): Promise<void> {
  const [first] = await Promise.all([loadStart(lang), isWhole && bringPack(lang)]);
  addTexts(lang, first);
  // The other texts may have been requested since.
  if (isWhole) await bringPack(lang);
}

/** Loads a language and shows it. The page never shows a language that is still loading. */
async function showLang(lang: Lang): Promise<void> {
  await bringTexts(lang);
  packs.get(lang)?.activate();
  if (typeof document !== 'undefined') document.documentElement.lang = lang === 'zh' ? 'zh-CN' : 'en';
  useLangStore.setState({ lang });
}

/** Shows the language that the user chose, here or in their account, and stores it on this device. */
export async function setLang(lang: Lang, { chosen = true } = {}): Promise<void> {
  await showLang(lang);
  rememberLang(lang);
  useLangStore.setState((state) => ({ chosen: state.chosen || chosen }));
}

/** Loads the texts of everything behind the login page, and antd's. It must be called before they are drawn. */
export async function loadAllTexts(): Promise<void> {
  isWhole = true;
  await bringPack(currentLang());
  packs.get(currentLang())?.activate();
}

/**
 * Loads the chosen language, or one that matches the browser's languages. It must be called once before the first
 * render.
 */
export function startLang(languages: readonly string[] = []): Promise<void> {
  return showLang(chooseLang(languages));
}

export function useLang(): Lang {
  return useLangStore((state) => state.lang);
}

/** Returns antd's own texts in the user's language. */
export function useAntdLocale(): LanguagePack['antd'] | undefined {
  return packs.get(useLang())?.antd;
}

/** Returns a function that picks the language of a definition's text. */
export function useText(): (text: Text) => string {
  const lang = useLang();
  return useCallback((text: Text) => text[lang], [lang]);
}

/**
 * Translates outside React; inside it, `useT` follows the language. A text without parameters is found directly by its
 * key.
 */
export function translate(lang: Lang, key: TextKey, params?: Params): string {
  return findText(lang, key, params);
}

function findText(lang: Lang, key: string, params?: Params): string {
  if (params && library) return library.find(lang, key, params);
  const text = tables[lang][key] ?? key;
  return params ? text.replace(/\{(\w+)\}/g, (_, name: string) => String(params[name] ?? '')) : text;
}

const added = new WeakSet<object>();

/** Adds texts of a page or widget to the others. Their keys begin with its name. */
function addOwn(ownTexts: Readonly<Record<string, OwnText>>): void {
  if (added.has(ownTexts)) return;
  added.add(ownTexts);
  for (const lang of LANGS)
    addTexts(lang, Object.fromEntries(Object.entries(ownTexts).map(([key, text]) => [key, text[lang]])));
  const single = Object.entries(ownTexts).flatMap(([key, { one }]) => (one ? [[`${key}_one`, one]] : []));
  addTexts('en', Object.fromEntries(single));
}

/** Returns our texts by key. With the texts of a page or widget, which are in a file beside it, those as well. */
export function useT(): Translate;
export function useT<Own extends string>(ownTexts: Readonly<Record<Own, OwnText>>): Translate<Own>;
export function useT(ownTexts: Readonly<Record<string, OwnText>> = NONE): Translate<string> {
  const lang = useLang();
  addOwn(ownTexts);
  return useCallback((key, params) => findText(lang, key, params), [lang]);
}
