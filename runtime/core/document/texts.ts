/**
 * A board's own texts in both languages. They are shown in the reader's language. A text without an entry in this table
 * is shown as written.
 */

import type { Field, Text } from '../../../generated/definition.ts';
import type { Lang } from '../text/lang.ts';
import { pickText } from '../text/pickText.ts';

type Dict = Record<string, unknown>;

export const MAX_TEXTS = 500;
export const MAX_TEXT = 200;

/** Entries by the text in each language. The first entry with a text is used. */
export type TextTable = ReadonlyMap<string, Text>;

export function textsTable(texts: readonly Text[] = []): TextTable {
  const table = new Map<string, Text>();
  for (const text of texts)
    for (const form of [text.zh, text.en]) if (!table.has(form)) table.set(form, text);
  return table;
}

/** Returns the valid texts of a stored document. */
export function readTexts(value: unknown): Text[] {
  return (Array.isArray(value) ? value.slice(0, MAX_TEXTS) : []).flatMap((entry: unknown) => {
    const { zh, en } = (entry ?? {}) as Partial<Text>;
    const sound = [zh, en].every(
      (form) => typeof form === 'string' && form !== '' && form.length <= MAX_TEXT,
    );
    return sound ? [{ zh: zh as string, en: en as string }] : [];
  });
}

export const textIn = (table: TextTable, lang: Lang, value: string): string =>
  pickText(table.get(value), lang) ?? value;

/** Returns whether a field contains text for readers. Choices, addresses, colours and variable names do not count. */
const isWording = (field: Field): boolean =>
  field.type === 'string' && !field['x-options'] && !field.pattern && !field.format && !field['x-control'];

function walk(field: Field, value: unknown, translate: (text: string) => string): unknown {
  if (typeof value === 'string') return isWording(field) ? translate(value) : value;
  if (Array.isArray(value)) {
    const { items } = field;
    // A plain list of strings contains variables or choices.
    return items?.properties ? value.map((entry) => walk(items, entry, translate)) : value;
  }
  if (typeof value !== 'object' || value === null || !field.properties) return value;
  return Object.fromEntries(
    Object.entries(value as Dict).map(([name, entry]) => {
      const inner = field.properties?.[name];
      return [name, inner ? walk(inner, entry, translate) : entry];
    }),
  );
}

/** Returns a configuration for a reader of this language. */
export const configInLang = (schema: Field, config: Dict, table: TextTable, lang: Lang): Dict =>
  walk(schema, config, (text) => textIn(table, lang, text)) as Dict;

/** Restores the stored form of unedited texts, so that only real edits count as changes. */
export function restoreConfig(value: unknown, stored: unknown, table: TextTable): unknown {
  if (typeof value === 'string' && typeof stored === 'string') {
    const text = table.get(stored);
    return text && text === table.get(value) ? stored : value;
  }
  if (Array.isArray(value) && Array.isArray(stored))
    return value.map((entry, index) => restoreConfig(entry, stored[index], table));
  if (typeof value !== 'object' || typeof stored !== 'object' || !value || !stored) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, entry]) => [
      name,
      restoreConfig(entry, Reflect.get(stored, name), table),
    ]),
  );
}
