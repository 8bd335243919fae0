import type { Lang } from '../../core/text/lang.ts';
import { pickText } from '../../core/text/pickText.ts';

/** Returns a function for the texts of a sample in one language. A widget's texts are in its own files. */
export const textIn =
  (lang: Lang) =>
  (zh: string, en: string): string =>
    pickText({ zh, en }, lang);

export type ReadText = ReturnType<typeof textIn>;
