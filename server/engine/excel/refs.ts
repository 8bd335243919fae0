/** References by what people call them: labels for keys when writing, keys for labels when reading. */
import { sql } from 'kysely';
import type { EntityDefinition, Field } from '../../../generated/definition.ts';
import { entityRegistry } from '../../../runtime/core/definitions/entities.ts';
import { trxAny } from '../../platform/db/anyTable.ts';
import type { Trx } from '../../platform/db/index.ts';
import type { Asker } from '../access/asker.ts';
import { recordWhere } from '../access/recordScope.ts';
import { columnsOf, fieldsOf, may } from '../entities/columns.ts';
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

/** Names are for those who may see the records. */
function labelMay(asker: Asker, { entity }: RefTarget): boolean {
  const sees = may(asker, `${entity.name}:list`) || may(asker, `${entity.name}:get`);
  return sees && columnsOf(entity, asker).has(entity.label);
}

const targetRows = (trx: Trx, asker: Asker, { entity, key }: RefTarget) => {
  const rows = trxAny(trx)
    .selectFrom(entity.name)
    .select([`${key} as key`, `${entity.label} as label`]);
  const where = recordWhere(asker, entity, may(asker, `${entity.name}:list`) ? 'list' : 'get');
  return where ? rows.where(where) : rows;
};

/** Returns what the records are called; one that is hidden, or gone, keeps its key. */
export async function findLabels(
  trx: Trx,
  asker: Asker,
  target: RefTarget,
  keys: readonly unknown[],
): Promise<Map<unknown, string>> {
  if (keys.length === 0 || !labelMay(asker, target)) return new Map();
  const rows = await targetRows(trx, asker, target)
    .where(target.key, 'in', [...keys])
    .execute();
  const labels = rows.map(({ label }) => label).filter((label) => label !== null);
  const shared = new Set(
    labels.length === 0
      ? []
      : (
          await trxAny(trx)
            .selectFrom(target.entity.name)
            .select(target.entity.label)
            .where(target.entity.label, 'in', labels)
            .groupBy(target.entity.label)
            .having(sql<number>`count(*)`, '>', 1)
            .execute()
        ).map((row) => row[target.entity.label]),
  );
  return new Map(
    rows.map(({ key, label }) => [
      key,
      titleDistinct(String(label ?? key), key, label !== null && shared.has(label)),
    ]),
  );
}

/** The first names to choose from, for a list in a template. */
export async function listLabels(
  trx: Trx,
  asker: Asker,
  target: RefTarget,
  limit: number,
): Promise<string[]> {
  if (!labelMay(asker, target)) return [];
  const rows = await targetRows(trx, asker, target).orderBy(target.entity.label).limit(limit).execute();
  const count = new Map<unknown, number>();
  for (const { label } of rows) count.set(label, (count.get(label) ?? 0) + 1);
  return rows
    .filter(({ label }) => label !== null)
    .map(({ key, label }) => titleDistinct(String(label), key, (count.get(label) ?? 0) > 1));
}

/** The key that a text means; null: several records are called so. */
export type RefKeys = ReadonlyMap<string, unknown>;

const inBrackets = (text: string): string | undefined => /\(([^()]+)\)$/.exec(text)?.[1];

/** Keys by key, by number (`sn`), by the key in brackets or by label. */
export async function findKeys(
  trx: Trx,
  asker: Asker,
  target: RefTarget,
  texts: readonly string[],
): Promise<RefKeys> {
  const { entity, key } = target;
  const spellings = [...new Set(texts.flatMap((text) => [text, inBrackets(text) ?? text]))];
  const valueByText = new Map<string, unknown>();
  if (spellings.length === 0) return valueByText;
  const numbered = 'sn' in fieldsOf(entity) && key !== 'sn' ? ['sn'] : [];
  // The weakest first: what comes later says more.
  const ways = [...(labelMay(asker, target) ? [entity.label] : []), ...numbered, key];
  const byWay = new Map<string, Map<string, unknown>>();
  for (const way of ways) {
    const base =
      way === entity.label
        ? targetRows(trx, asker, target).clearSelect()
        : trxAny(trx).selectFrom(entity.name);
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
