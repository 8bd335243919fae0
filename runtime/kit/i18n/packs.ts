import type { Locale } from 'antd/es/locale';
import type { Lang } from './lang.ts';
import type { Texts } from './zh.ts';

/** All that a language brings: our texts, antd's, and the calendar's. */
export interface LanguagePack {
  texts: Texts;
  antd: Locale;
  activate(): void;
}

/** One chunk a language, so that nobody downloads the other one. */
export async function loadPack(lang: Lang): Promise<LanguagePack> {
  const { pack } = lang === 'zh' ? await import('./pack.zh.ts') : await import('./pack.en.ts');
  return pack;
}
