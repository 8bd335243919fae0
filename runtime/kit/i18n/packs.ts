import type { Lang } from '../../core/lang.ts';
import type { LanguagePack } from './languagePack.ts';
import type { zhStart } from './zh.start.ts';

/** What comes before the shell: little, so that the login page waits for nothing else. */
export async function loadStart(lang: Lang): Promise<Record<keyof typeof zhStart, string>> {
  return lang === 'zh' ? (await import('./zh.start.ts')).zhStart : (await import('./en.start.ts')).enStart;
}

/** One chunk a language, so that nobody downloads the other one. */
export async function loadPack(lang: Lang): Promise<LanguagePack> {
  const { pack } = lang === 'zh' ? await import('./pack.zh.ts') : await import('./pack.en.ts');
  return pack;
}
