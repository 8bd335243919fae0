import { languageOf, type SourceLang } from '../../core/text/lang.ts';
import type { Words } from './languagePack.ts';

export type Params = Record<string, string | number>;

const PLACE = /\{(\w+)\}/g;
const rules = new Map<SourceLang, Intl.PluralRules>();

/** Returns the plural form for a number: `one` or `other`. */
function pluralForm(lang: SourceLang, count: number): string {
  const rule = rules.get(lang) ?? new Intl.PluralRules(languageOf(lang).locale);
  rules.set(lang, rule);
  return rule.select(count);
}

/**
 * Returns a text of a source language, or the key of an unknown text. The parameter `count` chooses the plural form,
 * such as `found_one`. The number is inserted as given, with its separators. Pure.
 */
export function fillText(words: Words, lang: SourceLang, key: string, params?: Params): string {
  if (!params) return words[key] ?? key;
  const form =
    params.count === undefined ? undefined : words[`${key}_${pluralForm(lang, Number(params.count))}`];
  const text = form ?? words[key] ?? key;
  return text.replace(PLACE, (_, name: string) => String(params[name] ?? ''));
}
