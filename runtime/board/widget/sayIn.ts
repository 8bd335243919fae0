import type { Lang } from '../../core/text/lang.ts';
import { pickText } from '../../core/text/pickText.ts';

/** Returns the words of a sample in one language. The widget's own words are in its texts. */
export const sayIn =
  (lang: Lang) =>
  (zh: string, en: string): string =>
    pickText({ zh, en }, lang);

export type Say = ReturnType<typeof sayIn>;
