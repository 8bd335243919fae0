/** The columns of figures: how much room the widest figure needs, and a currency that all rows share. */
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
  /** The currency in the head, which all amounts of the column share. */
  unit: string | undefined;
  /** All that is written in it. */
  texts: readonly string[];
}

export interface ListFigures {
  entity: EntityDefinition;
  records: readonly ListRecord[];
  sums: Sums | null;
  dictionaries: Dictionaries;
  lang: Lang;
}

/** Chinese letters take the room of two. */
const WIDE = /[\u2e80-\uffef]/g;
const twice = (text: string): string => text.replace(WIDE, '00');

const isAmount = (field: Field): boolean => fieldTypeOf(field).hasCurrency === true;
const isSaid = (value: unknown): boolean => value !== null && value !== undefined && value !== '';

/** The currencies of an amount in these rows and in their sums. */
function currenciesOf(name: string, field: Field, figures: ListFigures): Set<string> {
  const { entity, records, sums, dictionaries, lang } = figures;
  const found = new Set<string>();
  for (const record of records)
    if (isSaid(record[name]))
      found.add(currencyOf(field, [{ field: entity.schema, values: record }], dictionaries, lang));
  const sum = sums?.[name];
  const named = listField(entity, field['x-currency'] ?? '');
  if (Array.isArray(sum))
    for (const { currency } of sum) found.add(currencyText(named, currency, dictionaries, lang));
  return found;
}

/** All that is written in a column: the figures of its rows, and their sums. */
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
    : isSaid(sum)
      ? [write(sum, '')]
      : [];
  return [...records.map((record) => write(record[name], unitOf(record))), ...sumTexts];
}

/** The columns of figures by their names. */
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

/** Pixels that each column of figures needs, so that none of them is cut. */
export const figureNeeds = (figures: ReadonlyMap<string, FigureColumn>): Record<string, number> =>
  Object.fromEntries([...figures].map(([name, { texts }]) => [name, widthOfFigures(texts.map(twice))]));
