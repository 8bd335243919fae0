/** Adds the names of referenced records to the answer, because readers may not be able to list these records. */

import { sql } from 'kysely';
import type { EntityDefinition, Field } from '../../../generated/definition.ts';
import { fieldAccess } from '../../../runtime/core/access/fieldAccess.ts';
import { type Entity, entityRegistry } from '../../../runtime/core/definitions/entities.ts';
import { entityOperation } from '../../../runtime/core/definitions/operations.ts';
import { SERVER_FIELDS } from '../../../runtime/core/serverFields.ts';
import type { Lang } from '../../../runtime/core/text/lang.ts';
import { pickText } from '../../../runtime/core/text/pickText.ts';
import type { Trx } from '../../platform/db/index.ts';
import { type RecordCondition, type Row, trxAny } from '../../platform/db/tables/anyTable.ts';
import type { Caller } from '../access/asker.ts';
import { recordWhere } from '../access/recordScope.ts';
import type { CallContext } from '../context.ts';
import { readDictionary } from '../dictionary/entries.ts';
import { askNames, hasPlainName, labelsOf, type NameRequest } from './plainNames.ts';

/** Names by entity, then by the key that the field contains. */
type Labels = Record<string, Record<string, string>>;

interface Target {
  entity: Entity;
  key: string;
}
type Pointer = Target & { value: string | number };

const nameTarget = ({ entity, key }: Target): string => `${entity.name} ${key}`;

function targetOf(field: Field): Target | undefined {
  const entity = entityRegistry.get(field['x-ref'] ?? '');
  return entity && { entity, key: field['x-refKey'] ?? 'id' };
}

const refsKnown = new WeakMap<Field, readonly string[]>();

/** Returns the entities to which a field, or a field within it, refers. */
function refsOf(field: Field): readonly string[] {
  const known = refsKnown.get(field);
  if (known) return known;
  const inner = [...Object.values(field.properties ?? {}), ...(field.items ? [field.items] : [])];
  const refs = [...new Set([field['x-ref'] ?? [], ...inner.map(refsOf)].flat())];
  refsKnown.set(field, refs);
  return refs;
}

/** Returns every reference in a value, at any depth. */
function pointersOf(field: Field, value: unknown, above?: Target): Pointer[] {
  if (value === null || value === undefined) return [];
  const target = targetOf(field) ?? above;
  if (Array.isArray(value))
    return value.flatMap((one: unknown) => pointersOf(field.items ?? {}, one, target));
  if (typeof value === 'object')
    return Object.entries(field.properties ?? {}).flatMap(([name, inner]) =>
      pointersOf(inner, (value as Row)[name]),
    );
  return target && (typeof value === 'string' || typeof value === 'number') ? [{ ...target, value }] : [];
}

/** The tenant and language in which names are read. */
export interface Naming {
  trx: Trx;
  tenantId: number;
  lang: Lang;
}

/** Returns the values of a label as text. Options are shown by title, references by the name of their record. */
export async function readWords(
  naming: Naming,
  { schema }: Pick<EntityDefinition, 'schema'>,
  label: string,
  values: readonly unknown[],
): Promise<(value: unknown) => string> {
  const field = schema.properties?.[label] ?? {};
  const target = targetOf(field);
  if (target) {
    const names = new Map(await readNames(naming, target, values));
    return (value) => names.get(String(value)) ?? String(value);
  }
  const { 'x-options': own, 'x-dictionary': dictionary } = field;
  const options =
    own ??
    (dictionary ? (await readDictionary(naming.trx, naming.tenantId, dictionary))?.entries : undefined);
  return (value) =>
    pickText(options?.find((one) => one.value === value)?.title, naming.lang) ?? String(value);
}

/** Reads the names of records by key. `within` selects the permitted records. */
export async function readNames(
  naming: Naming,
  { entity, key }: Target,
  keys: readonly unknown[],
  within?: RecordCondition,
): Promise<(readonly [key: string, name: string])[]> {
  const labels = labelsOf(entity, naming.lang);
  let query = trxAny(naming.trx)
    .selectFrom(entity.name)
    .select([...new Set([key, ...labels])])
    .where(key, 'in', keys);
  if (within) query = query.where(within);
  const named = (await query.execute()).flatMap((row) => {
    const used = labels.find((one) => row[one] !== null && row[one] !== '');
    return used === undefined ? [] : [{ key: String(row[key]), used, value: row[used] }];
  });
  const words = new Map<string, (value: unknown) => string>();
  for (const [used, rows] of Map.groupBy(named, (one) => one.used)) {
    const values = [...new Set(rows.map(({ value }) => value))];
    words.set(used, await readWords(naming, entity, used, values));
  }
  return named.map(({ key: of, used, value }) => [of, words.get(used)!(value)] as const);
}

/** Returns whether the reader may see the names of an entity's records. A field rule may hide the name. */
export const isNameShown = (caller: Caller, entity: EntityDefinition): boolean =>
  fieldAccess(caller, entity, entity.label) !== 'hidden';

/** Selects the records that the reader may not list. Null if the reader may list all of them. */
function unlisted(caller: Caller, entity: Entity): RecordCondition | null {
  if (entityOperation(entity.name, 'list') === undefined) return () => sql<boolean>`true`;
  const listed = recordWhere(caller, entity, 'list');
  // A condition on an empty field is null in SQL, so `not` would not select the record.
  return listed && ((eb) => sql<boolean>`(${listed(eb)}) is not true`);
}

/** Reads all names that consist of texts with one query. Then reads names that depend on further records. */
async function findNames(
  { db, session: { tenantId }, lang }: Pick<CallContext, 'db' | 'session' | 'lang'>,
  requested: readonly NameRequest[],
): Promise<Map<string, ReadonlyMap<string, string>>> {
  const [plain, others] = [true, false].map((isPlain) =>
    requested.filter(({ target }) => hasPlainName(target, lang) === isPlain),
  );
  const found = await askNames(db, tenantId, lang, plain!);
  if (others!.length === 0) return found;
  return db.tenant(tenantId, async (trx) => {
    for (const { name, target, key, keys, within } of others!) {
      const names = await readNames(
        { trx, tenantId, lang },
        { entity: target, key },
        keys,
        within ?? undefined,
      );
      found.set(name, new Map(names));
    }
    return found;
  });
}

/**
 * Adds `_labels` to records with references that the reader may not list. It contains names only for references that
 * the reader sees. A name that a field rule hides is left out.
 */
export async function attachLabels(
  { db, session, lang }: Pick<CallContext, 'db' | 'session' | 'lang'>,
  entity: Entity,
  records: readonly Row[],
): Promise<void> {
  const conditions = new Map<Entity, RecordCondition | null>();
  const conditionOf = (target: Entity): RecordCondition | null => {
    if (!conditions.has(target))
      conditions.set(target, isNameShown(session, target) ? unlisted(session, target) : null);
    return conditions.get(target)!;
  };
  const isNamed = (ref: string): boolean => {
    const target = entityRegistry.get(ref);
    return target !== undefined && conditionOf(target) !== null;
  };
  const pointing = Object.entries({ ...entity.schema.properties, ...SERVER_FIELDS }).filter(([, field]) =>
    refsOf(field).some(isNamed),
  );
  if (pointing.length === 0) return;
  const pointed = records.map((record) => ({
    record,
    pointers: pointing
      .flatMap(([name, field]) => pointersOf(field, record[name]))
      .filter((pointer) => conditionOf(pointer.entity) !== null),
  }));
  const targets = Map.groupBy(
    pointed.flatMap(({ pointers }) => pointers),
    nameTarget,
  );
  if (targets.size === 0) return;
  const requested = [...targets].map(([name, pointers]): NameRequest => {
    const { entity: target, key } = pointers[0]!;
    const keys = [...new Set(pointers.map(({ value }) => value))];
    return { name, target, key, keys, within: conditionOf(target) };
  });
  const names = await findNames({ db, session, lang }, requested);
  for (const { record, pointers } of pointed) {
    const labels: Labels = {};
    for (const { entity: target, key, value } of pointers) {
      const name = names.get(nameTarget({ entity: target, key }))?.get(String(value));
      if (name !== undefined) labels[target.name] = { ...labels[target.name], [value]: name };
    }
    if (pointers.length > 0) record._labels = labels;
  }
}
