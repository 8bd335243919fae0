/** References that stand inside lists and line tables, where no foreign key of the database watches over them. */
import { sql } from 'kysely';
import type { EntityDefinition, Field } from '../../generated/definition.ts';
import { entityRegistry } from '../../runtime/core/definitions/entities.ts';
import type { Values } from '../../runtime/core/rule.ts';
import type { Lang } from '../context.ts';
import type { Trx } from '../db/index.ts';
import { snake } from '../db/names.ts';
import { AppError, type FieldError, text_fill } from '../http/errors.ts';
import { errorTable } from '../http/errorTable.ts';
import { fields_of } from './columns.ts';
import { type Row, trx_any } from './query.ts';

/** The way from a column to a reference: the name of a field, or null for every item of a list. */
type Step = string | null;

interface Link {
  column: string;
  steps: readonly Step[];
  target: string;
  key: string;
  /** What carries a title: the field itself, or the list whose items it describes. */
  titled: Field;
}

function findLinks(column: string, field: Field, steps: readonly Step[], titled: Field): Link[] {
  const { 'x-ref': target, 'x-refKey': key = 'id', items, properties = {} } = field;
  if (target && steps.length > 0)
    return [{ column, steps, target, key, titled: field.title ? field : titled }];
  const inner = items ? findLinks(column, items, [...steps, null], field.title ? field : titled) : [];
  const fields = Object.entries(properties);
  return [...inner, ...fields.flatMap(([name, one]) => findLinks(column, one, [...steps, name], one))];
}

const known = new WeakMap<EntityDefinition['schema'], Link[]>();

/** The references within the columns that people write. */
function listLinks(entity: EntityDefinition): Link[] {
  const found =
    known.get(entity.schema) ??
    Object.entries(fields_of(entity)).flatMap(([name, field]) =>
      field.readOnly ? [] : findLinks(name, field, [], field),
    );
  known.set(entity.schema, found);
  return found;
}

interface Referred {
  link: Link;
  value: unknown;
  path: string;
}

function readLink(link: Link, value: unknown, steps: readonly Step[], path: string): Referred[] {
  if (value === null || value === undefined) return [];
  const [step, ...rest] = steps;
  if (step === undefined) return [{ link, value, path }];
  if (step !== null) return readLink(link, (value as Values)[step], rest, `${path}/${step}`);
  return (value as unknown[]).flatMap((one, place) => readLink(link, one, rest, `${path}/${place}`));
}

const readLinks = (entity: EntityDefinition, row: Row): Referred[] =>
  listLinks(entity).flatMap((link) => readLink(link, row[link.column], link.steps, `/${link.column}`));

const nameTarget = ({ link: { target, key } }: Referred): string => `${target}.${key}`;
const nameValue = (one: Referred): string => `${nameTarget(one)} ${one.value}`;

/** Those of the values that are there; they stay there until the transaction is over. */
async function findThere(trx: Trx, { target, key }: Link, values: readonly unknown[]): Promise<Set<unknown>> {
  const type = sql.raw(typeof values[0] === 'number' ? 'int8[]' : 'text[]');
  const rows = await trx_any(trx)
    .selectFrom(target)
    .select(`${key} as key`)
    .where((eb) => sql<boolean>`${eb.ref(key)} = any(${[...values]}::${type})`)
    .orderBy(key)
    .forKeyShare()
    .execute();
  return new Set(rows.map((row) => row.key));
}

/** Throws when one of these rows refers to a record that is not there; what it referred to before is its own affair. */
export async function checkLinks(
  trx: Trx,
  entity: EntityDefinition,
  rows: readonly { before: Row; after: Row }[],
  lang: Lang,
): Promise<void> {
  if (listLinks(entity).length === 0) return;
  const fresh = rows.flatMap(({ before, after }) => {
    const stored = new Set(readLinks(entity, before).map(nameValue));
    return readLinks(entity, after).filter((one) => !stored.has(nameValue(one)));
  });
  const missing = new Set<Referred>();
  for (const referred of Map.groupBy(fresh, nameTarget).values()) {
    const there = await findThere(trx, referred[0]!.link, [...new Set(referred.map(({ value }) => value))]);
    for (const one of referred) if (!there.has(one.value)) missing.add(one);
  }
  const [first] = missing;
  if (!first) return;
  const title = ({ link }: Referred): string => link.titled.title?.[lang] ?? link.column;
  const errors = [...missing].map((one): FieldError => {
    const msg = text_fill(errorTable['entity.badReference'][lang], { field: title(one) });
    return { field: one.path, msg };
  });
  const params = { field: title(first), value: String(first.value) };
  throw new AppError('entity.badReference', params, { field: first.path, errors });
}

/** What a column that refers to this key holds, as JSON that it contains. */
const makePattern = (steps: readonly Step[], key: unknown): string =>
  JSON.stringify(
    steps.reduceRight((inner: unknown, step) => (step === null ? [inner] : { [step]: inner }), key),
  );

async function readKeys(trx: Trx, binId: number, { target, key }: Link): Promise<unknown[]> {
  const { rows } = await sql<{ key: unknown }>`
    select record -> ${snake(key)} as key from recycle_row where bin_id = ${binId} and entity = ${target}`.execute(
    trx,
  );
  return rows.map((row) => row.key);
}

/**
 * Throws when a record refers to what has just gone into the bin: the record itself, or one of those that it carried,
 * of the entities `carried`.
 */
export async function protectLinked(
  trx: Trx,
  entity: EntityDefinition,
  gone: Row,
  { binId, carried }: { binId: number; carried: ReadonlySet<string> },
  lang: Lang,
): Promise<void> {
  for (const holder of entityRegistry.all()) {
    for (const link of listLinks(holder)) {
      const own = link.target === entity.name ? [gone[link.key]] : [];
      const keys = [...own, ...(carried.has(link.target) ? await readKeys(trx, binId, link) : [])];
      if (keys.length === 0) continue;
      const patterns = keys.map((key) => makePattern(link.steps, key));
      const { rows } = await sql<{ held: boolean }>`
        select link_held(${snake(holder.name)}, ${snake(link.column)}, ${patterns}::jsonb[]) as held`.execute(
        trx,
      );
      if (rows[0]?.held)
        throw new AppError('entity.inUse', { title: entity.title[lang], user: holder.title[lang] });
    }
  }
}
