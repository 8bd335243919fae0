/** Describes a wrong value and the right types for messages. */

const MANY_LETTERS = 60;

/** Returns a value as it is written, shortened for one line. */
export function shorten(value: unknown): string {
  const written = JSON.stringify(value);
  return written.length > MANY_LETTERS ? `${written.slice(0, MANY_LETTERS)}…` : written;
}

interface Words {
  zh: string;
  en: string;
}

/** The types of JSON Schema, described for users. */
const TYPES: Readonly<Record<string, Words>> = {
  array: { zh: '列表 […]', en: 'a list […]' },
  boolean: { zh: 'true 或 false', en: 'true or false' },
  integer: { zh: '整数', en: 'a whole number' },
  null: { zh: 'null', en: 'null' },
  number: { zh: '数字', en: 'a number' },
  object: { zh: '对象 {…}', en: 'an object {…}' },
  string: { zh: '文本 "…"', en: 'a text "…"' },
};

/** Returns the words of the message about a wrong type. */
export function typeWords(value: unknown, types: readonly string[]): { value: string; types: Words } {
  const words = types.map((type) => TYPES[type] ?? { zh: type, en: type });
  const [zh, en] = [words.map((one) => one.zh).join('、'), words.map((one) => one.en).join(', or ')];
  return { value: shorten(value), types: { zh, en } };
}
