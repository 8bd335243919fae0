/**
 * Romanises Chinese as users type it: whole syllables, and their first letters (`suzhou`, `sz`). The dictionary is
 * large, so callers import this module dynamically.
 */
import { pinyin } from 'pinyin-pro';

const HAN = /\p{Script=Han}/u;

/** Returns both spellings of the text, with other scripts unchanged. It returns none if nothing is Chinese. */
export function spellPinyin(text: string): string[] {
  if (!HAN.test(text)) return [];
  const syllables = pinyin(text, { toneType: 'none', type: 'array', nonZh: 'consecutive', v: true });
  return [syllables.join(''), syllables.map((syllable) => syllable[0]).join('')];
}
