import { type Lang, languageOf, listLangs } from '../../core/text/lang.ts';

/** Returns the options of a language control. The name of each language is in that language. */
export const listLangOptions = (): { value: Lang; label: string }[] =>
  listLangs().map((value) => ({ value, label: languageOf(value).name }));
