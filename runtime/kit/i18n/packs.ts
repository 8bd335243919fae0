import type { Lang } from '../../core/text/lang.ts';
import { makeFileLoader } from '../browser/fileLoader.ts';
import type { LanguagePack, Words } from './languagePack.ts';

type Files<T> = Record<string, () => Promise<T>>;

const makeLoaders = <T>(files: Files<T>): Files<T> =>
  Object.fromEntries(Object.entries(files).map(([path, load]) => [path, makeFileLoader(load)]));

const starts = makeLoaders(import.meta.glob<Words>('./*/start.ts', { import: 'start' }));
const packs = makeLoaders(import.meta.glob<LanguagePack>('./*/pack.ts', { import: 'pack' }));

/** Loads the texts of the login page, if the language has a separate file for them. */
export const loadStart = async (lang: Lang): Promise<Words | undefined> => starts[`./${lang}/start.ts`]?.();

/**
 * Loads one file for each language, so that a user downloads only one. Undefined for a language without a
 * file.
 */
export const loadPack = async (lang: Lang): Promise<LanguagePack | undefined> =>
  packs[`./${lang}/pack.ts`]?.();

/** Adds the pack of a language. The returned function removes it. */
export function setPack(lang: Lang, pack: LanguagePack): () => void {
  const path = `./${lang}/pack.ts`;
  packs[path] = async () => pack;
  return () => void delete packs[path];
}
