/** The currency of an amount: that of its record, otherwise that of the platform. */

import type { Field } from '../../../generated/definition.ts';
import type { ObjectValues } from '../../core/rules/refWhere.ts';
import type { Lang } from '../../core/text/lang.ts';
import { currencyLabel, type Dictionaries, fieldOptions, findOption } from './options.ts';

/** Returns the text of a stored currency. */
export function currencyText(field: Field, value: unknown, dictionaries: Dictionaries, lang: Lang): string {
  if (value === null || value === undefined || value === '') return currencyLabel(dictionaries, lang);
  const options = fieldOptions(field, dictionaries, lang);
  return options ? findOption(options, value).label : String(value);
}

/** Returns the prefix of a field's amount, from the objects that contain it. */
export function currencyOf(
  field: Field,
  holders: readonly ObjectValues[],
  dictionaries: Dictionaries,
  lang: Lang,
): string {
  const name = field['x-currency'];
  const holder =
    name === undefined ? undefined : holders.find((candidate) => candidate.field.properties?.[name]);
  const named = name === undefined ? undefined : holder?.field.properties?.[name];
  if (name === undefined) return currencyLabel(dictionaries, lang);
  // In bulk transitions the records may have different currencies.
  if (!named) return '';
  return currencyText(named, holder?.values[name], dictionaries, lang);
}

/** Returns the field with its currency as unit. Other fields are unchanged. */
export function pricedField(
  field: Field,
  holders: readonly ObjectValues[],
  dictionaries: Dictionaries,
  lang: Lang,
): Field {
  if (field['x-currency'] === undefined) return field;
  return { ...field, 'x-unit': currencyOf(field, holders, dictionaries, lang) };
}
