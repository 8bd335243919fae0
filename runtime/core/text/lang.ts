/** The languages of the product; every text for people is written in each (V002). */
export type Lang = 'zh' | 'en';

/** The language of those who never said theirs. */
export const DEFAULT_LANG: Lang = 'zh';

export const LANGS: readonly Lang[] = ['zh', 'en'];

export const isLang = (value: unknown): value is Lang => value === 'zh' || value === 'en';
