/** Searches the catalogue. Users type what they want ("pie", "表格"), not the name of a widget. */
import type { WidgetDefinition } from '../../../generated/definition.ts';
import { widgetWords } from '../../../generated/widgetWords.ts';
import { type Lang, SOURCE_LANGS } from '../../core/text/lang.ts';
import { pickText } from '../../core/text/pickText.ts';

type Found = Pick<WidgetDefinition, 'type' | 'title' | 'description'>;

const WORDS: Readonly<Record<string, WidgetDefinition['words']>> = widgetWords;

/** Shortest part of a typed word that is searched. One letter such as "a" matches too many widgets. */
const LEAST = 2;

/**
 * Returns whether the text contains a word that begins with the typed text. "line" does not match "online". Chinese has
 * no spaces between words.
 */
const includesWord = (text: string, typed: string): boolean =>
  /^[ -~]/.test(typed) ? ` ${text}`.includes(` ${typed}`) : text.includes(typed);

/** Rates how well one text matches the typed one. A plural or a longer word also matches. */
function rateText(text: string, typed: string, [same, begins, includes]: readonly [number, number, number]) {
  const lowerCase = text.toLowerCase();
  if (lowerCase === typed) return same;
  if (lowerCase.startsWith(typed) || (lowerCase.length >= LEAST && typed.startsWith(lowerCase)))
    return begins;
  return includesWord(lowerCase, typed) ? includes : 0;
}

/** Rates a match by its field: the type of the widget counts most. Title and description count less. */
function rateTyped({ type, title, description }: Found, typed: string, lang: Lang): number {
  const texts = [...new Set([...SOURCE_LANGS, lang])].flatMap((one) => [
    rateText(pickText(title, one), typed, [100, 80, 50]),
    rateText(pickText(description, one), typed, [10, 10, 10]),
  ]);
  const words = SOURCE_LANGS.flatMap((one) =>
    (WORDS[type]?.[one] ?? []).map((word, index) => {
      const rate = rateText(word, typed, [95, 60, 40]);
      return rate === 0 ? 0 : rate - index;
    }),
  );
  return Math.max(...texts, ...words);
}

/** Rates the whole typed text. If it does not match, rates its words, all of which must match. */
function rateWidget(definition: Found, typed: string, lang: Lang): number {
  const whole = rateTyped(definition, typed, lang);
  const pieces = typed.split(/\s+/);
  if (whole > 0 || pieces.length === 1) return whole;
  const rates = pieces.map((piece) => rateTyped(definition, piece, lang));
  return rates.includes(0) ? 0 : rates.reduce((sum, rate) => sum + rate, 0) / rates.length;
}

/**
 * Returns the definitions that match the typed text, the best first. The text may be in the reader's language or in a
 * source language. An empty text matches all.
 */
export function findWidgets<Definition extends Found>(
  definitions: readonly Definition[],
  typed: string,
  lang: Lang,
): Definition[] {
  const search = typed.trim().toLowerCase();
  if (search === '') return [...definitions];
  return definitions
    .map((definition) => ({ definition, rate: rateWidget(definition, search, lang) }))
    .filter(({ rate }) => rate > 0)
    .sort((a, b) => b.rate - a.rate)
    .map(({ definition }) => definition);
}
