/** A stored value as a person reads it: the same in lists, details and read-only forms. */

import type { Field } from '../../../generated/definition.ts';
import { EMPTY_VALUE, formatQuantity } from '../../core/format.ts';
import type { Lang } from '../../core/lang.ts';
import { completeField, fieldTypeOf } from '../../fieldTypes/index.ts';
import { placeText } from '../../kit/map/place.ts';
import { currencyLabel, type Dictionaries, fieldOptions, findOption } from '../values/options.ts';

const DEGREES = '°';
/** Tells whether values of the field are figures: they stand at the end of their column. */
export function isNumeric(field: Field): boolean {
  if (field['x-ref'] || field['x-dictionary'] || field['x-options']) return false;
  return fieldTypeOf(field).isFigure === true;
}

export function valueText(said: Field, value: unknown, dictionaries: Dictionaries, lang: Lang): string {
  if (value === null || value === undefined || value === '') return EMPTY_VALUE;
  const field = completeField(said);
  if (field['x-control'] === 'map' && typeof value === 'object') return placeText(value);
  if (field['x-control'] === 'json') return JSON.stringify(value);
  if (Array.isArray(value)) return listText(field, value, dictionaries, lang);
  const options = fieldOptions(field, dictionaries, lang);
  if (options) return findOption(options, value).label;
  const type = fieldTypeOf(field);
  const unit = type.hasCurrency ? currencyShown(field, dictionaries, lang) : (field['x-unit'] ?? type.unit);
  if (type.formatText) return type.formatText(value, { field, lang, unit });
  if (typeof value === 'object') return objectText(field, value, dictionaries, lang);
  if (!type.isFigure) return String(value);
  // Nobody has measured the zeros at the end of a coordinate.
  const decimals = unit === DEGREES ? undefined : field['x-decimals'];
  return formatQuantity(value as string | number, unit, { decimals });
}

/** Without the record around it nothing is known of the currency that it names, and none is better than a wrong one. */
const currencyShown = (field: Field, dictionaries: Dictionaries, lang: Lang): string =>
  field['x-unit'] ?? (field['x-currency'] === undefined ? currencyLabel(dictionaries, lang) : '');

function listText(field: Field, values: unknown[], dictionaries: Dictionaries, lang: Lang): string {
  if (values.length === 0) return EMPTY_VALUE;
  const item: Field = { ...field.items, 'x-options': field['x-options'] ?? field.items?.['x-options'] };
  const separator = field['x-control'] === 'deviceVariable' ? ' / ' : lang === 'zh' ? '、' : ', ';
  return values.map((value) => valueText(item, value, dictionaries, lang)).join(separator);
}

/** The parts with their titles: one line of a table, or of an address. */
function objectText(field: Field, value: object, dictionaries: Dictionaries, lang: Lang): string {
  const parts = Object.entries(value as Record<string, unknown>).filter(
    ([, part]) => part !== null && part !== undefined,
  );
  const colon = lang === 'zh' ? '：' : ': ';
  return parts
    .map(([name, part]) => {
      const child = field.properties?.[name] ?? {};
      return `${child.title?.[lang] ?? name}${colon}${valueText(child, part, dictionaries, lang)}`;
    })
    .join(lang === 'zh' ? '，' : ', ');
}
