/** The languages of the product. Every text for users is written in each (V002). */
export type Lang = 'zh' | 'en';

/** The language of users who did not choose one. */
export const DEFAULT_LANG: Lang = 'zh';

export const LANGS: readonly Lang[] = ['zh', 'en'];

export const isLang = (value: unknown): value is Lang => value === 'zh' || value === 'en';
