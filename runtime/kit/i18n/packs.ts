import type { Lang } from '../../core/text/lang.ts';
import { makeFileLoader } from '../browser/fileLoader.ts';
import type { LanguagePack } from './languagePack.ts';
import type { zhStart as texts } from './zh/start.ts';

type StartTexts = Record<keyof typeof texts, string>;

const zhStart = makeFileLoader(() => import('./zh/start.ts'));
const enStart = makeFileLoader(() => import('./en/start.ts'));
const zhPack = makeFileLoader(() => import('./pack.zh.ts'));
const enPack = makeFileLoader(() => import('./pack.en.ts'));

/** Loads the few texts before the shell, so that the login page waits for nothing else. */
export async function loadStart(lang: Lang): Promise<StartTexts> {
  return lang === 'zh' ? (await zhStart()).zhStart : (await enStart()).enStart;
}

/** Loads one chunk for each language, so that a user downloads only one. */
export async function loadPack(lang: Lang): Promise<LanguagePack> {
  const { pack } = lang === 'zh' ? await zhPack() : await enPack();
  return pack;
}
