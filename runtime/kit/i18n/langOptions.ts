import { type Lang, languageOf, listLangs } from '../../core/text/lang.ts';

/** Returns the options of a language control. Each language is named in itself. */
export const listLangOptions = (): { value: Lang; label: string }[] =>
  listLangs().map((value) => ({ value, label: languageOf(value).name }));
