import type { zhStorage } from './zh.storage.ts';

/** The page that shows what is stored, in English. */
export const enStorage: Record<keyof typeof zhStorage, string> = {
  'storage.part': 'Share',
};
