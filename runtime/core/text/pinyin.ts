/**
 * Converts Chinese to pinyin as users type it: whole syllables, and initials (`suzhou`, `sz`). The dictionary is large,
 * so callers import this module dynamically.
 */
import { pinyin } from 'pinyin-pro';

const HAN = /\p{Script=Han}/u;

/** Returns both forms of the text, with other scripts unchanged. Empty for a text without Chinese. */
export function spellPinyin(text: string): string[] {
  if (!HAN.test(text)) return [];
  const syllables = pinyin(text, { toneType: 'none', type: 'array', nonZh: 'consecutive', v: true });
  return [syllables.join(''), syllables.map((syllable) => syllable[0]).join('')];
}
