/** A record as a link shows it: the public fields alone, with names in place of ids, and what is needed to draw them. */
import type { Data } from '../../../generated/calls.ts';
import type { DictionaryDefinition, Field } from '../../../generated/definition.ts';
import { decimalText, parseDecimal } from '../../../runtime/core/decimal.ts';
import { type Entity, entityOf } from '../../../runtime/core/definitions/entities.ts';
import type { Lang } from '../../../runtime/core/lang.ts';
import { lineSets } from '../../../runtime/core/lines.ts';
import type { Values } from '../../../runtime/core/rule.ts';
import type { Row } from '../../platform/db/anyTable.ts';
import type { Trx } from '../../platform/db/index.ts';
import { everything } from '../access/asker.ts';
import { readDictionary } from '../dictionary/entries.ts';
import { fieldsOf } from '../entities/columns.ts';
import { readNames } from '../entities/labels.ts';
import { readShownLines } from '../entities/linesShown.ts';
import type { OpenedLink } from './open.ts';

type Shown = Data<'recordByLink'>;
type Fields = Readonly<Record<string, Field>>;

/** A step through what is shown: names and entries are read once. */
interface Drawing {
  trx: Trx;
  tenantId: number;
  lang: Lang;
  dictionaries: Map<string, DictionaryDefinition | null>;
}

async function entriesOf({ trx, tenantId, dictionaries }: Drawing, name: string) {
  if (!dictionaries.has(name)) dictionaries.set(name, await readDictionary(trx, tenantId, name));
  return dictionaries.get(name)?.entries ?? [];
}

/** Keeps of a field what draws it: its title and type, and of its choices those alone that are shown. */
async function drawnField(drawing: Drawing, field: Field, values: readonly unknown[], currency: unknown) {
  const { type, title, format, 'x-decimals': decimals, 'x-unit': unit, 'x-control': control } = field;
  const drawn: Field = {
    ...(field['x-ref'] ? { type: 'string' } : { type }),
    ...(title ? { title } : {}),
    ...(format && !field['x-ref'] ? { format } : {}),
    ...(decimals === undefined ? {} : { 'x-decimals': decimals }),
    ...(control === 'textarea' ? { 'x-control': control } : {}),
  };
  const said = field['x-currency'] === undefined ? unit : currency;
  if (typeof said === 'string') drawn['x-unit'] = said;
  const options = field['x-options'] ?? (await entriesOf(drawing, field['x-dictionary'] ?? ''));
  const used = options.filter(({ value }) => values.includes(value));
  return used.length > 0 ? { ...drawn, 'x-options': used } : drawn;
}

/** The values of a reference as the names of what they point at. */
async function nameValues({ trx, lang }: Drawing, field: Field, rows: readonly Row[], name: string) {
  const target = { entity: entityOf(field['x-ref']!), key: field['x-refKey'] ?? 'id' };
  const keys = [...new Set(rows.map((row) => row[name]).filter((value) => value !== null))];
  const names = new Map(keys.length > 0 ? await readNames(trx, target, keys, lang) : []);
  return (value: unknown) => names.get(String(value)) ?? null;
}

/** Draws these fields of rows of one kind. */
async function drawRows(
  drawing: Drawing,
  fields: Fields,
  names: readonly string[],
  rows: readonly Row[],
  currencyOf: (name: string) => unknown,
): Promise<{ properties: Record<string, Field>; values: Values[] }> {
  const properties: Record<string, Field> = {};
  const values: Values[] = rows.map(() => ({}));
  for (const name of names) {
    const field = fields[name] ?? {};
    const said = rows.map((row) => row[name] ?? null);
    properties[name] = await drawnField(drawing, field, said, currencyOf(field['x-currency'] ?? ''));
    const shown = field['x-ref'] ? await nameValues(drawing, field, rows, name) : (value: unknown) => value;
    for (const [at, value] of said.entries()) values[at]![name] = shown(value);
  }
  return { properties, values };
}

function sumOf(values: readonly unknown[]): string {
  const scale = 2;
  const units = values.reduce<bigint>((sum, value) => {
    const decimal = parseDecimal(String(value ?? 0));
    return sum + (decimal ? decimal.units * 10n ** BigInt(scale - Math.min(scale, decimal.scale)) : 0n);
  }, 0n);
  return decimalText({ units, scale });
}

/** The sums of lines for each value of a field, in the order in which the values come. */
function sumLines(rows: readonly Row[], by: string, sum: readonly string[]): Values[] {
  return [...Map.groupBy(rows, (row) => row[by] ?? null)].map(([value, own]) => ({
    [by]: value,
    ...Object.fromEntries(sum.map((name) => [name, sumOf(own.map((row) => row[name]))])),
  }));
}

async function drawLines(
  drawing: Drawing,
  { entity, open }: OpenedLink,
  record: Row,
): Promise<Shown['lines']> {
  const [shown = {}] = await readShownLines(drawing.trx, everything, entity, [record]);
  const drawn: Shown['lines'] = [];
  for (const { name, field } of lineSets(entity)) {
    const { fields, by, sum } = open.lines?.[name] ?? {};
    if (!fields) continue;
    const rows = (shown[name] ?? []) as Row[];
    const all = [...new Set([...fields, ...(by ? [by] : []), ...(sum ?? [])])];
    const own = field.items?.properties ?? {};
    const currencyOf = (one: string) => rows[0]?.[one] ?? record[one];
    const { properties, values } = await drawRows(drawing, own, all, rows, currencyOf);
    const item = { type: 'object', title: field.title, properties } as const;
    const kept = values.map((row) => Object.fromEntries(fields.map((one) => [one, row[one]])));
    drawn.push({ name, item, fields, rows: kept, sums: by && sum ? sumLines(values, by, sum) : [] });
  }
  return drawn;
}

const moveOf = (entity: Entity, { move }: OpenedLink['open'], record: Row): Shown['move'] => {
  const transition = entity.states?.transitions.find(({ name }) => name === move);
  if (!transition) return null;
  const state = record[entity.states?.field ?? ''];
  return {
    name: `${entity.name}.${transition.name}`,
    title: transition.title,
    form: transition.form ? { ...transition.form } : null,
    pure: entity.forms[transition.name] ?? null,
    isOpen: transition.from.some((one) => one === state),
    isDone: transition.to === state,
  };
};

export async function drawRecord(trx: Trx, link: OpenedLink, record: Row, lang: Lang): Promise<Shown> {
  const { entity, open, tenantId, endsAt } = link;
  const drawing: Drawing = { trx, tenantId, lang, dictionaries: new Map() };
  const tenant = await trx
    .selectFrom('tenant')
    .select(['name', 'nameEn'])
    .where('id', '=', tenantId)
    .executeTakeFirstOrThrow();
  const currencyOf = (name: string) => record[name];
  const { properties, values } = await drawRows(drawing, fieldsOf(entity), open.fields, [record], currencyOf);
  return {
    title: open.title ?? entity.title,
    from: { zh: tenant.name, en: tenant.nameEn ?? tenant.name },
    schema: { type: 'object', properties },
    values: values[0]!,
    lines: await drawLines(drawing, link, record),
    move: moveOf(entity, open, record),
    endsAt,
  };
}
