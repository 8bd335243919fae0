import type { Lang } from './lang.ts';
import type { LanguagePack } from './languagePack.ts';

/** One chunk a language, so that nobody downloads the other one. */
export async function loadPack(lang: Lang): Promise<LanguagePack> {
  const { pack } = lang === 'zh' ? await import('./pack.zh.ts') : await import('./pack.en.ts');
  return pack;
}
