/** Provides the texts of the interface: `useText` for texts of definitions, `useT` for our own by key. */

import { useCallback } from 'react';
import type { Text } from '../../../generated/definition.ts';
import { type Lang, languageOf, nearLang, SOURCE_LANGS, type SourceLang } from '../../core/text/lang.ts';
import { pickText, setPhrases } from '../../core/text/pickText.ts';
import { makeFileLoader } from '../browser/fileLoader.ts';
import { fillText, type Params } from './fillText.ts';
import { chooseLang, currentLang, rememberLang, useLangStore } from './lang.ts';
import type { LanguagePack, OwnText, OwnTexts, Words } from './languagePack.ts';
import type { TextLibrary } from './library.ts';
import { loadPack, loadStart } from './packs.ts';
import type { TextKey } from './zh.ts';

export type { Params } from './fillText.ts';
export type { OwnText } from './languagePack.ts';
export type { TextKey } from './zh.ts';

/** `Own`: keys of texts that stand beside a page or widget. */
export type Translate<Own extends string = never> = (key: TextKey | Own, params?: Params) => string;

const NONE: OwnTexts = {};

/** The texts of the source languages. */
const tables: Record<SourceLang, Record<string, string>> = { zh: {}, en: {} };
/** Loaded with the first language that is no source language. */
let library: TextLibrary | null = null;

const packs = new Map<Lang, LanguagePack>();
/** True once more than the start is shown. A language is then loaded with all its texts. */
let isWhole = false;

function addTexts(lang: SourceLang, more: Words = {}): void {
  Object.assign(tables[lang], more);
  library?.add(lang, more);
}

const loadLibrary = makeFileLoader(() => import('./library.ts'));

async function bringLibrary(): Promise<TextLibrary> {
  const { makeLibrary } = await loadLibrary();
  if (library) return library;
  library = makeLibrary();
  for (const lang of SOURCE_LANGS) library.add(lang, tables[lang]);
  for (const ownTexts of own) library.addOwn(ownTexts);
  return library;
}

async function bringPack(lang: Lang): Promise<void> {
  if (packs.has(lang)) return;
  const near = nearLang(lang);
  const [pack, nearPack, all] = await Promise.all([
    loadPack(lang),
    loadPack(near),
    lang === near ? null : bringLibrary(),
  ]);
  const found = pack ?? nearPack;
  if (!found) return;
  packs.set(lang, found);
  addTexts(near, nearPack?.texts);
  if (pack === nearPack) return;
  setPhrases(lang, found.phrases ?? {});
  all?.addPack(lang, found);
}

async function bringTexts(lang: Lang): Promise<void> {
  const near = nearLang(lang);
  // Only the source languages have the texts of the start in a file of their own.
  const [first] = await Promise.all([loadStart(near), (isWhole || lang !== near) && bringPack(lang)]);
  addTexts(near, first);
  // The other texts may have been requested since.
  if (isWhole) await bringPack(lang);
}

/** Loads a language and shows it. The page never shows a language that is still loading. */
async function showLang(lang: Lang): Promise<void> {
  await bringTexts(lang);
  packs.get(lang)?.activate();
  if (typeof document !== 'undefined') document.documentElement.lang = languageOf(lang).locale;
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
  return useCallback((text: Text) => pickText(text, lang), [lang]);
}

/** Translates outside React; inside it, `useT` follows the language. */
export function translate(lang: Lang, key: TextKey, params?: Params): string {
  return findText(lang, key, params);
}

/** Texts of a source language are found here. Only other languages need the library, with its forms and replacements. */
function findText(lang: Lang, key: string, params?: Params): string {
  const near = nearLang(lang);
  if (library && lang !== near) return library.find(lang, key, params);
  return fillText(tables[near], near, key, params);
}

const own = new Set<OwnTexts>();

/** Adds texts of a page or widget to the others. Their keys begin with its name. */
function addOwn(ownTexts: OwnTexts): void {
  if (own.has(ownTexts)) return;
  own.add(ownTexts);
  const entries = Object.entries(ownTexts);
  for (const lang of SOURCE_LANGS)
    addTexts(lang, Object.fromEntries(entries.map(([key, text]) => [key, text[lang]])));
  addTexts('en', Object.fromEntries(entries.flatMap(([key, { one }]) => (one ? [[`${key}_one`, one]] : []))));
  library?.addOwn(ownTexts);
}

/** Returns our texts by key. With the texts of a page or widget, which are in a file beside it, those as well. */
export function useT(): Translate;
export function useT<Own extends string>(ownTexts: Readonly<Record<Own, OwnText>>): Translate<Own>;
export function useT(ownTexts: OwnTexts = NONE): Translate<string> {
  const lang = useLang();
  addOwn(ownTexts);
  return useCallback((key, params) => findText(lang, key, params), [lang]);
}
