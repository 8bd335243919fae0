/** Finds the translation of a text. Language packs add translations other than the source languages. */
import { type Lang, type Language, languageOf, type SourceLang } from './lang.ts';

/** A text as the code and the definitions write it. */
export type SourceText = Readonly<Record<SourceLang, string>>;

/**
 * Translations by English text. If an English text has several meanings, the key also contains the Chinese text:
 * `Open|打开`.
 */
export type Phrases = Readonly<Record<string, string>>;

const packs = new Map<string, Phrases>();

export const setPhrases = (lang: string, phrases: Phrases): void => void packs.set(lang, phrases);

/** Returns the translation of a text. Undefined if the pack lacks it. */
export function findPhrase({ zh, en }: SourceText, phrases: Phrases): string | undefined {
  const key = `${en}|${zh}`;
  if (Object.hasOwn(phrases, key)) return phrases[key];
  return Object.hasOwn(phrases, en) ? phrases[en] : undefined;
}

/** Returns the text in a language. A missing translation is replaced by the nearest source language. */
export function wordsIn(
  text: SourceText,
  { code, near }: Pick<Language, 'code' | 'near'>,
  phrases: Phrases,
): string {
  return code === near ? text[near] : (findPhrase(text, phrases) ?? text[near]);
}

const NONE: Phrases = {};

export function pickText(text: SourceText, lang: Lang): string;
export function pickText(text: SourceText | null | undefined, lang: Lang): string | undefined;
export function pickText(text: SourceText | null | undefined, lang: Lang): string | undefined {
  return text ? wordsIn(text, languageOf(lang), packs.get(lang) ?? NONE) : undefined;
}
