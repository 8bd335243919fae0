/** Checks references inside lists and line tables, for which the database has no foreign keys. */

import { sql } from 'kysely';
import type { EntityDefinition, Field } from '../../../../generated/definition.ts';
import { entityRegistry } from '../../../../runtime/core/definitions/entities.ts';
import type { Values } from '../../../../runtime/core/rules/rule.ts';
import type { Lang } from '../../../../runtime/core/text/lang.ts';
import { pickText } from '../../../../runtime/core/text/pickText.ts';
import type { Trx } from '../../../platform/db/index.ts';
import { type RecordCondition, type Row, trxAny } from '../../../platform/db/tables/anyTable.ts';
import { snake } from '../../../platform/db/tables/names.ts';
import { AppError, type FieldError, fillText } from '../../../platform/errors/errors.ts';
import { errorTable } from '../../../platform/errors/errorTable.ts';
import type { Caller } from '../../access/asker.ts';
import { recordScope, recordWhere } from '../../access/recordScope.ts';
import { fieldsOf } from '../columns.ts';

/** A step from a column to a reference: the name of a field, or null for all items of a list. */
type Step = string | null;

interface Link {
  column: string;
  steps: readonly Step[];
  target: string;
  key: string;
  /** The field with the title: the reference itself, or the list that contains it. */
  titled: Field;
}

function findLinks(column: string, field: Field, steps: readonly Step[], titled: Field): Link[] {
  const { 'x-ref': target, 'x-refKey': key = 'id', items, properties = {} } = field;
  if (target) return [{ column, steps, target, key, titled: field.title ? field : titled }];
  const inner = items ? findLinks(column, items, [...steps, null], field.title ? field : titled) : [];
  const fields = Object.entries(properties);
  return [...inner, ...fields.flatMap(([name, one]) => findLinks(column, one, [...steps, name], one))];
}

const known = new WeakMap<EntityDefinition['schema'], Link[]>();

/** Returns the references that users write, in columns and within lists. */
function listReferences(entity: EntityDefinition): Link[] {
  const found =
    known.get(entity.schema) ??
    Object.entries(entity.schema.properties ?? {}).flatMap(([name, field]) =>
      field.readOnly ? [] : findLinks(name, field, [], field),
    );
  known.set(entity.schema, found);
  return found;
}

/**
 * Returns the references within lists and lines. Lines have a foreign key, but its error does not identify the refused
 * line.
 */
const listLinks = (entity: EntityDefinition): Link[] =>
  listReferences(entity).filter(({ steps }) => steps.length > 0);

/** A record before and after a write. */
export interface Written {
  before: Row;
  after: Row;
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

const readLinks = (links: readonly Link[], row: Row): Referred[] =>
  links.flatMap((link) => readLink(link, row[link.column], link.steps, `/${link.column}`));

/** Returns the references that a write has added. */
function readFresh(links: readonly Link[], rows: readonly Written[]): Referred[] {
  return rows.flatMap(({ before, after }) => {
    const stored = new Set(readLinks(links, before).map(nameValue));
    return readLinks(links, after).filter((one) => !stored.has(nameValue(one)));
  });
}

const nameTarget = ({ link: { target, key } }: Referred): string => `${target}.${key}`;
const nameValue = (one: Referred): string => `${nameTarget(one)} ${one.value}`;

/** Returns the existing values, and locks their records until the end of the transaction. */
async function findThere(trx: Trx, { target, key }: Link, values: readonly unknown[]): Promise<Set<unknown>> {
  const type = sql.raw(typeof values[0] === 'number' ? 'int8[]' : 'text[]');
  const rows = await trxAny(trx)
    .selectFrom(target)
    .select(`${key} as key`)
    .where((eb) => sql<boolean>`${eb.ref(key)} = any(${[...values]}::${type})`)
    .orderBy(key)
    .forKeyShare()
    .execute();
  return new Set(rows.map((row) => row.key));
}

/** Throws if a new reference of one of these rows leads to no record. Unchanged references are not checked. */
export async function checkLinks(
  trx: Trx,
  entity: EntityDefinition,
  rows: readonly Written[],
  lang: Lang,
): Promise<void> {
  const missing = await findMissing(readFresh(listLinks(entity), rows), (link, values) =>
    findThere(trx, link, values),
  );
  refuseReferences(missing, lang);
}

async function findMissing(
  referred: readonly Referred[],
  find: (link: Link, values: readonly unknown[]) => Promise<ReadonlySet<unknown>>,
): Promise<Referred[]> {
  const missing: Referred[] = [];
  for (const own of Map.groupBy(referred, nameTarget).values()) {
    const there = await find(own[0]!.link, [...new Set(own.map(({ value }) => value))]);
    missing.push(...own.filter(({ value }) => !there.has(value)));
  }
  return missing;
}

function refuseReferences(missing: readonly Referred[], lang: Lang): void {
  const [first] = missing;
  if (!first) return;
  const title = ({ link }: Referred): string => pickText(link.titled.title, lang) ?? link.column;
  const errors = missing.map((one): FieldError => {
    const msg = fillText(pickText(errorTable['entity.badReference'], lang), { field: title(one) });
    return { field: one.path, msg };
  });
  const params = { field: title(first), value: String(first.value) };
  throw new AppError('entity.badReference', params, { field: first.path, errors });
}

/** Users may refer to colleagues even if they may not list users, because many fields contain a colleague. */
const OPEN_TARGETS: ReadonlySet<string> = new Set(['user']);
const SEEING = ['list', 'get'];

/**
 * Returns the records to which a caller with narrowed rights may refer. Null if the rights do not narrow the entity.
 */
function reachOf(caller: Caller, target: string): RecordCondition | null {
  const entity = entityRegistry.get(target);
  if (!entity || OPEN_TARGETS.has(target)) return null;
  const granted = SEEING.filter((action) => recordScope(caller, entity, action) !== null);
  const reaches = granted.map((action) => recordWhere(caller, entity, action));
  if (reaches.length === 0 || reaches.includes(null)) return null;
  return (eb) => eb.or(reaches.map((one) => one!(eb)));
}

/**
 * Throws if a row has a new reference to a record that the writer may not see. For the writer, that record does not
 * exist.
 */
export async function checkReach(
  trx: Trx,
  { session, lang }: { session: Caller; lang: Lang },
  entity: EntityDefinition,
  rows: readonly Written[],
): Promise<void> {
  const narrowed = listReferences(entity).filter(({ target }) => reachOf(session, target) !== null);
  if (narrowed.length === 0) return;
  const missing = await findMissing(readFresh(narrowed, rows), async ({ target, key }, values) => {
    const found = await trxAny(trx)
      .selectFrom(target)
      .select(`${key} as key`)
      .where((eb) => sql<boolean>`${eb.ref(key)}::text = any(${values.map(String)}::text[])`)
      .where(reachOf(session, target)!)
      .execute();
    const there = new Set(found.map((row) => String(row.key)));
    return new Set(values.filter((value) => there.has(String(value))));
  });
  refuseReferences(missing, lang);
}

/**
 * Throws if a new record is outside the writer's scope for creating. This applies to records of a parent that the
 * writer may only read, and to records of another owner.
 */
export async function checkHolder(
  trx: Trx,
  caller: Caller,
  entity: EntityDefinition,
  ids: readonly number[],
): Promise<void> {
  const isOwned = entity.of?.own === 'with' || entity.owner !== undefined;
  if (!isOwned || recordScope(caller, entity, 'create') === null) return;
  const where = recordWhere(caller, entity, 'create');
  if (!where) return;
  const found = await trxAny(trx)
    .selectFrom(entity.name)
    .select('id')
    .where('id', 'in', ids)
    .where(where)
    .execute();
  if (found.length < ids.length) throw new AppError('http.forbidden');
}

/** Returns a JSON pattern that matches columns with a reference to this key. */
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
 * Throws if a record still refers to a record that was just moved to the bin. `carried` are the entities of the
 * records that were moved with it.
 */
export async function protectLinked(
  trx: Trx,
  entity: EntityDefinition,
  gone: Row,
  { binId, carried }: { binId: number; carried: ReadonlySet<string> },
  lang: Lang,
): Promise<void> {
  for (const linking of entityRegistry.all()) {
    for (const link of listLinks(linking)) {
      if (!(link.column in fieldsOf(linking))) continue;
      const own = link.target === entity.name ? [gone[link.key]] : [];
      const keys = [...own, ...(carried.has(link.target) ? await readKeys(trx, binId, link) : [])];
      if (keys.length === 0) continue;
      const patterns = keys.map((key) => makePattern(link.steps, key));
      const { rows } = await sql<{ held: boolean }>`
        select link_held(${snake(linking.name)}, ${snake(link.column)}, ${patterns}::jsonb[]) as held`.execute(
        trx,
      );
      if (rows[0]?.held)
        throw new AppError('entity.inUse', {
          title: pickText(entity.title, lang),
          user: pickText(linking.title, lang),
        });
    }
  }
}
