import { type Lang, languageOf, listLangs } from '../../core/text/lang.ts';

/** Returns the choices of a control. Each language is named in its own language. */
export const listLangOptions = (): { value: Lang; label: string }[] =>
  listLangs().map((value) => ({ value, label: languageOf(value).name }));
