/** Edits the entries of a dictionary. */
import type { DictionaryDefinition, Option, Text } from '../../../../../generated/definition.ts';
import type { SourceLang } from '../../../../../runtime/core/text/lang.ts';
import { followsTitle, freeKey, keyOfTitle, type Spell } from '../keys.ts';
import { moveBeside, type Side } from '../order.ts';

const OTHERWISE = 'choice';
const text = (zh: string, en: string): Text => ({ zh, en });

const withEntries = (dictionary: DictionaryDefinition, entries: readonly Option[]): DictionaryDefinition => ({
  ...dictionary,
  entries: entries as DictionaryDefinition['entries'],
});

const valuesOf = ({ entries }: DictionaryDefinition): string[] => entries.map(({ value }) => String(value));

/** Returns whether the values are numbers, which do not follow from titles. */
const isNumbered = ({ entries }: DictionaryDefinition): boolean => typeof entries[0]?.value === 'number';

export function addEntry(dictionary: DictionaryDefinition): DictionaryDefinition {
  const { entries } = dictionary;
  const count = entries.length + 1;
  const value = isNumbered(dictionary)
    ? Math.max(...entries.map((entry) => Number(entry.value))) + 1
    : freeKey(`${OTHERWISE}${count}`, valuesOf(dictionary));
  return withEntries(dictionary, [...entries, { value, title: text(`选项 ${count}`, `Choice ${count}`) }]);
}

export const changeEntry = (
  dictionary: DictionaryDefinition,
  at: number,
  change: Partial<Option>,
): DictionaryDefinition =>
  withEntries(
    dictionary,
    dictionary.entries.map((entry, index) => (index === at ? { ...entry, ...change } : entry)),
  );

const isDefault = ({ zh, en }: Text): boolean => /^选项/.test(zh) && /^(?:Choice \d+|First)$/.test(en);

/** Changes a title in one language. The other one follows while the user has entered only this one. */
export function writeTitle(title: Text, lang: SourceLang, value: string, isFirst: boolean): Text {
  const follows = isFirst && (isDefault(title) || title.zh === title.en);
  return follows ? { zh: value, en: value } : { ...title, [lang]: value };
}

/** Changes the title of an entry. Its value follows until records may have it. */
export function titleEntry(
  dictionary: DictionaryDefinition,
  at: number,
  title: Text,
  { isNew, spell }: { isNew: boolean; spell: Spell },
): DictionaryDefinition {
  const entry = dictionary.entries[at];
  if (!entry) return dictionary;
  const others = valuesOf(dictionary).filter((_, index) => index !== at);
  const follows = isNew && !isNumbered(dictionary) && isMadeValue(String(entry.value), entry.title, spell);
  const value = follows ? freeKey(keyOfTitle(title, spell, OTHERWISE), others) : entry.value;
  return changeEntry(dictionary, at, { title, value });
}

const isMadeValue = (value: string, title: Text, spell: Spell): boolean =>
  new RegExp(`^(?:${OTHERWISE}\\d*|first)$`).test(value) || followsTitle(value, title, spell, OTHERWISE);

export const removeEntry = (dictionary: DictionaryDefinition, at: number): DictionaryDefinition =>
  withEntries(
    dictionary,
    dictionary.entries.filter((_, index) => index !== at),
  );

/** Moves an entry by one place. */
export function stepEntry(dictionary: DictionaryDefinition, at: number, by: -1 | 1): DictionaryDefinition {
  const { entries } = dictionary;
  const [moved, neighbour] = [entries[at], entries[at + by]];
  if (!moved || !neighbour) return dictionary;
  return withEntries(dictionary, moveBeside(entries, moved, neighbour, by > 0 ? 'behind' : 'before'));
}

/** Moves an entry beside another one, by their values. */
export function placeEntry(
  dictionary: DictionaryDefinition,
  name: string,
  target: string,
  side: Side,
): DictionaryDefinition {
  const { entries } = dictionary;
  const find = (key: string) => entries.find(({ value }) => String(value) === key);
  const [moved, beside] = [find(name), find(target)];
  return moved && beside ? withEntries(dictionary, moveBeside(entries, moved, beside, side)) : dictionary;
}
