/** Formats a stored value for users, equally in lists, details, read-only forms and prints. */

import type { Field } from '../../generated/definition.ts';
import { EMPTY_VALUE, formatQuantity } from '../core/numbers/format.ts';
import { placeText } from '../core/place.ts';
import { type Lang, languageOf, nearLang } from '../core/text/lang.ts';
import { pickText } from '../core/text/pickText.ts';
import { completeField, fieldTypeOf } from './index.ts';

/** Texts for a value that depend on its context. */
export interface ValueWords {
  lang: Lang;
  zone?: string;
  /** Returns the title of a value among its field's options. Undefined without options. */
  titleOf(field: Field, value: unknown): string | undefined;
  /** The prefix of amounts in fields without a currency. */
  currency: string;
}

const DEGREES = '°';

/** Returns whether the field's values are numbers, which are right-aligned in their column. */
export function isNumeric(field: Field): boolean {
  if (field['x-ref'] || field['x-dictionary'] || field['x-options']) return false;
  return fieldTypeOf(field).isFigure === true;
}

export function writeValue(definedField: Field, value: unknown, words: ValueWords): string {
  if (value === null || value === undefined || value === '') return EMPTY_VALUE;
  const field = completeField(definedField);
  if (field['x-control'] === 'map' && typeof value === 'object') return placeText(value);
  if (field['x-control'] === 'json') return JSON.stringify(value);
  if (Array.isArray(value)) return listText(field, value, words);
  const title = words.titleOf(field, value);
  if (title !== undefined) return title;
  const type = fieldTypeOf(field);
  const { lang, zone } = words;
  const unit = type.hasCurrency ? showCurrency(field, words) : (field['x-unit'] ?? type.unit);
  if (type.formatText) return type.formatText(value, { field, lang, unit, zone });
  if (typeof value === 'object') return objectText(field, value, words);
  if (!type.isFigure) return String(value);
  // Coordinates are shown without trailing zeros, which would imply a higher precision.
  const decimals = unit === DEGREES ? undefined : field['x-decimals'];
  return formatQuantity(value as string | number, unit, { decimals });
}

/** Returns the currency. If it is in another field and the record is unknown, no currency is shown. */
const showCurrency = (field: Field, { currency }: ValueWords): string =>
  field['x-unit'] ?? (field['x-currency'] === undefined ? currency : '');

function listText(field: Field, values: unknown[], words: ValueWords): string {
  if (values.length === 0) return EMPTY_VALUE;
  const item: Field = { ...field.items, 'x-options': field['x-options'] ?? field.items?.['x-options'] };
  return values.map((value) => writeValue(item, value, words)).join(separatorOf(field, words.lang));
}

/** Returns the separator of list values, which differs from the separator of object parts. */
function separatorOf({ 'x-control': control, items }: Field, lang: Lang): string {
  if (control === 'deviceVariable') return ' / ';
  if (items?.properties) return languageOf(lang).semicolon;
  return languageOf(lang).comma;
}

/** Returns the parts of an object as one text, each with its title, in the definition's order. */
function objectText(field: Field, value: object, words: ValueWords): string {
  const { lang } = words;
  const stored = value as Record<string, unknown>;
  const names = new Set([...Object.keys(field.properties ?? {}), ...Object.keys(stored)]);
  const parts = [...names].flatMap((name): [string, unknown][] =>
    stored[name] === null || stored[name] === undefined ? [] : [[name, stored[name]]],
  );
  const colon = languageOf(lang).colon;
  return parts
    .map(([name, part]) => {
      const child = field.properties?.[name] ?? {};
      return `${pickText(child.title, lang) ?? name}${colon}${writeValue(child, part, words)}`;
    })
    .join(nearLang(lang) === 'zh' ? '，' : ', ');
}
