/**
 * Rows with all data for rendering them without the server: names instead of ids, used options, currencies of amounts.
 */
import type { DictionaryDefinition, Field } from '../../../generated/definition.ts';
import { entityOf } from '../../../runtime/core/definitions/entities.ts';
import { parseDecimal, sumDecimals } from '../../../runtime/core/numbers/decimal.ts';
import { moneyText } from '../../../runtime/core/numbers/money.ts';
import type { Values } from '../../../runtime/core/rules/rule.ts';
import type { Lang } from '../../../runtime/core/text/lang.ts';
import type { Trx } from '../../platform/db/index.ts';
import type { Row } from '../../platform/db/tables/anyTable.ts';
import type { Caller } from '../access/asker.ts';
import { readDictionary } from '../dictionary/entries.ts';
import { isNameShown, readNames } from '../entities/labels.ts';

type Fields = Readonly<Record<string, Field>>;

/** The context that all drawn rows of an answer share, with caches. */
export interface Drawing {
  trx: Trx;
  tenantId: number;
  lang: Lang;
  asker: Caller;
  dictionaries: Map<string, DictionaryDefinition | null>;
}

export interface DrawnRows {
  properties: Record<string, Field>;
  values: Values[];
}

async function entriesOf({ trx, tenantId, dictionaries }: Drawing, name: string) {
  if (!dictionaries.has(name)) dictionaries.set(name, await readDictionary(trx, tenantId, name));
  return dictionaries.get(name)?.entries ?? [];
}

/** Returns the definition of a list's items for rendering. */
const itemOf = ({ type, format, 'x-ref': ref }: Field): Field =>
  ref ? { type: 'string' } : { type, ...(format ? { format } : {}) };

const partOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Values)[name] : null;

/** Returns the definitions of a group's parts for rendering. */
async function drawnParts(drawing: Drawing, fields: Fields, groups: readonly unknown[]) {
  const parts: Record<string, Field> = {};
  for (const [name, field] of Object.entries(fields)) {
    const values = groups.map((group) => partOf(group, name));
    parts[name] = await drawnField(drawing, field, values, undefined);
  }
  return { properties: parts };
}

/** Returns the definition of a field for rendering: its title and type, and only the options that occur. */
async function drawnField(
  drawing: Drawing,
  field: Field,
  values: readonly unknown[],
  currency: unknown,
): Promise<Field> {
  const {
    type,
    title,
    format,
    items,
    properties,
    'x-decimals': decimals,
    'x-unit': unit,
    'x-control': control,
  } = field;
  const drawn: Field = {
    ...(field['x-ref'] ? { type: 'string' } : { type }),
    ...(title ? { title } : {}),
    ...(format && !field['x-ref'] ? { format } : {}),
    ...(decimals === undefined ? {} : { 'x-decimals': decimals }),
    ...(control === 'textarea' ? { 'x-control': control } : {}),
    ...(items ? { items: itemOf(items) } : {}),
    ...(properties ? await drawnParts(drawing, properties, values) : {}),
  };
  if (items?.properties)
    drawn.items = { ...drawn.items, ...(await drawnParts(drawing, items.properties, values.flat())) };
  const unitText = field['x-currency'] === undefined ? unit : currency;
  if (typeof unitText === 'string') drawn['x-unit'] = unitText;
  const dictionary = field['x-dictionary'] ?? items?.['x-dictionary'] ?? '';
  const options = field['x-options'] ?? items?.['x-options'] ?? (await entriesOf(drawing, dictionary));
  const shown = values.flat();
  const used = options.filter(({ value }) => shown.includes(value));
  return used.length > 0 ? { ...drawn, 'x-options': used } : drawn;
}

/** Returns the names of referenced records. Empty if a rule hides the names. */
async function nameValues(drawing: Drawing, field: Field, values: readonly unknown[]) {
  const source = field['x-ref'] ? field : (field.items ?? {});
  const target = { entity: entityOf(source['x-ref']!), key: source['x-refKey'] ?? 'id' };
  const keys = [...new Set(values.flat().filter((value) => value !== null))];
  const isShown = keys.length > 0 && isNameShown(drawing.asker, target.entity);
  const names = new Map(isShown ? await readNames(drawing, target, keys) : []);
  const nameOf = (value: unknown) => names.get(String(value)) ?? null;
  return (value: unknown) =>
    Array.isArray(value) ? value.map(nameOf).filter((name) => name !== null) : nameOf(value);
}

/** Returns rows of one entity with the given fields, for rendering. */
export async function drawRows(
  drawing: Drawing,
  fields: Fields,
  names: readonly string[],
  rows: readonly Row[],
  currencyOf: (name: string) => unknown,
): Promise<DrawnRows> {
  const properties: Record<string, Field> = {};
  const values: Values[] = rows.map(() => ({}));
  for (const name of names) {
    const field = fields[name] ?? {};
    const column = rows.map((row) => row[name] ?? null);
    properties[name] = await drawnField(drawing, field, column, currencyOf(field['x-currency'] ?? ''));
    const points = field['x-ref'] !== undefined || field.items?.['x-ref'] !== undefined;
    const shown = points ? await nameValues(drawing, field, column) : (value: unknown) => value;
    for (const [at, value] of column.entries()) values[at]![name] = shown(value);
  }
  return { properties, values };
}

const sumOf = (values: readonly unknown[]): string =>
  moneyText(sumDecimals(values.flatMap((value) => parseDecimal(String(value ?? 0)) ?? [])));

/** Returns the sum of a field's amounts. */
export const sumAmounts = (rows: readonly Row[], name: string): string => sumOf(rows.map((row) => row[name]));

/** Returns the sums of lines for each value of a field, sorted by value. */
export function sumLines(rows: readonly Row[], by: string, sum: readonly string[]): Values[] {
  return [...Map.groupBy(rows, (row) => row[by] ?? null)].map(([value, own]) => ({
    [by]: value,
    ...Object.fromEntries(sum.map((name) => [name, sumAmounts(own, name)])),
  }));
}
