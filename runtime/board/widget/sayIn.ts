import type { Lang } from '../../core/text/lang.ts';

/** Gives the words of a sample in one language; what a widget says itself is in its texts. */
export const sayIn =
  (lang: Lang) =>
  (zh: string, en: string): string =>
    lang === 'zh' ? zh : en;

export type Say = ReturnType<typeof sayIn>;
