/** Provides the texts of the interface: `useText` for texts of definitions, `useT` for texts by key. */

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

/** `Own`: keys of texts in a file beside a page or widget. */
export type Translate<Own extends string = never> = (key: TextKey | Own, params?: Params) => string;

const NONE: OwnTexts = {};

/** The texts of the source languages. */
const tables: Record<SourceLang, Record<string, string>> = { zh: {}, en: {} };
/** Loaded with the first language that is not a source language. */
let library: TextLibrary | null = null;

const packs = new Map<Lang, LanguagePack>();
/**
 * True after all texts were requested, not only those of the login page. Further languages are then loaded completely.
 */
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
  // Only source languages have a separate file with the texts of the login page.
  const [first] = await Promise.all([loadStart(near), (isWhole || lang !== near) && bringPack(lang)]);
  addTexts(near, first);
  // All texts may have been requested in the meantime.
  if (isWhole) await bringPack(lang);
}

/** Loads a language, and switches to it after loading. */
async function showLang(lang: Lang): Promise<void> {
  await bringTexts(lang);
  packs.get(lang)?.activate();
  if (typeof document !== 'undefined') document.documentElement.lang = languageOf(lang).locale;
  useLangStore.setState({ lang });
}

/** Switches to a language that the user or the account has chosen, and stores it on this device. */
export async function setLang(lang: Lang, { chosen = true } = {}): Promise<void> {
  await showLang(lang);
  rememberLang(lang);
  useLangStore.setState((state) => ({ chosen: state.chosen || chosen }));
}

/** Loads all texts behind the login page, and those of antd. Must be called before they are rendered. */
export async function loadAllTexts(): Promise<void> {
  isWhole = true;
  await bringPack(currentLang());
  packs.get(currentLang())?.activate();
}

/**
 * Loads the chosen language, or the first match of the browser's languages. Must be called once before the first
 * render.
 */
export function startLang(languages: readonly string[] = []): Promise<void> {
  return showLang(chooseLang(languages));
}

export function useLang(): Lang {
  return useLangStore((state) => state.lang);
}

/** Returns antd's own texts in the user's language. Undefined until the language pack is loaded. */
export function useAntdLocale(): LanguagePack['antd'] | undefined {
  return packs.get(useLang())?.antd;
}

/** Returns a function that returns a definition's text in the current language. */
export function useText(): (text: Text) => string {
  const lang = useLang();
  return useCallback((text: Text) => pickText(text, lang), [lang]);
}

/** Translates outside React. Components use `useT`, which follows the current language. */
export function translate(lang: Lang, key: TextKey, params?: Params): string {
  return findText(lang, key, params);
}

/**
 * Finds texts of source languages without the library. Other languages need the library for plurals and replacements.
 */
function findText(lang: Lang, key: string, params?: Params): string {
  const near = nearLang(lang);
  if (library && lang !== near) return library.find(lang, key, params);
  return fillText(tables[near], near, key, params);
}

const own = new Set<OwnTexts>();

/** Adds the texts of a page or widget. The prefix of their keys is its name. */
function addOwn(ownTexts: OwnTexts): void {
  if (own.has(ownTexts)) return;
  own.add(ownTexts);
  const entries = Object.entries(ownTexts);
  for (const lang of SOURCE_LANGS)
    addTexts(lang, Object.fromEntries(entries.map(([key, text]) => [key, text[lang]])));
  addTexts('en', Object.fromEntries(entries.flatMap(([key, { one }]) => (one ? [[`${key}_one`, one]] : []))));
  library?.addOwn(ownTexts);
}

/** Returns the texts by key, including the given texts of a page or widget. */
export function useT(): Translate;
export function useT<Own extends string>(ownTexts: Readonly<Record<Own, OwnText>>): Translate<Own>;
export function useT(ownTexts: OwnTexts = NONE): Translate<string> {
  const lang = useLang();
  addOwn(ownTexts);
  return useCallback((key, params) => findText(lang, key, params), [lang]);
}
