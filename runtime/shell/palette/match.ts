/** Matches typed words with names: titles in both languages, and their pinyin. Pure. */

const EXACT = 100;
const START = 80;
const WORD_START = 60;
const INSIDE = 40;
const SCATTERED = 10;

function scoreWord(word: string, name: string): number {
  if (name === word) return EXACT;
  if (name.startsWith(word)) return START;
  const index = name.indexOf(word);
  if (index > 0) return /[\s\-_/·]/.test(name[index - 1] ?? '') ? WORD_START : INSIDE;
  return hasScatteredLetters(word, name) ? SCATTERED : 0;
}

/**
 * Returns whether the letters of the word occur in the name in the same order, with the same first letter. `cst`
 * matches `customer`.
 */
function hasScatteredLetters(word: string, name: string): boolean {
  if (word.length < 2 || word[0] !== name[0]) return false;
  let position = 0;
  for (const letter of word) {
    position = name.indexOf(letter, position) + 1;
    if (position === 0) return false;
  }
  return true;
}

/** Returns the score of a match. 0 without a match. Every word must match one of the names. */
export function scoreNames(typed: string, names: readonly string[]): number {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const lower = names.map((name) => name.toLowerCase());
  let total = 0;
  for (const word of words) {
    const best = Math.max(0, ...lower.map((name) => scoreWord(word, name)));
    if (best === 0) return 0;
    total += best;
  }
  return total / Math.max(words.length, 1);
}

/** Returns the matching items, best first. Equal scores keep their order. Without typed words, returns all items. */
export function scoreFits<T>(
  things: readonly T[],
  typed: string,
  names: (thing: T) => readonly string[],
): { thing: T; score: number }[] {
  if (typed.trim() === '') return things.map((thing) => ({ thing, score: 0 }));
  return things
    .map((thing) => ({ thing, score: scoreNames(typed, names(thing)) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score);
}
