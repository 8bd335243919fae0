/**
 * Spells Chinese as it is typed: whole syllables, and their first letters (`suzhou`, `sz`). The dictionary is large, so
 * callers import this module dynamically.
 */
import { pinyin } from 'pinyin-pro';

const HAN = /\p{Script=Han}/u;

/** Both spellings of the text, what is not Chinese as it is; none where nothing is Chinese. */
export function spellPinyin(text: string): string[] {
  if (!HAN.test(text)) return [];
  const syllables = pinyin(text, { toneType: 'none', type: 'array', nonZh: 'consecutive', v: true });
  return [syllables.join(''), syllables.map((syllable) => syllable[0]).join('')];
}
