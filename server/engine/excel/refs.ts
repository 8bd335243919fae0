/** References by name. Writing replaces keys by labels, and reading replaces labels by keys. */
import { sql } from 'kysely';
import type { EntityDefinition, Field } from '../../../generated/definition.ts';
import { entityRegistry } from '../../../runtime/core/definitions/entities.ts';
import type { Trx } from '../../platform/db/index.ts';
import { trxAny } from '../../platform/db/tables/anyTable.ts';
import type { Caller } from '../access/asker.ts';
import { recordWhere } from '../access/recordScope.ts';
import { columnsOf, fieldsOf, may } from '../entities/columns.ts';
import { isNameShown, type Naming, readWords } from '../entities/labels.ts';
import { titleDistinct } from './fieldCells.ts';

export interface RefTarget {
  entity: EntityDefinition;
  key: string;
}

export function targetOf(field: Field): RefTarget | null {
  const source = field['x-ref'] ? field : (field.items ?? {});
  const entity = source['x-ref'] ? entityRegistry.get(source['x-ref']) : undefined;
  return entity ? { entity, key: source['x-refKey'] ?? 'id' } : null;
}

/** Returns whether names are shown: only to users who may see the records. */
function labelMay(caller: Caller, { entity }: RefTarget): boolean {
  const sees = may(caller, `${entity.name}:list`) || may(caller, `${entity.name}:get`);
  return sees && columnsOf(entity, caller).has(entity.label);
}

const targetRows = (trx: Trx, caller: Caller, { entity, key }: RefTarget) => {
  const rows = trxAny(trx)
    .selectFrom(entity.name)
    .select([`${key} as key`, `${entity.label} as label`]);
  const where = recordWhere(caller, entity, may(caller, `${entity.name}:list`) ? 'list' : 'get');
  return where ? rows.where(where) : rows;
};

/** Finds labels that are not unique in the tenant. */
async function findSharedLabels(trx: Trx, { name, label }: EntityDefinition, labels: readonly unknown[]) {
  if (labels.length === 0) return new Set();
  const rows = await trxAny(trx)
    .selectFrom(name)
    .select(label)
    .where(label, 'in', labels)
    .groupBy(label)
    .having(sql<number>`count(*)`, '>', 1)
    .execute();
  return new Set(rows.map((row) => row[label]));
}

/**
 * Returns the labels of referenced records. A deleted record, or a record with a hidden name, is shown by its key. If
 * a label is not unique, the key is added, so that an import can resolve it.
 */
export async function findLabels(
  naming: Naming,
  caller: Caller,
  { entity, key }: RefTarget,
  keys: readonly unknown[],
): Promise<Map<unknown, string>> {
  if (keys.length === 0 || !isNameShown(caller, entity)) return new Map();
  const { trx } = naming;
  const rows = await trxAny(trx)
    .selectFrom(entity.name)
    .select([`${key} as key`, `${entity.label} as label`])
    .where(key, 'in', [...keys])
    .execute();
  const labels = rows.map(({ label }) => label).filter((label) => label !== null);
  const shared = await findSharedLabels(trx, entity, labels);
  const word = await readWords(naming, entity, entity.label, [...new Set(labels)]);
  return new Map(
    rows.map(({ key: of, label }) => {
      if (label === null) return [of, String(of)];
      const text = word(label);
      return [of, titleDistinct(text, of, shared.has(label) || text !== String(label))];
    }),
  );
}

/** Returns the first labels for the choices in a template. */
export async function listLabels(
  trx: Trx,
  caller: Caller,
  target: RefTarget,
  limit: number,
): Promise<string[]> {
  if (!labelMay(caller, target)) return [];
  const rows = await targetRows(trx, caller, target).orderBy(target.entity.label).limit(limit).execute();
  const count = new Map<unknown, number>();
  for (const { label } of rows) count.set(label, (count.get(label) ?? 0) + 1);
  return rows
    .filter(({ label }) => label !== null)
    .map(({ key, label }) => titleDistinct(String(label), key, (count.get(label) ?? 0) > 1));
}

/** Keys by text. Null if several records have the same name. */
export type RefKeys = ReadonlyMap<string, unknown>;

const inBrackets = (text: string): string | undefined => /\(([^()]+)\)$/.exec(text)?.[1];

/** The entity and field with the texts of references. */
export interface RefField {
  entity: EntityDefinition;
  field: string;
}

/**
 * Returns the records that a name may refer to. These are the records that the caller may see, and records whose names
 * the caller sees in references.
 */
function namedRows(trx: Trx, caller: Caller, target: RefTarget, source: RefField) {
  const { entity, key } = target;
  const rows = trxAny(trx).selectFrom(entity.name);
  const reach = recordWhere(caller, entity, may(caller, `${entity.name}:list`) ? 'list' : 'get');
  if (labelMay(caller, target) && !reach) return rows;
  const { entity: from, field } = source;
  const isPointing = columnsOf(from, caller).has(field) && fieldsOf(from)[field]?.type !== 'array';
  const listed = recordWhere(caller, from, 'list');
  return rows.where((eb) => {
    const pointed = eb.selectFrom(from.name).select(field);
    return eb.or([
      ...(labelMay(caller, target) && reach ? [reach(eb)] : []),
      ...(isPointing ? [eb(key, 'in', listed ? pointed.where(listed) : pointed)] : []),
    ]);
  });
}

/** Finds keys by the text of the key, by `sn`, by the key in brackets, or by label. */
export async function findKeys(
  trx: Trx,
  caller: Caller,
  target: RefTarget,
  texts: readonly string[],
  source: RefField,
): Promise<RefKeys> {
  const { entity, key } = target;
  const spellings = [...new Set(texts.flatMap((text) => [text, inBrackets(text) ?? text]))];
  const valueByText = new Map<string, unknown>();
  if (spellings.length === 0) return valueByText;
  const numbered = 'sn' in fieldsOf(entity) && key !== 'sn' ? ['sn'] : [];
  // In ascending priority, because later entries overwrite earlier ones.
  const ways = [...(isNameShown(caller, entity) ? [entity.label] : []), ...numbered, key];
  const byWay = new Map<string, Map<string, unknown>>();
  for (const way of ways) {
    const base =
      way === entity.label ? namedRows(trx, caller, target, source) : trxAny(trx).selectFrom(entity.name);
    const rows = await base
      .select([`${key} as key`, sql<string>`${sql.ref(way)}::text`.as('text')])
      .where(sql<string>`${sql.ref(way)}::text`, 'in', spellings)
      .execute();
    const valueByLabel = new Map<string, unknown>();
    for (const { key: value, text } of rows)
      valueByLabel.set(String(text), valueByLabel.has(String(text)) ? null : value);
    byWay.set(way, valueByLabel);
  }
  for (const text of texts) {
    const bracketed = inBrackets(text);
    const byKey = bracketed === undefined ? undefined : byWay.get(key)?.get(bracketed);
    const candidates = [
      byWay.get(key)?.get(text),
      ...numbered.map((way) => byWay.get(way)?.get(text)),
      byWay.get(entity.label)?.get(text),
      byKey,
    ];
    const hit = candidates.find((candidate) => candidate !== undefined);
    if (hit !== undefined) valueByText.set(text, hit);
  }
  return valueByText;
}
