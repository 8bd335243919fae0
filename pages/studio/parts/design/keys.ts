/** Makes keys of fields, choices and states from their titles. */

const LONGEST = 40;
/** Names that every record has already, and a name that every object has. */
const RESERVED = [
  'id',
  'tenantId',
  'createdBy',
  'createdAt',
  'updatedBy',
  'updatedAt',
  'version',
  'deletedAt',
  'labelPinyin',
  'constructor',
];

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/**
 * `Spare part order` becomes `sparePartOrder`; '' where no letter is left. No capital follows another one, as codegen
 * requires: `Loan of a tool` becomes `loanOfaTool`.
 */
export function keyOf(title: string): string {
  const words = title
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .split(/[^A-Za-z0-9]+/)
    .filter(Boolean)
    .map((word) => word.toLowerCase());
  const staysSmall = (word: string, index: number) =>
    index === 0 || (word.length === 1 && index < words.length - 1);
  const key = words.map((word, index) => (staysSmall(word, index) ? word : capital(word))).join('');
  return key
    .replace(/^\d+/, '')
    .replace(/^./, (first) => first.toLowerCase())
    .slice(0, LONGEST);
}

/** Returns the key, or the first free one with a number behind it. */
export function freeKey(key: string, others: readonly string[]): string {
  const used = new Set([...others, ...RESERVED]);
  if (key && !used.has(key)) return key;
  let count = 2;
  while (used.has(`${key}${count}`)) count += 1;
  return `${key}${count}`;
}

/** Romanises Chinese. Returns an empty text if there is none, or if the dictionary is not loaded yet. */
export type Spell = (text: string) => string;

/** Returns the key for a title in either language, English first. */
export const keyOfTitle = ({ zh, en }: { zh: string; en: string }, spell: Spell, otherwise: string): string =>
  keyOf(en) || keyOf(spell(zh)) || otherwise;

/** Returns whether a key was made of the title, so that it may follow it. */
export const followsTitle = (
  key: string,
  title: { zh: string; en: string },
  spell: Spell,
  otherwise: string,
): boolean => key.replace(/\d+$/, '') === keyOfTitle(title, spell, otherwise).replace(/\d+$/, '');

/** Returns the initials of a title, with which its numbers begin: `Spare part order` gives SPO. */
export function initialsOf(key: string): string {
  const words = key.replaceAll(/([A-Z])/g, ' $1').split(' ');
  return words
    .map((word) => word.charAt(0).toUpperCase())
    .join('')
    .slice(0, 4);
}
