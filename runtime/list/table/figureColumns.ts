/** Number columns: the width of the widest number, and the common currency. */
import type { EntityDefinition, Field } from '../../../generated/definition.ts';
import type { Lang } from '../../core/text/lang.ts';
import { fieldTypeOf } from '../../fieldTypes/index.ts';
import { isNumeric } from '../../fieldTypes/valueText.ts';
import { currencyOf, currencyText } from '../../form/values/currency.ts';
import type { Dictionaries } from '../../form/values/options.ts';
import { valueText } from '../../form/values/valueText.ts';
import { widthOfFigures } from '../../kit/table/column.ts';
import type { ListRecord } from '../../record/calls/useRecords.ts';
import { listField } from '../../record/query/fields.ts';
import type { Sums } from './TotalsRow.tsx';

export interface FigureColumn {
  /** The common currency of all amounts, shown in the header. */
  unit: string | undefined;
  /** All texts in the column. */
  texts: readonly string[];
}

export interface ListFigures {
  entity: EntityDefinition;
  records: readonly ListRecord[];
  sums: Sums | null;
  dictionaries: Dictionaries;
  lang: Lang;
}

/** A Chinese character takes the space of two letters. */
const WIDE = /[\u2e80-\uffef]/g;
const twice = (text: string): string => text.replace(WIDE, '00');

const isAmount = (field: Field): boolean => fieldTypeOf(field).hasCurrency === true;
const isFilled = (value: unknown): boolean => value !== null && value !== undefined && value !== '';

/** Returns the currencies of an amount in these rows and in their sums. */
function currenciesOf(name: string, field: Field, figures: ListFigures): Set<string> {
  const { entity, records, sums, dictionaries, lang } = figures;
  const found = new Set<string>();
  for (const record of records)
    if (isFilled(record[name]))
      found.add(currencyOf(field, [{ field: entity.schema, values: record }], dictionaries, lang));
  const sum = sums?.[name];
  const named = listField(entity, field['x-currency'] ?? '');
  if (Array.isArray(sum))
    for (const { currency } of sum) found.add(currencyText(named, currency, dictionaries, lang));
  return found;
}

/** Returns all texts of a column: the numbers of its rows, and their sums. */
function textsOf(name: string, field: Field, unit: string | undefined, figures: ListFigures): string[] {
  const { entity, records, sums, dictionaries, lang } = figures;
  const write = (value: unknown, currency: string) =>
    valueText(isAmount(field) ? { ...field, 'x-unit': currency } : field, value, dictionaries, lang);
  const unitOf = (record: ListRecord) =>
    unit === undefined && isAmount(field)
      ? currencyOf(field, [{ field: entity.schema, values: record }], dictionaries, lang)
      : '';
  const sum = sums?.[name];
  const named = listField(entity, field['x-currency'] ?? '');
  const sumTexts = Array.isArray(sum)
    ? sum.map((one) =>
        write(one.sum, unit === undefined ? currencyText(named, one.currency, dictionaries, lang) : ''),
      )
    : isFilled(sum)
      ? [write(sum, '')]
      : [];
  return [...records.map((record) => write(record[name], unitOf(record))), ...sumTexts];
}

/** Returns the number columns by name. */
export function findFigures(columns: readonly string[], figures: ListFigures): Map<string, FigureColumn> {
  const found = new Map<string, FigureColumn>();
  for (const name of columns) {
    const field = listField(figures.entity, name);
    if (!isNumeric(field)) continue;
    const currencies = isAmount(field) ? [...currenciesOf(name, field, figures)] : [];
    const [unit] = currencies.length === 1 ? currencies : [];
    found.set(name, { unit: unit || undefined, texts: textsOf(name, field, unit, figures) });
  }
  return found;
}

/** Returns the required widths of number columns in pixels, so that no number is cropped. */
export const figureNeeds = (figures: ReadonlyMap<string, FigureColumn>): Record<string, number> =>
  Object.fromEntries([...figures].map(([name, { texts }]) => [name, widthOfFigures(texts.map(twice))]));
